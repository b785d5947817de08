#include "catch.hpp"

#include <trav/dump/rows.hpp>

#include <array>
#include <cstdint>

using trav::dump::Rows;

TEST_CASE("rows: begin where narrow or wide numbers say", "[unit]") {
    std::array<std::uint32_t, 3> const targets{7, 8, 9};
    std::array<std::uint32_t, 4> const narrow{0, 2, 2, 3};
    std::array<std::uint64_t, 4> const wide{0, 2, 2, std::uint64_t{1} << 40};
    CHECK(Rows().targets == nullptr);
    Rows const some{targets.data(), narrow.data(), nullptr};
    Rows const large{targets.data(), nullptr, wide.data()};
    CHECK(some.begin(1) == 2);
    CHECK(some.begin(3) == 3);
    CHECK(large.begin(1) == 2);
    CHECK(large.begin(3) == std::uint64_t{1} << 40);
    CHECK(some.address(2) == narrow.data() + 2);
    CHECK(large.address(2) == wide.data() + 2);
}

TEST_CASE("rows: made rows refer to their own memory", "[unit]") {
    trav::dump::OwnRows made(2, 3);
    made.targets = {7, 8};
    made.end_row();
    made.end_row();
    Rows const rows = made;
    CHECK(rows.targets == made.targets.data());
    CHECK(rows.begin(0) == 0);
    CHECK(rows.begin(1) == 2);
    CHECK(rows.begin(2) == 2);
    CHECK_FALSE(rows.in_dump);
    CHECK_FALSE(rows.from(1).in_dump);
    CHECK(Rows().in_dump);
}

TEST_CASE("rows: of the objects from one on, positions remain those in the whole array", "[unit]") {
    std::array<std::uint32_t, 3> const targets{7, 8, 9};
    std::array<std::uint32_t, 4> const narrow{0, 2, 2, 3};
    std::array<std::uint64_t, 4> const wide{0, 2, 2, 3};
    for (std::uint32_t first = 0; first != 4; ++first) {
        Rows const some = Rows{targets.data(), narrow.data(), nullptr}.from(first);
        Rows const large = Rows{targets.data(), nullptr, wide.data()}.from(first);
        CHECK(some.targets == targets.data());
        CHECK(some.wide_begins == nullptr);
        CHECK(large.narrow_begins == nullptr);
        for (std::uint32_t n = first; n != 4; ++n) {
            CHECK(some.begin(n - first) == narrow[n]);
            CHECK(large.begin(n - first) == wide[n]);
            CHECK(some.address(n - first) == narrow.data() + n);
            CHECK(large.address(n - first) == wide.data() + n);
        }
    }
}
