// The files that `heapprof ghc` writes, and GHC's own tools.
#include "ghc_run.hpp"
#include "report/ghc_events.hpp"
#include "report/hp2ps.hpp"

#include <ghc/programs.hpp>
#include <trav/ghc/profile/breakdowns.hpp>
#include <trav/report/eventlog/heap_profile.hpp>
#include <trav/report/eventlog/reader.hpp>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

namespace {

std::string error_of(std::string const& arguments) {
    GhcRun const run(arguments);
    CHECK(run.result.code == 1);
    CHECK(run.folder.files() == std::vector<std::string>{"stderr", "stdout"});
    return run.result.err;
}

// A label as in an eventlog, without the stack's number, which only the .hp file has.
std::string without_number(std::string const& label, bool by_stack) {
    return by_stack && label.starts_with('(') ? label.substr(label.find(')') + 1) : label;
}

// Checks that the real ghc-events shows the samples of the .hp file, except its empty first and last ones.
void compare(std::vector<trav::HpSample> const& shown, trav::HpFile const& hp, bool by_stack) {
    REQUIRE(shown.size() + 2 == hp.samples.size());
    for (std::size_t i = 0; i != shown.size(); ++i) {
        auto expected = hp.samples[i + 1].bands;
        for (auto& band : expected) band.label = without_number(band.label, by_stack);
        CHECK(shown[i].bands == expected);
        CHECK(shown[i].time == Approx(hp.samples[i + 1].time).margin(1e-6));
    }
}

}  // namespace

TEST_CASE("heapprof ghc: hp2ps and ghc-events agree with heapprof on every program and breakdown",
          "[conformance][slow]") {
    HEAPPROF_OR_SKIP();
    HP2PS_OR_SKIP();
    GHC_EVENTS_OR_SKIP();
    for (auto const& program : programs())
        for (std::string const breakdowns :
             {"-hT", "-hc", "-hm", "-hd", "-hy", "-hi", "-hr", "-hb", "-ho", "-hr -hb -p", "-ho -hd -xt",
              "-hT -hc -hb", "-hmMain", "-hr --ghc"}) {
            GhcRun const run(std::string(program.name) + " +RTS -i0 -l -L200 " + breakdowns);
            INFO(program.name << ' ' << breakdowns);
            CHECK(run.result.err == "");
            REQUIRE(run.result.code == 0);
            auto const hp = run.hp();
            CHECK(!hp.cut);

            std::string const draw = "cd '" + run.folder.str() + "' && hp2ps " + run.stem +
                                     ".hp 2>complaint && '" + profiler() + "' plot " + run.stem +
                                     ".hp -o ours.ps >/dev/null";
            CHECK(std::system(draw.c_str()) == 0);
            CHECK(read(run.folder / "complaint") == "");
            CHECK(read(run.file(".ps")).starts_with("%!PS"));
            CHECK(read(run.file(".aux")).starts_with("X_RANGE"));
            CHECK(read(run.file(".aux")) == read(run.folder / "ours.aux"));

            std::string const shown = shown_file(run.file(".eventlog"));
            CHECK(shown.starts_with("Events:"));
            auto expected = hp;
            if (breakdowns == "-hr --ghc")  // GHC omits MANY
                for (auto& sample : expected.samples)
                    std::erase_if(sample.bands, [](auto const& band) { return band.label == "MANY"; });
            compare(shown_samples(shown), expected, breakdowns == "-hc");

            auto const ours = trav::hp_file(trav::read_eventlog(run.file(".eventlog")));
            CHECK(!ours.cut);
            CHECK(ours.header.job == hp.header.job);
            CHECK(shown_samples(shown) == ours.samples);
        }
}

TEST_CASE("heapprof ghc: a run gives the same output each time", "[conformance]") {
    HEAPPROF_OR_SKIP();
    setenv("SOURCE_DATE_EPOCH", "1465041540", 1);
    std::string const options = "sharing +RTS -hr -hb -hi -i0 -l -p";
    GhcRun const first(options), second(options);
    unsetenv("SOURCE_DATE_EPOCH");
    for (char const* const ending : {".hp", ".prof", ".eventlog"}) {
        CHECK(read(first.file(ending)).size() > 100);
        CHECK(read(first.file(ending)) == read(second.file(ending)));
    }
    CHECK(first.hp().header.job == "sharing +RTS -hr -hb -hi -i0 -l -p");
    CHECK(first.hp().header.date == "Sat Jun  4 11:59 2016");
}

TEST_CASE("heapprof ghc: prints help, and GHC's messages for refused options", "[conformance]") {
    HEAPPROF_OR_SKIP();
    CHECK(error_of("sharing +RTS -hx") == "heapprof: invalid heap profile option: -hx\n");
    CHECK(error_of("sharing +RTS -hc -L0") == "heapprof: bad RTS option: -L0\n");
    CHECK(error_of("--ghc sharing +RTS -hr -hb") == "heapprof: multiple heap profile options\n");
    CHECK(error_of("sharing +RTS -hr -hbdrag --ghc") == "heapprof: cannot mix -hb and -hr\n");
    CHECK(error_of("nothing +RTS -hr").starts_with("heapprof: there is no program 'nothing'; there are "));
    CHECK(error_of("sharing x +RTS -hr -l").find("factor") != std::string::npos);
    CHECK(error_of("sharing +RTS -hr -po/nowhere/x") ==
          "heapprof: /nowhere/x.hp: cannot be written: No such file or directory\n");
    CHECK(run("ghc").code == 2);
    auto const help = run("ghc --help");
    CHECK(help.code == 0);
    for (auto const& program : programs()) CHECK(help.out.find(program.name) != std::string::npos);
    for (auto const& row : trav::ghc::heap_breakdowns)
        CHECK(help.out.find("\n  -h" + std::string(1, row.letters[0]) + " ") != std::string::npos);
    CHECK(help.out.find("     -") == std::string::npos);  // one option per line

    GhcRun const by_retainer("sharing +RTS -hr -i0");
    CHECK(by_retainer.result.out.find("kA,kB,kC,kD") != std::string::npos);
    CHECK(by_retainer.result.out.find("wrote sharing.hp, sharing.prof\n") != std::string::npos);
    CHECK(by_retainer.result.out.find("\ntotal ") != std::string::npos);
    GhcRun const too_short("sharing +RTS -hc -i1000");
    CHECK(too_short.result.out.find("There was no census") != std::string::npos);
    GhcRun const without("sharing");
    CHECK(without.folder.files() == std::vector<std::string>{"stderr", "stdout"});
}

TEST_CASE("heapprof ghc: writes the requested files, and the parts of the .prof", "[conformance]") {
    HEAPPROF_OR_SKIP();
    using Files = std::vector<std::string>;
    CHECK(GhcRun("sharing +RTS -hc -i0 -pox").folder.files() == Files{"stderr", "stdout", "x.hp"});
    CHECK(GhcRun("--ghc sharing +RTS -hr -i0 -pox").folder.files() ==
          Files{"sharing.hp", "stderr", "stdout", "x.prof"});
    CHECK(GhcRun("sharing +RTS -pj").folder.files() == Files{"sharing.prof", "stderr", "stdout"});
    CHECK(GhcRun("sharing +RTS -r").folder.files() == Files{"sharing.ticky", "stderr", "stdout"});
    CHECK(GhcRun("sharing +RTS -l").folder.files() == Files{"sharing.eventlog", "stderr", "stdout"});

    GhcRun const retainers("sharing +RTS -hr -i0 -p");
    std::string const prof = read(retainers.file(".prof"));
    auto const costs = prof.find("Time and Allocation Profiling Report"),
               sets = prof.find("\nRetainer sets created during profiling:\nSET 2 = {<");
    CHECK(costs < sets);
    CHECK(sets != std::string::npos);
    CHECK(prof.find("Retainer Profiling: 0, at ") == std::string::npos);  // passes of GHC's algorithm
    CHECK(read(GhcRun("--ghc sharing +RTS -hr -i0").file(".prof")).starts_with("Retainer Profiling: 0, at "));
    CHECK(nlohmann::json::accept(read(GhcRun("sharing +RTS -hr -i0 -pj").file(".prof"))));
}

TEST_CASE("heapprof ghc: the files of a killed program can be read", "[conformance]") {
    HEAPPROF_OR_SKIP();
    GhcRun const whole("sharing +RTS -hr -i0 -l");
    auto const all = whole.hp();
    std::string const text = read(whole.file(".hp"));
    for (std::size_t size = text.find("END_SAMPLE"); size < text.size(); size += 37) {
        std::string const cut = whole.folder / "cut.hp";
        write(cut, text.substr(0, size));
        auto const left = trav::read_hp(cut);
        CHECK(left.samples.size() <= all.samples.size());
        CHECK(std::equal(left.samples.begin(), left.samples.end(), all.samples.begin()));
    }

    GhcRun const killed("lazysum 200 +RTS -hd -i0 -A64k -l", "timeout -s KILL 1 ");
    auto const left = killed.hp();
    CHECK(!left.cut);
    CHECK(!left.samples.empty());
    CHECK(trav::read_eventlog(killed.file(".eventlog")).cut);  // it lacks the end mark
}
