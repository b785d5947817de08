// The results of Biography alone for a history of handles: a call for the oracle. A life may begin and end
// between two censuses, move to another handle, and end when another life begins or arrives at its handle.
#pragma once

#include "printed.hpp"

#include <trav/profile/biography.hpp>

#include <string>

namespace oracle {

constexpr int handles = 6;

/// In a census: the row and the bytes of a handle, and whether its use is inherent.
constexpr int row_of(Step const& census, int handle) { return census.b >> handle & 1; }
constexpr std::uint64_t bytes_at(int handle) { return static_cast<std::uint64_t>(8 + handle % 2 * 8); }
constexpr bool is_inherent(int handle) { return handle == handles - 1; }

/// The lines by phase and row.
inline Lines phases(Case const& c) {
    trav::Biography<int> life{[](int handle) { return is_inherent(handle); }};
    std::size_t censuses = 0;
    for (Step const& step : c.steps) {
        switch (step.what) {
        case Do::make: life.created(step.a); break;
        case Do::use: life.used(step.a); break;
        case Do::die: life.died(step.a); break;
        case Do::move: life.moved(step.a, step.b); break;
        case Do::census:
            for (int handle = 0; handle != handles; ++handle)
                if ((step.a >> handle & 1) != 0)
                    life.alive(handle, static_cast<std::uint32_t>(row_of(step, handle)), bytes_at(handle));
            life.end_census();
            ++censuses;
            break;
        default: break;
        }
    }
    Lines lines;
    life.each([&](std::size_t census, std::uint32_t row, std::uint32_t phase, Amount const& amount) {
        auto& amounts = lines[{trav::name(static_cast<trav::Phase>(phase)), std::to_string(row)}];
        amounts.resize(censuses);
        amounts.at(census) += amount;
    });
    return lines;
}

}  // namespace oracle
