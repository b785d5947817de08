// The end of a program of `./dev bench programs`: finish() prints its table by type, the members that trav
// cannot look into, the objects counted by hand beside those of the profile, and the line of the summary. All
// blocks of malloc are tracked, so that each byte is compared with them.
#pragma once

#include <trav/allocations.hpp>
#include <trav/graph/objects.hpp>
#include <trav/profile/by_type.hpp>
#include <trav/profile/coverage.hpp>
#include <trav/profile/profiler.hpp>
#include <trav/profile/unseen.hpp>
#include <trav/report/table.hpp>

#include <chrono>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

TRAV_TRACK_MALLOC();

namespace programs {

/// Objects of one type, and their bytes with the memory that they own, according to the program itself.
struct Counted {
    std::string type;
    std::size_t objects = 0;
    std::size_t bytes = 0;

    void add(std::size_t more_bytes) { ++objects, bytes += more_bytes; }
};

template <class T>
Counted counted() {
    return {trav::type_of<T>.name()};
}

/// The bytes that a string owns.
inline std::size_t of(std::string const& text) {
    return text.capacity() > std::string().capacity() ? text.capacity() + 1 : 0;
}
/// The bytes that a vector owns, without memory owned by its elements.
template <class T>
std::size_t of(std::vector<T> const& array) {
    return array.capacity() * sizeof(T);
}

/// Ends the program if one of its functions has failed.
inline void check(bool success, std::string const& what) {
    if (success) return;
    std::cerr << "cannot " << what << '\n';
    std::exit(1);
}

template <class Heap, class Roots>
void finish(Heap const& heap, Roots const& roots, std::vector<Counted> const& by_hand) {
    auto const coverage = trav::coverage(heap, roots);
    auto const unseen = trav::unseen(heap, roots);
    auto type = trav::by_type();
    auto const begin = std::chrono::steady_clock::now();
    trav::Profiler profiler{heap, type};
    profiler.sample(roots);
    std::chrono::duration<double> const seconds = std::chrono::steady_clock::now() - begin;
    auto const table = profiler.profile().by(type);
    trav::print(std::cout, trav::with_unseen(table, coverage), {.top = 20});
    for (auto const& [member, amount] : unseen)
        std::cout << "cannot look into " << amount.objects << ' ' << member << '\n';

    std::size_t equal = 0;
    for (auto const& hand : by_hand) {
        auto const found = table.at(hand.type);
        bool const same = found.objects == hand.objects && found.bytes == hand.bytes;
        equal += same;
        std::cout << "by hand: " << hand.objects << ' ' << hand.type << ", " << hand.bytes
                  << " B: " << (same ? "equal" : "the profile has ");
        if (!same) std::cout << found.objects << ", " << found.bytes << " B";
        std::cout << '\n';
    }

    // Bytes of blocks, without malloc's own data.
    std::size_t blocks = coverage.seen.bytes;
    for (auto const& [text, amount] : coverage.unseen)
        if (text != "(malloc)") blocks += amount.bytes;
    auto const total = table.total();
    std::printf("summary: %10zu %9.1f %8.2f%% %5zu of %zu %8.2f\n", static_cast<std::size_t>(total.objects),
                static_cast<double>(blocks) / (1 << 20),
                100 * static_cast<double>(coverage.seen.bytes) / static_cast<double>(blocks), equal,
                by_hand.size(), seconds.count());
}

}  // namespace programs
