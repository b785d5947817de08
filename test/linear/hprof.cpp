// Hostile hprof files: whatever many records have in common is neither copied nor walked for each of them.
#include "catch.hpp"
#include "dump/jvm/written_hprof.hpp"
#include "linear/hostile.hpp"

#include <trav/dump/jvm/dump.hpp>

#include <cstddef>
#include <cstdint>
#include <string>

namespace {

constexpr std::uint64_t object_class = 0x100;

/// Reads a file, and lists its roots and references.
void read_all(std::string const& text) {
    std::istringstream stream(text);
    trav::dump::Input input(stream, "x.hprof");
    look_at(trav::dump::read_jvm_dump(input));
}
std::string text_of(std::size_t number) { return std::to_string(number); }
std::string long_name(std::size_t n) { return std::string(50 * n, 'N'); }
WrittenHprof with_object() {
    WrittenHprof file;
    file.class_(object_class, "java/lang/Object", 0, {});
    return file;
}
WrittenHprof::Fields fields(std::size_t n, JavaType type = java_object) {
    WrittenHprof::Fields all;
    for (std::size_t i = 0; i != n; ++i) all.emplace_back("f", type);
    return all;
}
/// A thread that runs the function with this name.
void run(WrittenHprof& file, std::uint32_t thread, std::uint64_t object, std::uint64_t name) {
    file.record(4, file.data().id(0x9000).id(name).id(0).id(0).u(4, 0).u(4, 12).bytes);
    file.record(5, file.data().u(4, 77).u(4, thread).u(4, 1).id(0x9000).bytes);
    file.heap.u(1, 0x08).id(object).u(4, thread).u(4, 77);
}
void local(WrittenHprof& file, std::uint32_t thread, std::uint64_t object) {
    file.heap.u(1, 0x03).id(object).u(4, thread).u(4, 0);
}

}  // namespace

TEST_CASE("hprof: many local variables of a function with a long name cost as much as others", "[unit]") {
    check_linear(read_all, [](std::size_t n) {
        WrittenHprof file = with_object();
        file.instance(0x1000, object_class, file.data());
        run(file, 1, 0x1000, file.string(long_name(n)));
        for (std::size_t i = 0; i != 10 * n; ++i) {
            local(file, 1, 0x2000 + 16 * i);
            file.instance(0x2000 + 16 * i, object_class, file.data());
        }
        return file.bytes();
    });
}

TEST_CASE("hprof: a long name of a function is not copied for each thread, nor a long one of a thread",
          "[unit]") {
    check_linear(read_all, [](std::size_t n) {
        WrittenHprof file = with_object();
        file.class_(0x108, long_name(n), object_class, {});
        file.class_(0x110, "java/lang/Thread", object_class, {{"name", java_object}});
        std::uint64_t const function = file.string(long_name(n));
        for (std::uint32_t i = 1; i != 5 * n; ++i) {
            file.instance(0x2000 + 16 * i, 0x110, file.data().id(0x108));  // named by the class
            run(file, i, 0x2000 + 16 * i, function);
            local(file, i, 0x2000 + 16 * i);
        }
        return file.bytes();
    });
}

TEST_CASE("hprof: many threads that are one object with many fields", "[unit]") {
    check_linear(read_all, [](std::size_t n) {
        WrittenHprof file = with_object();
        file.class_(0x108, "java/lang/Thread", object_class, fields(10 * n));
        Big data = file.data();
        for (std::size_t i = 0; i != 10 * n; ++i) data.id(object_class);
        file.instance(0x1000, 0x108, data);
        for (std::uint32_t i = 1; i != 10 * n; ++i) file.heap.u(1, 0x08).id(0x1000).u(4, i).u(4, 0);
        return file.bytes();
    });
}

TEST_CASE("hprof: many classes under one long name", "[unit]") {
    check_linear(read_all, [](std::size_t n) {
        WrittenHprof file = with_object();
        for (std::size_t i = 0; i != 5 * n; ++i) file.class_(0x1000 + 8 * i, long_name(n), object_class, {});
        return file.bytes();
    });
}

TEST_CASE("hprof: many classes extend one of many fields", "[unit]") {
    check_linear(read_all, [](std::size_t n) {
        WrittenHprof file = with_object();
        file.class_(0x108, "Wide", object_class, fields(30 * n));
        for (std::size_t i = 0; i != 5 * n; ++i)
            file.class_(0x1000 + 8 * i, "C" + text_of(i), 0x108, {{"own", java_object}});
        return file.bytes();
    });
}

TEST_CASE("hprof: a chain of classes, with and without fields", "[unit]") {
    struct Chain {
        std::size_t fields, classes, instances;
    };
    for (auto const& [own, length, count] : {Chain{0, 20, 40}, Chain{1, 20, 0}, Chain{40, 5, 0}}) {
        check_linear(read_all, [own = own, length = length, count = count](std::size_t n) {
            WrittenHprof file = with_object();
            Big data = file.data();
            for (std::size_t i = 0; i != length * n; ++i) {
                file.class_(0x10000 + 8 * i, "C" + text_of(i), i == 0 ? object_class : 0x10000 + 8 * (i - 1),
                            fields(own));
                for (std::size_t field = 0; field != own; ++field) data.id(object_class);
            }
            for (std::size_t i = 0; i != 10 + count * n; ++i)
                file.instance(0x900000 + 16 * i, 0x10000 + 8 * (length * n - 1), data);
            return file.bytes();
        });
    }
}

TEST_CASE("hprof: a chain of classes that begins nowhere, and its instances", "[unit]") {
    check_linear(read_all, [](std::size_t n) {
        WrittenHprof file = with_object();
        for (std::size_t i = 0; i != 5 * n; ++i) {
            file.class_(0x10000 + 8 * i, "C" + text_of(i), 0x10008 + 8 * i, {});
            file.instance(0x900000 + 16 * i, 0x10000, file.data());
        }
        return file.bytes();
    });
}

TEST_CASE("hprof: a class of many fields that extends itself, and its instances", "[unit]") {
    check_linear(read_all, [](std::size_t n) {
        WrittenHprof file = with_object();
        file.class_(0x108, "Itself", 0x108, fields(30 * n, java_byte));
        for (std::size_t i = 0; i != 5 * n; ++i) file.instance(0x1000 + 16 * i, 0x108, file.data());
        return file.bytes();
    });
}

TEST_CASE("hprof: many loaders of a class with a long name", "[unit]") {
    check_linear(read_all, [](std::size_t n) {
        WrittenHprof file = with_object();
        file.class_(0x108, "java/lang/ClassLoader", object_class, {});
        file.class_(0x110, long_name(n), 0x108, {});
        for (std::size_t i = 0; i != 3 * n; ++i) {
            file.instance(0x90000 + 16 * i, 0x110, file.data());
            file.class_(0x1000 + 8 * i, "C" + text_of(i), object_class, {}, {}, 0x90000 + 16 * i);
        }
        return file.bytes();
    });
}

TEST_CASE("hprof: many classes, and java.lang.Class with many static fields", "[unit]") {
    check_linear(read_all, [](std::size_t n) {
        WrittenHprof file = with_object();
        file.class_(0x108, "java/lang/Class", object_class, {},
                    WrittenHprof::Statics(20 * n, {"s", object_class}));
        for (std::size_t i = 0; i != 20 * n; ++i)
            file.class_(0x1000 + 8 * i, "C" + text_of(i), object_class, {});
        return file.bytes();
    });
}

TEST_CASE("hprof: many lists of one array, and an array of one object with many fields", "[unit]") {
    check_linear(read_all, [](std::size_t n) {
        WrittenHprof file = with_object();
        file.class_(0x108, "java/util/ArrayList", object_class, {{"elementData", java_object}});
        file.class_(0x110, "java/util/HashMap", object_class, {{"table", java_object}});
        file.class_(0x118, "[Lx/Node;", object_class, {});
        file.class_(0x120, "x/Node", object_class, fields(10 * n));
        Big data = file.data();
        for (std::size_t i = 0; i != 10 * n; ++i) data.id(0);
        file.instance(0x1000, 0x120, data);
        file.objects(0x2000, 0x118, std::vector<std::uint64_t>(10 * n, 0x1000));
        file.instance(0x3000, 0x110, file.data().id(0x2000));
        file.objects(0x4000, 0x118, std::vector<std::uint64_t>(10 * n, 0x1000));
        for (std::size_t i = 0; i != 5 * n; ++i)
            file.instance(0x90000 + 16 * i, 0x108, file.data().id(0x4000));
        return file.bytes();
    });
}
