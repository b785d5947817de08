// The options of GHC's runtime system, and the messages of programs compiled by GHC 9.0.2.
#include "catch.hpp"

#include <trav/ghc/profile/options_parser.hpp>

#include <string>
#include <utility>
#include <vector>

namespace ghc = trav::ghc;
using ghc::HeapBreakdown;
using ghc::TimeProfile;
using Words = std::vector<std::string>;

namespace {

ghc::RtsOptions rts(Words options, bool as_ghc = false) {
    options.insert(options.begin(), "+RTS");
    return ghc::parse_rts(options, as_ghc).rts;
}
std::string refused(Words const& options, bool as_ghc = false) {
    try {
        rts(options, as_ghc);
    } catch (ghc::BadRtsOption const& error) { return error.what(); }
    return "accepted";
}

}  // namespace

TEST_CASE("RTS options: the parser separates them from the program's arguments", "[conformance]") {
    auto const line = ghc::parse_rts(Words{"a", "+RTS", "-hc", "-L60", "-RTS", "-i3", "+RTS", "-xt"});
    CHECK(line.arguments == Words{"a", "-i3"});
    CHECK(line.rts.given == Words{"-hc", "-L60", "-xt"});
    CHECK(line.rts.stacks);
    CHECK(ghc::parse_rts(Words{"--RTS", "a", "+RTS", "-bogus"}).arguments == Words{"a", "+RTS", "-bogus"});
    CHECK(ghc::parse_rts(Words{"a", "--", "+RTS", "-bogus"}).arguments == Words{"a", "--", "+RTS", "-bogus"});
    CHECK(ghc::parse_rts(Words{}).arguments.empty());
}

TEST_CASE("RTS options: each has its effect and its default", "[conformance]") {
    auto const none = rts({});
    CHECK(none.interval == 0.1);
    CHECK(none.label_length == 25);
    CHECK(none.retainers == 8);
    CHECK(!none.stacks);
    CHECK(!none.eventlog);
    CHECK(none.time_profile == TimeProfile::none);
    CHECK(!none.heap_profile());

    CHECK(rts({"-i0.05"}).interval == 0.05);
    CHECK(rts({"-i"}).interval == 0.1);
    CHECK(rts({"-i0"}).interval == 0);
    CHECK(rts({"-L60"}).label_length == 60);
    CHECK(rts({"-L25x"}).label_length == 25);  // like GHC
    CHECK(rts({"-R2"}).retainers == 2);
    CHECK(rts({"-R0"}).retainers == 0);
    CHECK(rts({"-R"}, true).retainers == 0);
    CHECK(rts({"-l"}).eventlog == "");
    CHECK(rts({"-l-a"}).eventlog == "-a");
    CHECK(rts({"-p"}).time_profile == TimeProfile::summary);
    CHECK(rts({"-P"}).time_profile == TimeProfile::verbose);
    CHECK(rts({"-pa"}).time_profile == TimeProfile::all);
    CHECK(rts({"-pj"}).time_profile == TimeProfile::json);
    CHECK(rts({"-pofile"}).stem == "file");
    CHECK(none.allocation_area == 0);
    CHECK(rts({"-A8192"}).allocation_area == 8192);
    CHECK(rts({"-A64k"}).allocation_area == 65536);
    CHECK(rts({"-A1.5m"}).allocation_area == 1572864);
    CHECK(rts({"-A8M"}).allocation_area == 8388608);
    CHECK(rts({"-A1g"}).allocation_area == 1073741824);
    CHECK(rts({"-V0", "-xc"}).given.size() == 2);  // without effect here
    CHECK(rts({"-xt", "-xc"}).stacks);
    CHECK(!rts({"-xc"}).stacks);
}

TEST_CASE("RTS options: lower and upper case letters of time profiles differ only in their level",
          "[conformance]") {
    CHECK(rts({"-Pa"}).time_profile == TimeProfile::all);
    CHECK(rts({"-Pj"}).time_profile == TimeProfile::json);
    CHECK(rts({"-Pofile"}).stem == "file");
    CHECK(rts({"-Pofile"}).time_profile == TimeProfile::none);
    CHECK(rts({"-pja"}).time_profile == TimeProfile::json);  // GHC ignores the rest
    CHECK(refused({"-Px"}) == "flag -P given an argument when none was expected: -Px");
    CHECK(refused({"-paa"}) == "flag -Pa given an argument when none was expected: -paa");
    CHECK(refused({"-Paa"}) == "flag -Pa given an argument when none was expected: -Paa");
    CHECK(refused({"-Po"}) == "flag -po expects an argument");
}

TEST_CASE("RTS options: an unknown class of events only causes a warning", "[conformance]") {
    CHECK(ghc::parse_rts(Words{"+RTS", "-lq-az"}).warnings ==
          Words{"unknown trace option: q", "unknown trace option: z"});
    CHECK(ghc::parse_rts(Words{"+RTS", "-lasgpfnut"}).warnings.empty());
    CHECK(ghc::parse_rts(Words{"+RTS", "-l,u"}).warnings == Words{"unknown trace option: ,"});
    CHECK(rts({"-lq"}).eventlog == "q");
}

TEST_CASE("RTS options: negative seconds mean never with --ghc, and are an error otherwise",
          "[conformance]") {
    CHECK(rts({"-i-1"}, true).interval == -1);
    CHECK(refused({"-i-1"}) == "bad value for -i");
    CHECK(refused({"-V-1"}) == "accepted");
    CHECK(refused({"-V-1"}, true) == "accepted");
}

TEST_CASE("RTS options: the letters select breakdowns", "[conformance]") {
    using enum HeapBreakdown;
    std::vector<std::pair<char, HeapBreakdown>> const letters{
        {'T', closure_type}, {'c', cost_centre}, {'m', module},    {'d', description}, {'y', type},
        {'i', info_table},   {'r', retainer},    {'b', biography}, {'o', root},        {'M', module},
        {'D', description},  {'Y', type},        {'R', retainer},  {'B', biography}};
    for (auto const& [letter, breakdown] : letters)
        CHECK(rts({std::string("-h") + letter}).breakdowns == std::vector{breakdown});
    for (char const* const by_stack : {"-h", "-hc", "-hC"})
        CHECK(rts({by_stack}).breakdowns == std::vector{HeapBreakdown::cost_centre});
    CHECK(rts({"-hr", "-hb", "-hr"}).breakdowns ==
          std::vector{HeapBreakdown::retainer, HeapBreakdown::biography});
}

TEST_CASE("RTS options: names after a letter are a restriction", "[conformance]") {
    using Restrictions = std::vector<ghc::HeapRestriction>;
    CHECK(rts({"-hr", "-hdBranch,Leaf", "-hCmain", "-hcgo"}).restrictions ==
          Restrictions{{HeapBreakdown::description, false, {"Branch", "Leaf"}},
                       {HeapBreakdown::cost_centre, true, {"main"}},
                       {HeapBreakdown::cost_centre, false, {"go"}}});
    // a trailing empty element is ignored
    CHECK(rts({"-hr", "-hda,,b,"}).restrictions ==
          Restrictions{{HeapBreakdown::description, false, {"a", "", "b"}}});
    // in braces; GHC 9.0.2 makes the closing one part of the name
    CHECK(rts({"-hr", "-hd{a,b}"}).restrictions ==
          Restrictions{{HeapBreakdown::description, false, {"a", "b"}}});
    CHECK(rts({"-hr", "-hd{a,b}"}, true).restrictions ==
          Restrictions{{HeapBreakdown::description, false, {"a", "b}"}}});
    // two of a kind: both apply; with --ghc only the last
    CHECK(rts({"-hr", "-hda", "-hdb"}).restrictions.size() == 2);
    CHECK(rts({"-hr", "-hda", "-hdb"}, true).restrictions ==
          Restrictions{{HeapBreakdown::description, false, {"b"}}});
    CHECK(rts({"-hr", "-hca", "-hCb"}, true).restrictions.size() == 2);
    // without a breakdown GHC writes no profile
    CHECK(rts({"-hda"}).heap_profile());
    CHECK(!rts({"-hda"}, true).heap_profile());
    CHECK(rts({"-hdDRAG", "-hy", "-hbdrag,void"}).uses(HeapBreakdown::biography));
    CHECK(!rts({"-hdDRAG", "-hy"}).uses(HeapBreakdown::biography));
}

TEST_CASE("RTS options: the parser rejects invalid options with GHC's messages", "[conformance]") {
    CHECK(refused({"-hx"}) == "invalid heap profile option: -hx");
    CHECK(refused({"-he"}) == "invalid heap profile option: -he");
    CHECK(refused({"-h{c}"}) == "invalid heap profile option: -h{c}");
    CHECK(refused({"-L"}) == "bad RTS option: -L");
    CHECK(refused({"-L0"}) == "bad RTS option: -L0");
    CHECK(refused({"-Lx"}) == "bad RTS option: -Lx");
    CHECK(refused({"-ix"}) == "bad value for -i");
    CHECK(refused({"-i0x"}) == "bad value for -i");
    CHECK(refused({"-Vx"}) == "bad value for -V");
    for (std::string const seconds : {"1e9", "-1e9", "1e300", "-1e300"})
        CHECK(refused({"-i" + seconds}, true) == "bad value for -i");
    CHECK(rts({"-i999999999"}).interval == 999999999);
    CHECK(rts({"-i-999999999"}, true).interval == -999999999);
    for (std::string const size : {"", "x", "1", "1k", "8191", "8mx", "1x", "-5"})
        CHECK(refused({"-A" + size}) ==
              "error in RTS option -A" + size + ": size outside allowed range (8192 - 9223372036854775807)");
    for (char const* const none : {"-N", "-N0", "-Nx", "-N-1", "-N65536"})
        CHECK(refused({none}) == "bad value for -N");
    CHECK(rts({"-N2x"}).capabilities == 2);
    CHECK(rts({"-N2", "-N3"}).capabilities == 3);
    CHECK(rts({"-hd"}).capabilities == 0);
    for (bool const as_ghc : {false, true}) {
        CHECK(refused({"-hb", "-N2"}, as_ghc) == "-hb cannot be used with multiple capabilities");
        CHECK(refused({"-N2", "-hc", "-hbdrag"}, as_ghc) == "-hb cannot be used with multiple capabilities");
        CHECK(refused({"-hb", "-N1"}, as_ghc) == "accepted");
        CHECK(refused({"-hr", "-N2"}, as_ghc) == "accepted");
    }
    CHECK(refused({"-px"}) == "flag -p given an argument when none was expected: -px");
    CHECK(refused({"-po"}) == "flag -po expects an argument");
    CHECK(refused({"-xtt"}) == "flag -x given an argument when none was expected: -xtt");
    for (char const* const unknown : {"-xx", "-bogus", "--foo", "-", "x"})
        CHECK(refused({unknown}) == std::string("unknown RTS option: ") + unknown);
    // only with --ghc
    CHECK(refused({"-hr", "-hb"}) == "accepted");
    CHECK(refused({"-hr", "-hb"}, true) == "multiple heap profile options");
    CHECK(refused({"-hd", "-hd"}, true) == "multiple heap profile options");
    CHECK(refused({"-hr", "-hblag"}, true) == "cannot mix -hb and -hr");
    CHECK(refused({"-hb", "-hrmain", "--ghc"}) == "cannot mix -hb and -hr");
    CHECK(refused({"-hblag", "-hrmain"}, true) == "accepted");  // no profile
    for (char const* const later : {"-ho", "-hi", "-hi0x218"})
        CHECK(refused({later}, true) == std::string("invalid heap profile option: ") + later);
    // only without --ghc: GHC would count nothing, or not limit the sets
    CHECK(refused({"-hbfoo"}) ==
          "invalid heap profile option: -hbfoo (biographies are lag, drag, void, use)");
    CHECK(refused({"-hbfoo"}, true) == "accepted");
    for (char const* const none : {"-hc{}", "-hr,", "-hb{}"})
        CHECK(refused({none}) == std::string("invalid heap profile option: ") + none + " (no name)");
    CHECK(refused({"-hr,"}, true) == "accepted");
    CHECK(refused({"-Rx"}) == "bad RTS option: -Rx");
    CHECK(refused({"-Rx"}, true) == "accepted");
}
