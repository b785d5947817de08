// What fails when a test wants it to: calls that throw, and allocations. Of each it is tried for every n what
// the n-th one leaves behind.
//
//     test::for_every_failure(test::calls, [&](auto attempt) {
//         ...                                            // something new for each n
//         bool const failed = attempt([&] { ... });      // in here the n-th call of may_throw() throws
//         CHECK(...);                                    // and what is left is as good as new
//     });
//
// Allocations fail only in a program with test/failing/allocation.cpp in it.
#pragma once

#include <atomic>
#include <cstddef>
#include <exception>
#include <stdexcept>

namespace test {

struct Thrown : std::runtime_error {
    Thrown() : std::runtime_error("told to throw") {}
};

/// One of these fails: the n-th from now on, in any thread. 0: none.
using Failing = std::atomic<long>;
inline Failing calls{0}, allocations{0};

/// Whether this is the one that fails.
inline bool fails(Failing& left) { return left.load() > 0 && left.fetch_sub(1) == 1; }
/// To be put into a visit, a key, a join, ...
inline void may_throw() {
    if (fails(calls)) throw Thrown();
}

/// Calls body(attempt) with the first, the second, ... one failing, until there is none left to fail. Answers
/// how many failed. attempt(f) calls f and answers whether it threw.
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
            } catch (std::exception const&) { failed = true; }  // often another than the one thrown
            none_left = left.exchange(0) > 0;
            thrown += failed;
            return failed;
        });
        if (none_left) return thrown;
    }
}

}  // namespace test
