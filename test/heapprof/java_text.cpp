// The tables of `heapprof java` as text and as JSON.
#include "catch.hpp"

#include <heapprof/question/java.hpp>

#include <nlohmann/json.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace {

using namespace heapprof;
using nlohmann::json;

ObjectName object(std::string const& type, std::string const& id) { return {type, "", id}; }

constexpr char const* threads_heading = "thread, functions from the innermost on, their variables\n";

// A thread with omitted frames, one with a deep stack, and one without a stack.
JavaThreadsAnswer threads() {
    constexpr std::size_t no_frame = JavaThreadsAnswer::no_frame;
    JavaThreadsAnswer all;
    all.threads = {{"thread a",
                    object("T", "0x1"),
                    {2048, 3},
                    true,
                    10,
                    {{0, "f", {{object("byte[]", "0x9"), 100}, {object("int[]", "0xa"), 7}}, 0},
                     {1, "f2"},
                     {5, "g", {}, 1200},
                     {no_frame, "(unknown function)", {{object("U", "0xb"), 5}}, 0}}},
                   {"thread b", object("T", "0x2"), {9, 1}, false, 1501, {{0, "h"}}},
                   {"thread c", object("T", "0x3"), {8, 1}, false, 0, {}}};
    all.more = 1200;
    all.has_frames = all.has_locals = true;
    return all;
}

}  // namespace

TEST_CASE("heapprof java text: threads, their functions and variables", "[unit]") {
    JavaThreadsAnswer all = threads();
    std::string const text = std::string("   keeps  ") + threads_heading +
                             "2.00 KiB  thread a @0x1, ran out of memory\n"
                             "            at f\n"
                             "   100 B      byte[] @0x9\n"
                             "     7 B      int[] @0xa\n"
                             "            at f2\n"
                             "            ... 3 more\n"  // 2, 3 and 4
                             "            at g\n"
                             "              ... 1,200 more\n"
                             "            ... 4 more\n"  // 6 to 9
                             "            at (unknown function)\n"
                             "     5 B      U @0xb\n"
                             "     9 B  thread b @0x2\n"
                             "            at h\n"
                             "            ... 1,500 more\n"
                             "     8 B  thread c @0x3\n"
                             "          ... 1,200 more\n";
    CHECK(java_text(all) == text);
    std::string const no_frames = "The dump has no stacks: functions are not known.\n",
                      no_locals = "The dump has no local variables.\n";
    all.has_frames = false;
    CHECK(java_text(all) == text + no_frames);
    all.has_locals = false;
    CHECK(java_text(all) == text + no_frames + no_locals);
    all.has_frames = true;
    CHECK(java_text(all) == text + no_locals);
    CHECK(java_text(JavaThreadsAnswer{{}, 0, true, true}) == std::string("keeps  ") + threads_heading);
}

TEST_CASE("heapprof java text: class loaders, and classes of several loaders", "[unit]") {
    JavaLoadersAnswer all;
    all.loaders.push_back({"app", object("L", "0x1"), 1200, 3, 1, 1024, "Registry.hook", "plugin.Hook"});
    all.loaders.push_back({"lib @0x2", object("L", "0x2"), 0, 4000, 0, 0, "a root", ""});
    all.loaders.push_back({"odd 0x3", object("L", "0x3"), 0, 0, 5000, 7, "", ""});
    all.loaders.push_back({"bootstrap", {}, 1, 2, 0, {}, "", ""});
    std::string const loaders = "   keeps  classes  instances  duplicates  class loader\n"
                                "1.00 KiB    1,200          3           1  app @0x1, by Registry.hook: "
                                "plugin.Hook\n"
                                "     0 B        0      4,000           0  lib @0x2, by a root\n"
                                "     7 B        0          0       5,000  odd 0x3 @0x3\n"
                                "                1          2           0  bootstrap\n";
    CHECK(java_text(all) == loaders + "\nNo class has several loaders.\n");
    all.more_loaders = 1000;
    std::string const cut = loaders + std::string(42, ' ') + "... 1,000 more\n";
    CHECK(java_text(all) == cut + "\nNo class has several loaders.\n");
    all.duplicates = {{"p.A", {"@1", "@2", "@3", "@4", "@5", "@6", "@7", "@8", "@9", "@10"}},
                      {"p.B", {"@1", "@2", "@3", "@4", "@5", "@6", "@7", "@8"}},
                      {"p.C", {"@1", "bootstrap"}}};
    std::string const classes = cut + "\n"
                                      "loaders  class of several loaders\n"
                                      "     10  p.A: @1 @2 @3 @4 @5 @6 @7 @8 ... 2 more\n"
                                      "      8  p.B: @1 @2 @3 @4 @5 @6 @7 @8\n"
                                      "      2  p.C: @1 bootstrap\n";
    CHECK(java_text(all) == classes);
    all.more_duplicates = 1;
    CHECK(java_text(all) == classes + "         ... 1 more\n");
}

TEST_CASE("heapprof java text: references and hash tables", "[unit]") {
    CHECK(java_text(JavaReferencesAnswer{{{"soft", 2000, 3, 4, {1024, 5000}}, {"weak", 1, 0, {}, {0, 0}}}}) ==
          "    keep  objects  references  cleared     queued  kind of reference\n"
          "1.00 KiB    5,000       2,000        3          4  soft\n"
          "     0 B        0           1        0  not known  weak\n");
    CHECK(java_text(JavaCollisionsAnswer{}) == "No bucket of a hash table has several entries.\n");
    JavaCollisionsAnswer all{{{object("Map", "0x1"), "Registry.users", 4000, 8000, 3000, 1024},
                              {object("Map", "0x2"), "", 4, 5, 2, 7}},
                             0};
    std::string const tables = "longest  entries  buckets  retained  hash table by its longest bucket\n"
                               "  3,000    4,000    8,000  1.00 KiB  Registry.users: Map @0x1\n"
                               "      2        4        5       7 B  Map @0x2\n";
    CHECK(java_text(all) == tables);
    all.more = 1500;
    CHECK(java_text(all) == tables + std::string(37, ' ') + "... 1,500 more\n");
}

TEST_CASE("heapprof java text: threads as JSON", "[unit]") {
    JavaThreadsAnswer all = threads();
    all.has_locals = false;
    CHECK(json(java_json(all)) == json::parse(R"_({
        "threads": [
            {"thread": "thread a", "type": "T", "name": "", "id": "0x1",
             "alone": {"bytes": 2048, "objects": 3}, "out_of_memory": true, "depth": 10, "frames": [
                {"depth": 0, "function": "f", "locals": [
                    {"type": "byte[]", "name": "", "id": "0x9", "retained": 100},
                    {"type": "int[]", "name": "", "id": "0xa", "retained": 7}], "more_locals": 0},
                {"depth": 1, "function": "f2", "locals": [], "more_locals": 0},
                {"depth": 5, "function": "g", "locals": [], "more_locals": 1200},
                {"depth": null, "function": "(unknown function)", "locals": [
                    {"type": "U", "name": "", "id": "0xb", "retained": 5}], "more_locals": 0}]},
            {"thread": "thread b", "type": "T", "name": "", "id": "0x2", "alone": {"bytes": 9, "objects": 1},
             "out_of_memory": false, "depth": 1501, "frames": [
                {"depth": 0, "function": "h", "locals": [], "more_locals": 0}]},
            {"thread": "thread c", "type": "T", "name": "", "id": "0x3", "alone": {"bytes": 8, "objects": 1},
             "out_of_memory": false, "depth": 0, "frames": []}],
        "more_threads": 1200, "has_frames": true, "has_locals": false})_"));
}

TEST_CASE("heapprof java text: loaders, references and hash tables as JSON", "[unit]") {
    JavaLoadersAnswer loaders;
    loaders.loaders.push_back({"app", object("L", "0x1"), 12, 3, 1, 1024, "Registry.hook", "plugin.Hook"});
    loaders.loaders.push_back({"bootstrap", {}, 1, 2, 0, {}, "", ""});
    loaders.more_loaders = 5;
    loaders.duplicates = {{"p.C", {"@1", "bootstrap"}}};
    loaders.more_duplicates = 6;
    CHECK(json(java_json(loaders)) == json::parse(R"({
        "loaders": [
            {"loader": "app", "object": {"type": "L", "name": "", "id": "0x1"}, "classes": 12, "instances": 3,
             "duplicates": 1, "freed": 1024, "kept_by": "Registry.hook", "kept": "plugin.Hook"},
            {"loader": "bootstrap", "object": null, "classes": 1, "instances": 2, "duplicates": 0,
             "freed": null, "kept_by": "", "kept": ""}],
        "more_loaders": 5,
        "duplicates": [{"class": "p.C", "loaders": ["@1", "bootstrap"]}],
        "more_duplicates": 6})"));
    CHECK(json(java_json(JavaReferencesAnswer{{{"soft", 2, 3, 4, {10, 5}}, {"weak", 1, 0, {}, {}}}})) ==
          json::parse(R"({"references": [
              {"kind": "soft", "references": 2, "cleared": 3, "queued": 4,
               "only": {"bytes": 10, "objects": 5}},
              {"kind": "weak", "references": 1, "cleared": 0, "queued": null,
               "only": {"bytes": 0, "objects": 0}}]})"));
    JavaCollisionsAnswer const tables{{{object("Map", "0x1"), "users", 4, 8, 3, 10}}, 7};
    CHECK(json(java_json(tables)) == json::parse(R"({"collisions": [
              {"path": "users", "type": "Map", "name": "", "id": "0x1", "longest": 3, "entries": 4,
               "buckets": 8, "retained": 10}], "more_collisions": 7})"));
}
