// test/ghc/layout/cost_centre.cpp: cost-centre stacks: one for each sequence; recursion truncates.
#include "catch.hpp"

#include <trav/ghc/heap/heap.hpp>

#include <set>

using namespace trav::ghc;

TEST_CASE("a push finds, creates or truncates a stack", "[unit]") {
    CostCentres centres;
    auto* const main = centres.main();
    auto* const a = centres.push(main, "a");
    auto* const ab = centres.push(a, "b");
    auto* const abc = centres.push(ab, "c");

    CHECK(centres.push(main, "a") == a);  // known
    CHECK(centres.push(ab, "b") == ab);   // already on top
    CHECK(centres.push(abc, "a") == a);   // recursion
    CHECK(centres.push(abc, "b") == ab);
    CHECK(centres.push(abc, "a") == a);  // and again, from the index
    CHECK(centres.push(main, "b") != ab);
    CHECK(centres.push(main, centres.centre("a", "Other")) != a);

    CHECK(label(abc) == "c");
    CHECK(abc->parent == ab);
    CHECK(abc->depth == 3);
    CHECK(abc->root == main);
    CHECK(main->parent == nullptr);
    CHECK(main->depth == 0);
    REQUIRE(abc->children);
    CHECK(abc->children->back_edge == 1);
    CHECK(abc->children->ccs->cc->label == std::string("b"));
    CHECK(a->children->back_edge == 0);
}

TEST_CASE("there are built-in stacks and CAF stacks", "[unit]") {
    CostCentres centres;
    CHECK(label(centres.main()) == "MAIN");
    CHECK(label(centres.system()) == "SYSTEM");
    CHECK(centres.system()->parent == centres.main());
    auto* const caf = centres.caf("Data.Map");
    CHECK(label(caf) == "CAF");
    CHECK(caf->root == caf);
    CHECK(caf->cc->is_caf == 1);
    CHECK(centres.caf("Data.Map") == caf);
    CHECK(centres.caf("Main") != caf);
    std::set<std::int64_t> ids;
    for (CostCentreStack const& s : centres.stacks()) ids.insert(s.id);
    CHECK(ids.size() == centres.stacks().size());
    CHECK(*ids.begin() == 1);
}

TEST_CASE("objects record the stack that is current at their allocation", "[unit]") {
    Heap heap;
    Closure* const outside = heap.con("A");
    CostCentreStack* inner = nullptr;
    Closure* inside = nullptr;
    {
        Scc scc(heap, "f");
        Scc deeper(heap, "g");
        inner = heap.ccs();
        inside = heap.con("B", {outside});
    }
    CHECK(outside->ccs == heap.cost_centres().main());
    CHECK(heap.ccs() == heap.cost_centres().main());
    CHECK(inside->ccs == inner);
    CHECK(label(inner) == "g");
    CHECK(label(inner->parent) == "f");
    CHECK(inner->scc_count == 1);
    CHECK(inner->mem_alloc == 2);  // words, without the profiling words
}

TEST_CASE("append and enter_function follow GHC's rules", "[conformance]") {
    CostCentres centres;
    auto const stack = [&](std::string_view labels) {
        CostCentreStack* ccs = centres.main();
        for (char const& label : labels) ccs = centres.push(ccs, std::string_view(&label, 1));
        return ccs;
    };
    for (bool const entering : {false, true}) {
        auto const joined = [&](std::string_view a, std::string_view b) {
            return entering ? centres.enter_function(stack(a), stack(b)) : centres.append(stack(a), stack(b));
        };
        CHECK(joined("abc", "") == stack("abc"));
        CHECK(joined("", "abc") == stack("abc"));
        CHECK(joined("abc", "d") == stack("abcd"));
        CHECK(joined("abc", "abc") == stack("abc"));
        CHECK(joined("ab", "abc") == stack("abc"));
    }
    CHECK(centres.enter_function(stack("abc"), stack("abd")) == stack("abcd"));
    CHECK(centres.append(stack("abc"), stack("abd")) == stack("abd"));  // one push after the other
    CHECK(centres.enter_function(stack("abc"), stack("ab")) == stack("abc"));
    CHECK(centres.append(stack("abc"), stack("cb")) == stack("ab"));  // recursion truncates
    // a function of a CAF adds nothing; a function allocated under a CAF has another root, and its whole
    // stack is pushed
    auto* const caf = centres.caf("M");
    CHECK(centres.enter_function(stack("ab"), caf) == stack("ab"));
    CHECK(centres.append(stack("ab"), caf) == stack("ab"));
    CHECK(centres.enter_function(stack("ab"), centres.push(caf, "c")) == stack("abc"));
}
