// `heapprof ghc`: programs on the mock machine, with GHC's options. Numbers that are said to be GHC's were printed by
// programs that GHC 9.0.2 compiled from the Haskell that the mock's are written after.
#include "catch.hpp"
#include "report/hp2ps.hpp"
#include "run.hpp"

#include <ghc/programs.hpp>
#include <trav/report/eventlog_hp.hpp>
#include <trav/report/eventlog_reader.hpp>
#include <trav/report/hp_reader.hpp>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

namespace {

using Bands = std::map<std::string, std::uint64_t>;

/// One run in a folder of its own.
struct Run {
    Folder folder;
    Result result;
    std::string stem;

    explicit Run(std::string const& arguments, std::string const& before = "") {
        std::string const words = arguments.starts_with("--ghc ") ? arguments.substr(6) : arguments;
        stem = words.substr(0, words.find(' '));
        std::string const to = folder.str() + "/";
        std::string const command = "cd '" + folder.str() + "' && " + before + "'" + heapprof() + "' ghc " +
                                    arguments + " >stdout 2>stderr </dev/null";
        int const status = std::system(command.c_str());
        result = {WIFEXITED(status) ? WEXITSTATUS(status) : -1, read(to + "stdout"), read(to + "stderr")};
    }
    std::string file(std::string const& ending) const { return folder / (stem + ending); }
    trav::HpFile hp() const { return trav::read_hp(file(".hp")); }
};

/// The samples of a run with -i0, the empty ones at both ends left out; sets without their numbers.
std::vector<Bands> samples(std::string const& arguments) {
    Run const run(arguments + " -i0");
    INFO(arguments << ": " << run.result.err);
    REQUIRE(run.result.code == 0);
    auto const file = run.hp();
    REQUIRE(file.samples.size() >= 2);
    CHECK(file.samples.front().bands.empty());
    CHECK(file.samples.back().bands.empty());
    std::vector<Bands> all;
    for (std::size_t i = 1; i + 1 < file.samples.size(); ++i) {
        auto& bands = all.emplace_back();
        for (auto const& band : file.samples[i].bands) {
            auto const at = band.label.starts_with('(') ? band.label.find(')') + 1 : 0;
            bands[band.label.substr(at)] += band.value;
        }
    }
    return all;
}

std::string error_of(std::string const& arguments) {
    Run const run(arguments);
    CHECK(run.result.code == 1);
    CHECK(run.folder.files() == std::vector<std::string>{"stderr", "stdout"});
    return run.result.err;
}

}  // namespace

TEST_CASE("heapprof ghc: Sharing's lists are retained by whom GHC says", "[conformance]") {
    HEAPPROF_OR_SKIP();
    for (std::string const way : {"", "--ghc "}) {
        auto const eight = samples(way + "sharing +RTS -hr -R8");
        for (std::size_t census : {0u, 1u}) {
            Bands bands = eight.at(census);
            bands.erase("main");
            CHECK(bands == Bands{{"kA", 2400},
                                 {"kA,kB", 4800},
                                 {"kA,kB,kC", 7920},
                                 {"kA,kB,kC,kD", 11920},
                                 {"MANY", 31920}});
        }
        CHECK(!eight.at(2).contains("MANY"));
        // GHC's MANY has 56 bytes more: two objects of its standard output, which others retain, too
        auto const two = samples(way + "sharing +RTS -hr -R2");
        CHECK(two.at(0).at("kA") == 2400);
        CHECK(two.at(0).at("kA,kB") == 4800);
        CHECK(two.at(0).at("MANY") == 51816 - 56);
    }
}

TEST_CASE("heapprof ghc: Sharing by producer, and restricted", "[conformance]") {
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

TEST_CASE("heapprof ghc: where GHC loses a retainer, --ghc does", "[conformance]") {
    HEAPPROF_OR_SKIP();
    auto const right = samples("lostretainer +RTS -hr").at(0);
    CHECK(right.at("kA,kB,mkCP") == 72000);
    auto const as_ghc = samples("--ghc lostretainer +RTS -hr").at(0);
    CHECK(as_ghc.at("mkCP,kB,kA") == 48000);
    CHECK(as_ghc.at("mkCP,kB") == 24064 + 64);  // GHC's two sets of that name
}

TEST_CASE("heapprof ghc: the root profiler's example", "[conformance]") {
    HEAPPROF_OR_SKIP();
    auto const roots = samples("hscenv +RTS -ho").at(0);
    CHECK(roots.at("hsc") == 80);
    CHECK(roots.at("hsc,eps") == 48);
    CHECK(roots.at("hsc,fc") == 72);
    CHECK(roots.at("hsc,eps,fc") == 32);
}

TEST_CASE("heapprof ghc: every program, by every breakdown: the real hp2ps reads it, the eventlog has the "
          "same numbers",
          "[conformance]") {
    HEAPPROF_OR_SKIP();
    HP2PS_OR_SKIP();
    for (auto const& program : programs()) {
        for (char const letter : std::string("Tcmdyirbo")) {
            std::string const arguments = std::string(program.name) + " +RTS -i0 -l -h" + letter;
            INFO(arguments);
            Run const run(arguments);
            CHECK(run.result.err == "");
            REQUIRE(run.result.code == 0);
            CHECK(hp2ps_says(read(run.file(".hp"))) == "");
            auto const hp = run.hp(), log = trav::hp_file(trav::read_eventlog(run.file(".eventlog")));
            CHECK(!hp.cut);
            CHECK(!log.cut);
            CHECK(log.header.job == hp.header.job);
            REQUIRE(log.samples.size() + 2 == hp.samples.size());
            for (std::size_t i = 0; i != log.samples.size(); ++i) {
                std::vector<std::uint64_t> ours, theirs;
                for (auto const& band : hp.samples[i + 1].bands) ours.push_back(band.value);
                for (auto const& band : log.samples[i].bands) theirs.push_back(band.value);
                CHECK(ours == theirs);
                CHECK(log.samples[i].time == Approx(hp.samples[i + 1].time).margin(1e-6));
            }
        }
    }
}

TEST_CASE("heapprof ghc: all pairs of breakdowns: each adds up to both of its parts", "[conformance]") {
    HEAPPROF_OR_SKIP();
    std::string const letters = "Tcmdyirbo";
    auto const sums = [&](std::string const& options) {
        std::vector<std::uint64_t> all;
        Run const run("sharing +RTS -i0 -L40 -l " + options);
        INFO(options << ": " << run.result.err);
        REQUIRE(run.result.code == 0);
        for (auto const& sample : run.hp().samples) {
            all.push_back(0);
            for (auto const& band : sample.bands) all.back() += band.value;
        }
        return all;
    };
    auto const expected = sums("-hT");
    CHECK(std::ranges::max(expected) > 58000);
    for (char const a : letters)
        for (char const b : letters)
            if (a < b) CHECK(sums(std::string("-h") + a + " -h" + b) == expected);
    CHECK(sums("-hr -hb -ho -hd -hc") == expected);
}

TEST_CASE("heapprof ghc: the bands that GHC gives for the other programs", "[conformance]") {
    HEAPPROF_OR_SKIP();
    auto const sum_by_retainer = samples("--ghc lazysum +RTS -hr");
    CHECK(sum_by_retainer.at(1).at("step") == 1439976);
    CHECK(sum_by_retainer.at(2).at("step") == 959984);
    auto const sum = samples("--ghc lazysum +RTS -hd").at(1);
    CHECK(sum.at("<Main.total>") == 640000);
    CHECK(sum.at("<Main.count>") == 480000);
    CHECK(sum.at("IS") == 320032);
    CHECK(sum.at("Acc") == 24);

    // four populations of functions of 32 000 bytes: one lags until it is called, one is in use, one drags
    auto const lives = samples("--ghc biography +RTS -hb");
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

TEST_CASE(
    "heapprof ghc: censuses are taken when they are due, and a thousand of biographies are not too many",
    "[conformance]") {
    HEAPPROF_OR_SKIP();
    Run const timed("lazysum +RTS -hc -i0.1");
    auto const file = timed.hp();
    REQUIRE(file.samples.size() == 2 + 6);  // in 0.61 seconds
    for (std::size_t i = 1; i + 1 < file.samples.size(); ++i)
        CHECK(file.samples[i].time == Approx(0.1 * static_cast<double>(i)).margin(0.01));

    Run const often("lazysum +RTS -hb -i0 -A8k");
    REQUIRE(often.result.code == 0);
    auto const lives = often.hp();
    CHECK(lives.samples.size() > 500);
    for (std::size_t i = 1; i + 1 < lives.samples.size(); ++i) CHECK(lives.samples[i].bands.size() == 5);
}

TEST_CASE("heapprof ghc: a run says the same each time", "[conformance]") {
    HEAPPROF_OR_SKIP();
    setenv("SOURCE_DATE_EPOCH", "1465041540", 1);
    std::string const options = "sharing +RTS -hr -hb -hi -i0 -l -p";
    Run const first(options), second(options);
    unsetenv("SOURCE_DATE_EPOCH");
    for (char const* const ending : {".hp", ".prof", ".eventlog"}) {
        CHECK(read(first.file(ending)).size() > 100);
        CHECK(read(first.file(ending)) == read(second.file(ending)));
    }
    CHECK(first.hp().header.job == "sharing +RTS -hr -hb -hi -i0 -l -p");
    CHECK(first.hp().header.date == "Sat Jun  4 11:59 2016");
}

TEST_CASE("heapprof ghc: its words, and GHC's for what it refuses", "[conformance]") {
    HEAPPROF_OR_SKIP();
    CHECK(error_of("sharing +RTS -hx") == "heapprof: invalid heap profile option: -hx\n");
    CHECK(error_of("sharing +RTS -hc -L0") == "heapprof: bad RTS option: -L0\n");
    CHECK(error_of("--ghc sharing +RTS -hr -hb") == "heapprof: multiple heap profile options\n");
    CHECK(error_of("sharing +RTS -hr -hbdrag --ghc") == "heapprof: cannot mix -hb and -hr\n");
    CHECK(error_of("nothing").starts_with("heapprof: there is no program 'nothing'; there are "));
    CHECK(run("ghc").code == 2);
    auto const help = run("ghc --help");
    CHECK(help.code == 0);
    for (auto const& program : programs()) CHECK(help.out.find(program.name) != std::string::npos);

    Run const by_retainer("sharing +RTS -hr -i0");
    CHECK(by_retainer.result.out.find("kA,kB,kC,kD") != std::string::npos);
    CHECK(by_retainer.result.out.find("wrote sharing.hp, sharing.prof\n") != std::string::npos);
    CHECK(by_retainer.result.out.find("\ntotal ") != std::string::npos);
    Run const too_short("sharing +RTS -hc -i1000");
    CHECK(too_short.result.out.find("There was no census") != std::string::npos);
    Run const without("sharing");
    CHECK(without.folder.files() == std::vector<std::string>{"stderr", "stdout"});
}

TEST_CASE("heapprof ghc: which files there are, and what is in the .prof", "[conformance]") {
    HEAPPROF_OR_SKIP();
    using Files = std::vector<std::string>;
    CHECK(Run("sharing +RTS -hc -i0 -pox").folder.files() == Files{"stderr", "stdout", "x.hp"});
    CHECK(Run("--ghc sharing +RTS -hr -i0 -pox").folder.files() ==
          Files{"sharing.hp", "stderr", "stdout", "x.prof"});
    CHECK(Run("sharing +RTS -pj").folder.files() == Files{"sharing.prof", "stderr", "stdout"});
    CHECK(Run("sharing +RTS -l").folder.files() == Files{"sharing.eventlog", "stderr", "stdout"});

    Run const retainers("sharing +RTS -hr -i0 -p");
    std::string const prof = read(retainers.file(".prof"));
    auto const pass = prof.find("Retainer Profiling: 0, at "),
               costs = prof.find("Time and Allocation Profiling Report"),
               sets = prof.find("\nRetainer sets created during profiling:\nSET 2 = {<Main.");
    CHECK(pass == 0);
    CHECK(pass < costs);
    CHECK(costs < sets);
    CHECK(sets != std::string::npos);
    CHECK(nlohmann::json::accept(read(Run("sharing +RTS -hr -i0 -pj").file(".prof"))));
}

TEST_CASE("heapprof ghc: what a killed program leaves can be read", "[conformance]") {
    HEAPPROF_OR_SKIP();
    Run const whole("sharing +RTS -hr -i0 -l");
    auto const all = whole.hp();
    std::string const text = read(whole.file(".hp"));
    for (std::size_t size = text.find("END_SAMPLE"); size < text.size(); size += 37) {
        std::string const cut = whole.folder / "cut.hp";
        write(cut, text.substr(0, size));
        auto const left = trav::read_hp(cut);
        CHECK(left.samples.size() <= all.samples.size());
        CHECK(std::equal(left.samples.begin(), left.samples.end(), all.samples.begin()));
    }

    Run const killed("lazysum 200 +RTS -hd -i0 -A64k -l", "timeout -s KILL 1 ");
    auto const left = killed.hp();
    CHECK(!left.cut);
    CHECK(!left.samples.empty());
    CHECK(trav::read_eventlog(killed.file(".eventlog")).cut);  // it has no mark of its end
}
