// trav/ghc/heap/build_static.hpp: builds info tables and static closures.
//
// Offers specialised(type, ptrs, nptrs), which chooses closure types like the compiler, and defines members
// of Heap.
#pragma once

#include "declaration.hpp"

namespace trav::ghc {

/// CONSTR, FUN or THUNK, or the special case of it for that many pointers and other words.
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

inline Entry const* Heap::table(ClosureType type, Code const& code, std::size_t ptrs, std::size_t nptrs) {
    return program_.table(type, code, static_cast<std::uint32_t>(ptrs), static_cast<std::uint32_t>(nptrs));
}
inline Entry const* Heap::con_info(Code const& code, std::size_t ptrs, std::size_t nptrs) {
    if (ptrs + nptrs == 0) nptrs = 1;
    return table(specialised(ClosureType::CONSTR, ptrs, nptrs), code, ptrs, nptrs);
}
inline Entry const* Heap::fun_info(Code const& code, std::size_t ptrs, std::size_t nptrs) {
    return table(specialised(ClosureType::FUN, ptrs, nptrs), code, ptrs, nptrs);
}
inline Entry const* Heap::thunk_info(Code const& code, std::size_t ptrs, std::size_t nptrs) {
    return table(specialised(ClosureType::THUNK, ptrs, nptrs), code, ptrs, nptrs);
}
inline Entry const* Heap::selector_info(std::size_t n) {
    return program_.table(ClosureType::THUNK_SELECTOR, "stg_sel_upd", Word{n});
}
inline Entry const* Heap::rts_info(ClosureType type, std::size_t ptrs, std::size_t nptrs) {
    std::string_view text = name(type);
    if (text.substr(0, 5) == "MVAR_") text = "MVAR";
    return table(type, Code(text).in("base:RTS"), ptrs, nptrs);
}

inline Closure* Heap::static_con(Code const& code, List<Closure*> ptrs, List<Word> words) {
    return static_closure(con_info(code, ptrs.size(), words.size()), ptrs, words);
}
inline Closure* Heap::static_fun(Code const& code, List<Closure*> ptrs) {
    return static_closure(table(ClosureType::FUN_STATIC, code, ptrs.size(), 0), ptrs, {});
}
inline Closure* Heap::srt(List<Closure*> closures) {
    Code const code = Code("SRT").number(0);
    return static_closure(table(ClosureType::CONSTR, code, closures.size(), 0), closures, {});
}
inline Closure* Heap::caf(Code const& code) {
    return program_.static_closure(table(ClosureType::THUNK_STATIC, code, 0, 0), ccs_, static_word(),
                                   words_of<IndStatic>);
}
inline void Heap::evaluate_caf(Closure* caf, Closure* value) {
    auto* const c = as<IndStatic>(caf);
    if (type(c) == ClosureType::THUNK_STATIC) {
        c->saved_info = c->info;
        c->info = rts_info(ClosureType::IND_STATIC);
        survivors_.cafs.push_back(c);
    }
    c->indirectee = tagged(value);
}
inline Closure* Heap::ind_static(Closure* value, Code const& code) {
    Closure* const c = caf(code);
    evaluate_caf(c, value);
    return c;
}

inline Closure* Heap::static_closure(Entry const* table, List<Closure*> ptrs, List<Word> words) {
    PayloadLayout const fields = info(table).layout.payload;
    std::size_t const all = words_of<Closure> + fields.ptrs + fields.nptrs + 1;  // one more for the link
    Closure* const c = program_.static_closure(table, ccs_, static_word(), all);
    for (std::size_t i = 0; i < ptrs.size(); ++i) pointers_after(c)[i] = tagged(ptrs[i]);
    for (std::size_t i = 0; i < words.size(); ++i) words_after(c)[ptrs.size() + i] = words[i];
    return c;
}
inline Closure* Heap::singleton(std::size_t i, char const* name) {
    if (!singletons_[i])
        singletons_[i] =
            program_.static_closure(table(ClosureType::CONSTR_NOCAF, Code(name).in("base:RTS"), 0, 1),
                                    cost_centres_.system(), static_word(), words_of<Closure> + 2);
    return singletons_[i];
}

}  // namespace trav::ghc
