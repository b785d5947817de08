// trav/check/catch.hpp: the assertions as matchers of Catch2, version 2 or 3.
//
//     CHECK_THAT(session, trav::Unreachable(trav::from(server)));
//     CHECK_THAT(buffer, trav::RetainedBy({"Worker"}, trav::in(server)));
//     CHECK_THAT(trav::in(state), trav::NoneOfType<Thunk>());
//
// Without matchers, CHECK(trav::unreachable(session, trav::from(server))) prints the same on failure, as does
// CHECK of exclusive() and no_growth(). Catch2 version 3 combines the matchers with `!`, `&&` and `||`.
#pragma once

#include "none_of_type.hpp"
#include "retained_by.hpp"
#include "unreachable.hpp"

#if __has_include(<catch2/matchers/catch_matchers.hpp>)
#include <catch2/matchers/catch_matchers.hpp>
#else
#include <catch2/catch.hpp>
#endif

#include <string>
#include <utility>
#include <vector>

// NOLINTBEGIN(readability-identifier-naming): named like Catch2's matchers

namespace trav {

namespace detail {

#if __has_include(<catch2/matchers/catch_matchers.hpp>)
using MatcherBase = Catch::Matchers::MatcherGenericBase;
#else
struct MatcherBase {
    virtual ~MatcherBase() = default;
    virtual std::string describe() const = 0;
    std::string toString() const { return describe(); }
};
#endif

/// Matches a value if `ask` returns an Answer that holds.
template <class Ask>
class AnswerMatcher : public MatcherBase {
  public:
    AnswerMatcher(std::string wanted, Ask ask) : wanted_(std::move(wanted)), ask_(std::move(ask)) {}

    bool match(auto const& x) const {
        Answer answer = ask_(x);
        why_ = std::move(answer.why);
        return answer.holds;
    }
    std::string describe() const override { return why_.empty() ? wanted_ : wanted_ + ", but\n" + why_; }

  private:
    std::string wanted_;
    Ask ask_;
    mutable std::string why_;  // of the last mismatch
};

}  // namespace detail

/// Matches objects that no root of the scope reaches.
template <Graph G>
auto Unreachable(Scope<G> scope) {
    return detail::AnswerMatcher("is unreachable",
                                 [scope = std::move(scope)](auto const& x) { return unreachable(x, scope); });
}
/// Matches objects that the scope reaches, if each path leads through a node with one of these names.
template <Graph G>
auto RetainedBy(std::vector<std::string> names, Scope<G> scope) {
    std::string wanted = "is retained by";
    for (auto const& name : names) wanted += ' ' + name;
    return detail::AnswerMatcher(std::move(wanted),
                                 [names = std::move(names), scope = std::move(scope)](auto const& x) {
                                     return retained_by(x, names, scope);
                                 });
}
/// Matches a scope without objects of type T.
template <class T>
auto NoneOfType() {
    return detail::AnswerMatcher("has none of type " + type_of<T>.name(),
                                 [](auto const& scope) { return none_of_type<T>(scope); });
}

}  // namespace trav

// NOLINTEND(readability-identifier-naming)
