// trav/ghc/heap/build.hpp: builds all heap objects except threads and stacks.
//
// Defines members of Heap, nothing else.
#pragma once

#include "build_static.hpp"

#include <cstring>
#include <stdexcept>

namespace trav::ghc {

// -- allocation

inline Closure* Heap::header(std::byte* p, Entry const* table, std::size_t words) {
    auto* const c = reinterpret_cast<Closure*>(p);
    std::memset(static_cast<void*>(c), 0, words * word_bytes);
    c->info = table;
    c->ccs = ccs_;
    c->hp = new_word();
    ccs_->mem_alloc += words - profiling_words;
    words_allocated_ += words;
    observers_.created(c, (words - profiling_words) * word_bytes);
    return c;
}
inline Closure* Heap::allocate(Entry const* table, std::size_t words) {
    return header(storage_.room(words * word_bytes), table, words);
}
inline void Heap::overwrite(Closure* c, Entry const* table) {
    std::size_t const before = size_words(c);
    observers_.died(c, size_bytes(c));
    c->info = table;
    c->hp = new_word();
    std::memset(static_cast<void*>(c + 1), 0, (before - words_of<Closure>)*word_bytes);
    observers_.created(c, size_bytes(c));
}

namespace detail {
inline Closure* fill(Closure* c, Closure** fields, List<Closure*> elements) {
    for (std::size_t i = 0; i < elements.size(); ++i) fields[i] = tagged(elements[i]);
    return c;
}
}  // namespace detail

// -- data and code

template <class T>
inline Closure* Heap::apply(ClosureType type, Closure* fun, List<Slot> arguments) {
    check_slots(description(untag(fun)), arguments, argument_bitmap(untag(fun)));
    Closure* const c = allocate(rts_info(type), words_of<T> + arguments.size());
    auto* const application = as<T>(c);
    application->n_args = static_cast<std::uint32_t>(arguments.size());
    application->fun = tagged(fun);
    write_slots(words_after(application), arguments);
    return c;
}
inline Closure* Heap::con(Code const& code, List<Closure*> ptrs, List<Word> words) {
    return make(con_info(code, ptrs.size(), words.size()), ptrs, words);
}
inline Closure* Heap::fun(Code const& code, List<Closure*> ptrs, List<Word> words) {
    return make(fun_info(code, ptrs.size(), words.size()), ptrs, words);
}
inline Closure* Heap::thunk(Code const& code, List<Closure*> ptrs, List<Word> words) {
    return make(thunk_info(code, ptrs.size(), words.size()), ptrs, words);
}
inline Closure* Heap::make(Entry const* entry, List<Closure*> ptrs, List<Word> words) {
    PayloadLayout const fields = info(entry).layout.payload;
    std::size_t const head = is_thunk(info(entry).type) ? words_of<Thunk> : words_of<Closure>;
    Closure* const c = allocate(entry, head + fields.ptrs + fields.nptrs);
    auto* const payload = reinterpret_cast<Closure**>(c) + head;
    for (std::size_t i = 0; i < ptrs.size(); ++i) payload[i] = tagged(ptrs[i]);
    for (std::size_t i = 0; i < words.size(); ++i)
        reinterpret_cast<Word*>(payload)[fields.ptrs + i] = words[i];
    return c;
}
inline Closure* Heap::selector(std::size_t n, Closure* selectee) {
    Closure* const c = allocate(selector_info(n), words_of<Selector>);
    as<Selector>(c)->selectee = tagged(selectee);
    return c;
}
inline Closure* Heap::pap(Closure* fun, List<Slot> arguments) {
    Closure* const c = apply<Pap>(ClosureType::PAP, fun, arguments);
    std::uint32_t const takes = arity(untag(fun)), has = as<Pap>(c)->n_args;
    as<Pap>(c)->arity = takes > has ? takes - has : 0;
    return c;
}
inline Closure* Heap::ap(Closure* fun, List<Slot> arguments) {
    return apply<Ap>(ClosureType::AP, fun, arguments);
}
inline Closure* Heap::bco(Closure* instrs, Closure* literals, Closure* ptrs, std::string_view arguments) {
    std::size_t const bits = pattern_words(arguments),
                      words = words_of<Bco> + 1 + (bits + word_bits - 1) / word_bits;
    Closure* const c = allocate(rts_info(ClosureType::BCO, 3), words);
    auto* const b = as<Bco>(c);
    *b = Bco{*c,
             tagged(instrs),
             tagged(literals),
             tagged(ptrs),
             static_cast<std::uint32_t>(arguments.size()),
             static_cast<std::uint32_t>(words)};
    Word* const bitmap = words_after(b);
    bitmap[0] = bits;
    for (std::size_t i = 0; i < bits; ++i)
        if (arguments[i] != 'p') bitmap[1 + i / word_bits] |= Word{1} << i % word_bits;
    return c;
}
inline Closure* Heap::prim(Code const& code, List<Closure*> ptrs, List<Word> words) {
    return make(table(ClosureType::PRIM, code, ptrs.size(), words.size()), ptrs, words);
}
inline Closure* Heap::mut_prim(Code const& code, List<Closure*> ptrs, List<Word> words) {
    return make(table(ClosureType::MUT_PRIM, code, ptrs.size(), words.size()), ptrs, words);
}

inline Closure* Heap::ind(Closure* to) { return make(rts_info(ClosureType::IND, 1), {to}); }
inline Closure* Heap::blackhole(Closure* to) { return make(rts_info(ClosureType::BLACKHOLE, 1), {to}); }
inline void Heap::update(Closure* thunk, Closure* value) {
    overwrite(thunk, rts_info(ClosureType::BLACKHOLE, 1));
    as<Ind>(thunk)->indirectee = tagged(value);
}

inline Closure* Heap::mut_var(Closure* value, ClosureType type) { return make(rts_info(type, 1), {value}); }
inline Closure* Heap::mvar(Closure* value, Closure* head, Closure* tail, ClosureType type) {
    return make(rts_info(type, 3), {head ? head : end_tso_queue(), tail ? tail : end_tso_queue(), value});
}
inline Closure* Heap::mvar_tso_queue(Closure* link, Closure* tso) {
    return prim("MVAR_TSO_QUEUE", {link, tso});
}
inline Closure* Heap::msg_throwto(Closure* link, Closure* source, Closure* target, Closure* exception) {
    return prim("MSG_THROWTO", {link, source, target, exception});
}
inline Closure* Heap::msg_blackhole(Closure* link, Closure* tso, Closure* blackhole) {
    return prim("MSG_BLACKHOLE", {link, tso, blackhole});
}
inline Closure* Heap::array(List<Closure*> elements, ClosureType type) {
    std::size_t const size = elements.size() + card_table_words(elements.size());
    Closure* const c = allocate(rts_info(type), words_of<MutArrPtrs> + size);
    as<MutArrPtrs>(c)->ptrs = elements.size();
    as<MutArrPtrs>(c)->size = size;
    return detail::fill(c, pointers_after(as<MutArrPtrs>(c)), elements);
}
inline Closure* Heap::small_array(List<Closure*> elements, ClosureType type) {
    Closure* const c = allocate(rts_info(type), words_of<SmallMutArrPtrs> + elements.size());
    as<SmallMutArrPtrs>(c)->ptrs = elements.size();
    return detail::fill(c, pointers_after(as<SmallMutArrPtrs>(c)), elements);
}
inline Closure* Heap::bytes(std::size_t n) {
    Closure* const c =
        allocate(rts_info(ClosureType::ARR_WORDS), words_of<ArrBytes> + (n + word_bytes - 1) / word_bytes);
    as<ArrBytes>(c)->bytes = n;
    return c;
}
inline Closure* Heap::weak(Closure* key, Closure* value, Closure* finalizer) {
    Closure* const c = allocate(rts_info(ClosureType::WEAK, 1, 4), words_of<Weak>);
    *as<Weak>(c) = Weak{*c,
                        tagged(no_finalizer()),
                        tagged(key),
                        tagged(value),
                        tagged(finalizer ? finalizer : no_finalizer()),
                        nullptr};
    roots_.add_weak(c);
    return c;
}
inline Closure* Heap::compact(std::size_t words) {
    Entry const* const table = rts_info(ClosureType::COMPACT_NFDATA, 0, 9);
    Closure* const c = header(storage_.room_for_compact(words * word_bytes), table, words);
    as<CompactNFData>(c)->total_words = words;
    return c;
}

inline Closure* Heap::tvar(Closure* value, Closure* watch_queue) {
    return make(rts_info(ClosureType::TVAR, 2, 1), {value, watch_queue ? watch_queue : end_stm_watch_queue()},
                {0});
}
inline Closure* Heap::tvar_watch_queue(Closure* waiting, Closure* next, Closure* previous) {
    return mut_prim("TVAR_WATCH_QUEUE", {waiting, next, previous});
}
inline Closure* Heap::trec_chunk(Closure* previous, List<TRecEntry> entries) {
    if (entries.size() > trec_chunk_entries)
        throw std::length_error("ghc heap: a TREC_CHUNK has at most 16 entries");
    Closure* const c = allocate(rts_info(ClosureType::TREC_CHUNK), words_of<TRecChunk>);
    auto* const chunk = as<TRecChunk>(c);
    chunk->prev_chunk = tagged(previous ? previous : end_stm_chunk_list());
    chunk->next_entry_idx = entries.size();
    for (std::size_t i = 0; i < entries.size(); ++i)
        chunk->entries[i] = {tagged(entries[i].tvar), tagged(entries[i].expected_value),
                             tagged(entries[i].new_value)};
    return c;
}
inline Closure* Heap::trec_header(Closure* enclosing, Closure* chunk, Word state) {
    return mut_prim("TREC_HEADER", {enclosing ? enclosing : no_trec(), chunk}, {state});
}

}  // namespace trav::ghc
