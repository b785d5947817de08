// The common owners of a series of dumps.
#include "catch.hpp"
#include "heapprof/dump_of.hpp"

#include <heapprof/breakdown/by_owner.hpp>
#include <heapprof/question/dump_profiler.hpp>

#include <trav/profile/profiler.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
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

// The bands of the breakdown by owner, by text; an object for each number of an owner.
std::map<std::string, trav::Band> bands_of(heapprof::NamedOwners owners, std::vector<std::uint32_t> of_node) {
    std::string text;
    for (std::size_t n = 0; n != of_node.size(); ++n) text += "NODE n" + std::to_string(n) + " T 1\n";
    owners.owners.of_node = std::move(of_node);
    auto const dump = any_dump_of(text);
    trav::Profiler profiler{heapprof::CountedObjects{dump.get()}, std::vector{heapprof::by_owner(owners)}};
    profiler.sample_heap(std::vector<trav::dump::Node>(), 1);
    trav::Profile const profile = profiler.profile();
    CHECK(profile.columns[0].name == "owner");
    std::map<std::string, trav::Band> bands;
    for (trav::Band const& each : profile.columns[0].bands) bands.emplace(each.text, each);
    return bands;
}

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

TEST_CASE("heapprof choose owners: large owners of one dump, and the bytes of all entries of an owner",
          "[unit]") {
    std::vector<Owner> const one{{"app: App", none, 500}, {"app.y: Y", 0, 500, true}},
        other{{"app: App", none, 900}, {"app.z: Z", 0, 100}};
    CHECK(chosen({one, other}, 0.5) ==
          std::vector<Texts>{{"app: App", "app.y: Y"}, {"app: App", "app: App"}});
    // 60 bytes of one type, 60 of another, and 880 of the app
    std::vector<trav::Profile> profiles{profile({{"app: App", none, 880}, {"app.x: X", 0, 60}})};
    auto& column = profiles[0].columns[0].bands;
    auto& entries = profiles[0].samples[0].entries;
    column.push_back({"U"});
    for (std::size_t i = 0; i != 3; ++i) {
        if (profiles[0].columns[1].bands[i].text != "app.x: X") continue;
        entries.push_back({{1, static_cast<std::uint32_t>(i)}, {60, 1}});
    }
    CHECK(heapprof::choose_owners(profiles, 0.1) == std::vector<Texts>{{"app: App", "app.x: X"}});
}

TEST_CASE("heapprof choose owners: the bands of one dump, each with the nearest owner or group around it",
          "[unit]") {
    constexpr auto nobody = heapprof::Owners::nobody;
    heapprof::NamedOwners owners;
    owners.owners.owners = {{nobody, "Row", none}, {0, "", 0, true}, {1, "", 1}, {2, "", 2},
                            {nobody, "X", 2},      {3, "", 4},       {4, "", 5}, {5, "", 4, true},
                            {6, "", none},         {7, "", 8}};
    owners.names = {"shared: Row", "app", "app.a", "app.a.b", "shared: X", "x", "x.y", "z", "free", "free.a"};
    // The owners 2, 4, 5 and 8 have no objects of their own.
    auto bands = bands_of(owners, {0, 1, 3, 6, 7, 9, heapprof::Owners::unreached});
    CHECK(bands.size() == 7);
    auto const is = [&](std::string const& name, std::uint32_t number, std::uint32_t above, bool large,
                        Texts const& group) {
        REQUIRE(bands.contains(name));
        CHECK(bands[name].identity == trav::BandIdentity{number, {above, large}});
        CHECK(bands[name].details == group);
        CHECK(bands[name].members.empty());
    };
    is("shared: Row", 0, none, false, {});
    is("app", 1, none, true, {"shared: Row"});
    is("app.a.b", 3, 1, false, {});
    is("x.y", 6, none, false, {"shared: X"});
    is("z", 7, none, true, {"shared: X"});
    is("free.a", 9, none, false, {});
    CHECK(bands["UNREACHED"].identity == trav::BandIdentity{.unreached = true});
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

TEST_CASE("heapprof choose owners: the package or folder of a place", "[unit]") {
    using heapprof::package_of;
    CHECK(package_of("webpack/lib/cache.js:12") == "webpack");
    CHECK(package_of("@babel/types/lib/index.js:12") == "@babel/types");
    CHECK(package_of("@babel/types") == "@babel/types");
    CHECK(package_of("lib/@types/a.js") == "lib");
    CHECK(package_of("x.js:1") == "x.js:1");
    CHECK(package_of("/x.js:1").empty());
    CHECK(package_of("").empty());
}
