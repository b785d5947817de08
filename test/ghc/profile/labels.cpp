// GHC's labels of bands.
#include "catch.hpp"

#include <trav/ghc/profile/labels.hpp>

#include <string>
#include <vector>

namespace ghc = trav::ghc;
using trav::Band;

namespace {

using Words = std::vector<std::string>;

std::vector<std::string> texts(trav::Profile::Column const& column) {
    std::vector<std::string> all;
    for (auto const& band : column.bands) all.push_back(band.text);
    return all;
}

}  // namespace

TEST_CASE("GHC's labels: the labels of stacks are truncated after their numbers", "[conformance]") {
    ghc::RtsOptions options{.label_length = 10};
    ghc::HeapLabels const labels(options);
    trav::Profile::Column column{
        "cost centre",
        nullptr,
        {{"build/main", {"build", "main", "MAIN"}, {}, {7, {3, 2, 1}}},
         {"step/build/main", {"step", "build", "main", "MAIN"}, {}, {12, {4, 3, 2, 1}}},
         {"MAIN", {"MAIN"}, {}, {1, {1}}}}};
    labels.label_stacks(column);
    CHECK(texts(column) == Words{"(7)build/main", "(12)step/b...", "MAIN"});
}

TEST_CASE("GHC's labels: a counted set has the same number in each sample", "[unit]") {
    ghc::RtsOptions const options;
    ghc::HeapLabels labels(options);
    Band const a{"a", {"a"}, {"<M.a>"}}, ab{"a,b", {"a", "b"}, {"<M.a>", "<M.b>"}}, many{"MANY"};
    trav::Profile::Column first{"retainer", nullptr, {ab, many}}, second{"retainer", nullptr, {a, ab}};
    labels.label_sets(first, {true, true});
    labels.label_sets(second, {true, true});
    CHECK(texts(first) == Words{"(2)a,b", "MANY"});
    CHECK(texts(second) == Words{"(3)a", "(2)a,b"});
    REQUIRE(labels.retainer_sets().size() == 2);
    CHECK(labels.retainer_sets()[0].elements == ab.details);

    trav::Profile::Column restricted{"retainer", nullptr, {a, {"b", {"b"}, {}}}};
    labels.label_sets(restricted, {true, false});
    CHECK(texts(restricted) == Words{"(3)a", "b"});
}

TEST_CASE("GHC's labels: GHC's sets keep their numbers; only the last sample's sets are listed", "[unit]") {
    ghc::RtsOptions const options{.label_length = 6, .ghc = true};
    ghc::HeapLabels labels(options);
    trav::Profile::Column first{"retainer", nullptr, {{"a", {"a"}, {"<M.a>"}, {17}}}};
    trav::Profile::Column second{"retainer", nullptr, {{"a,b", {"a", "b"}, {"<M.a>", "<M.b>"}, {40}}}};
    labels.label_sets(first, {true});
    labels.label_sets(second, {true});
    CHECK(texts(first) == Words{"(17)a"});
    CHECK(texts(second) == Words{"(40)a,"});
    REQUIRE(labels.retainer_sets().size() == 1);
    CHECK(labels.retainer_sets()[0].number == 40);
    CHECK(labels.retainer_sets()[0].elements == Words{"<M.a>", "<M.b>"});
}
