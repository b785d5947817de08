// Long paths of `why`, and the roots at the beginning of paths.
#include "catch.hpp"
#include "heapprof/dump_of.hpp"
#include "heapprof/node_of.hpp"

#include <heapprof/question/why.hpp>

#include <algorithm>
#include <cstddef>
#include <set>
#include <string>
#include <vector>

namespace {

using heapprof::Node;
using heapprof::WhyAnswer;

}  // namespace

TEST_CASE("heapprof why far: a path of over a hundred objects lacks its middle", "[unit]") {
    // the path of a chain with these references
    auto const path = [](std::size_t objects, auto const& name, std::string const& odd_type = "T") {
        std::string text = "ROOT n0 app\n";
        for (std::size_t i = 0; i != objects; ++i)
            text += "NODE n" + std::to_string(i) + ' ' + (i == 60 ? odd_type : "T") + " 1\n" +
                    (i == 0 ? ""
                            : 'n' + std::to_string(i - 1) + " n" + std::to_string(i) + std::string(" ") +
                                  name(i) + '\n');
        auto const dump = any_dump_of(text);
        WhyAnswer const answer =
            heapprof::why(*dump, {test::node_of(*dump, 'n' + std::to_string(objects - 1))}, {});
        WhyAnswer::Path const& it = answer.paths.at(0);
        CHECK(it.left_out == (objects > 100 ? objects - 100 : 0));
        CHECK(it.steps.size() == std::min<std::size_t>(objects, 100));
        for (std::size_t i = 0; i != it.steps.size(); ++i) {
            std::size_t const n = i < 50 ? i : i + it.left_out;
            CHECK(it.steps[i].object.id == 'n' + std::to_string(n));
            CHECK(it.steps[i].field == (n == 0 ? "" : std::string(".") + name(n)));
            CHECK(it.steps[i].retained == objects - n);
        }
        return it;
    };
    auto const next = [](std::size_t) { return "next"; };
    CHECK(!path(99, next).repeats);
    CHECK(!path(100, next).repeats);
    CHECK(path(101, next).repeats);
    CHECK(path(180, next).repeats);
    CHECK(!path(180, next, "U").repeats);
    for (std::size_t odd = 48; odd != 133; ++odd)  // the objects 50 to 129 are left out
        CHECK(path(180, [&](std::size_t i) { return i == odd ? "odd" : "next"; }).repeats ==
              (odd < 49 || odd > 129));
}

TEST_CASE("heapprof why far: the first object's name as a root, unless the selector begins with it",
          "[unit]") {
    // of several names of a root a selector has the last
    auto const root = [](std::string const& roots, std::string const& field) {
        auto const dump = any_dump_of("NODE a A 1\nNODE b B 1\nNODE c C 1\n" + roots +
                                      (field.empty() ? "" : "a b " + field + '\n'));
        return heapprof::why(*dump, {field.empty() ? Node{0} : Node{1}}, {}).paths.at(0).root;
    };
    for (std::string const field : {"", "x", "0", "\"a b\""}) {
        INFO(field);
        CHECK(root("ROOT a main\n", field) == "");
        CHECK(root("ROOT a main\nROOT a other\n", field) == "main");
        CHECK(root("ROOT a main\nROOT a mainly\n", field) == "main");
        CHECK(root("ROOT a main\nROOT c main\n", field) == "main");
        CHECK(root("ROOT c main\nROOT a main\n", field) == "main");
        CHECK(root("ROOT c other\nROOT a main\n", field) == "");
    }
}

TEST_CASE(
    "heapprof why far: merged paths begin at the first name of a root; the keys of a dictionary are one",
    "[unit]") {
    // over 64 fields of a type are keys; the user is a field
    std::string text = "NODE app App 1\nNODE log Log 1\nNODE cache dict 1\nNODE user User 1\nROOT app one\n"
                       "ROOT app two\nROOT log three\napp cache cache\ncache user user\n";
    for (std::size_t i = 0; i != 65; ++i) {
        std::string const n = std::to_string(i);
        text += "NODE s" + n + " Session 10\ncache s" + n + " key" + n + '\n';
    }
    auto const dump = any_dump_of(text + "NODE t Text 5\nlog t last\n");
    std::vector<Node> wanted;
    for (Node n = 0; n != dump->node_count(); ++n)
        if (std::set<std::string>{"Session", "Text", "User"}.contains(std::string(type_name(*dump, n))))
            wanted.push_back(n);
    WhyAnswer const answer = heapprof::why(*dump, wanted, {});
    REQUIRE(answer.merged.size() == 1);
    std::string lines;
    for (auto const& line : answer.merged[0].paths)
        lines +=
            std::to_string(line.depth) + ' ' + line.text + ' ' + std::to_string(line.amount.objects) + '\n';
    CHECK(lines == "0 one: App 66\n1 .cache -> dict 66\n2 [] -> Session 65\n2 .user -> User 1\n"
                   "0 three: Log 1\n1 .last -> Text 1\n");
}

TEST_CASE("heapprof why far: the nearest dominators, and the number of the others", "[unit]") {
    auto const dump = any_dump_of("ROOT a\nNODE a A 1\nNODE b B 1\nNODE c C 1\nNODE d D 1\nNODE e E 1\n"
                                  "a b x\nb c x\nc d x\nd e x\n");
    auto const nearest = [&](std::size_t top) {
        WhyAnswer const answer = heapprof::why(*dump, {test::node_of(*dump, "e")}, {.top = top});
        std::string ids;
        for (auto const& each : answer.dominators) ids += each.object.id;
        return ids + '+' + std::to_string(answer.more_dominators);
    };
    CHECK(nearest(0) == "dcba+0");
    CHECK(nearest(1) == "d+3");
    CHECK(nearest(3) == "dcb+1");
    CHECK(nearest(4) == "dcba+0");
}
