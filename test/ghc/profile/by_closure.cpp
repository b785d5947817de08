// The breakdowns of GHC's users' guide that depend only on the closure.
#include "catch.hpp"

#include <trav/ghc/heap/heap.hpp>
#include <trav/ghc/profile/by_closure.hpp>

#include <string>
#include <vector>

namespace ghc = trav::ghc;
using ghc::Closure;

namespace {

std::string text(ghc::ByClosure const& by, Closure* c) { return by.band(by.key(c)).text; }

}  // namespace

TEST_CASE("GHC's breakdowns: closures have a type, a description and a type description", "[conformance]") {
    ghc::Heap heap;
    Closure* const cons =
        heap.con(ghc::Code(":").typed("[]").in("ghc-prim:GHC.Types"), {heap.con("A"), heap.con("B")});
    Closure* const thunk = heap.thunk(ghc::Code("<Main.sat>").typed("Int"), {cons});
    CHECK(text(ghc::by_closure_type(), cons) == "ghc-prim:GHC.Types.:");
    CHECK(text(ghc::by_description(), cons) == ":");
    CHECK(text(ghc::by_type(), cons) == "[]");
    CHECK(text(ghc::by_closure_type(), thunk) == "THUNK_1_0");
    CHECK(text(ghc::by_description(), thunk) == "<Main.sat>");
    CHECK(text(ghc::by_type(), thunk) == "Int");
    CHECK(text(ghc::by_closure_type(), heap.mvar(cons)) == "MVAR_CLEAN");
    CHECK(text(ghc::by_description(), heap.mvar(cons)) == "MVAR");
    CHECK(text(ghc::by_closure_type(), heap.con(ghc::Code("DEAD_WEAK").in("base:RTS"))) == "DEAD_WEAK");
}

TEST_CASE("GHC's breakdowns: a stack of cost centres is listed from its top, without MAIN", "[conformance]") {
    ghc::Heap heap;
    auto const at = [&](ghc::CostCentreStack* ccs) {
        heap.set_ccs(ccs);
        return heap.con("X");
    };
    auto& centres = heap.cost_centres();
    auto* const main = centres.push(centres.main(), "main", "App");
    auto* const step = centres.push(centres.push(main, "build", "Lib"), "step", "Lib");
    CHECK(text(ghc::by_cost_centre(), at(centres.main())) == "MAIN");
    CHECK(text(ghc::by_cost_centre(), at(main)) == "main");
    CHECK(text(ghc::by_cost_centre(), at(step)) == "step/build/main");
    auto* const caf = centres.caf("GHC.IO.Handle.FD");
    CHECK(text(ghc::by_cost_centre(), at(caf)) == "GHC.IO.Handle.FD.CAF");
    auto* const in_caf = centres.push(caf, "open", "GHC.IO");
    CHECK(text(ghc::by_cost_centre(), at(in_caf)) == "open/GHC.IO.Handle.FD.CAF");

    trav::Band const band = ghc::by_cost_centre().band(ghc::by_cost_centre().key(at(step)));
    CHECK(band.members == std::vector<std::string>{"step", "build", "main", "MAIN"});
    CHECK(band.identity.number == static_cast<std::uint64_t>(step->id));
    CHECK(band.identity.members.front() == static_cast<std::uint32_t>(step->cc->id));
    CHECK(band.identity.members.back() == static_cast<std::uint32_t>(centres.main()->cc->id));
    CHECK(band.identity.members.size() == 4);
    CHECK(ghc::by_cost_centre().band(ghc::by_cost_centre().key(at(in_caf))).members ==
          std::vector<std::string>{"open", "CAF", "MAIN"});

    CHECK(text(ghc::by_module(), at(step)) == "Lib");
    CHECK(text(ghc::by_module(), at(caf)) == "GHC.IO.Handle.FD");
    CHECK(text(ghc::by_module(), at(centres.main())) == "MAIN");
}

TEST_CASE("GHC's breakdowns: an info table's place is the same in every run", "[unit]") {
    std::vector<std::string> texts;
    for (int run = 0; run != 2; ++run) {
        ghc::Heap heap;
        Closure *const a = heap.con("A"), *const b = heap.con("B"), *const a_too = heap.con("A");
        auto const by = ghc::by_info_table(heap);
        CHECK(by.key(a) == by.key(a_too));
        CHECK(text(by, a) != text(by, b));
        texts.push_back(text(by, a));
        CHECK(texts.back().starts_with("0x"));
        CHECK(texts.back() == texts.front());
    }
}
