#include "catch.hpp"
#include "heapprof/ask.hpp"
#include "heapprof/java_program.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace {

// Runs `heapprof java` on a written heap.
Result java(WrittenHprof const& file, std::string const& arguments) {
    Folder const folder;
    write(folder / "x.hprof", file.bytes());
    return run("java " + (folder / "x.hprof") + ' ' + arguments);
}

using Program = JavaProgram;
using enum JavaProgram::Id;

}  // namespace

TEST_CASE("heapprof java: threads, their stacks and variables", "[unit]") {
    HEAPPROF_OR_SKIP();
    Program file;
    file.numbered_class(7, error_class, "java/lang/OutOfMemoryError");
    file.numbered_class(8, pair_class, "shop/Pair");
    file.frame(1, "<init>", "OutOfMemoryError.java", 7, 48);
    file.frame(2, "fill", "Pair.java", 8, 12);
    file.frame(3, "wait", "Object.java", 0, -3);
    file.frame(4, "main", "", 8, -1);
    file.trace(1, {1, 2});
    file.trace(2, {3, 4, 4});
    file.thread(0x1000, "eater", 1, 1);
    file.thread(0x2000, "main", 2, 2, 0x5000);
    file.pair(0x4000, 0x6000, 0), file.bytes_of(0x6000, 40);    // the eater's
    file.pair(0x5000, 0x7000, 0), file.bytes_of(0x7000, 2000);  // main's
    file.local(0x4000, 1, 1);
    file.local(0x7000, 2, 2);
    Result const result = java(file, "threads");
    INFO(result.err);
    // A pair and a thread take 16 + 2 * 8 = 32 bytes.
    // eater: 32 + 24 + 32 ("eater") + 32 + 64 (40 bytes) = 184
    // main: 32 + 24 + 32 ("main") + 32 + 2024 = 2144
    CHECK(result.out == "   keeps  thread, functions from the innermost on, their variables\n"
                        "   184 B  thread eater @0x1000, ran out of memory\n"
                        "            at java.lang.OutOfMemoryError.<init>(OutOfMemoryError.java:48)\n"
                        "            at shop.Pair.fill(Pair.java:12)\n"
                        "    96 B      shop.Pair @0x4000\n"
                        "2.09 KiB  thread main @0x2000\n"
                        "            at wait(Native Method)\n"
                        "            at shop.Pair.main(Unknown Source)\n"
                        "            at shop.Pair.main(Unknown Source)\n"
                        "1.98 KiB      byte[] @0x7000\n");
    // Of the functions after the first, only those with large variables.
    CHECK(java(file, "threads --top 1").out ==
          "keeps  thread, functions from the innermost on, their variables\n"
          "184 B  thread eater @0x1000, ran out of memory\n"
          "         at java.lang.OutOfMemoryError.<init>(OutOfMemoryError.java:48)\n"
          "         at shop.Pair.fill(Pair.java:12)\n"
          " 96 B      shop.Pair @0x4000\n"
          "       ... 1 more\n");
    auto const json = nlohmann::json::parse(java(file, "threads --json -").out);
    CHECK(json["schema"] == "heapprof java");
    CHECK(json["threads"][0]["out_of_memory"] == true);
    CHECK(json["threads"][1]["out_of_memory"] == false);
    CHECK(json["threads"][1]["alone"] == nlohmann::json::parse(R"({"bytes": 2144, "objects": 5})"));
    CHECK(json["threads"][1]["frames"][2]["locals"][0]["retained"] == 2024);
    CHECK(json["threads"][1]["depth"] == 3);
    CHECK(json["has_frames"] == true);
    CHECK(!json.contains("loaders"));
}

TEST_CASE("heapprof java: a dump without stacks says so, and deep stacks are cut", "[unit]") {
    HEAPPROF_OR_SKIP();
    Program bare;
    bare.thread(0x1000, "main", 1, 0);
    CHECK(java(bare, "threads").out == "keeps  thread, functions from the innermost on, their variables\n"
                                       " 88 B  thread main @0x1000\n"
                                       "The dump has no stacks: functions are not known.\n"
                                       "The dump has no local variables.\n");
    Program deep;
    deep.frame(1, "loop", "Pair.java", 0, 3);
    deep.trace(1, std::vector<std::uint64_t>(1000, 1));
    deep.thread(0x1000, "main", 1, 1);
    deep.bytes_of(0x7000, 2000), deep.local(0x7000, 1, 700);
    deep.bytes_of(0x8000, 20), deep.local(0x8000, 1, 0xffffffff);
    Result const result = java(deep, "threads --top 2");
    CHECK(result.out == "   keeps  thread, functions from the innermost on, their variables\n"
                        "2.11 KiB  thread main @0x1000\n"
                        "            at loop(Pair.java:3)\n"
                        "            at loop(Pair.java:3)\n"
                        "            ... 698 more\n"
                        "            at loop(Pair.java:3)\n"
                        "1.98 KiB      byte[] @0x7000\n"
                        "            ... 299 more\n"
                        "            at (unknown function)\n"
                        "    48 B      byte[] @0x8000\n");
}

TEST_CASE("heapprof java: class loaders, what they keep and what keeps them", "[unit]") {
    HEAPPROF_OR_SKIP();
    Program file;
    file.class_(more, "shop/Registry", object, {}, {{"hook", 0x1100}, {"loader", 0x2000}});
    // A path begins at the last class on it, though the root is another one.
    file.class_(more + 0x100, "shop/Main", object, {}, {{"registry", more}});
    file.root_class = more + 0x100;
    for (std::uint64_t const loader : {0x1000ul, 0x2000ul, 0x3000ul}) {
        file.class_(loader + 0x300, "plugin/Hook", object, {{"data", java_object}}, {}, loader);
        file.instance(loader, loader_class, file.data().id(loader + 0x300));
        file.instance(loader + 0x100, loader + 0x300, file.data().id(loader + 0x200));
        file.bytes_of(loader + 0x200, 100);  // 128 bytes
    }
    file.class_(0x1400, "plugin/Once", object, {}, {}, 0x1000);
    Result const result = java(file, "loaders");
    INFO(result.err);
    // A class takes 16 bytes here, a loader and a hook 24.
    // The first loader: 24, its classes 16 each, the hook 24, data 128.
    // The second: 24, its class 16; no root reaches the instance. No root reaches the third.
    CHECK(result.out ==
          "keeps  classes  instances  duplicates  class loader\n"
          "208 B        2          1           1  java.net.URLClassLoader @0x1000, by "
          "Registry.hook: plugin.Hook\n"
          " 40 B        1          1           1  java.net.URLClassLoader @0x2000, by Registry.loader\n"
          "  0 B        1          1           1  java.net.URLClassLoader @0x3000\n"
          "             7          6           0  bootstrap\n"
          "\n"
          "loaders  class of several loaders\n"
          "      3  plugin.Hook: @0x1000 @0x2000 @0x3000\n");
    CHECK(has(java(file, "loaders --top 1").out, "... 3 more"));
    Program none;
    none.thread(0x1000, "main", 1, 0);
    CHECK(has(java(none, "loaders").out, "\nNo class has several loaders.\n"));
}

TEST_CASE("heapprof java: equal loaders and tables have the order of the dump, equal classes that of names",
          "[unit]") {
    HEAPPROF_OR_SKIP();
    Program file;
    file.class_(more, "shop/Registry", object, {},
                {{"a", 0x1000}, {"b", 0x2000}, {"c", 0x3000}, {"d", 0x4000}});
    file.root_class = more;
    for (std::uint64_t const loader : {0x1000ul, 0x2000ul}) {
        file.class_(loader + 0x300, "plugin/Zoo", object, {}, {}, loader);
        file.class_(loader + 0x500, "plugin/Ant", object, {}, {}, loader);
        file.instance(loader, loader_class, file.data().id(loader + 0x300));
    }
    file.class_(more + 0x100, "java/util/HashMap", object, {{"table", java_object}});
    file.class_(more + 0x200, "java/util/HashMap$Node", object,
                {{"next", java_object}, {"value", java_object}});
    file.class_(more + 0x300, "[Ljava/util/HashMap$Node;", object, {});
    for (std::uint64_t const map : {0x3000ul, 0x4000ul}) {
        file.instance(map, more + 0x100, file.data().id(map + 0x40));
        file.objects(map + 0x40, more + 0x300, {map + 0x100, 0});
        file.instance(map + 0x100, more + 0x200, file.data().id(map + 0x200).id(0));
        file.instance(map + 0x200, more + 0x200, file.data().id(0).id(0));
    }
    std::string const loaders = java(file, "loaders").out, tables = java(file, "collisions").out;
    INFO(loaders << tables);
    std::size_t const one = loaders.find("@0x1000, by"), other = loaders.find("@0x2000, by");
    REQUIRE(other != std::string::npos);
    CHECK(one < other);
    CHECK(has(loaders, "      2  plugin.Ant: @0x1000 @0x2000\n      2  plugin.Zoo: @0x1000 @0x2000\n"));
    REQUIRE(tables.find("@0x4000") != std::string::npos);
    CHECK(tables.find("@0x3000") < tables.find("@0x4000"));
}

TEST_CASE("heapprof java: what a loader keeps together with its classes and objects", "[unit]") {
    HEAPPROF_OR_SKIP();
    Program file;
    // Two instances share an array of bytes: neither retains it, but their loader does.
    file.class_(more, "shop/Registry", object, {}, {{"a", 0x1100}, {"b", 0x1200}});
    file.root_class = more;
    file.class_(0x1300, "plugin/Hook", object, {{"data", java_object}}, {}, 0x1000);
    file.instance(0x1000, loader_class, file.data().id(0));
    file.instance(0x1100, 0x1300, file.data().id(0x4000));
    file.instance(0x1200, 0x1300, file.data().id(0x4000));
    file.bytes_of(0x4000, 976);  // 1000 bytes
    // a loader of 24 bytes, a class of 16, two hooks of 24
    auto const json = nlohmann::json::parse(java(file, "loaders --json -").out);
    CHECK(json["loaders"][0]["freed"] == 24 + 16 + 2 * 24 + 1000);
    CHECK(json["loaders"][0]["object"]["id"] == "0x1000");
    CHECK(json["loaders"][1]["freed"].is_null());
}

TEST_CASE("heapprof java: references by kind, queued ones, and what only they reach", "[unit]") {
    HEAPPROF_OR_SKIP();
    auto const made = [](bool with_queue) {
        Program file;
        std::uint64_t const reference = more, soft = more + 0x100, weak = more + 0x200, last = more + 0x300,
                            finalizer = more + 0x400, phantom = more + 0x500, queue = more + 0x600;
        file.class_(reference, "java/lang/ref/Reference", object,
                    {{"referent", java_object}, {"queue", java_object}});
        file.class_(soft, "java/lang/ref/SoftReference", reference, {});
        file.class_(weak, "java/lang/ref/WeakReference", reference, {});
        file.class_(last, "java/lang/ref/FinalReference", reference, {});
        file.class_(finalizer, "java/lang/ref/Finalizer", last, {});
        file.class_(phantom, "java/lang/ref/PhantomReference", reference, {});
        if (with_queue)
            file.class_(queue, "java/lang/ref/ReferenceQueue", object, {}, {{"ENQUEUED", 0x9000}});
        file.pair(0x9000, 0, 0);  // any object
        auto const refer = [&](std::uint64_t id, std::uint64_t of, std::uint64_t to, bool queued) {
            file.instance(id, of, file.data().id(to).id(queued ? 0x9000 : 0));
            file.local(id, 1, 0);
        };
        file.thread(0x1000, "main", 1, 0);
        refer(0x2000, soft, 0x3000, false), file.bytes_of(0x3000, 976);
        refer(0x2100, soft, 0x3000, false);
        refer(0x2200, weak, 0, true), refer(0x2300, weak, 0, true), refer(0x2400, weak, 0x3500, false);
        file.bytes_of(0x3500, 84);
        refer(0x2500, finalizer, 0x4000, true), file.pair(0x4000, 0x4100, 0), file.bytes_of(0x4100, 184);
        refer(0x2600, phantom, 0x1000, false);                           // the thread is alive
        file.instance(0x2700, weak, file.data().id(0x3500).id(0x9000));  // garbage does not count
        return file;
    };
    // 24 + 976 = 1000; 24 + 84 = 108 -> 112; a pair of 32, and 24 + 184 = 208
    CHECK(java(made(true), "references").out ==
          "  keep  objects  references  cleared  queued  kind of reference\n"
          "1000 B        1           2        0       0  soft\n"
          " 112 B        1           3        2       2  weak\n"
          " 240 B        2           1        0       1  finalizer\n"
          "   0 B        0           1        0       0  phantom\n");
    CHECK(has(java(made(false), "references").out, "not known  finalizer"));
}

TEST_CASE("heapprof java: the hash tables with the longest buckets", "[unit]") {
    HEAPPROF_OR_SKIP();
    Program file;
    file.class_(more, "java/util/HashMap", object, {{"table", java_object}});
    file.class_(more + 0x100, "java/util/HashMap$Node", object,
                {{"next", java_object}, {"value", java_object}});
    file.class_(more + 0x200, "[Ljava/util/HashMap$Node;", object, {});
    file.class_(more + 0x300, "shop/Registry", object, {}, {{"users", 0x1000}, {"few", 0x2000}});
    file.root_class = more + 0x300;
    file.instance(0x1000, more, file.data().id(0x1040));
    file.objects(0x1040, more + 0x200, {0x1100, 0, 0, 0x1500});
    for (std::uint64_t const each : {0x1100ul, 0x1200ul, 0x1300ul})
        file.instance(each, more + 0x100, file.data().id(each == 0x1300 ? 0 : each + 0x100).id(0));
    file.instance(0x1500, more + 0x100, file.data().id(0).id(0));
    file.instance(0x2000, more, file.data().id(0x2040));
    file.objects(0x2040, more + 0x200, {0x2100, 0});
    file.instance(0x2100, more + 0x100, file.data().id(0).id(0));
    // a map of 24 bytes, a table of 24 + 4 * 8, four nodes of 32
    CHECK(java(file, "collisions").out ==
          "longest  entries  buckets  retained  hash table by its longest bucket\n"
          "      3        4        4     208 B  Registry.users: java.util.HashMap @0x1000\n");
    Program none;
    none.thread(0x1000, "main", 1, 0);
    CHECK(java(none, "collisions").out == "No bucket of a hash table has several entries.\n");
}

TEST_CASE("heapprof java: all tables, and errors", "[unit]") {
    HEAPPROF_OR_SKIP();
    std::string const shop = "example/data/shop.hprof.gz";
    Result const all = run("java " + shop);
    CHECK(all.code == 0);
    // Shop.java: the thread "worker" has an array of 500 arrays, of 0 to 499 numbers of 4 bytes
    for (char const* const part : {"thread worker @", "java.lang.Thread.sleep(Native Method)", "int[][] @",
                                   "No class has several loaders", "finalizer", "longest  entries"})
        CHECK(has(all.out, part));
    auto const json = nlohmann::json::parse(run("java " + shop + " --top 0 --json -").out);
    bool found = false;
    for (auto const& thread : json["threads"])
        for (auto const& frame : thread["frames"])
            for (auto const& local : frame["locals"])
                if (thread["thread"] == "thread worker" && local["type"] == "int[][]") {
                    found = true;
                    // 16 + 500 * 4 bytes; an array of n numbers has 16 + 4 n, rounded up to a multiple of 8
                    std::uint64_t bytes = 16 + 2000;
                    for (std::uint64_t n = 0; n != 500; ++n) bytes += (16 + 4 * n + 7) / 8 * 8;
                    CHECK(local["retained"] == bytes);
                }
    CHECK(found);
    Result const other = run("java " + game);
    CHECK(other.code == 1);
    CHECK(other.err == "heapprof: " + game + ": this is no dump of a Java virtual machine\n");
    CHECK(run("java " + shop + " heaps").code == 2);
    CHECK(run("java").code == 2);
}
