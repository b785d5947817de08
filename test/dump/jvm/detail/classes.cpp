// Classes in any order, beside a model: a walk from each class to its superclasses.
#include "catch.hpp"
#include "support/dice.hpp"

#include <trav/dump/jvm/detail/classes.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

using trav::dump::detail::ClassRecord;
using trav::dump::detail::ClassTable;
using trav::dump::detail::Field;
using trav::dump::detail::FieldType;

namespace {

using Fields = std::vector<Field>;

ClassRecord record(std::uint64_t id, std::uint64_t super, Fields fields = {}) {
    ClassRecord result;
    result.id = id, result.super = super, result.fields = std::move(fields);
    return result;
}

std::vector<std::size_t> references(ClassTable const& table, std::uint32_t number) {
    std::vector<std::size_t> positions;
    table.for_each_reference(number, [&](std::size_t position) { positions.push_back(position); });
    return positions;
}

}  // namespace

TEST_CASE("jvm classes: the sizes of the types of fields", "[unit]") {
    std::vector<std::size_t> sizes;
    for (std::uint8_t type = 0; type != 16; ++type) sizes.push_back(FieldType::size(type, 7));
    // 2 object; 4 boolean, char, float, double, byte, short, int, long
    CHECK(sizes == std::vector<std::size_t>{0, 0, 7, 0, 1, 2, 4, 8, 1, 2, 4, 8, 0, 0, 0, 0});
}

TEST_CASE("jvm classes: a class has its own fields first, then its superclass's", "[unit]") {
    ClassTable table(4);
    CHECK(table.size() == 0);
    Fields const of_base{{1, FieldType::byte}, {2, FieldType::object}, {3, FieldType::double_}};
    Fields const of_middle{{4, FieldType::character}};
    Fields const of_top{{5, FieldType::object}, {6, FieldType::integer}, {7, FieldType::object}};
    CHECK(table.add(record(100, 0, of_base)) == 0);
    CHECK(table.add(record(200, 100, of_middle)) == 1);
    CHECK(table.add(record(300, 200, of_top)) == 2);
    CHECK(table.add(record(400, 0)) == 3);
    CHECK(table.size() == 4);
    CHECK(table.in_order() == std::vector<std::uint32_t>{0, 1, 2, 3});
    CHECK(references(table, 0) == std::vector<std::size_t>{1});
    CHECK(references(table, 1) == std::vector<std::size_t>{2 + 1});
    CHECK(references(table, 2) == std::vector<std::size_t>{0, 8, 12 + 2 + 1});
    CHECK(references(table, 3).empty());
    CHECK(table[2].size == 12 + 2 + 13);
    CHECK(table[2].other == 4 + 2 + 9);
    CHECK(table[2].parent == 1);
    CHECK(table[2].above == 0);  // the middle has no references
    CHECK(table[1].above == 0);
    CHECK(table[3].above == ClassRecord::none);
    CHECK(table[3].parent == ClassRecord::none);
    CHECK(table.find(200) == 1u);
    CHECK(table.find(201) == std::nullopt);
    CHECK(table.in_a_cycle() == std::nullopt);
}

TEST_CASE("jvm classes: the first class with an id is found", "[unit]") {
    ClassTable table(8);
    table.add(record(100, 0, {{1, FieldType::object}}));
    table.add(record(100, 0));
    table.add(record(200, 100));
    CHECK(table.find(100) == 0u);
    CHECK(table[2].parent == 0);
    CHECK(references(table, 2) == std::vector<std::size_t>{0});
}

TEST_CASE("jvm classes: random trees in any order", "[unit]") {
    for (std::uint32_t seed = 0; seed != 30; ++seed) {
        CAPTURE(seed);
        test::Dice dice(seed);
        // class i has id i + 1 and extends an earlier one, a missing one, or nothing
        constexpr std::uint64_t missing = 1000;
        std::vector<ClassRecord> all;
        std::vector<std::vector<std::size_t>> expected;  // by class: positions of references
        std::vector<bool> complete;
        std::vector<std::size_t> size, other;
        for (std::uint64_t i = 0; i != 40; ++i) {
            std::size_t const at = i == 0 || dice.one_in(10) ? i : dice.below(i);
            bool const lost = at == i && i != 0 && dice.one_in(3);
            all.push_back(record(i + 1, lost ? missing : at == i ? 0 : at + 1));
            std::vector<std::size_t> own;
            std::size_t bytes = 0, of_references = 0;
            for (std::size_t n = dice.below(4); n != 0; --n) {
                bool const refers = dice.one_in(2);
                all.back().fields.push_back({0, refers ? FieldType::object : FieldType::integer});
                if (refers) own.push_back(bytes), of_references += 8;
                bytes += refers ? 8 : 4;
            }
            bool const extends = at != i;
            if (extends)
                for (std::size_t const each : expected[at]) own.push_back(bytes + each);
            expected.push_back(own);
            complete.push_back(!lost && (!extends || complete[at]));
            size.push_back(bytes + (extends ? size[at] : 0));
            other.push_back(bytes - of_references + (extends ? other[at] : 0));
        }
        std::vector<std::size_t> const order = dice.order(all.size());
        ClassTable table(8);
        for (std::size_t const each : order) table.add(all[each]);
        std::vector<bool> found(all.size());
        for (std::uint32_t number = 0; number != all.size(); ++number) {
            std::size_t const its = order[number];
            CHECK(table.find(its + 1) == number);
            CHECK(table[number].complete == complete[its]);
            if (!complete[its]) continue;
            CHECK(references(table, number) == expected[its]);
            CHECK(table[number].size == size[its]);
            CHECK(table[number].other == other[its]);
        }
        for (std::uint32_t const number : table.in_order()) {  // superclasses first
            CHECK_FALSE(found[order[number]]);
            found[order[number]] = true;
            std::uint64_t const super = table[number].super;
            if (super != 0) CHECK(found[super - 1]);
        }
        CHECK(found == complete);
        CHECK(table.in_a_cycle() == std::nullopt);
    }
}

TEST_CASE("jvm classes: a ring of superclasses is found, from in it or from before it", "[unit]") {
    auto const in_a_cycle = [](std::vector<std::pair<std::uint64_t, std::uint64_t>> const& supers) {
        ClassTable table(8);
        for (auto const& [id, super] : supers) table.add(record(id, super));
        return table.in_a_cycle();
    };
    CHECK(in_a_cycle({}) == std::nullopt);
    CHECK(in_a_cycle({{1, 1}}) == 0u);
    CHECK(in_a_cycle({{1, 0}, {2, 1}, {3, 3}}) == 2u);
    CHECK(in_a_cycle({{1, 2}, {2, 3}, {3, 2}}) == 1u);            // one more extends the ring
    CHECK(in_a_cycle({{1, 9}, {2, 1}, {3, 2}}) == std::nullopt);  // 9 is not in the file
    CHECK(in_a_cycle({{1, 9}, {2, 1}, {3, 1}, {4, 5}, {5, 4}}) == 3u);
}
