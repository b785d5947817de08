// trav/ghc/layout/children.hpp: the children of a closure in GHC's order (rts/TraverseHeap.c).
//
// Offers Children, a borrowed range over the pointers of one closure with its SRT last, and scan_closure(c,
// sink) for every kind. A null pointer ends the pointers of a closure with a counted layout, as in GHC, but
// never hides the SRT. GHC takes the children of some kinds all at once (takes_all_at_once): for those only
// scan_closure serves. No allocation; O(1) a child.
#pragma once

#include "stack_frame.hpp"

#include <cstddef>

namespace trav::ghc {

/// Whether the traversal takes the children of this kind all at once, and so visits them last to first.
constexpr bool takes_all_at_once(ClosureType type) {
    using enum ClosureType;
    return type == STACK || type == TSO || type == BLOCKING_QUEUE || type == PAP || type == AP ||
           type == AP_STACK;
}

class Children {
  public:
    struct End {};
    class iterator {
      public:
        using value_type = Closure*;
        using difference_type = std::ptrdiff_t;

        iterator() = default;
        iterator(Closure* const* fields, std::size_t n, Closure* last, bool counted, bool chunk)
            : fields_(fields), last_(last), left_(n), counted_(counted), chunk_(chunk) {
            end_at_null();
        }
        Closure* operator*() const { return left_ > 0 ? *fields_ : last_; }
        iterator& operator++() {
            if (left_ == 0) {
                last_ = nullptr;
                return *this;
            }
            --left_;
            fields_ += chunk_ ? step() : 1;
            end_at_null();
            return *this;
        }
        iterator operator++(int) {
            iterator const before = *this;
            ++*this;
            return before;
        }
        bool operator==(End) const { return left_ == 0 && !last_; }
        bool operator==(iterator const& other) const { return left_ == other.left_ && last_ == other.last_; }

      private:
        void end_at_null() {
            if (counted_ && left_ > 0 && !*fields_) left_ = 0;
        }
        // a chunk's children are prev_chunk, then for each entry tvar, expected_value, new_value and
        // new_value again
        std::ptrdiff_t step() {
            unsigned const field = entry_field_++;
            if (field == 0) return 2;  // over next_entry_idx
            if (field == 3) return 0;
            if (field == 4) entry_field_ = 1;
            return 1;
        }

        Closure* const* fields_ = nullptr;
        Closure* last_ = nullptr;
        std::size_t left_ = 0;
        unsigned entry_field_ = 0;
        bool counted_ = false, chunk_ = false;
    };

    /// Of an untagged closure that does not take its children all at once.
    explicit Children(Closure* c) : begin_(of(c)) {}
    iterator begin() const { return begin_; }
    End end() const { return {}; }

  private:
    static iterator fields(Closure* const* first, std::size_t n, Closure* last = nullptr) {
        return {first, n, last, false, false};
    }
    static iterator counted(Closure* const* first, std::size_t n, Closure* last = nullptr) {
        return {first, n, last, true, false};
    }

    static iterator of(Closure* c) {
        using enum ClosureType;
        InfoTable const& table = info(c);
        std::uint32_t const ptrs = table.layout.payload.ptrs;
        if (is_array(table.type)) return counted(pointers_after(as<MutArrPtrs>(c)), as<MutArrPtrs>(c)->ptrs);
        if (is_small_array(table.type))
            return counted(pointers_after(as<SmallMutArrPtrs>(c)), as<SmallMutArrPtrs>(c)->ptrs);
        switch (table.type) {
        case CONSTR_0_1:
        case CONSTR_0_2:
        case ARR_WORDS:
        case COMPACT_NFDATA: return {};
        case MUT_VAR_CLEAN:
        case MUT_VAR_DIRTY: return fields(&as<MutVar>(c)->var, 1);
        case THUNK_SELECTOR: return fields(&as<Selector>(c)->selectee, 1);
        case BLACKHOLE: return fields(&as<Ind>(c)->indirectee, 1);
        case CONSTR_1_0:
        case CONSTR_1_1: return fields(pointers_after(c), 1);
        case CONSTR_2_0: return fields(pointers_after(c), 2);
        case MVAR_CLEAN:
        case MVAR_DIRTY: return fields(&as<MVar>(c)->head, 3);
        case WEAK: return fields(&as<Weak>(c)->key, 3);  // key, value, finalizer
        case CONSTR:
        case CONSTR_NOCAF:
        case PRIM:
        case MUT_PRIM:
        case TVAR:
        case BCO: return counted(pointers_after(c), ptrs);
        case FUN:
        case FUN_2_0:
        case FUN_STATIC: return counted(pointers_after(c), ptrs, srt(table));
        case THUNK:
        case THUNK_2_0: return counted(pointers_after(as<Thunk>(c)), ptrs, srt(table));
        case FUN_1_0:
        case FUN_1_1: return fields(pointers_after(c), 1, srt(table));
        case THUNK_1_0:
        case THUNK_1_1: return fields(pointers_after(as<Thunk>(c)), 1, srt(table));
        case FUN_0_1:
        case FUN_0_2:
        case THUNK_0_1:
        case THUNK_0_2:
        case THUNK_STATIC: return fields(nullptr, 0, srt(table));
        case TREC_CHUNK:
            return {&as<TRecChunk>(c)->prev_chunk, 1 + 4 * as<TRecChunk>(c)->next_entry_idx, nullptr, false,
                    true};
        default:
            if (takes_all_at_once(table.type)) return {};
            throw IllFormed("was reached as a heap object", table.type, c);
        }
    }

    iterator begin_;
};

/// Hands every child of a closure (untagged, of any kind) to the sink, in GHC's order; null ones may be among
/// them.
template <class Sink>
void scan_closure(Closure* c, Sink&& sink) {
    using enum ClosureType;
    switch (type(c)) {
    case STACK:
        return scan_stack(as<Stack>(c)->sp, words_after(as<Stack>(c)) + as<Stack>(c)->stack_size, sink);
    case TSO: {
        auto* const tso = as<Tso>(c);
        sink(tso->stackobj);
        sink(tso->blocked_exceptions);
        sink(tso->bq);
        sink(tso->trec);
        using enum WhyBlocked;
        for (WhyBlocked why : {WhyBlocked::MVar, MVarRead, BlackHole, MsgThrowTo})
            if (tso->why_blocked == why) sink(tso->block_info);
        return;
    }
    case BLOCKING_QUEUE: {
        auto* const queue = as<BlockingQueue>(c);
        for (Closure* child : {queue->link, queue->bh, queue->owner}) sink(child);
        return;
    }
    case PAP:
        sink(as<Pap>(c)->fun);
        return scan_arguments(as<Pap>(c)->fun, pointers_after(as<Pap>(c)), as<Pap>(c)->n_args, sink);
    case AP:
        sink(as<Ap>(c)->fun);
        return scan_arguments(as<Ap>(c)->fun, pointers_after(as<Ap>(c)), as<Ap>(c)->n_args, sink);
    case AP_STACK:
        sink(as<ApStack>(c)->fun);
        return scan_stack(words_after(as<ApStack>(c)), words_after(as<ApStack>(c)) + as<ApStack>(c)->size,
                          sink);
    default: {
        Children const children(c);
        for (auto at = children.begin(); at != children.end(); ++at) sink(*at);
    }
    }
}

}  // namespace trav::ghc
