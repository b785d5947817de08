// trav/profile/phase.hpp: the phases of an object's life, and sets of them.
#pragma once

#include "../detail/compiler.hpp"

#include <cstdint>
#include <string>

namespace trav {

/// The phases of an object's life, in GHC's order.
enum class Phase : std::uint8_t { void_, lag, use, inherent_use, drag };

inline constexpr Phase all_phases[] = {Phase::void_, Phase::lag, Phase::use, Phase::inherent_use,
                                       Phase::drag};

/// GHC's name of a phase.
inline std::string name(Phase phase) {
    constexpr char const* names[] = {"VOID", "LAG", "USE", "INHERENT_USE", "DRAG"};
    return names[static_cast<unsigned>(phase)];
}

/// Phases to count: `life == (Phase::drag | Phase::void_)`.
struct Phases {
    unsigned bits;

    constexpr Phases(Phase phase) : bits(1u << static_cast<unsigned>(phase)) {}
    friend constexpr Phases operator|(Phases a, Phases b) {
        a.bits |= b.bits;
        return a;
    }
    constexpr bool has(Phase phase) const { return (bits >> static_cast<unsigned>(phase) & 1) != 0; }
};
constexpr Phases operator|(Phase a, Phase b) { return Phases(a) | Phases(b); }

}  // namespace trav
