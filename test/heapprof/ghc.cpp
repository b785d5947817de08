// `heapprof ghc`: programs on the mock machine with GHC's options. GHC's numbers were printed by the original
// Haskell programs, compiled by GHC 9.0.2.
#include "ghc_run.hpp"
#include "support/ghc_files.hpp"

#include <trav/report/eventlog/reader.hpp>

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

TEST_CASE("heapprof ghc: Sharing's lists have GHC's retainers", "[conformance]") {
    HEAPPROF_OR_SKIP();
    for (std::string const way : {"", "--ghc "}) {
        auto const eight = samples(way + "sharing +RTS -hr -R8");
        for (std::size_t census : {0u, 1u}) {
            Bands bands = eight.at(census);
            CHECK(bands.erase("CAF") == 1);  // GHC has more: buffers, encoders, signal handlers
            CHECK(bands == Bands{{"main", 936},
                                 {"CAF,SYSTEM,main", 24},
                                 {"CAF,CAF,SYSTEM,main", 32},
                                 {"kA", 2400},
                                 {"kA,kB", 4800},
                                 {"kA,kB,kC", 7920},
                                 {"kA,kB,kC,kD", 11920},
                                 {"MANY", 31920}});
        }
        CHECK(!eight.at(2).contains("MANY"));
        auto const two = samples(way + "sharing +RTS -hr -R2");
        CHECK(two.at(0).at("kA") == 2400);
        CHECK(two.at(0).at("kA,kB") == 4800);
        CHECK(two.at(0).at("MANY") == 51816);
    }
}

TEST_CASE("heapprof ghc: Sharing by producer and with restrictions", "[conformance]") {
    HEAPPROF_OR_SKIP();
    auto const by_stack = samples("sharing +RTS -hc").at(0);
    for (auto const& [label, bytes] : Bands{{"big.xs/big/main.one/main", 2400},
                                            {"big.xs/big/main.two/main", 4800},
                                            {"big.xs/big/main.three...", 7920},
                                            {"big.xs/big/main.four/main", 11920},
                                            {"big.xs/big/main.nine/main", 31920},
                                            {"kA/main.thunks/main", 120},
                                            {"kB/main.thunks/main", 96},
                                            {"kC/main.thunks/main", 72},
                                            {"kD/main.thunks/main", 48},
                                            {"kI/main.thunks/main", 24},
                                            {"main.thunks/main", 456}}) {
        INFO(label);
        CHECK(by_stack.contains(label));
        if (by_stack.contains(label)) CHECK(by_stack.at(label) == bytes);
    }

    CHECK(samples("sharing +RTS -hr -hckA").at(0).begin()->second == 120);
    CHECK(samples("sharing +RTS -hd -hTTHUNK_1_0 -hCmain.thunks -hckB").at(0).begin()->second == 96);
}

TEST_CASE("heapprof ghc: --ghc loses the retainers that GHC loses", "[conformance]") {
    HEAPPROF_OR_SKIP();
    auto const right = samples("lostretainer +RTS -hr").at(0);
    CHECK(right.at("kA,kB,mkCP") == 72000);
    auto const as_ghc = samples("--ghc lostretainer +RTS -hr").at(0);
    CHECK(as_ghc.at("mkCP,kB,kA") == 48000);
    CHECK(as_ghc.at("mkCP,kB") == 24064 + 64);  // GHC's two sets of that name
}

TEST_CASE("heapprof ghc: matches the root profiler's example", "[conformance]") {
    HEAPPROF_OR_SKIP();
    auto const roots = samples("hscenv +RTS -ho").at(0);
    CHECK(roots.at("hsc") == 80);
    CHECK(roots.at("hsc,eps") == 48);
    CHECK(roots.at("hsc,fc") == 72);
    CHECK(roots.at("hsc,eps,fc") == 32);
}

TEST_CASE("heapprof ghc: every pair of breakdowns with every restriction sums up the matching bands",
          "[conformance][slow]") {
    HEAPPROF_OR_SKIP();
    // The sum in each sample of the bands with these labels, without numbers.
    auto const sums = [](std::string const& options, auto counts) {
        GhcRun const run("sharing +RTS -i0 -L300 " + options);
        INFO(options << ": " << run.result.err);
        REQUIRE(run.result.code == 0);
        std::vector<std::uint64_t> all;
        for (auto const& sample : run.hp().samples) {
            all.push_back(0);
            for (auto const& band : sample.bands)
                if (counts(band.label.substr(band.label.starts_with('(') ? band.label.find(')') + 1 : 0)))
                    all.back() += band.value;
        }
        return all;
    };
    auto const any = [](std::string const&) { return true; };
    struct Restriction {
        char const* option;
        char breakdown;
        char const* begin;  // a prefix or part of the label
        char const* within = "";
    };
    std::string const letters = "Tcmdyirbo";
    for (auto const& restriction : {Restriction{"", 'T', ""},
                                    {"-hTghc-prim:GHC.Types.:", 'T', "ghc-prim:GHC.Types.:"},
                                    {"-hmMain", 'm', "Main"},
                                    {"-hd:", 'd', ":"},
                                    {"-hyInt", 'y', "Int"},
                                    {"-hckA", 'c', "kA/"},
                                    {"-hCmain.thunks", 'c', "", "main.thunks"},
                                    {"-hrkB", 'r', "", "kB"},
                                    {"-hrMANY", 'r', "MANY"},
                                    {"-hbuse", 'b', "USE"},
                                    {"-hoNOROOT", 'o', "NOROOT"}}) {
        std::string const option = restriction.option;
        auto const expected = sums(std::string("-h") + restriction.breakdown, [&](std::string const& label) {
            return label.starts_with(restriction.begin) && label.find(restriction.within) != label.npos;
        });
        INFO(option);
        CHECK(std::ranges::max(expected) > 0);
        for (char const a : letters)
            for (char const b : letters)
                if (a < b) CHECK(sums(std::string("-h") + a + " -h" + b + " " + option, any) == expected);
    }
    CHECK(sums("-hr -hb -ho -hd -hc", any) == sums("-hT", any));
}

TEST_CASE("heapprof ghc: -L only cuts labels", "[conformance]") {
    HEAPPROF_OR_SKIP();
    auto const whole = samples("sharing +RTS -hd -hCmain.thunks -L300").at(0);
    CHECK(whole.size() > 1);
    GhcRun const by_stack("sharing +RTS -hc -hCmain.thunks -L300 -i0 -l");
    auto const log = trav::read_eventlog(by_stack.file(".eventlog"));
    for (std::string const length : {"-L1", "-L5"}) {
        INFO(length);
        CHECK(samples("sharing +RTS -hd -hCmain.thunks " + length).at(0) == whole);
        GhcRun const cut("sharing +RTS -hc -hCmain.thunks -i0 -l " + length);
        CHECK(trav::read_eventlog(cut.file(".eventlog")).samples == log.samples);
        auto const census = cut.hp().samples.at(1), all = by_stack.hp().samples.at(1);
        CHECK(census.bands.size() == all.bands.size());
        for (auto const& band : census.bands) CHECK(band.label.ends_with("..."));
    }
}

TEST_CASE("heapprof ghc: N7: an eventlog has biographical samples only if they are the bands",
          "[conformance]") {
    HEAPPROF_OR_SKIP();
    GhcRun const restricted("biography +RTS -hc -hbvoid -i0 -l"), lives("biography +RTS -hb -i0 -l");
    auto const samples = trav::read_eventlog(restricted.file(".eventlog")).samples;
    CHECK(samples.size() == trav::read_eventlog(lives.file(".eventlog")).samples.size());
    for (auto const& sample : samples) CHECK(!sample.census);
    for (auto const& sample : trav::read_eventlog(lives.file(".eventlog")).samples) CHECK(sample.census);
}

TEST_CASE("heapprof ghc: the stack is as high as GHC's, without GHC's own entries", "[conformance]") {
    HEAPPROF_OR_SKIP();
    // The text after these words in a .prof file.
    auto const highest = [](std::string const& prof) {
        std::string const words = "Max auxiliary stack size = ";
        unsigned long most = 0;
        for (auto at = prof.find(words); at != prof.npos; at = prof.find(words, at + 1))
            most = std::max(most, std::stoul(prof.substr(at + words.size(), 20)));
        return most;
    };
    auto const of_ghc = ghc_files("prof");
    unsigned long const own = 107;  // the height of GHC's stack for an empty program
    for (auto const& [name, program] :
         std::map<std::string, std::string>{{"LazySum", "lazysum"}, {"WordFreq", "wordfreq"}}) {
        GhcRun const run("--ghc " + program + " +RTS -hr -i0");
        auto const ours = highest(read(run.file(".prof"))),
                   theirs = highest(of_ghc.at("det/" + name + "/hr.prof"));
        INFO(name << ": " << ours << ", GHC: " << theirs);
        CHECK(theirs > 2 * own);
        CHECK(ours <= theirs);
        CHECK(theirs <= ours + own);
    }
}

TEST_CASE("heapprof ghc: other programs have GHC's bands", "[conformance]") {
    HEAPPROF_OR_SKIP();
    auto const sum_by_retainer = samples("--ghc lazysum +RTS -hr");
    CHECK(sum_by_retainer.at(1).at("step") == 1439976);
    CHECK(sum_by_retainer.at(2).at("step") == 959984);
    auto const sum = samples("--ghc lazysum +RTS -hd").at(1);
    CHECK(sum.at("<Main.total>") == 640000);
    CHECK(sum.at("<Main.count>") == 480000);
    CHECK(sum.at("IS") == 320032);
    CHECK(sum.at("Acc") == 24);

    // four populations of functions of 32 000 bytes: one lags before its call, one is in use, one drags
    auto const lives = samples("--ghc biography +RTS -hb '-hy->Int'");
    REQUIRE(lives.size() == 10);
    std::vector<std::uint64_t> lag, use, drag;
    for (auto const& census : lives) {
        lag.push_back(census.at("LAG"));
        use.push_back(census.at("USE"));
        drag.push_back(census.at("DRAG"));
    }
    constexpr std::uint64_t one = 32000;
    CHECK(lag == std::vector{3 * one, one, one, one, one, one, 0 * one, 0 * one, 0 * one, 0 * one});
    CHECK(use == std::vector{0 * one, 2 * one, one, one, one, one, one, 0 * one, 0 * one, 0 * one});
    CHECK(drag == std::vector{0 * one, 0 * one, one, one, one, one, 2 * one, 0 * one, 0 * one, 0 * one});

    auto const tree = samples("tree +RTS -hd");
    auto const nodes = samples("tree +RTS -hr -hdBranch,Leaf");
    std::vector<std::uint64_t> const branches{264, 3048, 24552, 49128}, leaves{16, 256, 4096, 32768},
        both{280, 3304, 28648, 81896};
    for (std::size_t t = 0; t != 4; ++t) {
        CHECK(tree.at(t).at("Branch") == branches[t]);
        CHECK(tree.at(t).at("Leaf") == leaves[t]);
        CHECK(nodes.at(t) == Bands{{"main", both[t]}});
    }

    auto const words = samples("wordfreq +RTS -hd").at(0);
    CHECK(words.at("<Data.Map.Internal.insertWith>") == 796120);
    CHECK(words.at("<Main.1>") == 320000);
    CHECK(words.at("<Main.+>") == 318448);
    CHECK(words.at("Bin") == 4656);
    auto const makers = samples("wordfreq +RTS -hr").at(0);
    CHECK(makers.at("freqLazy.go.m'") == 1430688);
    CHECK(makers.at("main") == 8536);
}

TEST_CASE("heapprof ghc: censuses are taken when due, and biographies span hundreds", "[conformance]") {
    HEAPPROF_OR_SKIP();
    GhcRun const timed("lazysum +RTS -hc -i0.1");
    auto const file = timed.hp();
    REQUIRE(file.samples.size() == 2 + 6);  // in 0.61 seconds
    for (std::size_t i = 1; i + 1 < file.samples.size(); ++i)
        CHECK(file.samples[i].time == Approx(0.1 * static_cast<double>(i)).margin(0.01));

    GhcRun const often("biography +RTS -hb -i0 -A8k");
    REQUIRE(often.result.code == 0);
    auto const lives = often.hp();
    CHECK(lives.samples.size() > 250);
    for (std::size_t i = 1; i + 1 < lives.samples.size(); ++i) CHECK(lives.samples[i].bands.size() == 5);
}

TEST_CASE("heapprof ghc --ghc: without its .prof a heap profile by retainer is not written",
          "[conformance]") {
    HEAPPROF_OR_SKIP();
    auto const with_folder = [](std::string const& options, std::string const& folder) {
        return GhcRun("--ghc sharing +RTS -i0 " + options, "mkdir sharing." + folder + " && ");
    };
    std::string const message = "Can't open profiling report file sharing.prof\n";
    auto const files = [](GhcRun const& run) { return run.folder.files(); };
    using Files = std::vector<std::string>;
    for (std::string const options : {"-hr", "-hc -hrmain", "-p"}) {
        INFO(options);
        auto const run = with_folder(options, "prof");
        CHECK(run.result.code == 0);
        CHECK(run.result.err == message);
        CHECK(run.result.out == "19\n559807\n");
        CHECK(files(run) == Files{"sharing.prof", "stderr", "stdout"});
    }
    auto const other = with_folder("-hc -p", "prof");
    CHECK(other.result.err == message);
    CHECK(other.hp().samples.size() == 6);
    auto const no_hp = with_folder("-hc", "hp");
    CHECK(no_hp.result.code == 0);
    CHECK(no_hp.result.err == "Can't open profiling report file sharing.hp\n");
    GhcRun const ours("sharing +RTS -hr -i0", "mkdir sharing.prof && ");
    CHECK(ours.result.code == 1);
}

TEST_CASE("heapprof ghc --ghc: a restriction to retainers alone leaves an empty .prof", "[conformance]") {
    HEAPPROF_OR_SKIP();
    GhcRun const run("--ghc sharing +RTS -hrmain");
    CHECK(run.result.code == 0);
    CHECK(run.folder.files() == std::vector<std::string>{"sharing.prof", "stderr", "stdout"});
    CHECK(read(run.file(".prof")).empty());
}

TEST_CASE("heapprof ghc: with -N all outputs include each capability", "[conformance]") {
    HEAPPROF_OR_SKIP();
    GhcRun const two("parallel 20 +RTS -N2 -hd -i0 -p -l"), json("parallel +RTS -N2 -pj"),
        one("parallel +RTS -hd -i0 -p");
    INFO(two.result.err);
    REQUIRE(two.result.code == 0);
    CHECK(two.result.out.starts_with("72000\n"));
    CHECK(read(two.file(".prof")).find(" us, 2 processors)") != std::string::npos);
    CHECK(read(one.file(".prof")).find(" us, 1 processor)") != std::string::npos);
    CHECK(read(json.file(".prof")).find("\"initial_capabilities\": 2,") != std::string::npos);
    std::set<std::uint32_t> capabilities;
    for (auto const& tick : trav::read_eventlog(two.file(".eventlog")).ticks)
        capabilities.insert(tick.capability);
    CHECK(capabilities == std::set<std::uint32_t>{0, 1});
    for (std::string const way : {"", "--ghc "}) {
        GhcRun const refused(way + "parallel +RTS -N2 -hb");
        CHECK(refused.result.code == 1);
        CHECK(refused.result.err.find("-hb cannot be used with multiple capabilities") != std::string::npos);
        CHECK(refused.folder.files() == std::vector<std::string>{"stderr", "stdout"});
    }
}

TEST_CASE("heapprof ghc: names an unknown class of events and runs the program", "[conformance]") {
    HEAPPROF_OR_SKIP();
    for (std::string const way : {"", "--ghc "}) {
        GhcRun const run(way + "sharing +RTS -lq");
        CHECK(run.result.code == 0);
        CHECK(run.result.err == "sharing: unknown trace option: q\n");
    }
}

TEST_CASE("heapprof ghc --ghc: negative seconds mean no census", "[conformance]") {
    HEAPPROF_OR_SKIP();
    GhcRun const run("--ghc sharing +RTS -hc -i-1");
    CHECK(run.hp().samples.size() == 2);  // the empty first and last samples
}
