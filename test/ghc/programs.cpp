// Compares the programs on the machine with GHC 9.0.2's results for the Haskell programs that they imitate:
// closure for closure, except allocations by the runtime system.
#include "catch.hpp"
#include "ghc/ldv.hpp"

#include <ghc/programs.hpp>

#include <trav/ghc/heap/graph.hpp>
#include <trav/ghc/profile/retainers.hpp>
#include <trav/profile/by.hpp>
#include <trav/profile/profiler.hpp>
#include <trav/profile/root_set.hpp>

#include <map>
#include <stdexcept>
#include <string>
#include <vector>

namespace ghc = trav::ghc;
using ghc::Closure;
using ghc::Machine;

namespace {

using Bytes = std::vector<std::size_t>;

std::string text_of(ghc::CostCentreStack const* ccs) {
    std::string text;
    for (; ccs->parent; ccs = ccs->parent) text += (text.empty() ? "" : "/") + std::string(ccs->cc->label);
    return text.empty() ? "MAIN" : text;
}
auto const producer = trav::by("producer", [](Closure* c) { return text_of(c->ccs); });
auto const description = trav::by("description", [](Closure* c) { return std::string(ghc::description(c)); });

/// A program's results: bands by retainer, producer and description, and GHC's biographies.
struct Run {
    explicit Run(std::string_view name, std::size_t cap = 8,
                 ghc::MachineOptions options = {.heap = {.ldv = true}})
        : m(options), retainers(ghc::by_retainer(m.heap(), cap)), ldv(m.heap()) {
        trav::Profiler profiler{ghc::Graph(m.heap()), retainers, producer, description};
        m.on_collection([&](Machine& machine) {
            profiler.sample_heap(machine.heap().roots(), machine.seconds());
            ldv.census();
        });
        for (Program const& p : programs())
            if (p.name == name) p.run(m, {});
        auto const profile = profiler.profile();
        by_retainer = profile.by(retainers);
        by_producer = profile.by(producer);
        by_description = profile.by(description);
    }

    static Bytes bytes(trav::Table const& table, std::string const& label) {
        Bytes all;
        for (std::size_t i = 0; i < table.times.size(); ++i) all.push_back(table.at(label, i).bytes);
        return all;
    }
    Bytes hr(std::string const& label) const { return bytes(by_retainer, label); }
    Bytes hc(std::string const& label) const { return bytes(by_producer, label); }
    Bytes hd(std::string const& label) const { return bytes(by_description, label); }

    Machine m;
    decltype(ghc::by_retainer(m.heap())) retainers;
    test::Ldv ldv;
    trav::Table by_retainer, by_producer, by_description;
};

}  // namespace

TEST_CASE("Programs: Sharing has lists retained by 1, 2, 3, 4 and 9 thunks", "[conformance]") {
    Run const run("sharing");
    CHECK(run.m.output() == "19\n559807\n");
    CHECK(run.hr("kA") == Bytes{2400, 2400, 0, 0});
    CHECK(run.hr("kA,kB") == Bytes{4800, 4800, 0, 0});
    CHECK(run.hr("kA,kB,kC") == Bytes{7920, 7920, 0, 0});
    CHECK(run.hr("kA,kB,kC,kD") == Bytes{11920, 11920, 0, 0});
    CHECK(run.hr("MANY") == Bytes{31920, 31920, 0, 0});
    CHECK(run.hr("main") == Bytes{936, 936, 0, 0});
    CHECK(run.hr("CAF,SYSTEM,main") == Bytes{24, 24, 0, 0});  // the FileHandle of standard output
    CHECK(run.hr("CAF,CAF,SYSTEM,main") == Bytes{32, 32, 0, 0});
    CHECK(run.hc("big.xs/big/main.one/main") == Bytes{2400, 2400, 0, 0});
    CHECK(run.hc("big.xs/big/main.two/main") == Bytes{4800, 4800, 0, 0});
    CHECK(run.hc("big.xs/big/main.three/main") == Bytes{7920, 7920, 0, 0});
    CHECK(run.hc("big.xs/big/main.four/main") == Bytes{11920, 11920, 0, 0});
    CHECK(run.hc("big.xs/big/main.nine/main") == Bytes{31920, 31920, 0, 0});
    CHECK(run.hc("main.thunks/main") == Bytes{456, 456, 0, 0});
    std::map<char, std::size_t> const thunks{{'A', 120}, {'B', 96}, {'C', 72}, {'D', 48}, {'E', 24},
                                             {'F', 24},  {'G', 24}, {'H', 24}, {'I', 24}};
    for (auto const& [letter, bytes] : thunks)
        CHECK(run.hc(std::string{'k', letter} + "/main.thunks/main") == Bytes{bytes, bytes, 0, 0});
    // 792: lists of GHC's runtime system
    CHECK(run.hd(":") == Bytes{46872 - 792, 46872 - 792, 0, 0});
    CHECK(run.hd("I#") == Bytes{13360, 13360, 0, 0});
}

TEST_CASE("Programs: Sharing gives GHC's sets with a limit of two retainers", "[conformance]") {
    Run const run("sharing", 2);
    CHECK(run.hr("kA") == Bytes{2400, 2400, 0, 0});
    CHECK(run.hr("kA,kB") == Bytes{4800, 4800, 0, 0});
    CHECK(run.hr("MANY") == Bytes{51816, 51816, 32, 32});
}

TEST_CASE("Programs: Biography has populations in all four phases", "[conformance]") {
    Run const run("biography");
    // GHC's counters without GHC's own objects (16 to 1776 bytes in each census); from the second census on
    // they include the FileHandle of standard output and the "\n" of print, 24 bytes each, which are entered
    // after the sixth
    std::vector<test::Ldv::Bands> const bands = run.ldv.bands();
    REQUIRE(bands.size() == 10);
    std::vector<std::int64_t> const lag{96000, 32000, 32000, 32000, 32000, 32000, 0, 0, 0, 0},
        use{0, 64000, 32000, 32000, 32000, 32000, 32000, 0, 0, 0},
        drag{0, 0, 32000, 32000, 32000, 32000, 64000, 0, 0, 0};
    for (std::size_t i = 0; i < 10; ++i) {
        INFO(i);
        CHECK(bands[i].lag == lag[i] + (i > 0 && i < 6 ? 48 : 0));
        CHECK(bands[i].use == use[i] + (i < 6 ? 0 : i == 6 ? 48 : 24));
        CHECK(bands[i].drag == drag[i]);
    }
    CHECK(bands[0].void_ == 32000 + 4 * (48000 + 27920));
    CHECK(bands[7].void_ == 32000 + 48000 + 27920);
    CHECK(run.hc("mkVoid.go/mkVoid/main.v/main") ==
          Bytes{80000, 80000, 80000, 80000, 80000, 80000, 80000, 80000, 0, 0});
    CHECK(run.hc("mkVoid.go.r/mkVoid.go/mkVoid/main.v/main") ==
          Bytes{27904, 27904, 27904, 27904, 27904, 27904, 27904, 27904, 0, 0});
    for (std::string const name : {"Lag", "Use", "Drag"}) {
        std::string const letter(1, static_cast<char>(name[0] + 'a' - 'A'));
        CHECK(run.hc("mk" + name + ".go/mk" + name + "/main." + letter + "/main") ==
              Bytes{80000, 80000, 80000, 80000, 80000, 80000, 80000, 0, 0, 0});
        CHECK(run.hc("mk" + name + ".go.r/mk" + name + ".go/mk" + name + "/main." + letter + "/main") ==
              Bytes{27904, 27904, 27904, 27904, 27904, 27904, 27904, 0, 0, 0});
        CHECK(run.hc("main." + letter + "/main") == Bytes{16, 16, 16, 16, 16, 16, 16, 0, 0, 0});
        CHECK(run.hd("<Main.mk" + name + ".f>") ==
              Bytes{32000, 32000, 32000, 32000, 32000, 32000, 32000, 0, 0, 0});
    }
    CHECK(run.hd("I#") == Bytes{111680, 111680, 111680, 111680, 111680, 111680, 111680, 27920, 0, 0});
    CHECK(run.hd(":") == Bytes{192000, 192024, 192024, 192024, 192024, 192024, 192024, 48000, 0, 0});
}

TEST_CASE("Programs: LazySum has chains of thunks", "[conformance]") {
    Run const run("lazysum");
    CHECK(run.m.output() == "450015000\n20000\n200010000\n");
    CHECK(run.hr("step") == Bytes{0, 1439976, 959984, 0, 0});
    CHECK(run.hr("main") == Bytes{24, 104, 96, 0, 0});
    CHECK(run.hc("main.a/main") == Bytes{0, 320000, 320000, 0, 0});
    CHECK(run.hc("step/mean.go/mean/main.a/main") == Bytes{0, 1120024, 640040, 0, 0});
    CHECK(run.hd("IS") == Bytes{0, 320032, 320032, 0, 0});
    CHECK(run.hd("Acc") == Bytes{0, 24, 24, 0, 0});
    CHECK(run.hd("<Main.total>") == Bytes{0, 640000, 640000, 0, 0});
    CHECK(run.hd("<Main.count>") == Bytes{0, 480000, 0, 0, 0});
}

TEST_CASE("Programs: Tree is forced level by level", "[conformance]") {
    Run const run("tree");
    CHECK(run.m.output() == "11\n2048\n");
    CHECK(run.hd("Branch") == Bytes{264, 3048, 24552, 49128, 0, 0});
    CHECK(run.hd("Leaf") == Bytes{16, 256, 4096, 32768, 0, 0});
    CHECK(run.hd("I#") == Bytes{64, 1024, 16384, 32768, 0, 0});
    CHECK(run.hd("<Main.right>") == Bytes{352, 3584, 24576, 0, 0, 0});
    CHECK(run.hc("build/main.t/main") == Bytes{632, 6888, 55272, 98280, 0, 0});
    CHECK(run.hc("build.l/build/main.t/main") == Bytes{64, 1024, 14336, 16384, 0, 0});
    CHECK(run.hr("build") == Bytes{48, 768, 12288, 0, 0, 0});
    CHECK(run.hr("main") == Bytes{672, 7168, 57344, 114688, 0, 0});
}

TEST_CASE("Programs: WordFreq keeps additions in a map", "[conformance]") {
    Run const run("wordfreq");
    CHECK(run.m.output() == "246\n246\n97\n");
    // GHC's censuses 4, 5, 10, 11, 12; the censuses in between come from full allocation areas
    CHECK(run.hr("freqLazy.go.m'") == Bytes{1430688, 0, 0, 0, 0});
    CHECK(run.hr("main") == Bytes{8536, 4680, 9336, 0, 0});
    CHECK(run.hd("Bin") == Bytes{4656, 4656, 9312, 0, 0});
    CHECK(run.hd("<Data.Map.Internal.insertWith>") == Bytes{796120, 0, 0, 0, 0});
    CHECK(run.hd("<Main.1>") == Bytes{320000, 0, 0, 0, 0});
    CHECK(run.hd("<Main.+>") == Bytes{318448, 0, 0, 0, 0});
}

TEST_CASE("Programs: Actors has threads and objects that they share", "[conformance]") {
    Run const run("actors");
    CHECK(run.m.output() == "50\n1275\n10000\n20000\n252\ngone\n");
    // GHC's figures with -xt
    CHECK(run.hd("STACK") == Bytes{7776, 7776, 7776, 39664, 32752, 0});
    CHECK(run.hd("TSO") == Bytes{1152, 1152, 1152, 1152, 128, 0});
    CHECK(run.hd("MUT_ARR_PTRS_FROZEN_CLEAN") == Bytes{4128, 4128, 4128, 0, 0, 0});
    CHECK(run.hd("MUT_ARR_PTRS_CLEAN") == Bytes{2080, 2080, 2080, 0, 0, 0});  // GHC: DIRTY in the second
    CHECK(run.hd("I#") == Bytes{4112, 4112, 4112, 0, 0, 0});
    CHECK(run.hd("<Main.i*i>") == Bytes{12288, 12288, 12288, 0, 0, 0});
    CHECK(run.hd("<GHC.Base.liftM2>") == Bytes{320, 16000, 16000, 0, 0, 0});
    CHECK(run.hd("<Main.y>") == Bytes{0, 12800, 12800, 0, 0, 0});
    CHECK(run.hd("<Main.sum>") == Bytes{0, 1200, 1200, 0, 0, 0});
    CHECK(run.hd("<Main.+r>") == Bytes{0, 800, 800, 0, 0, 0});
    CHECK(run.hd("<Main.ys:>") == Bytes{0, 800, 0, 0, 0, 0});
    CHECK(run.hd("<Data.IORef.modifyIORef>") == Bytes{0, 1600, 0, 0, 0, 0});
    CHECK(run.hd("<Control.Concurrent.STM.TVar.modifyTVar>") == Bytes{0, 1600, 1600, 0, 0, 0});
    CHECK(run.hc("main.table/main") == Bytes{20568, 20568, 20568, 0, 0, 0});
    CHECK(run.hr("main.table") == Bytes{4096, 4096, 4096, 0, 0, 0});
    CHECK(run.hr("SYSTEM,main,main.\\") == Bytes{256, 256, 256, 256, 0, 0});
    CHECK(run.hr("main,main.\\") == Bytes{512, 512, 512, 512, 0, 0});
}

TEST_CASE("Programs: Stm has waiting transactions", "[conformance]") {
    Run const run("stm");
    CHECK(run.m.output() == "1500\n");
    CHECK(run.hd("TREC_HEADER") == Bytes{32000, 19200, 0, 16000, 0, 64, 0});
    CHECK(run.hd("TREC_CHUNK") == Bytes{408000, 244800, 0, 204000, 0, 3264, 0});
    CHECK(run.hd("TVAR_WATCH_QUEUE") == Bytes{64000, 38400, 0, 16000, 0, 0, 0});
    CHECK(run.hd("TVAR") == Bytes{96, 96, 32, 16032, 32, 3232, 0});
    // GHC's figures with -xt
    CHECK(run.hd("TSO") == Bytes{128128, 76928, 128, 64128, 128, 128, 0});
    CHECK(run.hd("STACK") == Bytes{864864, 519264, 864, 432864, 864, 32752, 0});
}

TEST_CASE("Programs: LostRetainer has the exact sets", "[conformance]") {
    Run const run("lostretainer");
    CHECK(run.m.output() == "2\n2\n301500\n");
    CHECK(run.hr("kA,kB,mkCP") == Bytes{72000, 72000, 0});  // GHC: 48000, and 24064 without kA
    CHECK(run.hr("kB,mkCP") == Bytes{128, 128, 0});
}

TEST_CASE("Programs: HscEnv has three roots that share objects", "[conformance]") {
    Machine m;
    bool seen = false;
    m.on_collection([&](Machine& machine) {
        if (seen) return;
        seen = true;
        REQUIRE(machine.heap_roots().size() == 3);
        std::vector<trav::RootSets<Closure*>::Root> named;
        for (auto const& root : machine.heap_roots())
            named.push_back(
                {root.name, [&machine, object = root.object] { return machine.heap().deref(object); }});
        trav::RootSets<Closure*> roots(named);
        trav::Profiler profiler{ghc::Graph(machine.heap()), roots};
        profiler.sample(std::vector<Closure*>{}, 0);
        auto const table = profiler.profile().by(roots);
        CHECK(table.at("hsc").bytes == 80);
        CHECK(table.at("hsc,eps").bytes == 48);
        CHECK(table.at("hsc,fc").bytes == 72);
        CHECK(table.at("hsc,eps,fc").bytes == 32);
        CHECK(table.total().bytes == 232);
    });
    for (Program const& p : programs())
        if (p.name == "hscenv") p.run(m, {});
    CHECK(seen);
}

TEST_CASE("Programs: results do not depend on when the heap is collected", "[property]") {
    for (Program const& p : programs()) {
        INFO(p.name);
        bool const is_long = p.name == "tree" || p.name == "biography" || p.name == "lazysum" ||
                             p.name == "wordfreq" || p.name == "lostretainer" || p.name == "parallel" ||
                             p.name == "hscenv";
        Machine plain, often({.collect_every = is_long ? 20'000u : 20u});
        p.run(plain, {});
        p.run(often, {});
        CHECK(often.output() == plain.output());
        // collections share small numbers, and a transaction restarts if a variable has a different object
        if (p.name != "stm") CHECK(often.clock().steps() == plain.clock().steps());
        if (p.name != "hscenv") CHECK(often.clock().collections() > plain.clock().collections());
    }
}

TEST_CASE("Programs: the argument is a factor", "[unit]") {
    for (Program const& p : programs()) {
        if (p.name == "hscenv") continue;
        Machine one, two, wrong;
        std::vector<std::string> const twice{"2"}, none{"many"};
        p.run(one, {});
        p.run(two, twice);
        CHECK(two.clock().steps() > one.clock().steps());
        CHECK_THROWS_AS(p.run(wrong, none), std::invalid_argument);
    }
}
