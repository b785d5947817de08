// GHC's heap profiler: from options to samples.
#include "catch.hpp"

#include <trav/ghc/heap/heap.hpp>
#include <trav/ghc/profile/heap_profile.hpp>
#include <trav/ghc/profile/options_parser.hpp>

#include <map>
#include <string>
#include <vector>

namespace ghc = trav::ghc;
using ghc::Closure;
using Words = std::vector<std::string>;
using Bands = std::map<std::string, std::uint64_t>;

namespace {

ghc::RtsOptions rts(Words options, bool as_ghc = false) {
    options.insert(options.begin(), "+RTS");
    return ghc::parse_rts(options, as_ghc).rts;
}
Bands bands(ghc::HeapSample const& sample) {
    Bands all;
    for (auto const& band : sample.bands) all[band.label] += band.bytes;
    return all;
}

/// Two lists of three cells, 72 bytes each, retained by thunks of kA and kB (24 bytes each): the first list
/// by kA, the second by both.
struct Lists {
    ghc::Heap heap;
    ghc::CostCentreStack* main = heap.cost_centres().push(heap.cost_centres().main(), "main");
    std::vector<ghc::StablePtr> roots;

    Closure* list(Closure* tail = nullptr, int n = 3) {
        if (n == 0) return tail;
        return heap.con(ghc::Code(":").typed("[]").in("ghc-prim:GHC.Types"),
                        {heap.static_con("x"), list(tail ? tail : heap.static_con("[]"), n - 1)});
    }
    void keep(char const* maker, Closure* list) {
        ghc::Scc const scc(heap, maker);
        roots.push_back(
            heap.stable(heap.thunk(ghc::Code(std::string("<Main.") + maker + ">").typed("Int"), {list})));
    }
    Lists() {
        heap.set_ccs(main);
        Closure* first = nullptr;
        Closure* second = nullptr;
        {
            ghc::Scc const scc(heap, "one");
            first = list();
        }
        {
            ghc::Scc const scc(heap, "two");
            second = list();
        }
        keep("kA", first);
        keep("kA", second);
        keep("kB", second);
        heap.set_ccs(heap.cost_centres().main());
    }
    std::string id(char const* label) {
        return "(" + std::to_string(heap.cost_centres().push(main, label)->id) + ")";
    }
    Bands census(Words const& options, bool as_ghc = false) {
        ghc::HeapProfile profile(heap, rts(options, as_ghc), [this] {
            return ghc::NamedRoots{{"a", heap.deref(roots[0])}, {"b", heap.deref(roots[2])}};
        });
        heap.collect();
        profile.census(0.5);
        profile.end();
        auto const samples = profile.take();
        REQUIRE(samples.size() == 1);
        CHECK(samples[0].time == 0.5);
        return bands(samples[0]);
    }
};

}  // namespace

TEST_CASE("GHC's heap profile: it has each breakdown of the guide", "[conformance]") {
    Lists lists;
    CHECK(lists.census({"-hT"}) == Bands{{"ghc-prim:GHC.Types.:", 144}, {"THUNK_1_0", 72}});
    CHECK(lists.census({"-hd"}) == Bands{{":", 144}, {"<Main.kA>", 48}, {"<Main.kB>", 24}});
    CHECK(lists.census({"-hy"}) == Bands{{"[]", 144}, {"Int", 72}});
    CHECK(lists.census({"-hm"}) == Bands{{"Main", 216}});
    CHECK(lists.census({"-hi"}).size() == 3);
    CHECK(lists.census({"-hc"}) == Bands{{lists.id("one") + "one/main", 72},
                                         {lists.id("two") + "two/main", 72},
                                         {lists.id("kA") + "kA/main", 48},
                                         {lists.id("kB") + "kB/main", 24}});
    CHECK(lists.census({"-hr"}) == Bands{{"(2)kA", 24 + 24 + 72}, {"(3)kA,kB", 72}, {"(4)kB", 24}});
}

TEST_CASE("GHC's heap profile: it breaks down by named roots", "[unit]") {
    Lists lists;
    CHECK(lists.census({"-ho"}) == Bands{{"a", 24 + 72}, {"b", 24 + 72}, {"NOROOT", 24}});
    CHECK(lists.census({"-ho", "-hob"}) == Bands{{"b", 24 + 72}});
    CHECK(lists.census({"-hy", "-hoNOROOT"}) == Bands{{"Int", 24}});
}

TEST_CASE("GHC's heap profile: restrictions keep the selected bands", "[conformance]") {
    Lists lists;
    CHECK(lists.census({"-hd", "-hckA,kB"}) == Bands{{"<Main.kA>", 48}, {"<Main.kB>", 24}});
    CHECK(lists.census({"-hd", "-hcmain"}) == Bands{});
    CHECK(lists.census({"-hd", "-hCmain"}) == Bands{{":", 144}, {"<Main.kA>", 48}, {"<Main.kB>", 24}});
    CHECK(lists.census({"-hd", "-hd:"}) == Bands{{":", 144}});
    CHECK(lists.census({"-hd", "-hyInt", "-hckB"}) == Bands{{"<Main.kB>", 24}});
    CHECK(lists.census({"-hd", "-hmLib"}) == Bands{});
    CHECK(lists.census({"-hy", "-hrkB"}) == Bands{{"[]", 72}, {"Int", 24}});
    CHECK(lists.census({"-hy", "-hrMANY", "-R1"}) == Bands{{"[]", 72}});
    CHECK(lists.census({"-hy", "-hrMANY", "-R1"}, true) == Bands{});
    CHECK(lists.census({"-hT", "-hTTHUNK_1_0"}) == Bands{{"THUNK_1_0", 72}});
    CHECK(lists.census({"-hyInt"}) == Bands{{"TOTAL", 72}});
}

TEST_CASE("GHC's heap profile: several breakdowns form a product", "[unit]") {
    Lists lists;
    CHECK(lists.census({"-hy", "-hr"}) ==
          Bands{{"[]:(2)kA", 72}, {"[]:(3)kA,kB", 72}, {"Int:(2)kA", 48}, {"Int:(4)kB", 24}});
    CHECK(lists.census({"-hr", "-hb"}) == Bands{{"(2)kA:LAG", 120}, {"(3)kA,kB:LAG", 72}, {"(4)kB:LAG", 24}});
}

TEST_CASE("GHC's heap profile: labels are truncated as in GHC", "[conformance]") {
    Lists lists;
    CHECK(lists.census({"-hc", "-L8"}).contains(lists.id("one") + "one/main"));
    CHECK(lists.census({"-hc", "-L7"}).contains(lists.id("one") + "one..."));
    CHECK(lists.census({"-hc", "-L1"}).contains(lists.id("one") + "..."));
    CHECK(lists.census({"-hr", "-L6"}) == Bands{{"(2)kA", 120}, {"(3)kA,", 72}, {"(4)kB", 24}});
}

TEST_CASE("GHC's heap profile: the length of labels affects only labels", "[unit]") {
    Lists lists;
    for (std::string const length : {"-L1", "-L5", "-L300"}) {
        INFO(length);
        CHECK(lists.census({"-hd", "-hCmain", length}) ==
              Bands{{":", 144}, {"<Main.kA>", 48}, {"<Main.kB>", 24}});
        CHECK(lists.census({"-hd", "-hcone", length}) == Bands{{":", 72}});
        CHECK(lists.census({"-hd", "-hrkB", length}) == Bands{{":", 72}, {"<Main.kB>", 24}});
        auto const stacks = lists.census({"-hc", "-hCmain", length});
        std::uint64_t sum = 0;
        for (auto const& [label, bytes] : stacks) sum += bytes;
        CHECK(stacks.size() == 4);
        CHECK(sum == 216);
    }
}

TEST_CASE("GHC's heap profile: identities distinguish bands of a sample with any labels", "[unit]") {
    Lists lists;
    ghc::HeapProfile profile(lists.heap, rts({"-hc", "-hcone", "-L1"}));
    profile.census(0);
    auto const sample = profile.take().at(0);
    REQUIRE(sample.bands.size() == 1);
    auto* const one = lists.heap.cost_centres().push(lists.main, "one");
    auto const id = [](ghc::CostCentre const* cc) { return static_cast<std::uint32_t>(cc->id); };
    CHECK(sample.bands[0].identity.number == static_cast<std::uint64_t>(one->id));
    CHECK(sample.bands[0].identity.members ==
          std::vector{id(one->cc), id(one->parent->cc), id(one->parent->parent->cc)});
}

TEST_CASE("GHC's heap profile: a set keeps its number; with --ghc each sample numbers its sets anew",
          "[conformance]") {
    Lists lists;
    ghc::HeapProfile ours(lists.heap, rts({"-hr"})), theirs(lists.heap, rts({"-hr"}, true));
    auto const census = [&](double time) {
        lists.heap.collect();
        ours.census(time);
        theirs.census(time);
    };
    census(1);
    lists.heap.free_stable(lists.roots[0]);
    lists.heap.free_stable(lists.roots[1]);
    census(2);
    auto const samples = ours.take();
    CHECK(bands(samples.at(0)) == Bands{{"(2)kA", 120}, {"(3)kA,kB", 72}, {"(4)kB", 24}});
    CHECK(bands(samples.at(1)) == Bands{{"(4)kB", 96}});
    CHECK(ours.retainer_sets().size() == 3);
    CHECK(ours.retainer_sets().at(1).number == 3);
    CHECK(ours.retainer_sets().at(1).elements == Words{"<Main.kA,Main.main>", "<Main.kB,Main.main>"});
    // the last root is visited first: {kB}, then {kA, kB}; the set {kA} was created earlier
    auto const of_ghc = theirs.take();
    CHECK(bands(of_ghc.at(0)) == Bands{{"(2)kB", 24}, {"(3)kA", 120}, {"(4)kA,kB", 72}});
    CHECK(bands(of_ghc.at(1)) == Bands{{"(2)kB", 96}});
    CHECK(theirs.retainer_sets().size() == 1);
    CHECK(ours.censuses() == 2);
    auto const pass = theirs.last_pass();  // in the second census: a thunk whose SRT is pending, and three
                                           // cells
    CHECK(pass.seconds == 2);
    CHECK(pass.max_stack == 2);
    CHECK(pass.visits_per_object == 1);
}

TEST_CASE("GHC's heap profile: biographies are available at the end, with all five bands in each sample",
          "[conformance]") {
    Lists lists;
    ghc::HeapProfile profile(lists.heap, rts({"-hb"}));
    for (int t = 1; t <= 3; ++t) {
        lists.heap.collect();
        if (t == 2) lists.heap.used(lists.heap.deref(lists.roots[2]));
        profile.census(t);
    }
    for (auto const p : lists.roots) lists.heap.free_stable(p);
    lists.heap.collect();
    profile.census(4);
    CHECK(profile.take().empty());
    profile.end();
    auto const samples = profile.take();
    REQUIRE(samples.size() == 4);
    auto const expect = [](std::uint64_t none, std::uint64_t lag, std::uint64_t use, std::uint64_t drag) {
        return std::vector<trav::HpBand>{
            {"VOID", none}, {"LAG", lag}, {"USE", use}, {"INHERENT_USE", 0}, {"DRAG", drag}};
    };
    CHECK(hp_sample(samples[0]).bands == expect(192, 24, 0, 0));
    CHECK(hp_sample(samples[1]).bands == expect(192, 0, 24, 0));
    CHECK(hp_sample(samples[2]).bands == expect(192, 0, 0, 24));
    CHECK(hp_sample(samples[3]).bands == expect(0, 0, 0, 0));
    CHECK(profile.largest().times == std::vector{3.0});  // the last of the largest ones
}

TEST_CASE("GHC's heap profile: with --ghc, objects that GHC does not visit are not counted",
          "[conformance]") {
    ghc::Heap heap;
    heap.stable(heap.con("P3", {}, {1, 2, 3}));  // GHC skips such constructors
    heap.stable(heap.con("P2", {}, {1, 2}));
    for (bool const as_ghc : {false, true}) {
        ghc::HeapProfile profile(heap, rts({"-hr"}, as_ghc));
        profile.census(0);
        CHECK(bands(profile.take().at(0)) == Bands{{"(2)SYSTEM", as_ghc ? 24u : 24u + 32u}});
    }
}

TEST_CASE("GHC's heap profile: it takes a thousand censuses of biographies", "[conformance]") {
    ghc::Heap heap;
    ghc::HeapProfile profile(heap, rts({"-hb", "-hd"}));
    auto const root = heap.stable(heap.con("X"));
    for (int t = 0; t != 1000; ++t) {
        heap.con("Y");
        heap.collect();
        profile.census(t);
    }
    heap.free_stable(root);
    heap.collect();
    profile.end();
    auto const samples = profile.take();
    REQUIRE(samples.size() == 1000);
    for (auto const& sample : samples) CHECK(bands(sample) == Bands{{"VOID:X", 16}});
}
