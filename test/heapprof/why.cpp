#include "catch.hpp"
#include "dump/jvm/written_hprof.hpp"
#include "heapprof/ask.hpp"

#include <trav/report/text.hpp>

#include <algorithm>
#include <string>

namespace {

// Two paths to the second session, one of them through the log; the third has only a weak referrer.
std::string const store = R"(
NODE app   App     10
NODE map   Map     20
NODE table Array   40
NODE ann   Session 100 Ann
NODE bob   Session 200
NODE old   Session 400
NODE log   Log     5
NODE first Entry   1
NODE last  Entry   2
ROOT app
ROOT log
app   map   sessions
map   table table
table ann   0
table bob   1
WEAK table old 2
log   first first
first last  next
last  bob   "about whom"
)";

Result why(std::string const& arguments, std::string const& text = store) {
    return ask("why", arguments, text);
}

}  // namespace

TEST_CASE("heapprof why: prints the shortest path, referrers and dominators", "[unit]") {
    HEAPPROF_OR_SKIP();
    Result const result = why("@ann");
    INFO(result.out << result.err);
    CHECK(result.code == 0);
    // The dump has 10 + 20 + 40 + 100 + 200 + 400 + 5 + 1 + 2 = 778 bytes; the app retains 170 of them.
    CHECK(result.out == "Session Ann @ann, own 100 B, retains 100 B (12.9%) in 1 object\n"
                        "\n"
                        "retained  shortest path: app.sessions.table[0]\n"
                        "   170 B  App @app\n"
                        "   160 B    .sessions -> Map @map\n"
                        "   140 B    .table -> Array @table\n"
                        "   100 B    [0] -> Session Ann @ann\n"
                        "\n"
                        "references  held by\n"
                        "         1  Array @table [0]\n"
                        "\n"
                        "retained      %  objects  dominated by\n"
                        "   140 B  18.0%        2  Array @table\n"
                        "   160 B  20.6%        3  Map @map\n"
                        "   170 B  21.9%        4  App @app\n");
}

TEST_CASE("heapprof why: prints all names of a root", "[unit]") {
    HEAPPROF_OR_SKIP();
    Folder const folder;
    write(folder / "x.graph",
          "NODE a App 1\nNODE b Frame 1\nNODE c Frame 1\nROOT a app\n"
          "ROOT b \"thread 1: run()\"\nROOT b \"thread 2: run()\"\nROOT b one\nROOT b two\n"
          "ROOT c \"thread 1: run()\"\na c frame\n");
    std::string const file = folder / "x.graph";
    auto const holds = [&](char const* id, char const* text) {
        std::string const out = run("why " + file + ' ' + id).out;
        INFO(out);
        return out.find(text) != std::string::npos;
    };
    CHECK(holds("@b", "\nheld by nothing: a root, one, thread 1: run(), thread 2: run() ... 1 more\n"));
    CHECK(holds("@c", "\n         1  App @a .frame\nand as a root, thread 1: run()\n"));
}

TEST_CASE("heapprof why: --each-root prints a path with a valid selector from each root", "[unit]") {
    HEAPPROF_OR_SKIP();
    Result const once = why("@bob"), each = why("@bob --each-root");
    INFO(each.out << each.err);
    CHECK(has(once.out, "shortest path: app.sessions.table[1]\n"));
    CHECK(!has(once.out, "log.first"));
    CHECK(has(each.out, "path 1 of 2: app.sessions.table[1]\n"));
    CHECK(has(each.out, "path 2 of 2: log.first.next[\"about whom\"]\n"));
    CHECK(has(each.out, "[\"about whom\"] -> Session @bob\n"));
    for (std::string const path : {"app.sessions.table[1]", "'log.first.next[\"about whom\"]'"})
        CHECK(why(path).out == once.out);
    CHECK(has(why("@bob --each-root --top 1").out, "\n... 1 more\n"));
}

TEST_CASE("heapprof why: names the root that a path begins with, if its selector does not", "[unit]") {
    HEAPPROF_OR_SKIP();
    std::string const text = "NODE a App 10\nNODE b App 20\nNODE c Item 5\nNODE d Item 7\nROOT a main()\n"
                             "ROOT b main()\nROOT m main\nb c item\nm d item\n";
    Result const unclear = why("@c", text);
    INFO(unclear.out << unclear.err);
    CHECK(has(unclear.out, "    25 B  App @b, a root: main()\n"));
    CHECK(has(why("@d", text).out, "shortest path: main.item\n"));
    CHECK(!has(why("@d", text).out, "a root"));
    auto const json = nlohmann::json::parse(why("@c --json -", text).out);
    CHECK(json["paths"][0]["root"] == "main()");
}

TEST_CASE("heapprof why: merges and counts the paths to all objects of a class", "[unit]") {
    HEAPPROF_OR_SKIP();
    std::string text = "ROOT app\napp map sessions\n";
    for (int i = 0; i != 50; ++i) {
        std::string const n = std::to_string(i);
        text += "NODE s" + n + " Session 10\nNODE u" + n + " User 1\nmap s" + n + ' ' + n + "\ns" + n + " u" +
                n + " user\n";
    }
    text += "NODE app App 1\nNODE map Map 1\napp s7 current\n";
    Result const result = why("class:Session", text);
    INFO(result.out << result.err);
    CHECK(has(result.out, "class:Session: 50 objects, own 500 B, retain 550 B (99.6%) in 100 objects\n"));
    CHECK(has(result.out, "     50  500 B  100.0%  app: App\n"
                          "     49  490 B   98.0%    .sessions -> Map\n"
                          "     49  490 B   98.0%      [] -> Session\n"
                          "      1   10 B    2.0%    .current -> Session\n"));
    CHECK(has(result.out, "        50  Map []\n         1  App .current\n"));
    CHECK(has(result.out, "   552 B  100.0%      102  App @app\n"));
    CHECK(!has(result.out, "Map @map\n"));  // it does not dominate the current one
}

TEST_CASE("heapprof why: the keys of a dictionary are one step of merged paths", "[unit]") {
    HEAPPROF_OR_SKIP();
    // 65 fields of a type are entries, 64 are not
    for (int const count : {64, 65}) {
        std::string text = "ROOT cache\nNODE cache dict 1\n";
        for (int i = 0; i != count; ++i) {
            std::string const n = std::to_string(i);
            text += "NODE s" + n + " Session 10\ncache s" + n + " key" + n + '\n';
        }
        text += "NODE u User 1\ncache u user\n";
        Result const result = why("class:Session", text);
        INFO(result.out << result.err);
        CHECK(has(result.out, "100.0%    [] -> Session\n") == (count == 65));
        CHECK(has(result.out, "        65  dict []\n") == (count == 65));
        CHECK(has(result.out, "    .key7 -> Session\n") == false);
        CHECK(has(result.out, "    .key0 -> Session\n") == (count == 64));
        CHECK(has(result.out, "cache: dict\n"));
        CHECK(has(why("@u", text).out, ".user"));
    }
}

TEST_CASE("heapprof why: in Java a static field is shown in place of the thread whose stack is nearer",
          "[unit]") {
    HEAPPROF_OR_SKIP();
    // Jobs.queue, and a variable of a thread that is the queue, too
    WrittenHprof file;
    file.class_(1, "java/lang/Object", 0, {});
    file.class_(2, "java/lang/Thread", 1, {{"name", java_object}});
    file.class_(3, "java/lang/String", 1, {{"value", java_object}});
    file.class_(4, "Queue", 1, {{"first", java_object}});
    file.class_(5, "Job", 1, {});
    file.class_(6, "Jobs", 1, {}, {{"queue", 0x60}});
    file.instance(0x50, 2, file.data().id(0x51));
    file.instance(0x51, 3, file.data().id(0x52));
    file.primitives(0x52, java_byte, 6, "worker");
    file.heap.u(1, 0x08).id(0x50).u(4, 7).u(4, 1);           // the thread
    file.heap.u(1, 0x03).id(0x60).u(4, 7).u(4, 0xffffffff);  // its variable
    file.instance(0x60, 4, file.data().id(0x70));
    file.instance(0x70, 5, file.data());
    file.instance(0x71, 5, file.data());
    file.heap.u(1, 0x03).id(0x71).u(4, 7).u(4, 0xffffffff);
    Folder const folder;
    std::string const x = folder / "x.hprof";
    write(x, file.bytes());
    Result const one = run("why " + x + " @0x70"), all = run("why " + x + " class:Job");
    INFO(one.out << one.err << all.out << all.err);
    CHECK(has(one.out, "shortest path: Jobs.queue.first\n"));
    CHECK(has(all.out, "    .Jobs -> java.lang.Class\n"));
    CHECK(has(all.out, "      .queue -> Queue\n"));
    CHECK(has(all.out, "        .first -> Job\n"));
    CHECK(has(all.out, "thread worker: local variable: Job\n"));
}

TEST_CASE("heapprof why: a weakly referenced object has no path", "[unit]") {
    HEAPPROF_OR_SKIP();
    Result const result = why("@old");
    INFO(result.out);
    CHECK(result.code == 0);
    CHECK(has(result.out, "no root leads to it along strong references"));
    CHECK(has(result.out, "Array @table [2], weak\n"));
}

TEST_CASE("heapprof why: prints long names whole", "[unit]") {
    HEAPPROF_OR_SKIP();
    std::string const name(150, 'n');
    Result const result = why("@b", "ROOT a\nNODE a A 1\nNODE b B 1\na b " + name + "\n");
    CHECK(has(result.out, "shortest path: a." + name + "\n"));
    CHECK(has(result.out, "  ." + name + " -> B @b\n"));
    std::string list = "ROOT n0\n";
    for (int i = 0; i != 200000; ++i)
        list += 'n' + std::to_string(i) + " n" + std::to_string(i + 1) + " next\n";
    Result const deep = why("@n200000 --each-root", list);
    CHECK(deep.code == 0);
    CHECK(has(deep.out, "  .next x 199,999 ...\n"));
}

TEST_CASE("heapprof why: equal steps along a list are one line", "[unit]") {
    HEAPPROF_OR_SKIP();
    std::string list = "ROOT app\nNODE app App 1\nNODE n0 Cell 1\napp n0 first\n";
    for (int i = 0; i != 40; ++i) {
        std::string const n = std::to_string(i + 1);
        list += "NODE n" + n + " Cell 1\nn" + std::to_string(i) + " n" + n + " next\n";
    }
    list += "NODE end End 1\nn40 end value\n";
    Result const result = why("@end", list);
    INFO(result.out);
    CHECK(has(result.out, "42 B    .first -> Cell @n0\n"
                          "            .next x 39 ...\n"
                          "     2 B    .next -> Cell @n40\n"
                          "     1 B    .value -> End @end\n"));
}

TEST_CASE("heapprof why: finds a module's variable through V8's scopes", "[conformance]") {
    HEAPPROF_OR_SKIP();
    Result const result = run("why " + shop_3 + " class:Order");
    INFO(result.out);
    CHECK(has(result.out, "class:Order: 2,000 objects, own 93.8 KiB"));
    CHECK(has(result.out, "  2,000  93.8 KiB  100.0%      .orders -> Array\n"));
    Result const maps = run("why " + shop_3 + " class:Map");  // includes their tables
    CHECK(has(maps.out, "      1   224 KiB  79.7%      .sessions -> Map\n"));
    Result const one = run("why " + shop_3 + " app.sessions --each-root");
    INFO(one.out);
    CHECK(has(one.out, "Map @115907, own 224 KiB, retains 1.97 MiB (23.8%) in 27,009 objects\n"));
    CHECK(has(one.out, ": app.sessions\n"));
    CHECK(has(one.out, "5.04 MiB    .app -> Object @83981\n"));
    CHECK(has(one.out, "         1  Object @83981 .sessions\n"));
}

TEST_CASE("heapprof why: an error is one line", "[unit]") {
    HEAPPROF_OR_SKIP();
    auto const error = [](std::string const& arguments, int code, std::string const& says) {
        Result const result = why(arguments);
        INFO(result.err);
        CHECK(result.code == code);
        CHECK(result.out.empty());
        CHECK(has(result.err, says));
        CHECK(std::count(result.err.begin(), result.err.end(), '\n') == 1);
    };
    error("", 2, "SELECTOR is required");
    error("app.cache", 1, "app has no 'cache'; it has sessions");
    error("class:Sesion", 1, "there is Session");
    error("'app['", 1, "is due at character 5");
    error("class:Session --each-root", 1, "--each-root is about one object, but 'class:Session' selects 3");
    error("@ann --top x", 2, "'x' is not a number");
}

TEST_CASE("heapprof why: reports that the selector of a path of over a thousand steps begins on the way",
          "[unit]") {
    HEAPPROF_OR_SKIP();
    auto const title = [](int steps) {
        std::string list = "ROOT n0 app\n";
        for (int i = 0; i != steps; ++i)
            list += 'n' + std::to_string(i) + " n" + std::to_string(i + 1) + " next\n";
        Result const result = why("@n" + std::to_string(steps), list);
        CHECK(has(result.out, "  .next x " + trav::grouped(std::uint64_t(steps) - 1) + " ...\n"));
        auto const begin = result.out.find("shortest path");
        return result.out.substr(begin, result.out.find(".next.next", begin) - begin);
    };
    CHECK(title(150) == "shortest path: app");
    CHECK(title(1000) == "shortest path: app");
    CHECK(title(1001) == "shortest path, after 2 steps: [@n2]");
    CHECK(title(3500) == "shortest path, after 2,501 steps: [@n2501]");
}
