// What GHC calls bands, and which of them a restriction means.
#include "catch.hpp"

#include <trav/ghc/profile/labels.hpp>

#include <string>
#include <vector>

namespace ghc = trav::ghc;
using ghc::HeapBreakdown;
using trav::Band;

namespace {

/// A profile with one column and a row for each of its bands.
trav::Profile profile_of(std::vector<Band> bands) {
    trav::Profile profile;
    profile.samples.push_back({0, {}});
    for (std::uint32_t i = 0; i != bands.size(); ++i) profile.samples[0].rows.push_back({{i}, {8, 1}});
    profile.columns.push_back({"column", nullptr, std::move(bands)});
    return profile;
}
std::vector<std::string> labels(trav::Profile const& profile) {
    std::vector<std::string> all;
    for (auto const& band : profile.columns[0].bands) all.push_back(band.label);
    return all;
}

}  // namespace

TEST_CASE("GHC's labels: stacks are found by their labels, and cut", "[conformance]") {
    ghc::Storage heap;
    auto& centres = heap.cost_centres();
    ghc::RtsOptions options{.label_length = 10};
    ghc::GhcLabels const names(heap, options);
    auto* const build = centres.push(centres.push(centres.main(), "main"), "build");
    std::string const id = "(" + std::to_string(build->id) + ")";
    CHECK(names.stack(id + "build/main") == build);
    CHECK(names.stack("MAIN") == centres.main());
    auto* const step = centres.push(build, "step");  // later than the first question
    std::string const longer = "(" + std::to_string(step->id) + ")";
    CHECK(names.stack(longer + "anything") == step);
    auto profile = profile_of({{id + "build/main"}, {longer + "step/build/main"}, {"MAIN"}});
    names.label_stacks(profile, 0);
    CHECK(labels(profile) == std::vector<std::string>{id + "build/main", longer + "step/b...", "MAIN"});
}

TEST_CASE("GHC's labels: a set that is counted has a number, the same in each sample", "[unit]") {
    ghc::Storage heap;
    ghc::RtsOptions const options;
    ghc::GhcLabels names(heap, options);
    Band const a{"a", {"a"}, {"<M.a>"}}, ab{"a,b", {"a", "b"}, {"<M.a>", "<M.b>"}}, many{"MANY"};
    auto first = profile_of({ab, many}), second = profile_of({a, ab});
    names.label_sets(first, 0);
    names.label_sets(second, 0);
    CHECK(labels(first) == std::vector<std::string>{"(2)a,b", "MANY"});
    CHECK(labels(second) == std::vector<std::string>{"(3)a", "(2)a,b"});
    REQUIRE(names.retainer_sets().size() == 2);
    CHECK(names.retainer_sets()[0].elements == ab.details);

    auto restricted = profile_of({a, {"b", {"b"}, {}}});
    restricted.samples[0].rows.pop_back();
    names.label_sets(restricted, 0);
    CHECK(labels(restricted) == std::vector<std::string>{"(3)a", "b"});
}

TEST_CASE("GHC's labels: what restrictions mean", "[conformance]") {
    ghc::Storage heap;
    auto& centres = heap.cost_centres();
    ghc::RtsOptions const options;
    ghc::GhcLabels const names(heap, options);
    auto* const build = centres.push(centres.push(centres.main(), "main"), "build");
    Band const by_build{"(" + std::to_string(build->id) + ")build/main"};
    auto const counts = [&](HeapBreakdown by, bool anywhere, std::vector<std::string> const& wanted,
                            Band const& band) { return names.counts({by, anywhere, wanted}, band); };
    using enum HeapBreakdown;
    CHECK(counts(cost_centre, false, {"x", "build"}, by_build));
    CHECK(!counts(cost_centre, false, {"main"}, by_build));
    CHECK(counts(cost_centre, true, {"main"}, by_build));
    CHECK(!counts(cost_centre, true, {"mai"}, by_build));
    CHECK(counts(retainer, false, {"kB"}, {"kA,kB", {"kA", "kB"}}));
    CHECK(!counts(retainer, false, {"kA,kB"}, {"kA,kB", {"kA", "kB"}}));
    CHECK(counts(retainer, false, {"MANY"}, {"MANY"}));
    CHECK(counts(root, false, {"NOROOT"}, {"NOROOT"}));
    ghc::RtsOptions const as_ghc{.ghc = true};
    CHECK(!ghc::GhcLabels(heap, as_ghc).counts({retainer, false, {"MANY"}}, {"MANY"}));
    CHECK(counts(biography, false, {"drag", "void"}, {"VOID"}));
    CHECK(!counts(biography, false, {"use"}, {"INHERENT_USE"}));
    CHECK(counts(module, false, {"Main"}, {"Main"}));
    CHECK(!counts(type, false, {"in"}, {"Int"}));
}
