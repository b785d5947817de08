#include "catch.hpp"
#include "dump/jvm/written_hprof.hpp"
#include "dump/minimal_v8.hpp"
#include "heapprof/ask.hpp"
#include "heapprof/run.hpp"
#include "support/folder.hpp"

#include <trav/dump/selector.hpp>
#include <trav/dump/v8/reader.hpp>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <tuple>
#include <vector>

using trav::dump::V8Edge;
using trav::dump::V8EdgeKind;
using trav::dump::V8Snapshot;

namespace {

using Nodes = std::vector<std::uint32_t>;

std::uint32_t find(V8Snapshot const& snapshot, std::string const& selector) {
    return trav::dump::Selector(selector).find(snapshot).front();
}

// The dump that app.py writes at its end.
std::string python_heap(Folder const& folder, std::string const& options = "") {
    std::string const heap = folder / "heap.jsonl", app = folder / "app.py";
    std::string const command = "python3 " + options + " example/dump/python_heap.py " + app + " >" + heap;
    REQUIRE(std::system(command.c_str()) == 0);
    return heap;
}

// The bytes that `roots` reach by strong edges, without the nodes `without`.
std::uint64_t bytes_reached(V8Snapshot const& snapshot, Nodes roots, Nodes const& without) {
    std::vector<bool> seen(snapshot.node_count());
    for (auto const n : without) seen[n] = true;
    std::uint64_t bytes = 0;
    for (auto const n : roots) {
        seen[n] = true;
        bytes += snapshot.self_size[n];
    }
    while (!roots.empty()) {
        auto const n = roots.back();
        roots.pop_back();
        snapshot.for_each_edge(n, [&](V8Edge const& edge) {
            if (edge.kind == V8EdgeKind::weak || seen[edge.to]) return;
            seen[edge.to] = true;
            bytes += snapshot.self_size[edge.to];
            roots.push_back(edge.to);
        });
    }
    return bytes;
}

// The targets of a node's edges of one kind.
Nodes targets(V8Snapshot const& snapshot, std::uint32_t node, V8EdgeKind kind) {
    Nodes result;
    snapshot.for_each_edge(node, [&](V8Edge const& edge) {
        if (edge.kind == kind) result.push_back(edge.to);
    });
    return result;
}

std::uint32_t child(V8Snapshot const& snapshot, std::uint32_t node, std::string const& name) {
    std::uint32_t result = V8Snapshot::none;
    snapshot.for_each_edge(node, [&](V8Edge const& edge) {
        if (edge.named() && snapshot.name(edge) == name) result = edge.to;
    });
    return result;
}

std::uint64_t sum(nlohmann::json const& table, char const* what, std::size_t sample) {
    std::uint64_t result = 0;
    for (auto const& entry : table["lines"]) result += entry[what][sample].get<std::uint64_t>();
    return result;
}

}  // namespace

// The nodes, edges and sums of self sizes of shop-1 and shop-3 in Chrome DevTools' engine.
TEST_CASE("heapprof: every table adds up to the dump's totals", "[conformance]") {
    HEAPPROF_OR_SKIP();
    auto const json = dump_json(shop_1 + " " + shop_3 + three_roots +
                                " --by type --by root --by retainer --by root,type --by type,root,retainer");
    CHECK(json["dumps"][0]["nodes"] == 99408);
    CHECK(json["dumps"][0]["edges"] == 387959);
    CHECK(json["dumps"][0]["bytes"] == 7161136);
    CHECK(json["dumps"][1]["nodes"] == 119190);
    CHECK(json["dumps"][1]["edges"] == 484855);
    CHECK(json["dumps"][1]["bytes"] == 8691008);
    REQUIRE(json["tables"].size() == 5);
    for (auto const& table : json["tables"]) {
        CHECK(table["times"] == nlohmann::json({1.0, 2.0}));
        CHECK(sum(table, "bytes", 0) == 7161136);
        CHECK(sum(table, "bytes", 1) == 8691008);
        CHECK(sum(table, "objects", 0) == 99408);
        CHECK(sum(table, "objects", 1) == 119190);
    }
}

TEST_CASE("heapprof: the demonstration shows the behaviour of shop.js", "[conformance]") {
    HEAPPROF_OR_SKIP();
    auto const json =
        dump_json(shop_1 + " " + shop_2 + " " + shop_3 + three_roots + " --by type --by root,type");
    auto const& types = json["tables"][0];
    CHECK(line(types, {"Product"}).objects == std::vector<std::uint64_t>{3000, 3000, 3000});
    CHECK(line(types, {"Order"}).objects == std::vector<std::uint64_t>{2000, 2000, 2000});
    CHECK(line(types, {"Session"}).objects ==
          std::vector<std::uint64_t>{1501, 3001, 4501});  // including one of Node's
    auto const& roots = json["tables"][1];
    // The leak: 1500 sessions per round without other holders, each with a set and a function.
    for (char const* type : {"Session", "Set", "(closure)", "system / Context"}) {
        CHECK(line(roots, {"sessions", type}).objects == std::vector<std::uint64_t>{1500, 3000, 4500});
    }
    // Users belong to the shop's list; sessions share most of them, the catalogue and the cache none.
    std::vector<std::uint64_t> users(3);
    for (auto const& entry : roots["lines"]) {
        if (entry["labels"][1] != "User") continue;
        std::string const band = entry["labels"][0];
        CHECK((band == "(other)" || band == "sessions,(other)"));
        for (std::size_t s = 0; s < 3; ++s) users[s] += entry["objects"][s].get<std::uint64_t>();
    }
    CHECK(users == std::vector<std::uint64_t>{800, 800, 800});
    // Orders come and go; none of the three roots holds one.
    CHECK(line(roots, {"(other)", "Order"}).objects == std::vector<std::uint64_t>{2000, 2000, 2000});
}

TEST_CASE("heapprof: a product's root set matches shop.js's data structures", "[conformance]") {
    HEAPPROF_OR_SKIP();
    V8Snapshot const s = trav::dump::read_v8(shop_3);
    // By hand: catalogue[i]; the cache's arrays; session.seen; order.lines[i].product.
    std::set<std::uint32_t> in_cache, in_sessions, in_orders;
    auto const products = [&](std::uint32_t table, auto&& found) {
        for (auto const value : targets(s, table, V8EdgeKind::internal)) found(value);
    };
    products(child(s, find(s, "app.cache"), "table"), [&](std::uint32_t value) {
        if (type_name(s, value) != "Array") return;
        for (auto const product : targets(s, value, V8EdgeKind::element)) in_cache.insert(product);
    });
    products(child(s, find(s, "app.sessions"), "table"), [&](std::uint32_t value) {
        if (type_name(s, value) != "Session") return;
        products(child(s, child(s, value, "seen"), "table"), [&](std::uint32_t product) {
            if (type_name(s, product) == "Product") in_sessions.insert(product);
        });
    });
    for (auto const order : targets(s, find(s, "app.orders"), V8EdgeKind::element)) {
        for (auto const entry : targets(s, child(s, order, "lines"), V8EdgeKind::element)) {
            in_orders.insert(child(s, entry, "product"));
        }
    }
    std::map<std::string, std::uint64_t> expected;
    for (auto const product : targets(s, find(s, "app.catalogue"), V8EdgeKind::element)) {
        ++expected[std::string("catalogue") + (in_cache.count(product) ? ",cache" : "") +
                   (in_sessions.count(product) ? ",sessions" : "") +
                   (in_orders.count(product) ? ",(other)" : "")];
    }
    auto const json = dump_json(shop_3 + three_roots + " --by type,root");
    std::map<std::string, std::uint64_t> found;
    for (auto const& entry : json["tables"][0]["lines"]) {
        if (entry["labels"][0] == "Product") found[entry["labels"][1]] = entry["objects"][0];
    }
    CHECK(found == expected);
    CHECK(found.size() >= 5);
}

TEST_CASE("heapprof: dropping a root would free the memory that it holds alone", "[conformance]") {
    HEAPPROF_OR_SKIP();
    V8Snapshot const s = trav::dump::read_v8(shop_2);
    auto const json = dump_json(shop_2 + three_roots + " --root all=class:Order --by root");
    Nodes const orders = trav::dump::Selector("class:Order").find(s);
    std::uint64_t const all = bytes_reached(s, {s.root}, {});
    for (auto const& entry : json["roots"]) {
        std::string const root = entry["root"];
        Nodes const dropped = root == "all" ? orders : Nodes{find(s, "app." + root)};
        INFO(root);
        CHECK(entry["alone"][0] == all - bytes_reached(s, {s.root}, dropped));
    }
    CHECK(json["roots"].size() == 4);
}

TEST_CASE("heapprof: finds the retainers of the orders", "[conformance]") {
    HEAPPROF_OR_SKIP();
    // shop.js: app.orders, and the thunk of the unevaluated report; the program itself runs on the stack.
    auto const plain = dump_json(shop_3 + " --by retainer --only type=Order");
    CHECK(line(plain["tables"][0], {"(Stack roots),(root),LazyReport.thunk"}).objects ==
          std::vector<std::uint64_t>{2000});
    auto const with_app = dump_json(shop_3 + " --by retainer --only type=Order --retainer default,app");
    CHECK(line(with_app["tables"][0], {"LazyReport.thunk,app"}).objects == std::vector<std::uint64_t>{2000});
    // Sessions and orders hold their products.
    auto const products = dump_json(
        shop_3 + " --by retainer --only type=Product --retainer closure:LazyReport*,class:Session,app");
    CHECK(sum(products["tables"][0], "objects", 0) == 3000);
}

TEST_CASE("heapprof: restrictions count their bands, by any breakdown", "[conformance]") {
    HEAPPROF_OR_SKIP();
    auto const types = dump_json(shop_3 + " --only type=Session,Product");
    CHECK(sum(types["tables"][0], "objects", 0) == 4501 + 3000);
    CHECK(types["tables"][0]["lines"].size() == 2);
    auto const all = dump_json(shop_3 + three_roots + " --by root");
    auto const cached = dump_json(shop_3 + three_roots + " --by root --only root=cache");
    std::uint64_t expected = 0;
    for (auto const& entry : all["tables"][0]["lines"]) {
        if (entry["labels"][0].get<std::string>().find("cache") != std::string::npos) {
            expected += entry["bytes"][0].get<std::uint64_t>();
        }
    }
    CHECK(sum(cached["tables"][0], "bytes", 0) == expected);
    auto const retained = dump_json(shop_3 + " --by type --only retainer=LazyReport.thunk");
    CHECK(line(retained["tables"][0], {"Order"}).objects == std::vector<std::uint64_t>{2000});
    auto const both = dump_json(shop_3 + three_roots + " --by type --only root=cache --only type=Product");
    CHECK(both["tables"][0]["lines"].size() == 1);
}

TEST_CASE("heapprof: the text and the JSON agree", "[conformance]") {
    HEAPPROF_OR_SKIP();
    Result const result = run("dump " + shop_1 + " " + shop_3 + three_roots + " --by root --top 3");
    CHECK(result.code == 0);
    CHECK(result.err.empty());  // no progress without a terminal
    CHECK(result.out.find(shop_3 + "  119,190  484,855  8,691,008  8.29 MiB\n") != std::string::npos);
    CHECK(result.out.find(
              "sessions                           654 KiB    9.4%  1.97 MiB   23.8%  +1.33 MiB   27,009\n") !=
          std::string::npos);
    CHECK(result.out.find("... 9 more") != std::string::npos);
    CHECK(result.out.find(
              "total                             6.83 MiB  100.0%  8.29 MiB  100.0%  +1.46 MiB  119,190\n") !=
          std::string::npos);
    CHECK(result.out.find("all of these") != std::string::npos);
    std::string const deep = run("dump " + shop_3 + three_roots + " --by root,type").out;
    std::string const shallow = run("dump " + shop_3 + three_roots + " --by root,type --depth 1").out;
    CHECK(deep.find("root / type") != std::string::npos);
    CHECK(deep.find("\n  Session ") != std::string::npos);
    CHECK(shallow.find("\n  Session ") == std::string::npos);
}

TEST_CASE("heapprof: plain and gzipped dumps give the same bytes", "[unit]") {
    HEAPPROF_OR_SKIP();
    Folder const folder;
    if (std::system(("gzip -dc " + shop_1 + " >" + (folder / "plain")).c_str()) != 0) {
        WARN("skipped: there is no gzip here");
        return;
    }
    std::string const options = three_roots + " --by root,retainer,type";
    auto const packed = dump_json(shop_1 + options), plain = dump_json((folder / "plain") + options);
    CHECK(packed["tables"] == plain["tables"]);
    CHECK(packed["roots"] == plain["roots"]);
    CHECK(run("dump " + shop_1 + options).out == run("dump " + shop_1 + options).out);
}

TEST_CASE("heapprof: hp2ps reads the output of --hp", "[conformance]") {
    HEAPPROF_OR_SKIP();
    if (std::system("command -v hp2ps >/dev/null 2>&1") != 0) {
        WARN("skipped: there is no hp2ps here");
        return;
    }
    for (std::string const by : {"type", "root", "retainer", "root,type", "retainer,type,root"}) {
        Folder const folder;
        Result const result = run("dump " + shop_1 + " " + shop_2 + " " + shop_3 + three_roots + " --by " +
                                  by + " --hp " + (folder / "x.hp"));
        INFO(by << result.err);
        REQUIRE(result.code == 0);
        CHECK(std::system(("cd '" + folder.str() + "' && hp2ps -c x.hp >complaint 2>&1").c_str()) == 0);
        CHECK(read(folder / "complaint").empty());
        CHECK(read(folder / "x.ps").size() > 1000);
    }
}

TEST_CASE("heapprof: dumps, JSON and .hp may be pipes and devices", "[unit]") {
    HEAPPROF_OR_SKIP();
    std::string const command = "cat " + shop_1 + " | '" + profiler() +
                                "' dump /dev/stdin --hp /dev/null --json /dev/stdout | head -c 9";
    std::string const name = "/tmp/trav-pipe-" + std::to_string(getpid());
    CHECK(std::system((command + " >" + name).c_str()) == 0);
    CHECK(read(name) == "{\"schema\"");
    std::filesystem::remove(name);
    CHECK(std::filesystem::exists("/dev/null"));
}

// The game's heap (example/data/game.graph), by hand. Strong references:
//   game -> forest, ann; ann -> sword; forest -> wolf, bark; wolf -> fur; cache (textures) -> bark, fur
//   events -> on_bat -> bat <-> cave -> rock
// The game alone has game 48, forest 200, ann 120, wolf 80, sword 1024; it shares bark 4096 and fur 2048 with
// the textures, which alone have 64; the events have events 32, on_bat 24, bat 80, cave 200, rock 8192.
// Total: 16208 bytes, 13 objects.
TEST_CASE("heapprof: splits a text heap by type", "[unit]") {
    HEAPPROF_OR_SKIP();
    auto const json = dump_json(game);
    CHECK(json["dumps"][0]["nodes"] == 13);
    CHECK(json["dumps"][0]["edges"] == 16);
    CHECK(json["dumps"][0]["bytes"] == 16208);
    auto const& types = json["tables"][0];
    CHECK(types["lines"].size() == 8);
    CHECK(line(types, {"Texture"}).bytes == std::vector<std::uint64_t>{15360});
    CHECK(line(types, {"Texture"}).objects == std::vector<std::uint64_t>{4});
    CHECK(line(types, {"Level"}).bytes == std::vector<std::uint64_t>{400});
    CHECK(line(types, {"Monster"}).objects == std::vector<std::uint64_t>{2});
    CHECK(run("dump " + game).out.find(game + "     13     16  16,208  15.8 KiB\n") != std::string::npos);
}

TEST_CASE("heapprof: splits a text heap by root set", "[unit]") {
    HEAPPROF_OR_SKIP();
    using Amounts = std::vector<std::uint64_t>;
    auto const all = dump_json(game + " --root game --root textures --root events");
    auto const& roots = all["tables"][1];
    CHECK(roots["lines"].size() == 4);
    CHECK(line(roots, {"game"}).bytes == Amounts{1472});
    CHECK(line(roots, {"game"}).objects == Amounts{5});
    CHECK(line(roots, {"game,textures"}).bytes == Amounts{6144});
    CHECK(line(roots, {"textures"}).bytes == Amounts{64});
    CHECK(line(roots, {"events"}).bytes == Amounts{8528});
    CHECK(all["roots"][1] == nlohmann::json({{"root", "textures"}, {"alone", {64}}, {"shared", {6144}}}));
    // Everything else is (other); monsters and levels do not hold each other.
    auto const some =
        dump_json(game + " --root game --root old=events.listener.target --root '@wolf' --by root");
    auto const& bands = some["tables"][0];
    CHECK(bands["lines"].size() == 6);
    CHECK(line(bands, {"game"}).bytes == Amounts{48 + 200 + 120 + 1024});
    CHECK(line(bands, {"game,(other)"}).bytes == Amounts{4096});
    CHECK(line(bands, {"old"}).bytes == Amounts{80 + 200 + 8192});
    CHECK(line(bands, {"@wolf"}).bytes == Amounts{80});
    CHECK(line(bands, {"@wolf,(other)"}).bytes == Amounts{2048});
    CHECK(line(bands, {"(other)"}).bytes == Amounts{64 + 32 + 24});
    auto const monsters = dump_json(game + " --root monsters=class:Monster --by root --only root=monsters");
    CHECK(monsters["tables"][0]["total"]["objects"] == nlohmann::json::array({5}));
}

TEST_CASE("heapprof: splits a text heap by retainer set", "[unit]") {
    HEAPPROF_OR_SKIP();
    using Amounts = std::vector<std::uint64_t>;
    // By default the roots are the retainers; they have none.
    auto const roots = dump_json(game + " --by retainer --only type=Texture,Level");
    CHECK(roots["tables"][0]["lines"].size() == 3);
    CHECK(line(roots["tables"][0], {"game"}).bytes == Amounts{200 + 1024});
    CHECK(line(roots["tables"][0], {"game,textures"}).bytes == Amounts{4096 + 2048});
    CHECK(line(roots["tables"][0], {"events"}).bytes == Amounts{200 + 8192});
    // Types are groups; an object without a name is named by the field that refers to it.
    auto const rule =
        dump_json(game + " --by retainer --only type=Texture --retainer default,Monster,Player:A*");
    CHECK(line(rule["tables"][0], {"Ann"}).bytes == Amounts{1024});
    CHECK(line(rule["tables"][0], {"Level.monster,textures"}).bytes == Amounts{2048});
    CHECK(line(rule["tables"][0], {"game,textures"}).bytes == Amounts{4096});
    CHECK(line(rule["tables"][0], {"Level.monster"}).bytes == Amounts{8192});
    CHECK(rule["tables"][0]["lines"].size() == 4);
}

TEST_CASE("heapprof: a comma in the brackets of a selector does not end a term of --retainer", "[unit]") {
    HEAPPROF_OR_SKIP();
    Folder const folder;
    write(folder / "a.graph",
          "NODE 1 App 8\nNODE 2 List 100\nNODE 3 Item 50\nNODE 4 Bag 200\nNODE 5 Item 60\nROOT 1 app\n"
          "1 2 \"a,b\"\n2 3 item\n1 4 \"c],\\\"d\"\n4 5 item\n");
    std::string const dump = (folder / "a.graph") + " --by retainer --only type=Item";
    auto const table = [&](std::string const& rule) { return dump_json(dump + rule)["tables"][0]; };
    using Amounts = std::vector<std::uint64_t>;
    CHECK(line(table(" --retainer 'app[\"a,b\"],roots'"), {"app[\"a;b\"]"}).bytes == Amounts{50});
    auto const both = table(" --retainer 'app[\"c],\\\"d\"],app[\"a,b\"]'");
    CHECK(line(both, {"app[\"a;b\"]"}).bytes == Amounts{50});
    CHECK(line(both, {"app[\"c];\\\"d\"]"}).bytes == Amounts{60});
    auto const repeated = table(" --retainer 'app[\"a,b\"]' --retainer roots --only 'retainer=app[\"a;b\"]'");
    CHECK(repeated["total"]["bytes"] == nlohmann::json::array({50}));
}

TEST_CASE("heapprof: lists the largest objects of a text heap", "[unit]") {
    HEAPPROF_OR_SKIP();
    // events 8528 > on_bat 8496 > bat 8472 > cave 8392 > rock 8192; bark 4096 and fur 2048 have several
    // owners.
    auto const json = dump_json(game + " --largest 6");
    std::vector<std::tuple<std::string, std::uint64_t, std::uint64_t, std::string>> found;
    for (auto const& each : json["dumps"][0]["largest"])
        found.emplace_back(each["id"], each["retained"], each["objects"], each["path"]);
    CHECK(found == decltype(found){{"events", 8528, 5, "events"},
                                   {"on_bat", 8496, 4, "events.listener"},
                                   {"bat", 8472, 3, "events.listener.target"},
                                   {"cave", 8392, 2, "events.listener.target.home"},
                                   {"rock", 8192, 1, "events.listener.target.home.ground"},
                                   {"bark", 4096, 1, "textures[\"bark.png\"]"}});
    std::string const text = run("dump " + game + " --largest 1").out;
    CHECK(text.find("\nQueue @events") != std::string::npos);
    CHECK(text.find("(retained: freed if the object were gone)\n") != std::string::npos);
}

TEST_CASE("heapprof: a Java heap has the objects of Shop.java", "[conformance]") {
    HEAPPROF_OR_SKIP();
    std::string const java = "example/data/shop.hprof.gz";
    auto const json = dump_json(java + " --root Shop.sessions --by type --by root,type --largest 3");
    CHECK(line(json["tables"][0], {"Shop$Session"}).objects == std::vector<std::uint64_t>{3 * 1500});
    CHECK(line(json["tables"][0], {"Shop$Order"}).objects == std::vector<std::uint64_t>{2000});
    CHECK(line(json["tables"][1], {"sessions", "Shop$Session"}).objects == std::vector<std::uint64_t>{4500});
    std::uint64_t held = 16 + 500 * 4;  // the thread's array of 500 arrays with 0 to 499 numbers
    for (std::uint64_t i = 0; i != 500; ++i) held += (16 + i * 4 + 7) / 8 * 8;
    auto const& worker = json["dumps"][0]["largest"][2];
    CHECK(worker["retained"] == held);
    CHECK(worker["objects"] == 501);
    std::string const path = worker["path"];
    CHECK(path.find("[\"thread worker: ") == 0);
    CHECK(run("dump " + java + " --root 'worker=" + path + "'").out.find("\nworker ") != std::string::npos);
}

TEST_CASE("heapprof: a Ruby heap has the objects of shop.rb with their lines", "[conformance]") {
    HEAPPROF_OR_SKIP();
    std::string const ruby = "example/data/shop.rubyheap.gz";
    auto const json =
        dump_json(ruby + " --root Shop --by type --by root,type --by site,type --by generation");
    auto const objects = [&](std::size_t table, std::vector<std::string> const& labels) {
        return line(json["tables"][table], labels).objects;
    };
    using Counts = std::vector<std::uint64_t>;
    CHECK(objects(0, {"Shop::Session"}) == Counts{3 * 200});
    CHECK(objects(0, {"Shop::Order"}) == Counts{300});
    CHECK(objects(1, {"Shop", "Shop::Session"}) == Counts{600});  // not held elsewhere
    CHECK(objects(1, {"Shop", "Shop::Product"}) == Counts{500});
    CHECK(objects(2, {"example/data/shop.rb:42", "Shop::Session"}) == Counts{600});
    std::uint64_t generations = 0;
    for (auto const& entry : json["tables"][3]["lines"])
        generations += entry["objects"][0].get<std::uint64_t>();
    CHECK(generations == json["dumps"][0]["nodes"]);
    Result const retained = run("dump " + ruby + " --by retainer --only type=Shop::Order");
    CHECK(retained.out.find("\nShop ") != std::string::npos);
    Result const none = run("dump " + game + " --by site");
    CHECK(none.code == 1);
    CHECK(none.err == "heapprof: " + game + ": does not say the 'site' of objects\n");
}

TEST_CASE("heapprof: a format's own breakdowns add up to the heap, and match shop.js", "[conformance]") {
    HEAPPROF_OR_SKIP();
    auto const v8 = dump_json(shop_3 + " --by constructor --by shape --by file --by script --by package"
                                       " --by detached --by site --by string --by fill");
    for (auto const& table : v8["tables"]) {
        CHECK(sum(table, "bytes", 0) == 8691008);
        CHECK(sum(table, "objects", 0) == 119190);
    }
    using Counts = std::vector<std::uint64_t>;
    // Node has a class Session too; an order has a product and numbers.
    CHECK(line(v8["tables"][0], {"Session (shop/shop.js:9)"}).objects == Counts{4500});
    CHECK(line(v8["tables"][1], {"Session"}).objects == Counts{4501});
    CHECK(line(v8["tables"][1], {"{product}"}).objects[0] >= 4000);
    CHECK(line(v8["tables"][2], {"shop/shop.js"}).objects ==
          line(v8["tables"][3], {"/shop/shop.js"}).objects);
    CHECK(line(v8["tables"][4], {"(program)"}).objects == line(v8["tables"][3], {"/shop/shop.js"}).objects);
    CHECK(line(v8["tables"][6], {"(not traced)"}).objects == Counts{119190});
    auto const java =
        dump_json("example/data/shop.hprof.gz --by loader --by package --by thread --by string --by fill");
    for (auto const& table : java["tables"]) CHECK(sum(table, "bytes", 0) == 5157088);
}

TEST_CASE("heapprof: the Python exporter names the leak", "[conformance][slow]") {
    HEAPPROF_OR_SKIP();
    PYTHON_OR_SKIP();
    Folder const folder;
    write(folder / "leak.py", "kept = {}\n"
                              "class Session:\n"
                              "    def __init__(self, n): self.data = [str(n + i) for i in range(100)]\n"
                              "for n in range(3000): kept[n] = Session(1000 + n * 1000)\n"
                              "print('done')\n");
    std::string const heap = folder / "heap.jsonl";
    REQUIRE(std::system(("python3 example/dump/python_heap.py " + (folder / "leak.py") + " >" + heap + " 2>" +
                         (folder / "err"))
                            .c_str()) == 0);
    CHECK(read(folder / "err") == "done\n");
    auto const json = dump_json(heap + " --root __main__.kept --by root,type --largest 2");
    CHECK(line(json["tables"][0], {"kept", "__main__.Session"}).objects == std::vector<std::uint64_t>{3000});
    CHECK(line(json["tables"][0], {"kept", "list"}).objects == std::vector<std::uint64_t>{3000});
    CHECK(line(json["tables"][0], {"kept", "str"}).objects == std::vector<std::uint64_t>{300000});
    std::vector<std::string> paths;
    for (auto const& object : json["dumps"][0]["largest"]) paths.push_back(object["path"]);
    CHECK(paths == std::vector<std::string>{"__main__", "__main__.kept"});
}

TEST_CASE("heapprof: the Python exporter writes the indices of lists and tuples", "[conformance]") {
    HEAPPROF_OR_SKIP();
    PYTHON_OR_SKIP();
    Folder const folder;
    write(folder / "app.py", "class Item: pass\n"
                             "class Named(list): pass\n"
                             "items = [Item(), Item(), None, None, 'x', Item()]\n"
                             "items[5].pair = (items[0], 'y' * 100)\n"
                             "named = Named([Item()])\n");
    std::string const heap = python_heap(folder, "-IS");
    auto const show = [&](std::string const& path) {
        return run("show " + heap + " '__main__." + path + "'").out;
    };
    CHECK(show("items[0]").starts_with("__main__.Item @"));
    CHECK(show("items[5].pair[0]") == show("items[0]"));
    CHECK(show("items[0]") != show("items[1]"));
    CHECK(show("items[2]").starts_with("NoneType"));
    CHECK(show("items[3]") == show("items[2]"));
    CHECK(show("items[4]").starts_with("str x"));
    CHECK(show("items[5].pair[1]").starts_with("str yyy"));
    CHECK(show("items").find("[5] -> __main__.Item") != std::string::npos);
    CHECK(show("named").starts_with("__main__.Named"));
}

TEST_CASE("heapprof: the Python exporter runs a program as Python does, and names packages",
          "[conformance]") {
    HEAPPROF_OR_SKIP();
    PYTHON_OR_SKIP();
    Folder const folder;
    std::filesystem::create_directory(folder / "market");
    write(folder / "market/__init__.py", "");
    write(folder / "market/prices.py", "def price(n):\n"
                                       "    return ['" +
                                           std::string(3000, 'p') + "', n]\n");
    write(folder / "app.py", "import sys\nfrom market.prices import price\n"
                             "assert __file__.endswith('app.py')\nsys.exit(3)\n");
    std::string const heap = folder / "heap.jsonl";
    int const status =
        std::system(("python3 -IS example/dump/python_heap.py " + (folder / "app.py") + " >" + heap).c_str());
    CHECK(WEXITSTATUS(status) == 3);
    auto const json = dump_json(heap + " --by owner --by package");
    CHECK(line(json["tables"][0], {"shared: package market"}).bytes.at(0) > 3000);
    CHECK(line(json["tables"][1], {"market"}).objects == std::vector<std::uint64_t>{3});
    auto const function = run("show " + heap + " market.prices.price");
    CHECK(function.out.find("  .__code__ -> code") != std::string::npos);
}

TEST_CASE("heapprof: the Python exporter writes the keys of other dictionaries", "[conformance]") {
    HEAPPROF_OR_SKIP();
    PYTHON_OR_SKIP();
    Folder const folder;
    write(folder / "app.py", "import collections\n"
                             "class Config(dict): pass\n"
                             "class Page: pass\n"
                             "config, ordered = Config(), collections.OrderedDict()\n"
                             "config.owner, config['SEEN'] = Page(), [Page() for _ in range(3)]\n"
                             "ordered['first'] = Page()\n"
                             "by_number = {17: Page(), -1: Page(), True: Page()}\n");
    std::string const heap = python_heap(folder);
    auto const json = dump_json(heap + " --root '__main__.config[\"SEEN\"]' --root __main__.config.owner" +
                                " --root '__main__.ordered[\"first\"]' --by root --only type=__main__.Page");
    CHECK(line(json["tables"][0], {"SEEN"}).objects == std::vector<std::uint64_t>{3});
    CHECK(line(json["tables"][0], {"owner"}).objects == std::vector<std::uint64_t>{1});
    CHECK(line(json["tables"][0], {"first"}).objects == std::vector<std::uint64_t>{1});
    CHECK(has(run("show " + heap + " '__main__.by_number[17]'").out, "__main__.Page @"));
    CHECK(run("show " + heap + " '__main__.by_number[1]'").code != 0);
}

TEST_CASE("heapprof: the Python exporter gives a program's line for what a library makes",
          "[conformance][slow]") {
    HEAPPROF_OR_SKIP();
    PYTHON_OR_SKIP();
    Folder const folder;
    std::filesystem::create_directories(folder / "site-packages");
    write(folder / "site-packages/made.py", "def texts(): return [str(n) for n in range(1000, 1100)]\n");
    write(folder / "app.py", "import sys, weakref\n"
                             "sys.path.insert(0, sys.path[0] + '/site-packages')\n"
                             "import made\n"
                             "cache = weakref.WeakValueDictionary()\n"
                             "texts = made.texts()\n"
                             "own = [n + 0.5 for n in range(100)]\n");
    std::string const heap = python_heap(folder, "-X tracemalloc=5");
    auto const sites = [&](std::string const& root, std::string const& type) {
        auto const json =
            dump_json(heap + " --root __main__." + root + " --by root,site --only type=" + type);
        std::vector<std::string> found;
        for (auto const& each : json["tables"][0]["lines"])
            if (each["labels"][0] == root) found.push_back(each["labels"][1]);
        return found;
    };
    CHECK(sites("cache", "dict") == std::vector<std::string>{folder / "app.py:4"});
    CHECK(sites("texts", "str") == std::vector<std::string>{folder / "app.py:5"});
    CHECK(sites("own", "float") == std::vector<std::string>{folder / "app.py:6"});
}

TEST_CASE("heapprof: the Python exporter counts the keys of dictionaries", "[conformance]") {
    HEAPPROF_OR_SKIP();
    PYTHON_OR_SKIP();
    Folder const folder;
    // Keys of 100,000 characters: of a dictionary with keys of one type, of several types, and of a subclass
    write(folder / "app.py", "class Config(dict): pass\n"
                             "def key(n): return 'k' * 100000 + str(n)\n"
                             "texts = {key(i): True for i in range(10)}\n"
                             "mixed = {key(i): i for i in range(20, 25)} | {(1, 2): True}\n"
                             "config = Config({key(i): None for i in range(30, 33)})\n"
                             "twice = [texts, {key(40): True}]\n"
                             "twice[1]['same'] = next(iter(twice[1]))\n");
    std::string const heap = python_heap(folder);
    auto const json = dump_json(heap + " --root __main__.texts --root __main__.mixed --root __main__.config" +
                                " --root '__main__.twice[1]' --by root --only type=str");
    std::map<std::string, std::uint64_t> const keys{{"texts", 10}, {"mixed", 5}, {"config", 3}, {"1", 1}};
    for (auto const& [root, count] : keys) {
        std::uint64_t const bytes = line(json["tables"][0], {root}).bytes.at(0);
        INFO(root << ": " << bytes);
        CHECK(bytes / 100000 == count);
        CHECK(bytes < count * 100200 + 1000);
    }
}

TEST_CASE("heapprof: the Python exporter writes the arrays that others are parts of", "[conformance]") {
    HEAPPROF_OR_SKIP();
    if (std::system("python3 -c 'import numpy' 2>/dev/null") != 0) {
        WARN("NumPy is missing");
        return;
    }
    Folder const folder;
    write(folder / "app.py", "import numpy\nview = numpy.zeros(100000)[5:10]\n");
    std::string const heap = python_heap(folder);
    CHECK(has(run("show " + heap + " __main__.view.base").out, ".nbytes = 800000\n"));
}

TEST_CASE("heapprof: the Python exporter finds what running functions and C code hold", "[conformance]") {
    HEAPPROF_OR_SKIP();
    PYTHON_OR_SKIP();
    Folder const folder;
    write(folder / "server.py", "import atexit, gc, os, sys, threading, time\n"
                                "sys.path.insert(0, 'example/dump')\n"
                                "import python_heap\n"
                                "class Page: pass\n"
                                "def register():\n"
                                "    pages = [Page() for _ in range(3)]\n"
                                "    atexit.register(lambda: pages)\n"
                                "local = threading.local()\n"
                                "def work(ready, end):\n"
                                "    mine = [Page() for _ in range(5)]\n"
                                "    local.pages = [Page() for _ in range(4)]\n"
                                "    ready.set()\n"
                                "    end.wait()\n"
                                "def main():\n"
                                "    cache = {n: Page() for n in range(7)}\n"
                                "    texts = {str(n): 'text %d' % n for n in range(9)}\n"
                                "    cycle = Page()\n"
                                "    cycle.me = cycle\n"
                                "    ready, end = threading.Event(), threading.Event()\n"
                                "    threading.Thread(target=work, args=(ready, end)).start()\n"
                                "    ready.wait()\n"
                                "    python_heap.write_copy(sys.argv[1])\n"
                                "    with open(sys.argv[2], 'w') as file: python_heap.write(file)\n"
                                "    cache = cycle = None\n"
                                "    gc.collect()\n"
                                "    left = sum(type(o) is Page for o in gc.get_objects())\n"
                                "    end.set()\n"
                                "    while not os.path.exists(sys.argv[1]): time.sleep(0.01)\n"
                                "    sys.exit(left)\n"
                                "register()\n"
                                "main()\n");
    std::string const copied = folder / "copied.jsonl", written = folder / "written.jsonl";
    int const status = std::system(
        ("timeout 60 python3 -IS " + (folder / "server.py") + ' ' + copied + ' ' + written).c_str());
    CHECK(WEXITSTATUS(status) == 3 + 5 + 4);  // the writer kept none of the others alive
    for (std::string const& heap : {copied, written}) {
        INFO(heap);
        auto const json = dump_json(heap + " --by owner,type");
        for (auto const& line : json["tables"][0]["lines"]) CHECK(line["labels"][0] != "UNREACHED");
        auto const local = dump_json(heap + " --root __main__.local --by root,type");
        CHECK(line(local["tables"][0], {"local", "__main__.Page"}).objects == std::vector<std::uint64_t>{4});
        auto const why = run("why " + heap + " class:__main__.Page --top 0");
        INFO(why.out);
        CHECK(has(why.out, "20 objects"));
        CHECK_FALSE(has(why.out, "no root leads"));
        std::string const text = read(heap);
        CHECK(has(text, "\"roots\": [\"main().cache\"]"));
        CHECK(has(text, "\"roots\": [\"main().cycle\"]"));
        CHECK(has(text, "\"roots\": [\"main().texts\"]"));  // the collector does not list it
        CHECK(has(text, "text 8"));
        CHECK(has(text, "\"roots\": [\"work().mine\"]"));
        CHECK(has(text, "\"roots\": [\"atexit register.<locals>.<lambda>\"]"));
    }
}

TEST_CASE("heapprof: the Python exporter writes from a copy, which runs no finalizers", "[conformance]") {
    HEAPPROF_OR_SKIP();
    PYTHON_OR_SKIP();
    Folder const folder;
    std::string const heap = folder / "heap.jsonl";
    write(folder / "server.py", "import os, sys, time\n"
                                "sys.path.insert(0, 'example/dump')\n"
                                "import python_heap\n"
                                "class Session:\n"
                                "    def __init__(self, name): self.name, self.me = name, self\n"
                                "    def __del__(self): os.write(1, self.name.encode())\n"
                                "kept, dead = Session('K'), Session('D')\n"
                                "del dead\n"  // a cycle
                                "python_heap.write_copy(sys.argv[1])\n"
                                "kept = Session('L')\n"
                                "for _ in range(6000):\n"
                                "    if os.path.exists(sys.argv[1]): break\n"
                                "    time.sleep(0.01)\n");
    REQUIRE(std::system(
                ("python3 " + (folder / "server.py") + ' ' + heap + " >" + (folder / "out")).c_str()) == 0);
    std::string out = read(folder / "out");
    std::ranges::sort(out);
    CHECK(out == "DKL");
    auto const json = dump_json(heap + " --root __main__.kept --by root,type");
    CHECK(line(json["tables"][0], {"kept", "__main__.Session"}).objects == std::vector<std::uint64_t>{1});
    CHECK(std::distance(std::filesystem::directory_iterator(folder.str()), {}) == 3);  // no other file
}

TEST_CASE("heapprof: the Python exporter runs no code of the objects", "[conformance]") {
    HEAPPROF_OR_SKIP();
    PYTHON_OR_SKIP();
    Folder const folder;
    write(folder / "angry.py", "import os, sys, types\n"
                               "def fail(*_): os.write(2, b'ran'); raise RuntimeError\n"
                               "class Angry:\n"
                               "    __getattr__ = __getattribute__ = __eq__ = __bool__ = __str__ = fail\n"
                               "    __dict__ = __class__ = __module__ = __globals__ = "
                               "property(fail)\n"
                               "class Meta(type): __getattribute__ = __instancecheck__ = fail\n"
                               "class Odd(dict, metaclass=Meta): pass\n"
                               "class Module(types.ModuleType): __getattribute__ = fail\n"
                               "class Big:\n"
                               "    def __sizeof__(self): raise ZeroDivisionError\n"
                               "sys.modules['lazy'] = Module('lazy')\n"
                               "kept = {n: Angry() for n in range(5)} | {'odd': Odd(), 'big': Big()}\n"
                               "kept['method'] = dict.get.__get__(kept['odd'])\n");
    std::string const heap = folder / "heap.jsonl";
    REQUIRE(std::system(("python3 example/dump/python_heap.py " + (folder / "angry.py") + " >" + heap +
                         " 2>" + (folder / "err"))
                            .c_str()) == 0);
    CHECK(read(folder / "err").empty());
    auto const json = dump_json(heap + " --root __main__.kept --by root,type");
    CHECK(line(json["tables"][0], {"kept", "Angry"}).objects == std::vector<std::uint64_t>{5});
    CHECK(line(json["tables"][0], {"kept", "__main__.Odd"}).objects == std::vector<std::uint64_t>{1});
    CHECK(line(json["tables"][0], {"kept", "__main__.Big"}).bytes == std::vector<std::uint64_t>{0});

    // A file that was cut at the end of a line is read, with a remark.
    std::string const whole = read(heap);
    write(heap, whole.substr(0, whole.rfind('\n', whole.size() - 2) + 1));
    auto const cut = run("dump " + heap + " --by type");
    CHECK(cut.code == 0);
    CHECK(cut.err == "heapprof: " + heap +
                         ": its last line is not {\"objects\": LINES}: objects or references are missing "
                         "if the file was cut short\n");
}

TEST_CASE("heapprof: a dump is recognised by its beginning, otherwise by its name", "[unit]") {
    HEAPPROF_OR_SKIP();
    Folder const folder;
    write(folder / "v8.dump", read(shop_1));
    write(folder / "game.dump", read(game));
    write(folder / "shop.json", read("example/data/shop.rubyheap.gz"));
    write(folder / "shop.graph", read("example/data/shop.jsonl.gz"));  // not a .graph file
    CHECK(dump_json(folder / "v8.dump")["dumps"][0]["nodes"] == 99408);
    CHECK(dump_json(folder / "game.dump")["dumps"][0]["nodes"] == 13);
    CHECK(dump_json(folder / "shop.json")["dumps"][0]["nodes"] == 13758);
    CHECK(dump_json(folder / "shop.graph")["dumps"][0]["nodes"] == 30901);
    write(folder / "list.graph", "a b\n");  // unrecognizable by content
    CHECK(dump_json(folder / "list.graph")["dumps"][0]["nodes"] == 2);
    write(folder / "list.jsonl", "{\"type\": \"Game\", \"id\": 1, \"size\": 5}\n");
    CHECK(dump_json(folder / "list.jsonl")["dumps"][0]["bytes"] == 5);
    // Heaps of different kinds are compared like heaps of one kind.
    CHECK(dump_json(shop_1 + " " + game)["tables"][0]["total"]["bytes"] == nlohmann::json({7161136, 16208}));
}

TEST_CASE("heapprof: an id that denotes another object in another dump is refused", "[unit]") {
    HEAPPROF_OR_SKIP();
    Folder const folder;
    write(folder / "1.heapsnapshot", minimal_v8);
    write(folder / "2.heapsnapshot", with(",1,4,9,48", ",1,3,9,48"));  // @9 is a Map there
    std::string const both = (folder / "1.heapsnapshot") + " " + (folder / "2.heapsnapshot");
    for (std::string const ask : {" --root @9", " --root x=[@9]", " --retainer @9"}) {
        Result const result = run("dump " + both + ask);
        INFO(result.err);
        CHECK(result.code == 1);
        CHECK(result.err.find("2.heapsnapshot: selector ") != std::string::npos);
        CHECK(result.err.find(" is Map here, but Session in ") != std::string::npos);
        CHECK(result.err.ends_with("1.heapsnapshot: ids were given anew in between\n"));
    }
    CHECK(run("dump " + both + " --root @5").code == 0);
    CHECK(run("dump " + both + " --root class:Map").code == 0);
}

TEST_CASE("heapprof: - is standard input, and standard output for one of the files", "[unit]") {
    HEAPPROF_OR_SKIP();
    Folder const folder;
    auto const piped = [&](std::string const& arguments) {
        std::string const out = folder / "out";
        std::string const command =
            "'" + profiler() + "' dump " + arguments + " <" + game + " >" + out + " 2>" + (folder / "err");
        CHECK(std::system(command.c_str()) == 0);
        return read(out);
    };
    CHECK(piped("-").find("Texture") != std::string::npos);
    auto const json = nlohmann::json::parse(piped("- --json -"));
    CHECK(json["dumps"][0]["bytes"] == 16208);
    CHECK(piped("- --hp -").starts_with("JOB "));
    CHECK_FALSE(std::filesystem::exists("-"));
    CHECK(run("dump " + game + " --hp - --json -").code == 2);
}

TEST_CASE("heapprof: on a narrow terminal names are shortened", "[unit]") {
    HEAPPROF_OR_SKIP();
    std::string const wide = run("dump " + shop_1 + " --by retainer").out;
    Folder const folder;
    std::string const command =
        "COLUMNS=60 '" + profiler() + "' dump " + shop_1 + " --by retainer >" + (folder / "out");
    REQUIRE(std::system(command.c_str()) == 0);
    auto const longest = [](std::string const& text) {
        std::size_t most = 0;
        for (std::size_t begin = 0, end; (end = text.find('\n', begin)) != text.npos; begin = end + 1)
            most = std::max(most, end - begin);
        return most;
    };
    CHECK(longest(wide) > 60);
    CHECK(longest(read(folder / "out")) <= 60);
    CHECK(run("--width 60 dump " + shop_1 + " --by retainer").out == read(folder / "out"));
    CHECK(run("dump " + shop_1 + " --by retainer --width 0").out == wide);
    CHECK(run("dump " + shop_1 + " --width wide").err.find("'wide' is not a number") != std::string::npos);
}

TEST_CASE("heapprof: a comma in braces belongs to a band, not to the list of --only", "[unit]") {
    HEAPPROF_OR_SKIP();
    Folder const folder;
    write(folder / "x.graph", "NODE a \"{tag, text}\" 8\nNODE b { 4\nNODE c C 2\nNODE d D 1\n"
                              "ROOT a\nROOT b\nROOT c\nROOT d\n");
    auto const bytes = [&](std::string const& bands) {
        Result const result = run("dump " + (folder / "x.graph") + " --only 'type=" + bands + "' --json -");
        INFO(result.err);
        REQUIRE(result.code == 0);
        return nlohmann::json::parse(result.out)["tables"][0]["total"]["bytes"][0];
    };
    CHECK(bytes("{tag, text},C") == 10);
    CHECK(bytes("C,{tag, text}") == 10);
    CHECK(bytes("{,C") == 6);
}

TEST_CASE("heapprof: one line counts a Java heap's references to missing objects", "[unit]") {
    HEAPPROF_OR_SKIP();
    WrittenHprof file;
    file.load_class(0x100, "java/lang/Object");
    file.dump_class(0x100, 0, {});
    file.load_class(0x108, "[Ljava/lang/Object;");
    file.dump_class(0x108, 0x100, {});
    file.objects(0x1000, 0x108, {0x7777, 0, 0x1000, 0x8888});
    WrittenHprof whole = file;  // HotSpot itself leaves out some
    whole.objects(0x2000, 0x108, std::vector<std::uint64_t>(3000, 0x1000));
    Folder const folder;
    write(folder / "whole.hprof", whole.bytes());
    CHECK(run("tree " + (folder / "whole.hprof")).err.empty());
    write(folder / "x.hprof", file.bytes());
    Result const result = run("tree " + (folder / "x.hprof"));
    CHECK(result.code == 0);
    CHECK(result.err == "heapprof: " + (folder / "x.hprof") +
                            ": 2 references lead to objects that are not in the file: left out\n");
    CHECK(run("dump example/data/shop.hprof.gz").err.empty());
}
