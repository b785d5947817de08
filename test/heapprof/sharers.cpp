#include "catch.hpp"
#include "heapprof/dump_of.hpp"
#include "heapprof/reached_without.hpp"
#include "heapprof/run.hpp"
#include "support/folder.hpp"

#include <heapprof/breakdown/owners.hpp>
#include <heapprof/breakdown/sharers.hpp>

#include <cstdint>
#include <functional>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

namespace {

using heapprof::Owners;
using trav::dump::AnyDump;
using trav::dump::Node;

std::string name_of(AnyDump const& dump, Node n) { return std::string(dump.id(n)); }

// The sharers of each object, one path at a time: a path ends at the first sharer that it meets.
std::vector<std::set<std::string>> sharers_of(AnyDump const& dump,
                                              std::function<std::string(Node)> const& sharer) {
    std::vector<std::set<std::string>> of(dump.node_count());
    auto const spread = [&](Node start, std::string const& name) {
        std::vector<bool> seen(dump.node_count());
        std::vector<Node> open{start};
        while (!open.empty()) {
            Node const from = open.back();
            open.pop_back();
            dump.for_each_edge(from, [&](auto const& edge) {
                if (seen[edge.to]) return;
                seen[edge.to] = true;
                of[edge.to].insert(name);
                if (sharer(edge.to).empty()) open.push_back(edge.to);
            });
        }
    };
    std::vector<bool> const alive = reached_without(dump, dump.node_count());
    dump.for_each_root([&](Node n, auto const&) {
        of[n].insert("(roots)");
        if (sharer(n).empty()) spread(n, "(roots)");
    });
    for (Node n = 0; n != dump.node_count(); ++n)
        if (alive[n] && !sharer(n).empty()) spread(n, sharer(n));
    return of;
}

// What the group is called.
std::string text_of(std::set<std::string> const& names) {
    std::string text;
    std::size_t left = names.size();
    for (std::string const& name : names) text += name + (--left == 0 ? "" : left == 1 ? " and " : ", ");
    return (names.size() == 1 ? "data of " : "") + text;
}

}  // namespace

TEST_CASE("heapprof sharers: every object is in the group of its sharers, or stays", "[property]") {
    std::mt19937 random(11);
    std::size_t of_groups = 0, of_owners = 0, of_small = 0, kept = 0;
    for (int round = 0; round != 800; ++round) {
        std::size_t const count = 5 + random() % 40;
        auto const node = [](std::size_t n) { return 'n' + std::to_string(n); };
        std::string text;
        for (std::size_t n = 0; n != count; ++n)
            text += "NODE " + node(n) + " T" + std::to_string(n) + ' ' +
                    std::to_string(n < 8 ? 1000 : random() % 10) + '\n';
        for (std::size_t edges = count + random() % count; edges != 0; --edges) {
            std::string const from = node(random() % count), to = node(random() % count);
            text += from + ' ' + to + " x\n";
        }
        std::size_t const first = round % 2 == 0 ? 0 : 2;
        for (std::size_t root = first; root != first + 3; ++root) text += "ROOT " + node(root) + '\n';
        INFO(text);
        auto const any = any_dump_of(text);
        AnyDump const& dump = *any;
        heapprof::RetainedHeap const heap(dump);
        std::size_t const packages = random() % 3;
        auto const package = [&](Node n) {
            return n % 7 == 6 && packages != 0 ? "package" + std::to_string(n % packages) : "";
        };
        auto const group = [&](Node n) { return 'G' + std::to_string(n % 3); };
        auto const divides = [](std::string const& of) { return of != "G2" && of != ""; };
        Owners const before = heapprof::find_owners(heap, 0.05, group, 2);
        Owners after = before;
        heapprof::divide_shared(
            heap, after, 0.05, [&](Owners::Owner const& owner) { return name_of(dump, owner.node); }, package,
            divides);

        // The large owner that an object is in, or the group.
        auto const around = [&](Node n) {
            std::uint32_t at = before.of_node[n];
            while (!before.owners[at].large && before.owners[at].above != Owners::nobody)
                at = before.owners[at].above;
            return at;
        };
        auto const sharer = [&](Node n) -> std::string {
            if (before.of_node[n] == Owners::unreached) return "";
            auto const& owner = before.owners[around(n)];
            return owner.node == n ? name_of(dump, n) : owner.large ? "" : package(n);
        };
        auto const sharers = sharers_of(dump, sharer);
        std::map<std::uint32_t, std::uint64_t> bytes;
        for (Node n = 0; n != dump.node_count(); ++n) {
            if (before.of_node[n] == Owners::unreached) {
                CHECK(after.of_node[n] == Owners::unreached);
                continue;
            }
            auto const& owner = before.owners[around(n)];
            bool const in_large = owner.node != Owners::nobody;
            CHECK(in_large == owner.large);
            bool const moves = sharer(n).empty() && sharers[n].size() <= 3 &&
                               !sharers[n].contains("(roots)") &&
                               !(in_large && sharers[n].contains(name_of(dump, owner.node))) &&
                               (in_large || owner.group != "G2");
            if (moves) {
                auto const& is = after.owners[after.of_node[n]];
                CHECK(is.node == Owners::nobody);
                CHECK(is.group == text_of(sharers[n]));
                CHECK(is.above == around(n));
                bytes[after.of_node[n]] += dump.size(n);
                if (before.owners[before.of_node[n]].node == Owners::nobody) ++of_groups;
                else ++(before.owners[before.of_node[n]].large ? of_owners : of_small);
            } else {
                CHECK(after.of_node[n] == before.of_node[n]);
                ++kept;
            }
        }
        for (auto const& [number, its] : bytes)
            CHECK(after.owners[number].large == (double(its) >= 0.05 * double(heap.tree.total().bytes)));
        CHECK(after.owners.size() == before.owners.size() + bytes.size());  // no group is empty
        for (std::uint32_t i = 0; i != after.owners.size(); ++i)
            CHECK((after.owners[i].above == Owners::nobody || after.owners[i].above < i));
    }
    CHECK(of_groups > 20);
    CHECK(of_owners > 20);
    CHECK(of_small > 20);
    CHECK(kept > 20);
}

TEST_CASE("heapprof sharers: a group with exactly the share is large", "[unit]") {
    auto const is_large = [](int page) {  // of 16 bytes; the share is 4
        auto const dump =
            any_dump_of("NODE p Page " + std::to_string(page) + "\nNODE q Page 2\nNODE a A 5\n" +
                        "NODE b B 4\nNODE r Rest " + std::to_string(5 - page) +
                        "\na p x\na q y\nb p x\nb q y\nROOT a\nROOT b\nROOT r\n");
        heapprof::RetainedHeap const heap(*dump);
        Owners owners = heapprof::find_owners(heap, 0.25, [](Node) { return "all"; });
        heapprof::divide_shared(
            heap, owners, 0.25, [&](Owners::Owner const& owner) { return name_of(*dump, owner.node); },
            [](Node) { return ""; }, [](auto const&) { return true; });
        auto const& group = owners.owners[owners.of_node[0]];
        CHECK(group.group == "a and b");
        CHECK(group.sharers == 2);
        return group.large;
    };
    CHECK_FALSE(is_large(1));
    CHECK(is_large(2));
}

TEST_CASE("heapprof sharers: pages that two caches hold are shared by these, and add up", "[unit]") {
    HEAPPROF_OR_SKIP();
    Folder const folder;
    std::string text = "ROOT mail\nROOT news\nROOT log\nNODE mail Cache 300\nNODE news Cache 300\n"
                       "NODE log Log 1\n";
    for (int i = 0; i != 10000; ++i) {
        std::string const n = std::to_string(i);
        text += "NODE p" + n + " Page 2\nmail p" + n + ' ' + n + "\nnews p" + n + ' ' + n + '\n';
    }
    text += "NODE q Page 2\nmail q 0\nnews q 0\nlog q now\n";  // another object holds it as well
    write(folder / "x.graph", text);
    auto const table = dump_json((folder / "x.graph") + " --by owner")["tables"][0];
    INFO(table.dump(1));
    CHECK(line(table, {"shared: mail: Cache and news: Cache"}).bytes == std::vector<std::uint64_t>{20000});
    CHECK(line(table, {"mail: Cache"}).bytes == std::vector<std::uint64_t>{300});
    CHECK(table["total"]["bytes"][0] == 20603);
}

TEST_CASE("heapprof sharers: what two parts of one object share is theirs, however large its objects",
          "[unit]") {
    HEAPPROF_OR_SKIP();
    Folder const folder;
    std::string text =
        "ROOT app\nNODE app App 300\nNODE a Cache 300\nNODE b Cache 300\napp a mail\napp b news\n";
    for (int i = 0; i != 50; ++i) {  // each is 0.2 % of the heap
        std::string const n = std::to_string(i);
        text += "NODE p" + n + " Page 20\na p" + n + ' ' + n + "\nb p" + n + ' ' + n + "\nNODE o" + n +
                " Log 160\napp o" + n + " log\n";
    }
    write(folder / "x.graph", text);
    auto const table = dump_json((folder / "x.graph") + " --by owner")["tables"][0];
    INFO(table.dump(1));
    CHECK(line(table, {"shared: app.mail and app.news"}).bytes == std::vector<std::uint64_t>{1000});
}

TEST_CASE("heapprof sharers: a group that one of several dumps does not have is no band", "[unit]") {
    HEAPPROF_OR_SKIP();
    Folder const folder;
    auto const heap = [](bool third) {
        std::string text = "ROOT app\nNODE app App 300\nNODE a Cache 300\nNODE b Cache 300\napp a mail\n"
                           "app b news\n";
        for (int i = 0; i != 50; ++i) {
            std::string const n = std::to_string(i);
            text += "NODE p" + n + " Page 20\na p" + n + ' ' + n + "\nb p" + n + ' ' + n + '\n';
            if (third) text += "app p" + n + " page" + n + '\n';
        }
        return text;
    };
    write(folder / "1.graph", heap(false));
    write(folder / "2.graph", heap(true));
    auto const table =
        dump_json((folder / "1.graph") + ' ' + (folder / "2.graph") + " --by owner")["tables"][0];
    INFO(table.dump(1));
    for (auto const& each : table["lines"])
        CHECK_FALSE(std::string(each["labels"][0]).starts_with("shared: "));
}
