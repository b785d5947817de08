// SameProcess: refuses dumps of other processes, and dumps in the wrong order.
#include "catch.hpp"
#include "dump/jvm/written_hprof.hpp"
#include "heapprof/dump_of.hpp"
#include "heapprof/json_objects.hpp"
#include "heapprof/v8_dump_of.hpp"
#include "support/folder.hpp"
#include "support/message_of.hpp"

#include <heapprof/question/same_process.hpp>
#include <heapprof/terminal/remarks.hpp>

#include <trav/dump/error.hpp>
#include <trav/dump/jvm/dump.hpp>
#include <trav/dump/make_any_dump.hpp>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace {

using Dump = std::unique_ptr<trav::dump::AnyDump const>;

// The error for these dumps as the files a, b, c ...
std::string error_of(auto const&... dumps) {
    heapprof::SameProcess process;
    char file = 'a';
    return test::message_of<trav::dump::Error>([&] { (process.add(std::string(1, file++), *dumps), ...); });
}

// Objects with consecutive ids from 100 + `first` on; the first ones are of another type.
Dump objects(int count, int others, int first = 0) {
    std::string text;
    for (int i = 0; i != count; ++i) text += test::json_object(100 + first + i, i < others ? "B" : "A", 8);
    return any_dump_of_json(text);
}

// Modules in a dump with reused addresses; the first ones have moved.
Dump modules(int count, int moved, std::string const& type = "module", std::string const& name = "",
             bool reused = true) {
    std::string text;
    for (int i = 0; i != count; ++i)
        text += test::json_object(i + (i < moved ? 1000 : 100), type, 8,
                                  test::json_text("name", name.empty() ? "m" + std::to_string(i) : name));
    return any_dump_of_json(reused ? text + test::reused_ids(count) : text);
}
// Two modules of each of ten names, at these addresses.
Dump pairs(int from) {
    std::string text;
    for (int i = 0; i != 20; ++i)
        text += test::json_object(from + 100 + i, "module", 8,
                                  test::json_text("name", 'm' + std::to_string(i % 10)));
    return any_dump_of_json(text + test::reused_ids(20));
}

// Objects of V8 with these ids and types, below a node with the id 1 and a global object with the id 3.
Dump of_v8(std::vector<std::pair<std::uint64_t, std::string>> const& objects, bool bun = false) {
    using enum trav::dump::V8EdgeKind;
    Written v8;
    v8.node("synthetic", 0, {{shortcut, 1}});
    v8.node("object", 0, {{internal, 2}}, "global");
    v8.snapshot.type_names.push_back("object shape");
    v8.node(bun ? "object shape" : "object", 0, {}, bun ? "Structure" : "Object");
    for (auto const& [id, type] : objects) v8.node("object", 8, {}, type);
    v8.snapshot.node_id = {};
    for (unsigned const id : {1u, 3u, 5u}) v8.snapshot.node_id.push_back(id);
    for (auto const& each : objects) v8.snapshot.node_id.push_back(each.first);
    return any_dump_of(v8);
}

// A dump of Java with its time, a number of the virtual machine, and classes of the program.
Dump of_java(std::uint64_t milliseconds, std::uint64_t salt,
             std::vector<std::string> const& types = {"shop/Cart"}) {
    WrittenHprof file(8, "1.0.2", milliseconds);
    file.class_(1, "java/lang/Object", 0, {});
    file.class_(0x200, "java/lang/ClassLoader", 1, {});
    for (std::uint64_t i = 0; i != types.size(); ++i)
        file.class_(0x300 + 0x10 * i, types[i], 1, {}, {}, 0x900);
    file.instance(0x900, 0x200, file.data());
    file.load_class(2, "java/util/ImmutableCollections");
    std::uint64_t const label = file.string("SALT32L");
    file.heap.u(1, 0x20).id(2).u(4, 0).id(1).id(0).id(0).id(0).id(0).id(0).u(4, 0).u(2, 0);
    file.heap.u(2, 1).id(label).u(1, java_long).u(8, salt).u(2, 0);
    return trav::dump::any_dump(trav::dump::JvmDump(file.read()));
}

}  // namespace

TEST_CASE("heapprof same process: one of twenty common ids may have another type", "[unit]") {
    CHECK(error_of(objects(20, 0), objects(20, 1)).empty());
    CHECK(error_of(objects(19, 0), objects(25, 1)) ==
          "b: is of another process than a: of 19 ids in both, 1 are of another type");
    CHECK(error_of(objects(40, 0), objects(40, 3)) ==
          "b: is of another process than a: of 40 ids in both, 3 are of another type");
    CHECK(error_of(objects(5, 0), objects(5, 5, 5)).empty());  // none is in both
    // each dump is compared with the one before
    CHECK(error_of(objects(19, 0), objects(19, 0, 50), objects(19, 1)).empty());
    CHECK(error_of(objects(19, 0, 50), objects(19, 0), objects(19, 1)) ==
          "c: is of another process than b: of 19 ids in both, 1 are of another type");
    // of 5,000 ids, 2,000 are compared
    CHECK(error_of(objects(5000, 0), objects(5000, 0)).empty());
    CHECK(error_of(objects(5000, 0), objects(5000, 5000)) ==
          "b: is of another process than a: of 2000 ids in both, 2000 are of another type");
    CHECK(error_of(objects(2000, 0), objects(2000, 2000)).find("of 2000 ids") != std::string::npos);
    std::string backwards;
    for (int i = 5000; i-- != 0;) backwards += test::json_object(100 + i, "B", 8);
    CHECK(error_of(objects(5000, 0), any_dump_of_json(backwards)).find("of 2000 ids") != std::string::npos);
}

TEST_CASE("heapprof same process: a tenth of eight or more classes and modules is in place", "[unit]") {
    for (char const* const type : {"Class", "Module", "type", "module"}) {
        CHECK(error_of(modules(20, 0, type), modules(20, 18, type)).empty());
        CHECK(error_of(modules(20, 0, type), modules(20, 19, type)) ==
              "b: is of another process than a: of 20 classes and modules in both, 1 have the same address");
    }
    CHECK(error_of(modules(10, 0), modules(10, 9)).empty());
    CHECK(error_of(modules(8, 0), modules(8, 8)) ==
          "b: is of another process than a: of 8 classes and modules in both, 0 have the same address");
    CHECK(error_of(modules(7, 0), modules(7, 7)).empty());
    CHECK(error_of(modules(7, 0), modules(30, 30)).empty());  // seven of them in both
    CHECK(error_of(modules(20, 0, "list"), modules(20, 20, "list")).empty());
    CHECK(error_of(modules(20, 0, "module", "same"), modules(20, 20, "module", "same")).empty());
    CHECK(error_of(modules(20, 0, "type"), modules(20, 20, "module")).empty());  // other names
    CHECK(error_of(modules(11, 0), modules(11, 10)) ==
          "b: is of another process than a: of 11 classes and modules in both, 1 have the same address");
    CHECK(error_of(modules(20, 0, "A"), modules(20, 0, "B")).empty());  // addresses are used again
    CHECK(error_of(modules(20, 0, "module", "", false), modules(20, 20, "module", "", false)).empty());
    // two modules of each name
    CHECK(error_of(pairs(0), pairs(1000)).empty());
    CHECK(error_of(modules(10, 0), pairs(1000)).empty());
}

TEST_CASE("heapprof same process: a file more than five seconds older is a remark", "[unit]") {
    Folder const folder;
    auto const remarked = [&](int seconds, Dump const& dump = objects(1, 0)) {
        auto const now = std::chrono::floor<std::chrono::seconds>(
            std::filesystem::file_time_type::clock::now() - std::chrono::hours(1));
        for (char const* const name : {"a", "b"}) {
            write(folder / name, "");
            std::filesystem::last_write_time(folder / name,
                                             name[0] == 'a' ? now : now + std::chrono::seconds(seconds));
        }
        heapprof::remarks.clear();
        heapprof::SameProcess process;
        for (char const* const name : {"a", "b"}) process.add(folder / name, *dump);
        std::vector<std::string> const said = std::exchange(heapprof::remarks, {});
        if (!said.empty())
            CHECK(said == std::vector<std::string>{(folder / "b") + " is an older file than " +
                                                   (folder / "a") + ": the oldest dump comes first"});
        return !said.empty();
    };
    CHECK(remarked(-6));
    CHECK_FALSE(remarked(-5));
    CHECK_FALSE(remarked(-4));
    CHECK_FALSE(remarked(0));
    CHECK_FALSE(remarked(9));
    // dumps that tell their order themselves
    CHECK_FALSE(remarked(-6, of_v8({{7, "A"}})));
    CHECK_FALSE(remarked(-6, of_java(500, 7)));
    CHECK(remarked(-6, of_java(0, 7)));
    heapprof::SameProcess process;  // without files
    process.add(folder / "a", *objects(1, 0));
    process.add(folder / "none", *objects(1, 0));
    CHECK(heapprof::remarks.empty());
}

TEST_CASE("heapprof same process: V8 gives odd numbers in the order of its objects", "[unit]") {
    std::string const before = "b: was written before a: the oldest dump comes first";
    CHECK(error_of(of_v8({{7, "A"}}), of_v8({{7, "A"}})).empty());
    CHECK(error_of(of_v8({{7, "A"}}), of_v8({{9, "A"}})).empty());
    CHECK(error_of(of_v8({{9, "A"}}), of_v8({{7, "A"}})) == before);
    CHECK(error_of(of_v8({{7, "A"}, {900, "A"}}), of_v8({{7, "A"}, {20, "A"}})).empty());  // even numbers
    CHECK(error_of(of_v8({{7, "A"}, {9, "A"}}), of_v8({{7, "B"}, {9, "A"}})) ==
          "b: is of another process than a: of 5 ids in both, 1 are of another type");
    CHECK(error_of(of_v8({{7, "A"}, {20, "A"}}), of_v8({{7, "A"}, {20, "B"}})).empty());
    CHECK(error_of(of_v8({{9, "A"}}, true), of_v8({{7, "B"}}, true)).empty());  // Bun does not
}

TEST_CASE("heapprof same process: Java's dumps have a time, a random number, and the program's classes",
          "[unit]") {
    CHECK(error_of(of_java(1000, 7), of_java(1000, 7)).empty());
    CHECK(error_of(of_java(1000, 7), of_java(2000, 7)).empty());
    CHECK(error_of(of_java(1000, 7), of_java(999, 7)) ==
          "b: was written before a: the oldest dump comes first");
    CHECK(error_of(of_java(1000, 7), of_java(0, 7)).empty());  // no time
    CHECK(error_of(of_java(1000, 7), of_java(2000, 8)) ==
          "b: is of another process than a: the number that Java chose at random when it began is another "
          "one");
    CHECK(error_of(of_java(1000, 0), of_java(2000, 8)).empty());
    CHECK(error_of(of_java(1000, 7), of_java(2000, 0)).empty());
    CHECK(error_of(of_java(1000, 7), of_java(2000, 7, {"bank/Account"})) ==
          "b: is of another program than a: of the 1 types that one of them defines, 0 are in both");
    std::vector<std::string> types{"a/A", "a/B", "a/C", "a/D", "a/E", "a/F", "a/G", "a/H"};
    Dump const before = of_java(1000, 7, types);
    std::ranges::reverse(types);
    CHECK(error_of(before, of_java(2000, 7, types)).empty());  // in any order
}
