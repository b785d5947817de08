// Checks properties of random heaps. RapidCheck makes the cases and shrinks a failing one, which is printed
// as a test. With TRAV_LONG=1 in the environment there are many more cases, and their number is printed.
#pragma once

#include "catch.hpp"
#include "generate.hpp"
#include "printed.hpp"

#include <cstdint>
#include <cstdlib>
#include <exception>
#include <iomanip>
#include <iostream>
#include <map>
#include <string>
#include <type_traits>

namespace oracle {

/// Whether TRAV_LONG is set.
inline bool is_long() {
    char const* const value = std::getenv("TRAV_LONG");
    return value != nullptr && *value != '\0' && std::string(value) != "0";
}

/// Compares calls with definitions, case by case.
class Checks {
  public:
    Checks(std::string header, std::string name) : header_(std::move(header)), name_(std::move(name)) {}

    std::uint64_t comparisons = 0;

    void begin(Case const& c) { case_ = &c, words_.clear(), ++cases_; }
    /// Continues with another case that was derived from the current one.
    void ask_of(Case const& c) { case_ = &c; }
    /// Whether it is this case's turn for the k-th of n variants. After a failure, it is every variant's
    /// turn.
    bool due(std::size_t k, std::size_t n) const { return failed_ || cases_ % n == k % n; }
    /// Replaces `word` with `text` in printed calls.
    void let(std::string const& word, std::string const& text) { words_[word] = text; }

    /// Compares the result of a call with the expected one. If they differ, throws the printed test.
    template <class T, class Call>
    void same(char const* text, T const& expected, Call call) {
        std::string what = "threw what is no std::exception";
        try {
            T const found = call();
            comparisons += size_of(expected);
            if (found == expected) return;
            what = "answered " + std::string(type_text<T>()) + literal(found);
        } catch (std::exception const& thrown) { what = std::string("threw ") + thrown.what(); } catch (...) {
        }
        fail(text, std::string(type_text<T>()) + literal(expected), what);
    }

  private:
    [[noreturn]] void fail(char const* text, std::string const& expected, std::string const& what) {
        failed_ = true;
        std::string const call = with_words(text, words_);
        std::string const test = printed_test(*case_, header_, name_ + ": a case that the oracle found",
                                              "CHECK(" + call + " == " + expected + ")");
        throw rc::detail::CaseResult(rc::detail::CaseResult::Type::Failure,
                                     call + "\n" + what + "\n\n" + test);
    }

    std::string header_, name_;
    Case const* case_ = nullptr;
    std::size_t cases_ = 0;
    bool failed_ = false;
    std::map<std::string, std::string> words_{};
};

/// ORACLE_SAME(checks, expected, call): `call` is printed as written.
#define ORACLE_SAME(checks, expected, ...) (checks).same(#__VA_ARGS__, expected, [&] { return __VA_ARGS__; })

/// Ignores RapidCheck's progress reports.
struct NoListener : rc::detail::TestListener {
    void onTestCaseFinished(rc::detail::CaseDescription const&) override {}
    void onShrinkTried(rc::detail::CaseDescription const&, bool) override {}
    void onTestFinished(rc::detail::TestMetadata const&, rc::detail::TestResult const&) override {}
};

/// The number of cases in each kind of run.
struct Cases {
    int quick, lengthy;
};

/// Checks that `property(checks, case)` holds for the cases that `make(dice, size)` returns.
template <class Make, class Property>
void hold(char const* header, char const* name, char const* what, Cases count, Make make, Property property) {
    Checks checks(header, name);
    int const number = is_long() ? count.lengthy : count.quick;
    auto const one = [&](Case const& c) {
        checks.begin(c);
        rc::detail::CaseDescription done;
        done.result.type = rc::detail::CaseResult::Type::Success;
        try {
            property(checks, c);
        } catch (rc::detail::CaseResult const& failure) { done.result = failure; }
        done.example = [] { return rc::detail::Example{}; };
        return done;
    };
    rc::detail::TestParams params;
    params.seed = 11;
    params.maxSuccess = number;
    NoListener nobody;
    auto const result =
        rc::detail::checkProperty(rc::gen::map(cases(make), one), {name, name}, params, nobody, {});
    if (!result.template is<rc::detail::SuccessResult>()) {
        rc::detail::printResultMessage(result, std::cout << '\n');  // Catch would break its lines
        std::cout << std::endl;
        FAIL("see above");
    }
    CHECK(checks.comparisons > 0);
    if (is_long())
        std::cout << name << ": " << number << ' ' << what << ", " << std::setprecision(3)
                  << static_cast<double>(checks.comparisons) << " comparisons" << std::endl;
}

}  // namespace oracle
