// trav/check/answer.hpp: Answer, the result of an assertion: whether it holds, and if not, why.
//
//     CHECK(trav::unreachable(session, trav::from(server)));      // Catch2 and doctest print the reason
//     auto const gone = trav::unreachable(session, trav::from(server));
//     if (!gone) std::cerr << gone;
#pragma once

#include "../version.hpp"

#include <iosfwd>
#include <string>
#include <type_traits>

namespace trav {

/// Whether an assertion holds; converts to bool in a condition.
struct [[nodiscard]] Answer {
    bool holds = true;
    std::string why{};  ///< the reason if it does not hold: a path, member by member

    explicit operator bool() const { return holds; }
    template <class Out = std::ostream>
    friend Out& operator<<(std::type_identity_t<Out>& out, Answer const& answer) {
        return static_cast<Out&>(out << (answer.holds ? "it holds" : answer.why));
    }
};

}  // namespace trav
