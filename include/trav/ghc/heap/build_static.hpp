// trav/ghc/heap/build_static.hpp: the part of the heap builder that makes info tables and static closures.
//
// Offers StaticBuilder: info tables for constructors, functions and thunks of the closure type that the
// compiler would choose; static constructors and functions, SRTs, CAFs and their values, and the runtime
// system's singletons.
#pragma once

#include "list.hpp"
#include "storage.hpp"

namespace trav::ghc {

/// The type among CONSTR, FUN or THUNK and its special cases for that many pointers and other words.
constexpr ClosureType specialised(ClosureType general, std::size_t ptrs, std::size_t nptrs) {
    auto const at = [&](unsigned n) { return ClosureType{static_cast<std::uint32_t>(general) + n}; };
    if (ptrs == 1 && nptrs == 0) return at(1);
    if (ptrs == 0 && nptrs == 1) return at(2);
    if (ptrs == 2 && nptrs == 0) return at(3);
    if (ptrs == 1 && nptrs == 1) return at(4);
    if (ptrs == 0 && nptrs == 2) return at(5);
    if (general == ClosureType::CONSTR && ptrs == 0 && nptrs >= 3) return ClosureType::CONSTR_NOCAF;
    return general;
}

class StaticBuilder : public Storage {
  public:
    explicit StaticBuilder(Options options = {}) : Storage(options) {}

    // -- info pointers

    /// A constructor's: without fields it has one word of padding.
    Entry const* con_info(Code const& code, std::size_t ptrs, std::size_t nptrs = 0) {
        if (ptrs + nptrs == 0) nptrs = 1;
        return table(specialised(ClosureType::CONSTR, ptrs, nptrs), code, ptrs, nptrs);
    }
    Entry const* fun_info(Code const& code, std::size_t ptrs, std::size_t nptrs = 0) {
        return table(specialised(ClosureType::FUN, ptrs, nptrs), code, ptrs, nptrs);
    }
    Entry const* thunk_info(Code const& code, std::size_t ptrs, std::size_t nptrs = 0) {
        return table(specialised(ClosureType::THUNK, ptrs, nptrs), code, ptrs, nptrs);
    }
    /// The runtime system's table of a type with that many pointers first, then words.
    Entry const* rts_info(ClosureType type, std::size_t ptrs = 0, std::size_t nptrs = 0) {
        std::string_view text = name(type);
        if (text.substr(0, 5) == "MVAR_") text = "MVAR";
        return table(type, Code(text).in("base:RTS"), ptrs, nptrs);
    }
    Entry const* table(ClosureType type, Code const& code, std::size_t ptrs, std::size_t nptrs) {
        return program_.table(type, code, static_cast<std::uint32_t>(ptrs),
                              static_cast<std::uint32_t>(nptrs));
    }

    // -- static closures: they may refer to heap objects, but only collections that reach them keep those
    // alive

    Closure* static_con(Code const& code, List<Closure*> ptrs = {}, List<Word> words = {}) {
        return static_closure(con_info(code, ptrs.size(), words.size()), ptrs, words);
    }
    Closure* static_fun(Code const& code, List<Closure*> ptrs = {}) {
        return static_closure(table(ClosureType::FUN_STATIC, code, ptrs.size(), 0), ptrs, {});
    }
    /// A static reference table; closures of one module that name just one other refer to it directly
    /// instead.
    Closure* srt(List<Closure*> closures) {
        Code const code = Code("SRT").number(0);
        return static_closure(table(ClosureType::CONSTR, code, closures.size(), 0), closures, {});
    }
    /// A constant applicative form, not yet evaluated.
    Closure* caf(Code const& code) {
        return program_.static_closure(table(ClosureType::THUNK_STATIC, code, 0, 0), ccs_, static_word(),
                                       words_of<IndStatic>);
    }
    /// The CAF gets its value.
    void evaluate_caf(Closure* caf, Closure* value) {
        auto* const c = as<IndStatic>(caf);
        if (type(c) == ClosureType::THUNK_STATIC) {
            c->saved_info = c->info;
            c->info = rts_info(ClosureType::IND_STATIC);
            cafs_.push_back(c);
        }
        c->indirectee = tagged(value);
    }
    /// A CAF that has its value.
    Closure* ind_static(Closure* value, Code const& code = "caf") {
        Closure* const c = caf(code);
        evaluate_caf(c, value);
        return c;
    }

    // -- the runtime system's singletons: CONSTR_NOCAF, which no traversal visits

    Closure* end_tso_queue() { return singleton(end_tso_queue_, "END_TSO_QUEUE"); }
    Closure* no_finalizer() { return singleton(no_finalizer_, "NO_FINALIZER"); }
    Closure* no_trec() { return singleton(no_trec_, "NO_TREC"); }
    Closure* end_stm_chunk_list() { return singleton(end_stm_chunk_list_, "END_STM_CHUNK_LIST"); }
    Closure* end_stm_watch_queue() { return singleton(end_stm_watch_queue_, "END_STM_WATCH_QUEUE"); }

  private:
    // a static closure has no biography: its word stays 0
    Word static_word() const { return era_ > 0 ? 0 : fresh_word_; }

    Closure* static_closure(Entry const* table, List<Closure*> ptrs, List<Word> words) {
        PayloadLayout const fields = info(table).layout.payload;
        std::size_t const all = words_of<Closure> + fields.ptrs + fields.nptrs + 1;  // one more for the link
        Closure* const c = program_.static_closure(table, ccs_, static_word(), all);
        for (std::size_t i = 0; i < ptrs.size(); ++i) pointers_after(c)[i] = tagged(ptrs[i]);
        for (std::size_t i = 0; i < words.size(); ++i) words_after(c)[ptrs.size() + i] = words[i];
        return c;
    }
    Closure* singleton(Closure*& known, char const* text) {
        if (!known)
            known = program_.static_closure(table(ClosureType::CONSTR_NOCAF, Code(text).in("base:RTS"), 0, 1),
                                            cost_centres_.system(), static_word(), words_of<Closure> + 2);
        return known;
    }

    Closure *end_tso_queue_ = nullptr, *no_finalizer_ = nullptr, *no_trec_ = nullptr,
            *end_stm_chunk_list_ = nullptr, *end_stm_watch_queue_ = nullptr;
};

}  // namespace trav::ghc
