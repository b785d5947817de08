// trav/ghc/layout/fields.hpp: every pointer of a closure, as a collector must see them.
//
// Offers update_fields(c, f): f(field) for a reference to each pointer, so that it may be changed; SRTs as
// copies. Unlike the children that a traversal visits these are all there are, but for a weak pointer's:
// those depend on its key.
#pragma once

#include "stack_frame.hpp"

namespace trav::ghc {

/// The first n fields from `first` on.
template <class F>
void update_range(Closure** first, std::size_t n, F&& f) {
    for (std::size_t i = 0; i < n; ++i) f(first[i]);
}

template <class F>
void update_fields(Closure* c, F&& f) {
    using enum ClosureType;
    InfoTable const& table = info(c);
    std::uint32_t const ptrs = table.layout.payload.ptrs;
    if (is_array(table.type))
        return update_range(pointers_after(as<MutArrPtrs>(c)), as<MutArrPtrs>(c)->ptrs, f);
    if (is_small_array(table.type))
        return update_range(pointers_after(as<SmallMutArrPtrs>(c)), as<SmallMutArrPtrs>(c)->ptrs, f);
    switch (table.type) {
    case ARR_WORDS:
    case COMPACT_NFDATA:
    case THUNK_STATIC: break;
    case WEAK: f(as<Weak>(c)->cfinalizers); break;
    case THUNK:
    case THUNK_1_0:
    case THUNK_0_1:
    case THUNK_2_0:
    case THUNK_1_1:
    case THUNK_0_2: update_range(pointers_after(as<Thunk>(c)), ptrs, f); break;
    case THUNK_SELECTOR: f(as<Selector>(c)->selectee); break;
    case IND_STATIC: f(as<IndStatic>(c)->indirectee); break;
    case PAP:
        f(as<Pap>(c)->fun);
        scan_arguments(as<Pap>(c)->fun, pointers_after(as<Pap>(c)), as<Pap>(c)->n_args, f);
        break;
    case AP:
        f(as<Ap>(c)->fun);
        scan_arguments(as<Ap>(c)->fun, pointers_after(as<Ap>(c)), as<Ap>(c)->n_args, f);
        break;
    case AP_STACK:
        f(as<ApStack>(c)->fun);
        scan_stack(words_after(as<ApStack>(c)), words_after(as<ApStack>(c)) + as<ApStack>(c)->size, f);
        break;
    case STACK: scan_stack(as<Stack>(c)->sp, words_after(as<Stack>(c)) + as<Stack>(c)->stack_size, f); break;
    case TSO: {
        auto* const tso = as<Tso>(c);
        for (Closure** field : {&tso->next, &tso->global_link, &tso->stackobj, &tso->block_info, &tso->trec,
                                &tso->blocked_exceptions, &tso->bq})
            f(*field);
        break;
    }
    case TREC_CHUNK: {
        auto* const chunk = as<TRecChunk>(c);
        f(chunk->prev_chunk);
        for (Word i = 0; i < chunk->next_entry_idx; ++i) {
            TRecEntry& entry = chunk->entries[i];
            for (Closure** field : {&entry.tvar, &entry.expected_value, &entry.new_value}) f(*field);
        }
        break;
    }
    default: update_range(pointers_after(c), ptrs, f);
    }
    if (flags(table.type) & flag::srt)
        if (Closure* s = srt(table)) f(s);
}

}  // namespace trav::ghc
