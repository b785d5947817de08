#include "catch.hpp"
#include "dump/jvm/written_hprof.hpp"

#include <trav/dump/jvm/stacks.hpp>

#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

namespace {

enum : std::uint64_t { object = 0x100, thread = 0x108, shop = 0x110 };

// Writes stack frames and traces.
struct Stacks : WrittenHprof {
    Stacks() {
        class_(object, "java/lang/Object", 0, {});
        class_(thread, "java/lang/Thread", object, {});
    }
    void frame(std::uint64_t id, std::string const& method, std::string const& source, std::uint32_t of_class,
               std::int32_t line) {
        std::uint64_t const name = string(method), signature = string("()V"), file_name = string(source);
        record(4, data()
                      .id(id)
                      .id(name)
                      .id(signature)
                      .id(file_name)
                      .u(4, of_class)
                      .u(4, static_cast<std::uint32_t>(line))
                      .bytes);
    }
    void trace(std::uint32_t serial, std::vector<std::uint64_t> const& frames) {
        Big body = data().u(4, serial).u(4, 1).u(4, frames.size());
        for (std::uint64_t const each : frames) body.id(each);
        record(5, body.bytes);
    }
    void numbered_class(std::uint32_t serial, std::uint64_t id, std::string const& name) {
        std::uint64_t const text = string(name);
        record(2, data().u(4, serial).id(id).u(4, 0).id(text).bytes);
    }
};

using Frame = std::tuple<std::string, std::string, std::string, int>;

std::vector<Frame> frames(trav::dump::JvmHeap const& heap, std::size_t of) {
    std::vector<Frame> found;
    for (auto const& each : heap.stacks.frames_of(heap.stacks.threads.at(of)))
        found.emplace_back(heap.strings[each.class_name], heap.strings[each.method],
                           heap.strings[each.source], each.line);
    return found;
}

}  // namespace

TEST_CASE("jvm stacks: functions, classes, files and lines", "[unit]") {
    Stacks file;
    file.frame(1, "sleep", "Thread.java", 8, -3);
    file.frame(2, "run", "Shop.java", 9, 41);  // before its class
    file.numbered_class(8, thread, "java/lang/Thread");
    file.numbered_class(9, shop, "shop/Shop");
    file.trace(5, {1, 2, 77});  // 77 is not in the file
    file.instance(0x1000, thread, file.data());
    file.instance(0x1010, thread, file.data());
    file.heap.u(1, 0x08).id(0x1010).u(4, 4).u(4, 5);
    file.heap.u(1, 0x08).id(0x1000).u(4, 3).u(4, 6);  // no such trace
    auto const heap = file.read();
    REQUIRE(heap.stacks.threads.size() == 2);
    CHECK(heap.stacks.threads[0].number == 3);
    CHECK(heap.ids[heap.stacks.threads[0].node] == 0x1000);
    CHECK(heap.strings[heap.stacks.threads[0].name] == "thread 3");
    CHECK(heap.strings[heap.stacks.threads[1].name] == "thread 4");
    CHECK(frames(heap, 0).empty());
    CHECK(frames(heap, 1) == std::vector<Frame>{{"java.lang.Thread", "sleep", "Thread.java", -3},
                                                {"shop.Shop", "run", "Shop.java", 41},
                                                {"", "", "", 0}});
}

TEST_CASE("jvm stacks: threads with one trace share its frames", "[unit]") {
    Stacks file;
    file.frame(1, "run", "Shop.java", 9, 41);
    file.trace(5, {1, 1});
    for (std::uint64_t i = 0; i != 3; ++i) {
        file.instance(0x1000 + 16 * i, thread, file.data());
        file.heap.u(1, 0x08).id(0x1000 + 16 * i).u(4, 1 + i).u(4, 5);
    }
    auto const heap = file.read();
    CHECK(heap.stacks.frames.size() == 2);
    for (std::size_t const each : {0u, 1u, 2u}) CHECK(frames(heap, each).size() == 2);
}

TEST_CASE("jvm stacks: local variables by thread and frame, each once", "[unit]") {
    Stacks file;
    for (std::uint64_t const id : {0x1000ul, 0x1010ul}) file.instance(id, thread, file.data());
    for (std::uint64_t const id : {0x2000ul, 0x2010ul, 0x2020ul}) file.instance(id, object, file.data());
    file.heap.u(1, 0x03).id(0x2010).u(4, 2).u(4, 1);
    file.heap.u(1, 0x03).id(0x2000).u(4, 2).u(4, 1);
    file.heap.u(1, 0x02).id(0x2000).u(4, 2).u(4, 0);  // of a native function
    file.heap.u(1, 0x03).id(0x2000).u(4, 2).u(4, 1);  // in two variables of one function
    file.heap.u(1, 0x03).id(0x2020).u(4, 1).u(4, 0xffffffff);
    file.heap.u(1, 0x03).id(0x9990).u(4, 1).u(4, 0);  // no such object
    file.heap.u(1, 0x08).id(0x1000).u(4, 1).u(4, 0);
    file.heap.u(1, 0x08).id(0x1010).u(4, 2).u(4, 0);
    auto const heap = file.read();
    std::vector<std::tuple<std::size_t, std::uint32_t, std::uint64_t>> found;
    for (std::size_t i = 0; i != heap.stacks.threads.size(); ++i)
        for (auto const& local : heap.stacks.locals_of(heap.stacks.threads[i]))
            found.emplace_back(i, local.frame, heap.ids[local.node]);
    CHECK(found == std::vector<std::tuple<std::size_t, std::uint32_t, std::uint64_t>>{
                       {0, 0xffffffff, 0x2020}, {1, 0, 0x2000}, {1, 1, 0x2000}, {1, 1, 0x2010}});
}
