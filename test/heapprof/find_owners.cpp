// The owners of small heaps, by share and level.
#include "catch.hpp"
#include "heapprof/dump_of.hpp"
#include "heapprof/node_of.hpp"

#include <heapprof/breakdown/owners.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace {

using heapprof::LargePart;
using heapprof::Owners;
using trav::dump::Node;
using Texts = std::vector<std::string>;

struct Heap {
    explicit Heap(std::string const& text) : dump(any_dump_of(text)) {}
    std::string id(Node n) const { return n == Owners::nobody ? "-" : dump->id(n); }

    Owners owners(double share, int finer = 0) const {
        return find_owners(heap, share, [&](Node n) { return type_name(*dump, n); }, finer);
    }
    // "ABOVE/OWNER" for each owner, by id, with a group in place of "/OWNER" and `*` after a large one.
    std::string text(double share, int finer = 0) const {
        Owners const all = owners(share, finer);
        std::string text;
        for (auto const& each : all.owners) {
            std::string const above = each.above == Owners::nobody ? "" : id(all.owners[each.above].node);
            text += above + (each.node == Owners::nobody ? each.group : '/' + id(each.node)) +
                    (each.large ? "* " : " ");
        }
        return text;
    }

    std::unique_ptr<trav::dump::AnyDump const> dump;
    heapprof::RetainedHeap heap{*dump};
};

// For nested objects of these types, outermost first: `x` inside a structure, else `.`.
std::string inside(Texts const& types) {
    std::string text = "ROOT n0\n";
    std::vector<LargePart> parts;
    for (std::size_t i = 0; i != types.size(); ++i) {
        text += "NODE n" + std::to_string(i) + ' ' + types[i] + " 1\n";
        parts.push_back({Node(i), i - 1});
    }
    std::string result;
    for (bool const each : inside_structures(*any_dump_of(text), parts)) result += each ? 'x' : '.';
    return result;
}

std::string child(std::string const& of, std::string const& id, int bytes) {
    return "NODE " + id + " T" + id + ' ' + std::to_string(bytes) + '\n' + of + ' ' + id + ' ' + id + '\n';
}

}  // namespace

TEST_CASE("heapprof find owners: each finer level has a third of the share", "[unit]") {
    // of 10,000 bytes
    std::string text = "ROOT r\nNODE r App 1116\n";
    for (auto const& [id, bytes] : std::vector<std::pair<char const*, int>>{{"a", 3000},
                                                                            {"b", 2999},
                                                                            {"c", 1000},
                                                                            {"d", 999},
                                                                            {"e", 333},
                                                                            {"f", 332},
                                                                            {"g", 111},
                                                                            {"h", 110}})
        text += child("r", id, bytes);
    Heap const heap(text);
    auto const ids = [&](int finer) {
        std::string found;
        for (auto const& each : heap.owners(0.3, finer).owners) {
            if (each.node == Owners::nobody) continue;
            found += heap.id(each.node);
            CHECK(each.large == (heap.id(each.node) == "r" || heap.id(each.node) == "a"));
        }
        std::ranges::sort(found);
        return found;
    };
    CHECK(ids(0) == "ar");
    CHECK(ids(1) == "abcr");
    CHECK(ids(2) == "abcder");
    CHECK(ids(3) == "abcdefgr");
}

TEST_CASE("heapprof find owners: a level counts the bytes outside its own lower owners", "[unit]") {
    Heap const heap("ROOT app\nNODE app App 6001\n" + child("app", "x", 1000) + child("x", "y", 2999));
    CHECK(heap.text(0.3) == "App -/app* app/x* ");
    CHECK(heap.text(0.3, 1) == "App -/app* app/x* x/y ");
    Heap const small("ROOT app\nNODE app App 6002\n" + child("app", "x", 999) + child("x", "y", 2999));
    CHECK(small.text(0.3, 1) == "App -/app* app/x* x/y ");  // x at the first level, without y
    Heap const large("ROOT app\nNODE app App 6001\n" + child("app", "x", 999) + child("x", "y", 3000));
    CHECK(large.text(0.3, 1) == "App -/app* app/y* ");
}

TEST_CASE("heapprof find owners: an owner has a byte or more", "[unit]") {
    Heap const heap("ROOT app\nNODE app App 0\n" + child("app", "x", 1) + child("app", "y", 0));
    CHECK(heap.text(0) == "App -/x* ");
    CHECK(heap.text(0, 3) == "App -/x* ");
}

TEST_CASE("heapprof find owners: the roots of a group are one owner, before its parts", "[unit]") {
    Heap const heap("ROOT a\nROOT b\nROOT c\nNODE a Row 1\nNODE b Col 1\nNODE c Row 1\n" +
                    child("a", "x", 50) + child("c", "y", 47) + "WEAK a z gone\nNODE z Z 100\n");
    Owners const all = heap.owners(0.3);
    CHECK(all.owners.size() == 4);
    auto const owner = [&](std::string const& id) { return all.of_node[test::node_of(*heap.dump, id)]; };
    CHECK(owner("a") == owner("c"));
    CHECK(owner("a") != owner("b"));
    CHECK(all.owners[owner("b")].group == "Col");
    for (char const* const id : {"x", "y"}) {
        CHECK(all.owners[owner(id)].node == test::node_of(*heap.dump, id));
        CHECK(all.owners[owner(id)].above == owner("a"));
        CHECK(owner(id) > owner("a"));
    }
    CHECK(owner("z") == Owners::unreached);
}

TEST_CASE("heapprof find owners: large parts, each with the nearest one around it", "[unit]") {
    Heap const heap("ROOT app\nNODE app App 1\n" + child("app", "a", 1) + child("a", "b", 5) +
                    child("a", "c", 4) + child("app", "d", 2) + child("d", "e", 3) + child("app", "f", 5));
    auto const parts = large_parts(heap.heap, 5);
    std::vector<std::string> found;
    for (std::size_t i = 0; i != parts.size(); ++i) {
        CHECK((parts[i].above == LargePart::npos || parts[i].above < i));
        found.push_back((parts[i].above == LargePart::npos ? "" : heap.id(parts[parts[i].above].node)) + '/' +
                        heap.id(parts[i].node));
    }
    std::ranges::sort(found);
    CHECK(found == std::vector<std::string>{"/app", "a/b", "app/a", "app/d", "app/f"});
    CHECK(large_parts(heap.heap, 22).empty());
    CHECK(large_parts(heap.heap, 21).size() == 1);
}

TEST_CASE("heapprof find owners: plain objects, nested, are no structure", "[unit]") {
    for (char const* const plain : {"Object", "Array", "Map", "dict", "list", "Hash", "ARRAY", "HASH",
                                    "java.util.HashMap", "(array)"}) {
        CHECK(inside(Texts(4, plain)) == "....");
        CHECK(inside(Texts(5, plain)) == ".xxxx");
    }
    CHECK(inside(Texts(3, "Set")) == ".xx");
}

TEST_CASE("heapprof find owners: a structure is recursive by the four nearest parts around", "[unit]") {
    auto const nested = [](std::string const& types) {  // of types A, B, ..., and O, which is plain
        Texts names;
        for (char const type : types) names.push_back(type == 'O' ? "Object" : std::string(1, type));
        return inside(names);
    };
    CHECK(nested("AAA") == ".xx");  // the second holds a part of a structure with its type
    CHECK(nested("AA") == "..");
    CHECK(nested("ABCABC") == "......");
    CHECK(nested("AABCA") == ".x..x");
    CHECK(nested("AABCDA") == "......");
    CHECK(nested("ABCDAEFGA") == ".........");  // the first is the eighth nearest
    CHECK(nested("ABCAA") == "....x");          // a step of the nearest two is one, not four
    CHECK(nested("BABABA") == "..xxxx");
    CHECK(nested("ABAAA") == "...xx");  // a list in a variable of B, in an object of the type of its elements
    CHECK(nested("ABCAAAAA") == "....xxxx");
    CHECK(nested("OOOO") == "....");  // plain objects in plain objects
    CHECK(nested("OSOO") == "....");
    CHECK(nested("OOOOO") == ".xxxx");
    CHECK(nested("OAOAOAOAO") == "..xxxxxxx");
}

TEST_CASE("heapprof find owners: a tree of objects of one type belongs to its root", "[unit]") {
    std::string text = "ROOT app\nNODE app App 1\napp t1 tree\n";
    for (int n = 1; n != 512; ++n) {
        text += "NODE t" + std::to_string(n) + " Tree 10\n";
        if (n > 1)
            text += 't' + std::to_string(n / 2) + " t" + std::to_string(n) + (n % 2 ? " left\n" : " right\n");
    }
    CHECK(Heap(text).text(0.01) == "App -/t1* ");
}

TEST_CASE("heapprof find owners: the topmost of wanted objects", "[unit]") {
    Heap const heap("ROOT r\nNODE r App 1\n" + child("r", "a", 1) + child("a", "b", 1) + child("b", "c", 1) +
                    child("r", "d", 1));
    auto const ids = [&](std::string const& wanted) {
        std::string found;
        for (Node const n :
             topmost(heap.heap, [&](Node at) { return wanted.find(heap.id(at)) != wanted.npos; }))
            found += heap.id(n);
        std::ranges::sort(found);
        return found;
    };
    CHECK(ids("abcd") == "ad");
    CHECK(ids("ac") == "ac");
    CHECK(ids("ra") == "r");
    CHECK(ids("").empty());
}
