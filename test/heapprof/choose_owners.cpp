// The common owners of a series of dumps.
#include "catch.hpp"

#include <heapprof/breakdown/by_owner.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace {

using Texts = std::vector<std::string>;

constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

struct Owner {
    std::string name;
    std::uint32_t above;  // the number of the owner around it
    std::uint64_t bytes;
    bool large = false;
    std::string group{};  // around it
};

// A dump of numbered owners, and of 500 unreached bytes. Owners without a name have no band.
trav::Profile profile(std::vector<Owner> const& owners) {
    trav::Profile all;
    all.columns = {{"type", nullptr, {{"T"}}}, {"owner", nullptr, {}}};
    auto& bands = all.columns[1].bands;
    auto& entries = all.samples.emplace_back(trav::Profile::Sample{1, {}}).entries;
    auto const add = [&](trav::Band band, std::uint64_t bytes) {
        entries.push_back({{0, static_cast<std::uint32_t>(bands.size())}, {bytes, 1}});
        bands.push_back(std::move(band));
    };
    add({"UNREACHED", {}, {}, {.unreached = true}}, 500);
    for (std::size_t at = 0; at != owners.size(); ++at) {
        std::size_t const i = (at + owners.size() / 2) % owners.size();  // in any order
        Owner const& each = owners[i];
        if (each.name.empty()) continue;
        trav::Band band{each.name, {}, {}, {.number = i, .members = {each.above, each.large}}};
        if (!each.group.empty()) band.details.push_back(each.group);
        add(std::move(band), each.bytes);
    }
    return all;
}

std::vector<Texts> chosen(std::vector<std::vector<Owner>> const& dumps, double share) {
    std::vector<trav::Profile> profiles;
    for (auto const& each : dumps) profiles.push_back(profile(each));
    auto const before = profiles;
    auto names = heapprof::choose_owners(profiles, share);
    for (std::size_t d = 0; d != profiles.size(); ++d) {
        auto const& bands = profiles[d].columns[1].bands;
        for (std::size_t i = 0; i != bands.size(); ++i) {
            auto const& old = before[d].columns[1].bands[i];
            CHECK(bands[i].text == (old.identity.unreached ? old.text : names[d][old.identity.number]));
            CHECK(bands[i].identity == trav::BandIdentity{});
            CHECK(bands[i].details.empty());
        }
    }
    return names;
}

// Of 1,000 bytes.
std::vector<Owner> const shop{
    {"app: App", none, 400},    {"app.big: Map", 0, 500, true}, {"app.small: Set", 0, 4},
    {"app.item: T", 0, 4},      {"app.item: T", 0, 3},          {"app.item: T", 0, 3},
    {"app.big.part: P", 1, 50}, {"app.mid: M", 0, 4},           {"app.mid.in: I", 7, 6},
    {"app.low: L", 0, 4},       {"app.low.in: J", 9, 5},        {"app.rest: R", 0, 17}};

}  // namespace

TEST_CASE("heapprof choose owners: large owners, copies with a joint share, and their surroundings",
          "[unit]") {
    std::string const app = "app: App", big = "app.big: Map", item = "app.item: T", mid = "app.mid: M";
    CHECK(chosen({shop}, 0.01) ==
          std::vector<Texts>{{app, big, app, item, item, item, big, mid, mid, app, app, "app.rest: R"}});
    CHECK(chosen({shop}, 0.0101) ==
          std::vector<Texts>{{app, big, app, app, app, app, big, app, app, app, app, "app.rest: R"}});
    CHECK(chosen({shop}, 0.006)[0][8] == "app.mid.in: I");
    CHECK(chosen({shop}, 0.006)[0][7] == app);  // without the six bytes in it
    CHECK(chosen({shop}, 0.5)[0] == Texts{app, big, app, app, app, app, big, app, app, app, app, app});
}

TEST_CASE("heapprof choose owners: a name of one dump is a band in each, in any order of the dumps",
          "[unit]") {
    for (bool const large : {false, true}) {
        std::vector<Owner> const before{{"app: App", none, 990, large}, {"app.x: X", 0, 10}},
            after{{"app: App", none, 500, large}, {"app.x: X", 0, 500, large}};
        Texts const both{"app: App", "app.x: X"};
        CHECK(chosen({before, after}, 0.1) == std::vector<Texts>{both, both});
        CHECK(chosen({after, before}, 0.1) == std::vector<Texts>{both, both});
        CHECK(chosen({before, before}, 0.1)[1] == Texts{"app: App", "app: App"});
    }
}

TEST_CASE("heapprof choose owners: groups are chosen if each dump has them", "[unit]") {
    std::vector<Owner> const with{{"shared: Row", none, 300},
                                  {"app: App", none, 200},
                                  {"shared: Col", 1, 400},
                                  {"rows: Row", none, 1, false, "shared: Row"},
                                  {"rows.all: List", none, 300, false, "shared: Row"}};
    std::vector<Owner> without = with;
    without[2].name.clear();
    CHECK(chosen({with, with}, 0.1)[0] ==
          Texts{"shared: Row", "app: App", "shared: Col", "shared: Row", "rows.all: List"});
    auto const names = chosen({with, without}, 0.1);
    CHECK(names[0] == Texts{"shared: Row", "app: App", "app: App", "shared: Row", "rows.all: List"});
    CHECK(names[1] == Texts{"shared: Row", "app: App", "", "shared: Row", "rows.all: List"});
}

TEST_CASE("heapprof choose owners: nothing of a profile without owners", "[unit]") {
    std::vector<trav::Profile> profiles{profile(shop), profile(shop)};
    profiles[1].columns[1].name = "other";
    CHECK(heapprof::choose_owners(profiles, 0.01).empty());
    CHECK(profiles[0].columns[1].bands[1].text == "app.big.part: P");
}

TEST_CASE("heapprof choose owners: texts without numbers", "[unit]") {
    using heapprof::without_numbers;
    CHECK(without_numbers("").empty());
    CHECK(without_numbers("7") == "*");
    CHECK(without_numbers("a12b3") == "a*b*");
    CHECK(without_numbers("09/:10") == "*/:*");
}
