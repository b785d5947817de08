// Retainer sets by GHC's algorithm, with GHC's mistakes.
#include "catch.hpp"
#include "ghc/random_heap.hpp"

#include <trav/ghc/profile/ghc_retainers.hpp>
#include <trav/profile/profiler.hpp>

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace ghc = trav::ghc;
using ghc::Closure;
using ghc::CostCentreStack;

namespace {

/// Two lists, each retained by three thunks: a thunk of kA, a thunk of kB through a P, and the thunk in that
/// P, which refers back to it. GHC 9.0.2 gives the second list all three, but the first list only two.
struct LostRetainer {
    ghc::Heap heap;
    Closure* nil = heap.static_con("[]");
    Closure* zero = heap.static_con("I#", {}, {0});

    Closure* cons(Closure* head, Closure* tail) { return heap.con(ghc::Code(":").number(1), {head, tail}); }
    Closure* list(int n) { return n == 0 ? nil : cons(zero, list(n - 1)); }
    Closure* thunk(char const* maker, char const* pair, Closure* of) {
        ghc::Scc const outer(heap, pair), inner(heap, maker);
        return heap.thunk("thunk", {of});
    }
    Closure* cyclic_p(Closure* xs, char const* pair) {
        Closure* const use = thunk("mkCP", pair, nil);
        Closure* const p = heap.con("P", {use, heap.con("Box", {xs})});
        trav::ghc::pointers_after(trav::ghc::as<ghc::Thunk>(use))[0] = p;
        return p;
    }
    LostRetainer() {
        Closure *const d1 = list(1000), *const d2 = list(2000);
        Closure *const p1 = cyclic_p(d1, "p1"), *const p2 = cyclic_p(d2, "p2");
        Closure* const t1 = cons(thunk("kA", "t1", d1), cons(thunk("kB", "t1", p1), nil));
        Closure* const by_kb = thunk("kB", "t2", p2);
        Closure* const t2 = cons(by_kb, cons(thunk("kA", "t2", d2), nil));
        heap.stable(heap.con("(,)", {t1, t2}));
    }
};

/// GHC's algorithm, reimplemented recursively, with the height of GHC's stack.
class Recursive {
  public:
    Recursive(ghc::Heap& heap, std::size_t cap) : graph_(heap, true), cap_(cap) {
        auto roots = heap.ghc_roots();
        std::erase(roots, nullptr);
        waiting_ = roots.size();
        note();
        for (auto at = roots.rbegin(); at != roots.rend(); ++at) {
            --waiting_;
            Closure* const c = ghc::untag(*at);
            Closure* const root = graph_.resolve(c);
            if (root) visit(root, root, ghc::is_retainer(c) ? c->ccs : heap.cost_centres().system());
        }
    }
    using Set = std::set<CostCentreStack const*>;
    struct Known {
        bool many = false;
        Set set;
    };
    std::map<Closure*, Known> sets;
    std::size_t visits = 0;
    std::size_t max_stack = 0;  // in elements

  private:
    void add(Known& known, CostCentreStack const* r) {
        if (known.set.size() == cap_) known = {true, {}};
        else known.set.insert(r);
    }
    void visit(Closure* c, Closure* parent, CostCentreStack const* r) {
        ++visits;
        bool const first = !sets.contains(c);
        if (first) {
            sets[c] = ghc::is_retainer(parent) || parent == c ? Known{false, {r}} : sets.at(parent);
            if (ghc::is_retainer(c)) r = c->ccs;
        } else {
            Known& mine = sets.at(c);
            if (mine.many || mine.set.contains(r)) return;
            Known const* const of_parent = ghc::is_retainer(parent) ? nullptr : &sets.at(parent);
            if (of_parent && !of_parent->many && of_parent->set.size() == mine.set.size() + 1)
                mine = *of_parent;
            else add(mine, r);
            if (ghc::is_retainer(c)) return;
        }
        std::vector<Closure*> children;
        trav::scan(graph_, c, [&](Closure* child) { children.push_back(child); });
        bool const at_once = graph_.at_once(c);
        if (at_once) children = {children.rbegin(), children.rend()};
        std::size_t const below = waiting_;
        for (std::size_t i = 0; i != children.size(); ++i) {
            bool const last = i + 1 == children.size();
            waiting_ = below + (at_once ? children.size() : last && knows_last(ghc::type(c)) ? 0 : 1);
            if (i == 0) note();
            if (at_once) waiting_ = below + children.size() - 1 - i;
            Closure* const child = children[i] ? graph_.resolve(children[i]) : nullptr;
            if (child) visit(child, c, r);
        }
        waiting_ = below;
    }
    /// Types with a fixed number of children: GHC pops their element before it visits the last child.
    static bool knows_last(ghc::ClosureType type) {
        using enum ghc::ClosureType;
        switch (type) {
        case CONSTR_1_0:
        case CONSTR_1_1:
        case CONSTR_2_0:
        case MUT_VAR_CLEAN:
        case MUT_VAR_DIRTY:
        case MVAR_CLEAN:
        case MVAR_DIRTY:
        case WEAK:
        case THUNK_SELECTOR:
        case BLACKHOLE: return true;
        default: return false;
        }
    }
    void note() { max_stack = std::max(max_stack, waiting_); }

    ghc::Graph graph_;
    std::size_t cap_;
    std::size_t waiting_ = 0;
};

}  // namespace

TEST_CASE("GHC's retainers: they lose the same retainer as GHC 9.0.2, while by_retainer has the correct sets",
          "[conformance]") {
    LostRetainer program;
    ghc::GhcRetainers ghc_retainers(program.heap);
    auto retainers = ghc::by_retainer(program.heap);
    trav::Profiler profiler{ghc::Graph(program.heap, true), ghc_retainers, retainers};
    ghc_retainers.pass();
    profiler.sample_heap(program.heap.roots(), 0);
    auto const profile = profiler.profile();

    auto const lossy = profile.by(ghc_retainers);
    CHECK(lossy.at("mkCP,kB,kA").bytes == 48000);
    CHECK(lossy.at("mkCP,kB").bytes == 24064 + 64);  // two sets with different numbers in GHC
    CHECK(std::ranges::count(profile.columns[0].bands, "mkCP,kB", &trav::Band::text) == 2);
    auto const right = profile.by(retainers);
    CHECK(right.at("kA,kB,mkCP").bytes == 72000);
    CHECK(right.at("kB,mkCP").bytes == 2 * 64);
}

TEST_CASE("GHC's retainers: an object does not take a parent's set with two more elements", "[conformance]") {
    // a refers to x; b refers to p; p refers to c and d, which refer back, and to q; q refers to x. So p has
    // {b,c,d} when q is first visited, through d: q copies the set, but x, which has {a} by then, gets only
    // d.
    ghc::Heap heap;
    auto const retainer = [&](char const* maker, Closure* of) {
        ghc::Scc const scc(heap, maker);
        return heap.mut_var(of);
    };
    Closure *const x = heap.con("X"), *const q = heap.con("Q", {x});
    Closure *const c = retainer("c", nullptr), *const d = retainer("d", nullptr);
    Closure* const p = heap.con("P", {c, d, q});
    for (Closure* const back : {c, d}) ghc::pointers_after(back)[0] = p;
    heap.stable(retainer("b", p));
    heap.stable(retainer("a", x));  // the last root is visited first
    ghc::GhcRetainers retainers(heap);
    retainers.pass();
    auto const members = [&](Closure* of) {
        auto const all = retainers.band(retainers.key(of)).members;
        return std::set(all.begin(), all.end());
    };
    CHECK(members(p) == std::set<std::string>{"b", "c", "d"});
    CHECK(members(q) == std::set<std::string>{"b", "c", "d"});
    CHECK(members(x) == std::set<std::string>{"a", "d"});
}

TEST_CASE("GHC's retainers: a set is sorted by creation of the stacks, CAFs and built-in stacks first",
          "[conformance]") {
    ghc::Heap heap;
    auto& centres = heap.cost_centres();
    auto* const late = centres.push(centres.main(), "aaa");
    auto* const caf = centres.caf("GHC.IO");
    Closure* const x = heap.con("X");
    for (auto* ccs : {late, centres.system(), caf, centres.main()}) {
        heap.set_ccs(ccs);
        heap.stable(heap.mut_var(x));
    }
    ghc::GhcRetainers retainers(heap);
    retainers.pass();
    auto const band = retainers.band(retainers.key(x));
    CHECK(band.members == std::vector<std::string>{"CAF", "MAIN", "SYSTEM", "aaa"});
    CHECK(band.details[0] == "<GHC.IO.CAF>");
    CHECK(band.details[3] == "<Main.aaa>");
}

TEST_CASE("GHC's retainers: sets are numbered from 2 in order of creation, anew at each census",
          "[conformance]") {
    ghc::Heap heap;
    Closure* const x = heap.con("X");
    for (char const* maker : {"c", "b", "a"}) {
        ghc::Scc const scc(heap, maker);
        heap.stable(heap.mut_var(x));
    }
    ghc::GhcRetainers retainers(heap);
    for (int census = 0; census != 2; ++census) {
        retainers.pass();
        auto const band = retainers.band(retainers.key(x));
        CHECK(band.text == "c,b,a");
        CHECK(band.identity.number == 6);  // after {a}, {b}, {b,a} and {c}
    }
}

TEST_CASE("GHC's retainers: -R0 means no limit, with -R1 two retainers are too many", "[conformance]") {
    ghc::Heap heap;
    Closure* const x = heap.con("X");
    for (int i = 0; i != 12; ++i) {
        ghc::Scc const scc(heap, "p" + std::to_string(i));
        heap.stable(heap.mut_var(x));
    }
    for (std::size_t const cap : {0u, 1u, 8u, 11u, 12u}) {
        ghc::GhcRetainers retainers(heap, cap);
        retainers.pass();
        auto const band = retainers.band(retainers.key(x));
        CHECK((band.text == "MANY") == (cap != 0 && cap < 12));
        CHECK(band.members.size() == (cap == 0 || cap == 12 ? 12u : 0u));
    }
}

TEST_CASE("GHC's retainers: they agree with a recursive algorithm on heaps with every kind of closure",
          "[property]") {
    for (unsigned seed = 0; seed < 40; ++seed) {
        test::RandomHeap random(seed);
        ghc::Heap& heap = random.heap;
        for (Closure* c : random.all)
            c->ccs =
                heap.cost_centres().push(heap.cost_centres().main(), "p" + std::to_string(random.below(12)));
        for (std::size_t const cap : {std::size_t{8}, std::size_t{3}, std::size_t{1}}) {
            Recursive const expected(heap, cap);
            ghc::GhcRetainers retainers(heap, cap);
            for (int census = 0; census != 2; ++census) {
                retainers.pass();
                CHECK(retainers.statistics().visits == expected.visits);
                CHECK(retainers.statistics().objects == expected.sets.size());
                CHECK(retainers.statistics().max_frontier == expected.max_stack);
                for (auto const& [c, known] : expected.sets) {
                    auto const set = retainers.key(c);
                    REQUIRE((set == ghc::GhcRetainerSets::many) == known.many);
                    auto const& elements = retainers.sets().elements(set);
                    REQUIRE(Recursive::Set(elements.begin(), elements.end()) == known.set);
                }
            }
        }
    }
}
