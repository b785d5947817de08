// Every reference of random dumps is read, with its name, and nothing else.
#include "dump/random_files.hpp"
#include "catch.hpp"

#include <trav/dump/jvm/reader.hpp>
#include <trav/dump/ruby/reader.hpp>
#include <trav/dump/v8/reader.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <sstream>
#include <string>

namespace {

/// The objects of a dump, without the one that has names as fields.
template <trav::dump::Dump D>
std::map<std::string, test::KnownDump::Object> objects(D const& dump, std::size_t without) {
    auto const id = [&](trav::dump::Node n) {
        if constexpr (std::is_same_v<D, trav::dump::V8Snapshot>) return std::to_string(dump.id(n));
        else return std::string(dump.id(n));
    };
    std::map<std::string, test::KnownDump::Object> all;
    for (trav::dump::Node n = 0; n + without != dump.node_count(); ++n) {
        test::KnownDump::Object& object = all[id(n)];
        object.type = type_name(dump, n);
        dump.for_each_edge(n, [&](typename D::Edge const& edge) {
            CHECK(edge.from == n);
            object.references.push_back((strong(dump, edge) ? "" : "~") + std::string(name(dump, edge)) +
                                        " -> " + id(edge.to));
        });
        // The classes of a loader have no order of their own.
        auto const defined = std::ranges::find_if(
            object.references, [](std::string const& each) { return each.starts_with("<defined>"); });
        std::sort(defined, object.references.end());
    }
    return all;
}
void check(test::KnownDump const& known, auto read, std::size_t without, std::uint32_t seed) {
    std::istringstream stream(known.text);
    trav::dump::Input input(stream, "random", 1 + seed % 200);
    auto const found = objects(read(input), without);
    CAPTURE(seed);
    REQUIRE(found.size() == known.objects.size());
    for (auto const& [id, object] : known.objects) {
        CAPTURE(id);
        REQUIRE(found.contains(id));
        REQUIRE(found.at(id).type == object.type);
        REQUIRE(found.at(id).references == object.references);
    }
}
/// Calls f(seed, size) for files of all sizes up to 60.
void many_files(auto f) {
    std::uint32_t const count = std::getenv("TRAV_LONG") != nullptr ? 20'000 : 300;
    for (std::uint32_t seed = 0; seed != count; ++seed) f(seed, seed % 60);
}

}  // namespace

TEST_CASE("random hprof files: every reference is read", "[property]") {
    many_files([](std::uint32_t seed, std::size_t size) {
        check(test::RandomHprof(seed, size).make(), trav::dump::read_hprof, 1, seed);
    });
}

TEST_CASE("random dumps of Ruby: every reference is read", "[property]") {
    many_files([](std::uint32_t seed, std::size_t size) {
        check(test::random_ruby(seed, size), trav::dump::read_ruby, 1, seed);
    });
}

TEST_CASE("random snapshots of V8: every reference is read", "[property]") {
    auto const read = [](trav::dump::Input& input) { return trav::dump::read_v8(input); };
    many_files(
        [&](std::uint32_t seed, std::size_t size) { check(test::random_v8(seed, size), read, 0, seed); });
}
