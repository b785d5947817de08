// trav/check/answer.hpp: Answer, what an assertion says: whether it holds, and if not, why.
//
//     CHECK(trav::unreachable(session, trav::from(server)));      // Catch2 and doctest print why not
//     auto const gone = trav::unreachable(session, trav::from(server));
//     if (!gone) std::cerr << gone;
#pragma once

#include "../version.hpp"

#include <ostream>
#include <string>

namespace trav {

/// Whether something holds; in a condition it is a bool.
struct [[nodiscard]] Answer {
    bool holds = true;
    std::string why{};  ///< it does not hold: a path, member by member

    explicit operator bool() const { return holds; }
    friend std::ostream& operator<<(std::ostream& out, Answer const& answer) {
        return out << (answer.holds ? "it holds" : answer.why);
    }
};

}  // namespace trav
