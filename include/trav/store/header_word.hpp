// trav/store/header_word.hpp: node data in one word of each object's header, marked with a flip bit as in
// GHC's TraverseHeap.c.
//
// A word is valid if its lowest bit equals the store's flip bit. begin_pass() inverts the flip bit, which
// invalidates every valid word in O(1). The other bits are the data: a pointer (its lowest bit is free), or
// any value of at most half a word.
//
// One bit can distinguish only two passes, so two kinds of objects need the fix-ups of GHC, which `Access`
// provides:
//   - An object that one pass did not reach would look visited two passes later. Before the flip,
//     `unreached(f)` must call f(word) for the words of all objects that the pass may have missed.
//   - A new object must not look visited. `fresh(word)` is called with the word that new objects must have
//     from then on.
// No object may be allocated between the runs of one pass. A pass that was stopped or that ended with an
// exception may have missed any object, so unreached() must then list all objects.
#pragma once

#include "store.hpp"

#include <concepts>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>

namespace trav {

/// `access(n)` returns the word of a node of type N.
template <class Access, class N>
concept HasWord = requires(Access const& access, N const& n) {
    { access(n) } -> std::convertible_to<std::uintptr_t&>;
};

/// `Access` maps a node to its word with `std::uintptr_t& operator()(node) const`. It has unreached() and
/// fresh() if they are needed.
template <class T, class Access>
class HeaderWord {
    using Half = std::conditional_t<sizeof(std::uintptr_t) == 8, std::uint32_t, std::uint16_t>;
    static_assert(
        std::is_empty_v<T> || std::is_pointer_v<T> ||
            (std::is_trivially_copyable_v<T> && sizeof(T) <= sizeof(Half)),
        "trav: HeaderWord keeps its data in a word: node_data must be a pointer, or at most half as large");

  public:
    static constexpr bool stable = false;
    static constexpr bool concurrent = true;
    static constexpr bool shared = std::is_empty_v<Access>;

    /// The data of one object, written back when it goes out of scope.
    class Cell {
      public:
        bool fresh;
        Cell(std::uintptr_t* word, std::uintptr_t flip)
            : fresh((*word & 1) != flip), word_(word), flip_(flip) {
            if (!fresh) data_ = decode(*word);
        }
        Cell(Cell const&) = delete;
        Cell& operator=(Cell const&) = delete;
        ~Cell() { *word_ = encode(data_) | flip_; }
        T& data() { return data_; }

      private:
        std::uintptr_t* word_;
        std::uintptr_t flip_;
        [[no_unique_address]] T data_{};
    };

    /// The result of find(): nothing, or a copy of the data.
    struct Found {
        bool found;
        [[no_unique_address]] T value;
        explicit operator bool() const { return found; }
        T const& operator*() const { return value; }
        T const* operator->() const { return &value; }
    };

    explicit HeaderWord(Access access = {}) : access_(std::move(access)) {
        for_unreached([](std::uintptr_t& word) { word = 0; });  // an earlier store may have left its marks
        announce(0);
    }

    template <class N>
        requires HasWord<Access, N>
    Cell touch(N const& n) {
        detail::store_relaxed(used_, true);  // for Parallel
        return {&access_(n), flip_};
    }
    template <class N>
        requires HasWord<Access, N>
    Found find(N const& n) const {
        std::uintptr_t const word = access_(n);
        if ((word & 1) != flip_) return {false, {}};
        return {true, decode(word)};
    }
    template <class N>
        requires HasWord<Access, N>
    void const* where(N const& n) const {
        return &access_(n);
    }

    /// Invalidates all words as GHC does: first the fix-ups, then the flip. O(1) plus unreached().
    void begin_pass() {
        if (!used_) return;
        used_ = false;
        for_unreached([flip = flip_](std::uintptr_t& word) {
            if ((word & 1) != flip) word = flip;
        });
        flip_ ^= 1;
        announce(flip_ ^ 1);
    }
    /// Called when a traversal has ended: objects allocated from now on are new to the next pass.
    void after_run() {
        if (used_) announce(flip_);  // otherwise no flip will follow
    }

  private:
    static T decode(std::uintptr_t word) {
        if constexpr (std::is_pointer_v<T>) {
            return reinterpret_cast<T>(word & ~std::uintptr_t{1});
        } else {
            T data{};
            if constexpr (!std::is_empty_v<T>) {
                auto const bits = static_cast<Half>(word >> 1);
                std::memcpy(static_cast<void*>(&data), &bits, sizeof data);
            }
            return data;
        }
    }
    static std::uintptr_t encode(T const& data) {
        if constexpr (std::is_pointer_v<T>) {
            return reinterpret_cast<std::uintptr_t>(data);
        } else {
            Half bits = 0;
            if constexpr (!std::is_empty_v<T>) std::memcpy(&bits, &data, sizeof data);
            return std::uintptr_t{bits} << 1;
        }
    }
    template <class F>
    void for_unreached(F f) {
        if constexpr (requires { access_.unreached(f); }) access_.unreached(f);
    }
    void announce(std::uintptr_t word) {
        if constexpr (requires { access_.fresh(word); }) access_.fresh(word);
    }

    [[no_unique_address]] Access access_;
    std::uintptr_t flip_ = 1;
    bool used_ = false;  // in this pass
};

}  // namespace trav
