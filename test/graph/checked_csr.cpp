#include <trav/graph/checked_csr.hpp>

#include "catch.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace {

std::string refusal(std::vector<std::int64_t> const& offsets, std::vector<std::int32_t> const& targets) {
    try {
        return trav::checked(trav::Csr(offsets, targets)).count() + 1 == offsets.size() ? ""
                                                                                        : "another graph";
    } catch (trav::BadCsr const& bad) { return bad.what(); }
}

}  // namespace

TEST_CASE("checked returns a valid graph, and reports a defect in one line", "[unit]") {
    CHECK(refusal({0, 2, 2}, {1, 0}) == "");
    CHECK(refusal({0, 2, 1}, {1, 0}) == "trav: csr: offset 2 is 1, less than the one before it, 2");
    CHECK(refusal({0, 3}, {1, 0}) == "trav: csr: offset 1 is 3, but there are 2 targets");
    CHECK(refusal({-7, 0}, {0}) == "trav: csr: offset 0 is -7, but there are 1 targets");
    CHECK(refusal({0, 1}, {1}) == "trav: csr: target 0 is 1, but there are 1 nodes");
    std::vector<unsigned> const offsets{0, 0, 0}, targets{}, sizes{8};
    CHECK_THROWS_WITH(trav::checked(trav::Csr(offsets, targets, sizes)),
                      "trav: csr: there are 1 sizes for 2 nodes");
}
