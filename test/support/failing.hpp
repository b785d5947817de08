// Calls and allocations that fail on demand. Tests let the n-th one fail, for every n, and check the state
// afterwards.
//
//     test::for_every_failure(test::calls, [&](auto attempt) {
//         ...                                            // something new for each n
//         bool const failed = attempt([&] { ... });      // in here the n-th call of may_throw() throws
//         CHECK(...);                                    // the state is as good as new
//     });
//
// Allocations fail only in a program that contains test/failing/allocation.cpp.
#pragma once

#include <atomic>
#include <cstddef>
#include <exception>
#include <stdexcept>

namespace test {

struct Thrown : std::runtime_error {
    Thrown() : std::runtime_error("told to throw") {}
};

/// The number of calls until one fails, in any thread; 0: none fails.
using Failing = std::atomic<long>;
inline Failing calls{0}, allocations{0};

/// Whether this call is the one that fails.
inline bool fails(Failing& left) { return left.load() > 0 && left.fetch_sub(1) == 1; }
/// For use in a visit, a key, a join, ...
inline void may_throw() {
    if (fails(calls)) throw Thrown();
}

/// Calls body(attempt) with the first, the second, ... call failing, until there are no calls left to fail.
/// Returns the number of failures. attempt(f) calls f and returns whether it threw.
template <class Body>
std::size_t for_every_failure(Failing& left, Body body) {
    std::size_t thrown = 0;
    for (long n = 1;; ++n) {
        bool none_left = false;
        body([&](auto f) {
            left = n;
            bool failed = false;
            try {
                f();
            } catch (std::exception const&) { failed = true; }  // often not the exception that was thrown
            none_left = left.exchange(0) > 0;
            thrown += failed;
            return failed;
        });
        if (none_left) return thrown;
    }
}

}  // namespace test
