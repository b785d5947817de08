// The closures of the mock GHC heap for the peers: a description of each closure, and marks in the profiling
// word.
#pragma once

#include "../ghc_heap.hpp"
#include "../peer/boost.hpp"
#include "../peer/ghc_engine.hpp"

#include <cstddef>
#include <cstdint>
#include <stdexcept>

namespace bench {

using namespace trav::ghc;

/// Marks of all methods but the library: an epoch in the upper bits of the word. The lowest bit remains the
/// library's flip.
inline Word last_epoch = 0;
struct First {
    Word now = ++last_epoch << 1;
    bool operator()(Closure* c) const {
        bool const fresh = (c->hp & ~Word{1}) != now;
        c->hp = now | (c->hp & 1);
        return fresh;
    }
};

/// The pointers of the kinds of closures in GhcHeap.
inline GhcFields<Closure*> fields_of(Closure* c) {
    using enum ClosureType;
    InfoTable const& table = info(c);
    std::uint32_t const ptrs = table.layout.payload.ptrs;
    switch (table.type) {
    case CONSTR_0_1:
    case CONSTR_0_2:
    case CONSTR_NOCAF:
    case FUN_0_1:
    case FUN_0_2:
    case THUNK_0_1:
    case THUNK_0_2: return {};
    case CONSTR_1_0:
    case CONSTR_1_1:
    case MUT_VAR_CLEAN:
    case MUT_VAR_DIRTY: return {GhcLayout::one, pointers_after(c), 1};
    case CONSTR_2_0: return {GhcLayout::step, pointers_after(c), 2};
    case FUN_1_0:
    case FUN_1_1: return {GhcLayout::pointers, pointers_after(c), 1};  // an SRT may follow
    case THUNK_1_0:
    case THUNK_1_1: return {GhcLayout::pointers, pointers_after(as<Thunk>(c)), 1};
    case CONSTR:
    case FUN:
    case FUN_2_0: return {GhcLayout::pointers, pointers_after(c), ptrs};
    case THUNK:
    case THUNK_2_0: return {GhcLayout::pointers, pointers_after(as<Thunk>(c)), ptrs};
    case SMALL_MUT_ARR_PTRS_FROZEN_CLEAN:
        return {GhcLayout::pointers, pointers_after(as<SmallMutArrPtrs>(c)),
                static_cast<std::uint32_t>(as<SmallMutArrPtrs>(c)->ptrs)};
    case MUT_ARR_PTRS_FROZEN_CLEAN:
        return {GhcLayout::pointers, pointers_after(as<MutArrPtrs>(c)),
                static_cast<std::uint32_t>(as<MutArrPtrs>(c)->ptrs)};
    default: throw std::logic_error("bench: no such closure in a GhcHeap");
    }
}

struct GhcClosures {
    using node = Closure*;
    First first{};
    Closure* resolve(Closure* pointer) const {
        Closure* const c = untag(pointer);
        switch (type(c)) {
        case ClosureType::IND_STATIC:
        case ClosureType::TSO:
        case ClosureType::CONSTR_NOCAF:
        case ClosureType::THUNK_STATIC:
        case ClosureType::FUN_STATIC: return nullptr;
        default: return c;
        }
    }
    bool skip(Closure* c) const { return c == nullptr; }
    bool maybe_init(Closure* c) const { return first(c); }
    GhcFields<Closure*> fields(Closure* c) const { return fields_of(c); }
};

/// Children without their tags, for handwritten loops and for LLVM.
struct Untagged {
    Closure* const* at = nullptr;
    Closure* operator*() const { return untag(*at); }
    Untagged& operator++() { return ++at, *this; }
    Untagged operator++(int) { return {at++}; }
    bool operator==(Untagged const&) const = default;
};
struct Fields {
    struct Range {
        Closure* const* first;
        std::size_t count;
        Untagged begin() const { return {first}; }
        Untagged end() const { return {first + count}; }
    };
    Range operator()(Closure* c) const {
        auto const fields = fields_of(c);
        return {fields.first, fields.count};
    }
};

struct HeaderColour {
    std::uint32_t get(Closure* c) const { return static_cast<std::uint32_t>(c->hp >> 1); }
    void set(Closure* c, std::uint32_t epoch) const { c->hp = Word{epoch} << 1 | (c->hp & 1); }
};
inline EpochColour<Closure*, HeaderColour> new_colours() {
    last_epoch += 2;
    return {static_cast<std::uint32_t>(last_epoch++), {}};
}

#ifdef BENCH_LLVM
struct LlvmClosures {
    using NodeRef = Closure*;
    using ChildIteratorType = Untagged;
    static NodeRef getEntryNode(Closure* root) { return root; }
    static Untagged child_begin(Closure* c) { return Fields{}(c).begin(); }
    static Untagged child_end(Closure* c) { return Fields{}(c).end(); }
};
#endif

/// Reads up to four words after an object. That is safe because a block is followed by another, and a page is
/// never the last of its megablock.
struct RingClosures {
    using node = Closure*;
    Closure* nothing;
    Word now = ++last_epoch << 1;
    Closure* dummy() const {
        nothing->hp = now | (nothing->hp & 1);
        return nothing;
    }
    static void prefetch(Closure* pointer) {
        char* const c = reinterpret_cast<char*>(untag(pointer));
        __builtin_prefetch(c, 1);
        __builtin_prefetch(c + 56, 1);
    }
    std::size_t take(Closure* pointer, bool& fresh, Closure* const*& fields) const {
        Closure* const c = untag(pointer);
        fresh = (c->hp & ~Word{1}) != now;
        c->hp = now | (c->hp & 1);
        InfoTable const& table = info(c);
        if (is_array(table.type) || is_small_array(table.type)) [[unlikely]] {
            auto const all = fields_of(c);
            fields = all.first;
            return all.count & -std::size_t{fresh};
        }
        fields = pointers_after(c) + is_thunk(table.type);
        return table.layout.payload.ptrs & -std::size_t{fresh};
    }
};

}  // namespace bench
