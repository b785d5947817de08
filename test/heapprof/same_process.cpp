// The signs of dumps of other processes.
#include "catch.hpp"
#include "heapprof/dump_of.hpp"
#include "support/folder.hpp"
#include "support/message_of.hpp"

#include <heapprof/question/same_process.hpp>
#include <heapprof/terminal/remarks.hpp>

#include <trav/dump/error.hpp>

#include <chrono>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace {

using Dump = std::unique_ptr<trav::dump::AnyDump const>;

// The answer for dumps a, b, c ... of one process.
std::string error_of(std::vector<Dump> const& dumps) {
    heapprof::SameProcess process;
    std::string file = "a";
    return test::message_of<trav::dump::Error>([&] {
        for (Dump const& each : dumps) {
            process.add(file, *each);
            ++file[0];
        }
    });
}
template <class... D>
std::string error_of(D... dumps) {
    std::vector<Dump> all;
    (all.push_back(std::move(dumps)), ...);
    return error_of(all);
}

// Objects with the ids from `first` on, of which the first few are of another type.
Dump objects(int count, int others, int first = 0) {
    std::string text;
    for (int i = 0; i != count; ++i)
        text += R"({"id": )" + std::to_string(100 + first + i) + R"(, "size": 8, "type": ")" +
                (i < others ? "B" : "A") + "\"}\n";
    return any_dump_of_json(text);
}

// Modules, of which the first few are elsewhere, in a dump with addresses that are used again.
Dump modules(int count, int moved, std::string const& type = "module", std::string const& name = "") {
    std::string text;
    for (int i = 0; i != count; ++i)
        text += R"({"id": )" + std::to_string(i + (i < moved ? 1000 : 100)) + R"(, "type": ")" + type +
                R"(", "size": 8, "name": ")" + (name.empty() ? "m" + std::to_string(i) : name) + "\"}\n";
    return any_dump_of_json(text + R"({"objects": )" + std::to_string(count) + R"(, "reused_ids": true})" +
                            "\n");
}

}  // namespace

TEST_CASE("heapprof same process: ids of both dumps keep their types, but one of twenty", "[unit]") {
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
    // of 5,000 ids, those with the smallest hashes
    CHECK(error_of(objects(5000, 0), objects(5000, 0)).empty());
    CHECK(error_of(objects(5000, 0), objects(5000, 5000)) ==
          "b: is of another process than a: of 2000 ids in both, 2000 are of another type");
    CHECK(error_of(objects(2000, 0), objects(2000, 2000)).find("of 2000 ids") != std::string::npos);
}

TEST_CASE("heapprof same process: a tenth of eight or more classes and modules is in its place", "[unit]") {
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
}

TEST_CASE("heapprof same process: a file that is older by more than five seconds is a remark", "[unit]") {
    Folder const folder;
    auto const remarked = [&](int seconds) {
        auto const now = std::filesystem::file_time_type::clock::now() - std::chrono::hours(1);
        for (char const* const name : {"a", "b"}) {
            write(folder / name, "");
            std::filesystem::last_write_time(folder / name,
                                             name[0] == 'a' ? now : now + std::chrono::seconds(seconds));
        }
        heapprof::remarks.clear();
        heapprof::SameProcess process;
        for (char const* const name : {"a", "b"}) process.add(folder / name, *objects(1, 0));
        std::vector<std::string> const said = std::exchange(heapprof::remarks, {});
        if (!said.empty())
            CHECK(said == std::vector<std::string>{(folder / "b") + " is an older file than " +
                                                   (folder / "a") + ": the oldest dump comes first"});
        return !said.empty();
    };
    CHECK(remarked(-6));
    CHECK_FALSE(remarked(-4));
    CHECK_FALSE(remarked(0));
    CHECK_FALSE(remarked(9));
    heapprof::SameProcess process;  // without files
    process.add(folder / "a", *objects(1, 0));
    process.add(folder / "none", *objects(1, 0));
    CHECK(heapprof::remarks.empty());
}
