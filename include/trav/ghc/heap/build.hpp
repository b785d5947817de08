// trav/ghc/heap/build.hpp: the part of the heap builder that makes heap objects other than threads and their
// stacks.
//
// Offers ObjectBuilder: con, fun, thunk, selector, pap, ap, bco, mutable variables, arrays, weak pointers,
// transactional memory, ... Every function answers the untagged address of the object and stores pointers
// tagged, as GHC does.
#pragma once

#include "build_static.hpp"

namespace trav::ghc {

class ObjectBuilder : public StaticBuilder {
  public:
    explicit ObjectBuilder(Options options = {}) : StaticBuilder(options) {}

    // -- data and code

    /// A constructor: `heap.con("Cons", {x, xs})`, `heap.con("I#", {}, {5})`.
    Closure* con(Code const& code, List<Closure*> ptrs = {}, List<Word> words = {}) {
        return make(con_info(code, ptrs.size(), words.size()), ptrs, words);
    }
    /// A function with these free variables.
    Closure* fun(Code const& code, List<Closure*> ptrs = {}, List<Word> words = {}) {
        return make(fun_info(code, ptrs.size(), words.size()), ptrs, words);
    }
    /// A thunk with these free variables.
    Closure* thunk(Code const& code, List<Closure*> ptrs = {}, List<Word> words = {}) {
        return make(thunk_info(code, ptrs.size(), words.size()), ptrs, words);
    }
    /// An object of a table with pointers first, then words; fields not given are zero.
    Closure* make(Entry const* entry, List<Closure*> ptrs = {}, List<Word> words = {}) {
        PayloadLayout const fields = info(entry).layout.payload;
        std::size_t const head = is_thunk(info(entry).type) ? words_of<Thunk> : words_of<Closure>;
        Closure* const c = allocate(entry, head + fields.ptrs + fields.nptrs);
        auto* const payload = reinterpret_cast<Closure**>(c) + head;
        for (std::size_t i = 0; i < ptrs.size(); ++i) payload[i] = tagged(ptrs[i]);
        for (std::size_t i = 0; i < words.size(); ++i)
            reinterpret_cast<Word*>(payload)[fields.ptrs + i] = words[i];
        return c;
    }
    /// The thunk that selects field n of a constructor.
    Closure* selector(std::size_t n, Closure* selectee) {
        std::string const text = "sel_" + std::to_string(n) + "_upd";
        Closure* const c =
            allocate(program_.table(ClosureType::THUNK_SELECTOR, text, Word{n}), words_of<Selector>);
        as<Selector>(c)->selectee = tagged(selectee);
        return c;
    }
    /// A function or byte code object applied to fewer arguments than it takes.
    Closure* pap(Closure* fun, List<Slot> arguments) {
        Closure* const c = apply<Pap>(ClosureType::PAP, fun, arguments);
        std::uint32_t const takes = arity(untag(fun)), has = as<Pap>(c)->n_args;
        as<Pap>(c)->arity = takes > has ? takes - has : 0;
        return c;
    }
    /// An application not yet evaluated.
    Closure* ap(Closure* fun, List<Slot> arguments) { return apply<Ap>(ClosureType::AP, fun, arguments); }
    /// A byte code object whose arguments have this pattern (p pointer, n word).
    Closure* bco(Closure* instrs, Closure* literals, Closure* ptrs, std::string_view arguments = {}) {
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
    /// A primitive object with its own layout (GHC: STABLE_NAME, MVAR_TSO_QUEUE, ...).
    Closure* prim(Code const& code, List<Closure*> ptrs = {}, List<Word> words = {}) {
        return make(table(ClosureType::PRIM, code, ptrs.size(), words.size()), ptrs, words);
    }
    Closure* mut_prim(Code const& code, List<Closure*> ptrs = {}, List<Word> words = {}) {
        return make(table(ClosureType::MUT_PRIM, code, ptrs.size(), words.size()), ptrs, words);
    }

    // -- indirections

    /// An IND; no collection leaves one behind.
    Closure* ind(Closure* to) { return make(rts_info(ClosureType::IND, 1), {to}); }
    /// A thunk under evaluation by a thread (or its blocking queue), or one that has its value.
    Closure* blackhole(Closure* to) { return make(rts_info(ClosureType::BLACKHOLE, 1), {to}); }
    /// The object becomes an indirection to its value, where it lies. (GHC: a BLACKHOLE to a value.)
    void update(Closure* thunk, Closure* value) {
        overwrite(thunk, rts_info(ClosureType::BLACKHOLE, 1), words_of<Ind>);
        as<Ind>(thunk)->indirectee = tagged(value);
    }

    // -- mutable objects

    Closure* mut_var(Closure* value, ClosureType type = ClosureType::MUT_VAR_CLEAN) {
        return make(rts_info(type, 1), {value});
    }
    /// Without a queue: END_TSO_QUEUE.
    Closure* mvar(Closure* value, Closure* head = nullptr, Closure* tail = nullptr,
                  ClosureType type = ClosureType::MVAR_CLEAN) {
        return make(rts_info(type, 3), {head ? head : end_tso_queue(), tail ? tail : end_tso_queue(), value});
    }
    Closure* mvar_tso_queue(Closure* link, Closure* tso) { return prim("MVAR_TSO_QUEUE", {link, tso}); }
    /// Boxed elements; frozen or not, clean or dirty.
    Closure* array(List<Closure*> elements, ClosureType type = ClosureType::MUT_ARR_PTRS_CLEAN) {
        std::size_t const size = elements.size() + card_table_words(elements.size());
        Closure* const c = allocate(rts_info(type), words_of<MutArrPtrs> + size);
        as<MutArrPtrs>(c)->ptrs = elements.size();
        as<MutArrPtrs>(c)->size = size;
        return fill(c, pointers_after(as<MutArrPtrs>(c)), elements);
    }
    Closure* small_array(List<Closure*> elements, ClosureType type = ClosureType::SMALL_MUT_ARR_PTRS_CLEAN) {
        Closure* const c = allocate(rts_info(type), words_of<SmallMutArrPtrs> + elements.size());
        as<SmallMutArrPtrs>(c)->ptrs = elements.size();
        return fill(c, pointers_after(as<SmallMutArrPtrs>(c)), elements);
    }
    /// An array of bytes.
    Closure* bytes(std::size_t n) {
        Closure* const c = allocate(rts_info(ClosureType::ARR_WORDS),
                                    words_of<ArrBytes> + (n + word_bytes - 1) / word_bytes);
        as<ArrBytes>(c)->bytes = n;
        return c;
    }
    /// A weak pointer on the weak list; without a finalizer: NO_FINALIZER.
    Closure* weak(Closure* key, Closure* value, Closure* finalizer = nullptr) {
        Closure* const c = allocate(rts_info(ClosureType::WEAK, 1, 4), words_of<Weak>);
        *as<Weak>(c) = Weak{*c,
                            tagged(no_finalizer()),
                            tagged(key),
                            tagged(value),
                            tagged(finalizer ? finalizer : no_finalizer()),
                            nullptr};
        if (!weak_list_.empty()) as<Weak>(weak_list_.back())->link = c;
        weak_list_.push_back(c);
        return c;
    }
    /// A compact region of that many words, headers included; what is in it is not looked at.
    Closure* compact(std::size_t words) {
        Closure* const c = allocate_compact(rts_info(ClosureType::COMPACT_NFDATA, 0, 9), words);
        as<CompactNFData>(c)->total_words = words;
        return c;
    }

    // -- transactional memory

    Closure* tvar(Closure* value, Closure* watch_queue = nullptr) {
        return make(rts_info(ClosureType::TVAR, 2, 1),
                    {value, watch_queue ? watch_queue : end_stm_watch_queue()}, {0});
    }
    Closure* tvar_watch_queue(Closure* waiting, Closure* next, Closure* previous) {
        return mut_prim("TVAR_WATCH_QUEUE", {waiting, next, previous});
    }
    /// At most 16 entries; without a previous chunk: END_STM_CHUNK_LIST.
    Closure* trec_chunk(Closure* previous, List<TRecEntry> entries) {
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
    Closure* trec_header(Closure* enclosing, Closure* chunk, Word state = 0) {
        return mut_prim("TREC_HEADER", {enclosing ? enclosing : no_trec(), chunk}, {state});
    }

  private:
    template <class T>
    Closure* apply(ClosureType type, Closure* fun, List<Slot> arguments) {
        check_slots(description(untag(fun)), arguments, argument_bitmap(untag(fun)));
        Closure* const c = allocate(rts_info(type), words_of<T> + arguments.size());
        auto* const application = as<T>(c);
        application->n_args = static_cast<std::uint32_t>(arguments.size());
        application->fun = tagged(fun);
        write_slots(words_after(application), arguments);
        return c;
    }
    static Closure* fill(Closure* c, Closure** fields, List<Closure*> elements) {
        for (std::size_t i = 0; i < elements.size(); ++i) fields[i] = tagged(elements[i]);
        return c;
    }
};

}  // namespace trav::ghc
