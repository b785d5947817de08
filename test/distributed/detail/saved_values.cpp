// The file of a part's values, byte by byte, and the hash of a part and its flow.
#include "catch.hpp"
#include "distributed/flows.hpp"
#include "distributed/support.hpp"
#include "support/folder.hpp"
#include "support/native_bytes.hpp"

#include <trav/distributed/detail/saved_values.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

using namespace test;
using trav::distributed::BadMessage;
using trav::distributed::PartOf;
using trav::distributed::detail::hash_of;
using trav::distributed::detail::save_values;
using trav::distributed::detail::SavedHeader;
using trav::distributed::detail::SavedValues;

namespace {

using Values = std::map<std::uint64_t, std::uint64_t>;
template <class Value = std::uint64_t>
struct Kept {
    std::map<std::uint64_t, Value> values;
    Value const* find(std::uint64_t n) const {
        auto const at = values.find(n);
        return at == values.end() ? nullptr : &at->second;
    }
};
std::string words(std::vector<std::uint64_t> const& all) {
    std::string text;
    for (std::uint64_t const word : all) text += native_bytes(word);
    return text;
}
SavedHeader header_of(std::uint64_t first, std::uint64_t count) {
    SavedHeader header;
    header.ranks = 3, header.first = first, header.count = count, header.job = 5, header.graph = 6;
    return header;
}
/// The file of these values, by its description.
std::string file_of(SavedHeader const& header, Kept<> const& kept) {
    std::string text =
        "trav.ck1" + words({header.ranks, header.first, header.count, header.job, header.graph});
    for (std::uint64_t begin = 0; begin < header.count; begin += 64) {
        std::vector<std::uint64_t> line{0};
        for (std::uint64_t i = begin; i != begin + 64 && i != header.count; ++i)
            if (auto const* const value = kept.find(header.first + i)) {
                line[0] |= std::uint64_t{1} << (i - begin);
                line.push_back(*value);
            }
        text += words(line);
    }
    return text;
}
std::string with_hash(std::string const& text) { return text + native_bytes(hash_of(text)); }
Values values_in(std::string const& file) {
    Values found;
    Masks flow;
    SavedValues(file).each(
        flow, [&](std::uint64_t n, std::uint64_t value) { REQUIRE(found.emplace(n, value).second); });
    return found;
}

/// Values with padding.
struct Padded {
    struct value {
        char first = 0;
        int second = 0;
        bool operator==(value const&) const = default;
    };
    static constexpr bool portable = true;
    value join(value a, value) { return a; }
};
struct Real {
    using value = double;
    static constexpr bool portable = true;
    value join(value a, value b) { return a + b; }
};
/// Object 2 sends other bits than its own.
struct CuttingOne : Masks {
    std::uint64_t bits = 1;
    std::optional<value> cut(std::uint32_t n) {
        if (n != 2) return {};
        return bits;
    }
};

/// A part of objects without sizes.
struct Rows {
    using node = std::uint32_t;
    std::vector<std::vector<node>> rows;
    std::uint64_t first() const { return 0; }
    std::uint64_t count() const { return rows.size(); }
    std::uint64_t total() const { return rows.size(); }
    std::uint64_t begin_of(std::size_t rank) const { return rank == 0 ? 0 : rows.size(); }
    std::vector<node> const& children(node n) const { return rows[n]; }
};
template <class F = Masks>
std::uint64_t hash(Arrays const& arrays, std::vector<std::uint64_t> const& begins, std::size_t rank,
                   std::vector<trav::Source<std::uint32_t, typename F::value>> const& sources = {},
                   F flow = {}) {
    return hash_of(PartOf(arrays.graph(), begins, rank), sources, flow);
}

}  // namespace

TEST_CASE("saved values: the file has a header, words of marks with their values, and a hash", "[property]") {
    Folder const folder;
    std::string const file = folder / "saved";
    RandomGraphs random(4);
    for (std::uint64_t const count : {0u, 1u, 63u, 64u, 65u, 128u, 12'000u})
        for (int const share : {1, 2, 40}) {  // one in so many objects has a value
            CAPTURE(count, share);
            Kept<> kept;
            for (std::uint64_t n = 0; n != count + 10; ++n)  // some are of other parts
                if (random.below(share) == 0) kept.values[995 + n] = n * 0x1234567890123u;
            SavedHeader const header = header_of(1000, count);
            Masks flow;
            save_values(file, header, flow, kept);
            CHECK(read(file) == with_hash(file_of(header, kept)));
            SavedValues const saved(file);
            REQUIRE(saved.header() != nullptr);
            CHECK(*saved.header() == header);
            std::erase_if(kept.values, [&](auto const& each) { return each.first - 1000 >= count; });
            CHECK(values_in(file) == kept.values);
        }
    CHECK(folder.files().size() == 1);
}

TEST_CASE("saved values: sets are read into another flow, each by its elements", "[unit]") {
    Folder const folder;
    std::string const file = folder / "saved";
    Sets sets, others;
    others.set("of another order");
    auto const one = sets.set("one"), two = sets.set("two");
    Kept<Sets::value> const kept{{{20, one}, {21, sets.join(one, two)}, {23, one}, {90, two}}};
    save_values(file, header_of(20, 80), sets, kept);
    std::map<std::uint64_t, std::optional<std::set<std::string>>> found;
    SavedValues(file).each(others,
                           [&](std::uint64_t n, Sets::value value) { found[n] = meaning(others, value); });
    CHECK(found.size() == 4);
    for (auto const& [n, value] : kept.values) CHECK(found[n] == meaning(sets, value));
    CHECK(native_bytes(SavedHeader()) == "trav.ck1" + words({0, 0, 0, 0, 0}));
}

TEST_CASE("saved values: a short or changed file has no header", "[unit]") {
    Folder const folder;
    std::string const file = folder / "saved", whole = with_hash(file_of(header_of(0, 2), {{{1, 7}}}));
    for (std::size_t size = 0; size != whole.size(); ++size) {
        write(file, whole.substr(0, size));
        CHECK(SavedValues(file).header() == nullptr);
    }
    write(file, whole);
    CHECK(SavedValues(file).header() != nullptr);
    write(file, whole + '\0');
    CHECK(SavedValues(file).header() == nullptr);
    std::string const least = with_hash(file_of(header_of(0, 0), {}));  // the header alone
    write(file, least);
    CHECK(SavedValues(file).header() != nullptr);
    CHECK(values_in(file).empty());
}

TEST_CASE("saved values: values of other objects are refused", "[unit]") {
    Folder const folder;
    std::string const file = folder / "saved";
    auto const read_with = [&](std::uint64_t count, std::vector<std::uint64_t> const& after) {
        write(file, with_hash(file_of(header_of(10, 0), {}).replace(24, 8, words({count})) + words(after)));
        return values_in(file);
    };
    CHECK(read_with(65, {std::uint64_t{1} << 63, 4, 1, 5}) == Values{{73, 4}, {74, 5}});
    CHECK_THROWS_WITH(read_with(63, {std::uint64_t{1} << 63, 4}), "trav: saved values are of other objects");
    CHECK_THROWS_WITH(read_with(64, {0, 1, 4}), "trav: saved values are of other objects");
    CHECK_THROWS_AS(read_with(64, {1}), BadMessage);
}

TEST_CASE("saved values: a hash tells parts, sources and flows apart", "[unit]") {
    Arrays const arrays(shape("a:b b:c c:d,a d:a", "a"));
    std::vector<std::uint64_t> const begins{0, 2, 4};
    std::uint64_t const first = hash(arrays, begins, 0);
    CHECK(hash(arrays, begins, 0) == first);
    Arrays larger = arrays;
    larger.sizes[1] += 8;
    Arrays last = arrays;
    last.sizes[3] += 8;
    std::set<std::uint64_t> const all{
        first,
        hash(arrays, begins, 1),
        hash(arrays, {0, 1, 4}, 0),
        hash(arrays, {0, 3, 4}, 0),
        hash(larger, begins, 0),
        hash(Arrays(shape("a: b:b,c c:d,a d:a", "a")), begins, 0),  // the same children in other rows
        hash(Arrays(shape("a:b,c b: c:d,a d:a", "a")), begins, 0),
        hash(Arrays(shape("a:b b:d c:d,a d:a", "a")), begins, 0),
        hash<Least>(arrays, begins, 0),
        hash(arrays, begins, 0, {{0, 1}}),
        hash(arrays, begins, 0, {{0, 2}}),
        hash(arrays, begins, 0, {{1, 1}}),
        hash(arrays, begins, 0, {{0, 1}, {1, 1}}),
    };
    CHECK(all.size() == 13);
    Arrays const none(Shape{"", std::vector<std::vector<int>>(14), {}});  // both halves have the same rows
    CHECK(hash(none, {0, 7, 14}, 0) != hash(none, {0, 7, 14}, 1));
    Masks flow;
    std::vector<trav::Source<std::uint32_t, std::uint64_t>> const sources;
    CHECK(hash_of(Rows{{{1}, {}}}, sources, flow) != hash_of(Rows{{{}, {1}}}, sources, flow));
    // the parts of other ranks do not count
    CHECK(hash(last, begins, 0) == first);
    CHECK(hash(Arrays(shape("a:b b:c c: d:b", "a")), begins, 0) == first);
    CHECK(hash(arrays, begins, 0, {{2, 1}, {3, 9}}) == first);
    CHECK(hash(arrays, begins, 1, {{2, 1}}) != hash(arrays, begins, 1));
    CHECK(hash(Arrays(shape("", "")), {0, 0}, 0) != hash(Arrays(shape("a:", "")), {0, 1}, 0));
}

TEST_CASE("saved values: a hash has the values of cuts and sources unless they have padding", "[unit]") {
    Arrays const arrays(shape("a:b b:c c:d d:a", "a"));
    std::vector<std::uint64_t> const begins{0, 2, 4};
    CuttingOne const cutting, other{{}, 2};
    CHECK(hash(arrays, begins, 0, {}, cutting) == hash(arrays, begins, 0));  // nothing is cut
    CHECK(hash(arrays, begins, 1, {}, cutting) != hash(arrays, begins, 1));
    CHECK(hash(arrays, begins, 1, {}, cutting) != hash(arrays, begins, 1, {}, other));
    CHECK(hash<Real>(arrays, begins, 0, {{0, 1.5}}) != hash<Real>(arrays, begins, 0, {{0, 2.5}}));
    CHECK(hash<Padded>(arrays, begins, 0, {{0, {1, 2}}}) == hash<Padded>(arrays, begins, 0, {{0, {1, 3}}}));
    CHECK(hash<Padded>(arrays, begins, 0, {{0, {1, 2}}}) != hash<Padded>(arrays, begins, 0));
    Sets sets;
    auto const with_set = [&](char const* text) {
        auto const value = sets.set(text);
        return hash<Sets>(arrays, begins, 0, {{0, value}}, sets);
    };
    CHECK(with_set("one") == with_set("one"));
    CHECK(with_set("one") != with_set("two"));
}
