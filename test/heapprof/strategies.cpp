// Checks the form of the output, and that all methods agree. Does not check times.
#include "catch.hpp"
#include "heapprof/ask.hpp"

#include <trav/graph/csr.hpp>
#include <trav/graph/write_csr.hpp>

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace {

std::set<std::string> const solvers{"solve", "solve_by_numbering", "solve_by_revisiting, Prefetch<>"};
std::set<std::string> const walkers{"DepthFirst",       "BreadthFirst", "MarkStack",      "Prefetch<>",
                                    "Prefetch<>, once", "MemorySweep",  "PointerReversal"};

nlohmann::json strategies_json(std::string const& file, std::string const& arguments = "") {
    Result const result = run("strategies '" + file + "' --rounds 1 --json - " + arguments);
    INFO(result.err);
    REQUIRE(result.code == 0);
    return nlohmann::json::parse(result.out);
}

}  // namespace

TEST_CASE("heapprof strategies: runs each method of each contest on each kind of dump", "[property]") {
    HEAPPROF_OR_SKIP();
    Folder const folder;
    REQUIRE(run("export " + game + " -o " + (folder / "game.csr")).code == 0);
    for (std::string const& file :
         std::vector<std::string>{game, shop_1, "example/data/shop.hprof.gz", "example/data/shop.rubyheap.gz",
                                  "example/data/shop.jsonl.gz", folder / "game.csr"}) {
        INFO(file);
        auto const answer = strategies_json(file);
        CHECK(answer["schema"] == "heapprof strategies");
        CHECK(answer["version"] == 1);
        CHECK(answer["files"] == std::vector{file});
        CHECK(answer["reached"] <= answer["objects"]);
        std::map<std::string, std::set<std::string>> methods;
        for (auto const& each : answer["results"]) {
            CHECK(each["shape"] == file);
            CHECK(each["n"] == answer["reached"]);
            CHECK(each["ns_per_object"] > 0);
            CHECK(each["rounds"] == 1);
            methods[each["suite"]].insert(std::string(each["method"]));
        }
        methods["walks"].erase("Parallel<>");  // absent on machines with one thread
        CHECK(methods == std::map<std::string, std::set<std::string>>{{"walks", walkers},
                                                                      {"root sets", solvers},
                                                                      {"retainer sets", solvers},
                                                                      {"retained sizes", {"dominators"}}});
        REQUIRE(answer["advice"].size() == 3);
        CHECK(std::string(answer["advice"][0]).starts_with("For walks in any order: "));
        CHECK(std::string(answer["advice"][1]).starts_with("For root sets: solve"));
        CHECK(std::string(answer["advice"][2]).starts_with("For retainer sets: solve"));
    }
}

TEST_CASE("heapprof strategies: prints the heap, a table for each contest, and advice", "[unit]") {
    HEAPPROF_OR_SKIP();
    // b is reached twice; only a weak reference leads to c
    Result const result = ask("strategies", "--rounds 2",
                              "ROOT a\nROOT r other\nNODE a A 1\nNODE r A 1\nNODE b B 2\nNODE c C 4\n"
                              "a b x\nr b x\nb a back\nWEAK a c w\n");
    CHECK(result.code == 0);
    CHECK(result.err.empty());
    CHECK(has(result.out, "x.graph: 4 objects, 3 references; 3 objects reached from 2 roots\n\nwalks, "));
    for (std::string const suite : {"walks", "root sets", "retainer sets", "retained sizes"})
        CHECK(has(result.out, "\n\n" + suite + ", "));
    CHECK(has(result.out, "x.graph, 3 objects\n                                     ns/object  spread"));
    CHECK(has(result.out, "\n\nFor walks in any order: "));
    CHECK(has(result.out, ".\nFor root sets: "));
    CHECK(has(result.out, ".\nFor retainer sets: "));
    CHECK(has(ask("strategies", "--rounds 1", "ROOT a\nNODE a A 1\n").out, "Only one round was timed: "));
}

TEST_CASE("heapprof strategies: accepts more roots than a mask has bits", "[property]") {
    HEAPPROF_OR_SKIP();
    std::string text;
    for (int i = 0; i != 200; ++i) {
        std::string const n = std::to_string(i);
        text += "NODE " + n + " T 1\nROOT " + n + " root" + n + "\n" + n + ' ' + std::to_string(i * 7 % 200) +
                " f\n";
    }
    CHECK(ask("strategies", "--rounds 1", text).code == 0);
}

TEST_CASE("heapprof strategies: accepts a .csr without roots", "[unit]") {
    HEAPPROF_OR_SKIP();
    Folder const folder;
    std::string const file = folder / "x.csr";
    auto const asked = [&](std::vector<std::uint32_t> const& offsets,
                           std::vector<std::uint32_t> const& targets) {
        trav::write_csr(file, trav::Csr<>(offsets, targets));
        return run("strategies --rounds 1 " + file);
    };
    // 0 -> 1 -> 1, 2
    CHECK(has(asked({0, 1, 2, 2}, {1, 1}).out,
              ": 3 objects, 2 references; 3 objects reached from 2 roots; the file names none, so these are "
              "the objects without referrers\n"));
    CHECK(asked({0, 1}, {0}).err ==
          "heapprof: " + file + ": there is no root, and no object without referrers\n");
    CHECK(asked({0}, {}).err == "heapprof: " + file + ": there are no objects\n");
}

TEST_CASE("heapprof strategies: a heap that cannot be walked gives one error line", "[unit]") {
    HEAPPROF_OR_SKIP();
    auto const refused = [](std::string const& text, int code, std::string const& says,
                            std::string const& arguments = "") {
        Result const result = ask("strategies", arguments, text);
        INFO(result.err);
        CHECK(result.code == code);
        CHECK(result.out.empty());
        CHECK(has(result.err, says));
        CHECK(result.err.find('\n') == result.err.size() - 1);
    };
    Folder const folder;
    write(folder / "empty.graph", "");
    CHECK(has(run("strategies " + folder / "empty.graph").err, "empty.graph: the file is empty\n"));
    refused("# nothing\n", 1, "x.graph: there is no node in it\n");
    refused("a b c d e\n", 1, "x.graph: line 1: ");
    refused("ROOT a\nNODE a A 1\n", 2, "--rounds", "--rounds 0");
    refused("ROOT a\nNODE a A 1\n", 2, "--rounds", "--rounds x");
    CHECK(run("strategies no.graph").code == 1);
    CHECK(run("strategies README.md").code == 1);
}
