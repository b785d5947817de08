// Hostile files of any size, and a check that their cost is linear.
#pragma once

#include "catch.hpp"
#include "support/reading_cost.hpp"

#include <trav/dump/dump.hpp>
#include <trav/dump/error.hpp>

#include <cstddef>
#include <cstdint>
#include <string>

/// Lists the objects, roots, references and breakdowns of a dump. `names`: also copies the names of
/// references.
template <trav::dump::Dump D>
void look_at(D const& dump, bool names = true) {
    auto const links = machinery(dump);
    for (trav::dump::Node n = 0; n != dump.node_count(); ++n)
        dump.for_each_edge(n, [&](typename D::Edge const& edge) {
            (void)strong(dump, edge);
            (void)links(edge);
            if (names) (void)name(dump, edge);
        });
    dump.for_each_root([](trav::dump::Node, auto const&) {});
    for (auto const& each : trav::dump::breakdowns<D>()) (void)each.grouping(dump);
}

/// Checks the cost of read(text) for texts of sizes n, 2n and 4n: its bound, and that the cost per byte does
/// not double. An Error of the reader is a result, too.
void check_linear(auto read, auto write) {
    constexpr std::uint64_t little = 10;
    std::uint64_t bytes = 0, steps = 0;  // of the first text, per byte of it
    for (std::size_t const n : {100u, 200u, 400u}) {
        std::string const text = write(n);
        auto const cost = test::cost_of([&] {
            try {
                read(text);
            } catch (trav::dump::Error const& error) { UNSCOPED_INFO(error.what()); }
        });
        CAPTURE(n, text.size(), cost.bytes / text.size(), cost.steps / text.size());
        CHECK(test::is_linear(cost, text.size()));
        if (n == 100) bytes = cost.bytes / text.size(), steps = cost.steps / text.size();
        CHECK(cost.bytes / text.size() <= 2 * bytes + little);
        CHECK(cost.steps / text.size() <= 2 * steps + little);
    }
}
