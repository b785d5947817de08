#include "catch.hpp"
#include "heapprof/dump_of.hpp"
#include "heapprof/reached_without.hpp"
#include "heapprof/run.hpp"
#include "support/folder.hpp"

#include <heapprof/breakdown/owners.hpp>

#include <cstdint>
#include <random>
#include <set>
#include <string>
#include <vector>

namespace {

using trav::dump::AnyDump;
using trav::dump::Node;

// Sessions in a map, a large blob, a list of cells, and icons that two roots share.
std::string const store = [] {
    std::string text = "ROOT app\nROOT log\nNODE app App 1\nNODE log Log 1\nNODE map Map 1\n"
                       "NODE blob Blob 400\napp map sessions\napp blob cached\napp c0 list\n";
    for (int i = 0; i != 250; ++i) {
        std::string const n = std::to_string(i), next = std::to_string(i + 1);
        text += "NODE s" + n + " Session 2\nmap s" + n + ' ' + n + '\n';
        if (i < 100) text += "NODE c" + n + " Cell 5\n";
        if (i < 99) text += 'c' + n + " c" + next + " next\n";
        if (i < 80) text += "NODE i" + n + " Icon 2\napp i" + n + " i" + n + "\nlog i" + n + " i" + n + '\n';
    }
    return text;
}();

}  // namespace

TEST_CASE("heapprof owners: collections, large objects, heads of lists and copies own", "[unit]") {
    HEAPPROF_OR_SKIP();
    Folder const folder;
    write(folder / "x.graph", store);
    auto const json = dump_json((folder / "x.graph") + " --by owner");
    auto const& table = json["tables"][0];
    auto const bytes = [&](std::string const& owner) { return line(table, {owner}).bytes; };
    using Bytes = std::vector<std::uint64_t>;
    INFO(table.dump(1));
    CHECK(bytes("app.sessions: Map") == Bytes{501});
    CHECK(bytes("app.cached: Blob") == Bytes{400});
    CHECK(bytes("app.list: Cell") == Bytes{500});
    // No object dominates an icon, and each has 0.13 % of the heap. As copies with one name they have 10 %.
    CHECK(bytes("app[]: Icon") == Bytes{160});
    CHECK(table["lines"].size() == 6);  // app and log hold too little
}

TEST_CASE("heapprof owners: the memory and the holder of an owner follow the definition", "[property]") {
    std::mt19937 random(7);
    for (int round = 0; round != 300; ++round) {
        std::size_t const count = 2 + random() % 30;
        auto const node = [](std::size_t n) { return 'n' + std::to_string(n); };
        std::string text = "ROOT n0\n";
        if (random() % 2 == 0) text += "ROOT n1\n";
        for (std::size_t n = 0; n != count; ++n)  // all types differ, so none is recursive
            text +=
                "NODE " + node(n) + " T" + std::to_string(n) + ' ' + std::to_string(random() % 100) + '\n';
        for (std::size_t edges = count + random() % count; edges != 0; --edges) {
            std::string const from = node(random() % count), to = node(random() % count);
            text += from + ' ' + to + " x\n";
        }
        INFO(text);
        auto const any = any_dump_of(text);
        AnyDump const& dump = *any;
        heapprof::RetainedHeap const heap(dump);
        double const share = random() % 2 == 0 ? 0.05 : 0.2;
        auto const owners =
            heapprof::find_owners(heap, share, [&](Node n) { return trav::dump::type_name(dump, n); });

        std::vector<bool> const alive = reached_without(dump, dump.node_count());
        std::vector<std::vector<bool>> without;
        std::uint64_t total = 0;
        for (Node n = 0; n != dump.node_count(); ++n) {
            without.push_back(reached_without(dump, n));
            total += alive[n] ? dump.size(n) : 0;
        }
        auto const dominates = [&](Node a, Node b) { return alive[b] && !without[a][b]; };
        std::set<Node> found;
        for (auto const& owner : owners.owners)
            if (owner.node != heapprof::Owners::nobody) found.insert(owner.node);
        for (Node n = 0; n != dump.node_count(); ++n) {
            if (!alive[n]) {
                CHECK(owners.of_node[n] == heapprof::Owners::unreached);
                continue;
            }
            std::uint64_t held = 0;  // by this owner, and by no owner below
            for (Node m = 0; m != dump.node_count(); ++m) {
                bool below = false;
                for (Node const o : found) below = below || (o != n && dominates(n, o) && dominates(o, m));
                if (dominates(n, m) && !below) held += dump.size(m);
            }
            bool const enough = held >= 1 && held >= static_cast<std::uint64_t>(share * double(total));
            CHECK(found.contains(n) == enough);

            auto const& owner = owners.owners[owners.of_node[n]];
            for (Node const o : found)  // finds the nearest owner
                if (dominates(o, n))
                    CHECK((owner.node != heapprof::Owners::nobody && dominates(o, owner.node)));
            if (owner.node != heapprof::Owners::nobody) CHECK(dominates(owner.node, n));
        }
    }
}

TEST_CASE("heapprof owners: variables of modules and fields of the program own V8's heap", "[conformance]") {
    HEAPPROF_OR_SKIP();
    auto const json = dump_json(shop_3 + " --by owner");
    auto const& table = json["tables"][0];
    CHECK(line(table, {"app.sessions: Map"}).objects == std::vector<std::uint64_t>{27009});
    std::uint64_t first = 0, total = 0;
    std::size_t lines = 0;
    for (auto const& entry : table["lines"]) {
        std::uint64_t const bytes = entry["bytes"][0];
        if (lines++ < 20) first += bytes;
        total += bytes;
    }
    CHECK(first * 10 >= total * 9);
    CHECK(total == json["dumps"][0]["bytes"].get<std::uint64_t>());
}

namespace {

// The lines of `dump --by owner` over several dumps, given as texts.
nlohmann::json owners_of(std::vector<std::string> const& dumps) {
    Folder const folder;
    std::string files;
    for (std::string const& text : dumps) {
        std::string const file = folder / (std::to_string(files.size()) + ".graph");
        write(file, text);
        files += file + ' ';
    }
    return dump_json(files + "--by owner")["tables"][0];
}
std::string const roots_of_plugins =
    "ROOT listeners\nROOT modules\nNODE listeners List 1\nNODE modules List 1\n";

// Copies of a module: both roots hold the table of each one.
std::string plugins(int copies) {
    std::string text = roots_of_plugins;
    for (int i = 0; i != copies; ++i) {
        std::string const n = std::to_string(i);
        text += "NODE t" + n + " Table 8000\nlisteners t" + n + ' ' + n + "\nmodules t" + n + ' ' + n + '\n';
    }
    return text;
}

}  // namespace

// Each copy is 9 % of the first dump and 0.7 % of the last one.
TEST_CASE("heapprof owners: copies that fall under the share in a larger heap remain one owner", "[unit]") {
    HEAPPROF_OR_SKIP();
    auto const table = owners_of({plugins(3) + "NODE big Big 60000\nlisteners big big\n",
                                  plugins(60) + "NODE big Big 600000\nlisteners big big\n"});
    INFO(table.dump(1));
    CHECK(line(table, {"listeners[]: Table"}).bytes == std::vector<std::uint64_t>{24000, 480000});
    CHECK(line(table, {"listeners[]: Table"}).objects == std::vector<std::uint64_t>{3, 60});
    CHECK(line(table, {"listeners.big: Big"}).bytes == std::vector<std::uint64_t>{60000, 600000});
}

// No copy is an owner by itself in any dump: 0.4 % each.
TEST_CASE("heapprof owners: many small copies are one owner", "[unit]") {
    HEAPPROF_OR_SKIP();
    auto const table = owners_of({plugins(1) + "NODE big Big 2000000\nlisteners big big\n",
                                  plugins(25) + "NODE big Big 2000000\nlisteners big big\n"});
    INFO(table.dump(1));
    CHECK(line(table, {"listeners[]: Table"}).bytes == std::vector<std::uint64_t>{8000, 200000});
}

// The map takes 0.4 % of the first dump, inside of a store that is an owner of both.
TEST_CASE("heapprof owners: an owner of the last dump is a line of its own in the first", "[unit]") {
    HEAPPROF_OR_SKIP();
    auto const dump = [](int map) {
        return "ROOT app\nNODE app App 1\nNODE store Store 500000\napp store store\nNODE map Map " +
               std::to_string(map) + "\nstore map sessions\nNODE log Log 500000\napp log log\n";
    };
    auto const table = owners_of({dump(4000), dump(300000)});
    INFO(table.dump(1));
    CHECK(line(table, {"app.store.sessions: Map"}).bytes == std::vector<std::uint64_t>{4000, 300000});
    CHECK(line(table, {"app.store: Store"}).bytes == std::vector<std::uint64_t>{500000, 500000});
}

// The same, where elements of the map are larger than the rest of it.
TEST_CASE("heapprof owners: a small owner has the bytes of its large elements", "[unit]") {
    HEAPPROF_OR_SKIP();
    auto const dump = [](int entries) {
        std::string text = "ROOT app\nNODE app App 1\nNODE big Big 1000000\napp big big\nNODE map Map 10\n"
                           "app map sessions\n";
        for (int i = 0; i != entries; ++i) {
            std::string const n = std::to_string(i);
            text += "NODE s" + n + " Session 1000\nmap s" + n + ' ' + n + '\n';
        }
        return text;
    };
    auto const table = owners_of({dump(4), dump(100)});
    INFO(table.dump(1));
    CHECK(line(table, {"app.sessions: Map"}).bytes == std::vector<std::uint64_t>{4010, 100010});
}

TEST_CASE("heapprof owners: the bands of each dump add up to the dump", "[property]") {
    HEAPPROF_OR_SKIP();
    std::mt19937 random(11);
    for (int round = 0; round != 20; ++round) {
        std::vector<std::string> dumps;
        std::vector<std::uint64_t> total(3);
        for (std::uint64_t& bytes : total) {
            std::size_t const count = 2 + random() % 60;
            std::string text = "ROOT n0\n";
            for (std::size_t n = 0; n != count; ++n) {
                std::size_t const size = random() % 2000;
                bytes += size;
                text += "NODE n" + std::to_string(n) + " T" + std::to_string(n % 7) + ' ' +
                        std::to_string(size) + '\n';
                for (int i = 0; i != 2; ++i)
                    text += "n" + std::to_string(random() % count) + " n" + std::to_string(n) + " f" +
                            std::to_string(random() % 3) + '\n';
            }
            dumps.push_back(text);
        }
        auto const table = owners_of(dumps);
        std::vector<std::uint64_t> sum(3);
        for (auto const& entry : table["lines"]) {
            CHECK(entry["labels"][0] != "");
            for (std::size_t i = 0; i != 3; ++i) sum[i] += entry["bytes"][i].get<std::uint64_t>();
        }
        CHECK(sum == total);
    }
}
