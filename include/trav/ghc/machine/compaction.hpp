// trav/ghc/machine/compaction.hpp: data in compact regions, GHC's module GHC.Compact.
//
//     Ref const c = co_await m.compact(table);       // evaluates all of it, and copies it
//     Ref const copy = m.get_compact(c);             // keeps the whole region alive
//
// Defines members of Machine, nothing else. GHC grows the region while it evaluates the value; here it grows
// afterwards, so that a census in between shows an empty region.
#pragma once

#include "machine.hpp"  // NOLINT(misc-header-include-cycle): it includes this header last

#include <cstddef>
#include <string>
#include <utility>

namespace trav::ghc {

inline Eval Machine::normal_form(Machine& m, Ref x) {
    Ref value = co_await std::move(x);
    auto const fields = [&] { return detail::fields_in_region(value.closure()); };
    if (!fields()) {
        ClosureType const t = type(value.closure());
        bool const is_code = is_function(t) || t == ClosureType::PAP || t == ClosureType::BCO;
        co_return m.raise(m.con(is_code ? "cannotCompactFunction" : "cannotCompactMutable"));
    }
    auto const field = [&](std::size_t i) { return Ref(*m.cap_.refs, (*fields())[i]); };
    std::size_t const count = fields()->size();
    if (count == 0) co_return m.unit();
    for (std::size_t i = 0; i + 1 != count; ++i) static_cast<void>(co_await normal_form(m, field(i)));
    Ref last = field(count - 1);
    value = Ref();
    co_return normal_form(m, std::move(last));
}
inline Eval Machine::compact_into(Machine& m, Ref region, Ref x) {
    static_cast<void>(co_await normal_form(m, x));
    Ref const copy(*m.cap_.refs, m.heap().add_to_compact(region.closure(), x.pointer()));
    co_return m.con(Code("Compact").in("ghc-compact:GHC.Compact"), region, copy, m.mvar(m.unit()));
}

inline Eval Machine::compact(Ref const& x) {
    given("compact", x);
    Closure* const region = rts::for_system(heap(), [&] { return heap().compact_region(); });
    return compact_into(*this, cap_.ref(region), x);
}
inline Eval Machine::compact_add(Ref const& compact, Ref const& x) {
    return compact_into(*this, checked_compact("compact_add", compact)[0], rts::given("compact_add", x));
}
inline Ref Machine::get_compact(Ref const& compact) { return checked_compact("get_compact", compact)[1]; }
inline std::size_t Machine::compact_size(Ref const& compact) {
    return size_words(checked_compact("compact_size", compact)[0].closure()) * word_bytes;
}
inline Ref Machine::checked_compact(char const* operation, Ref const& compact) {
    Ref value(*cap_.refs, rts::value_of(heap(), given(operation, compact)));
    if (!value || !value.is("Compact"))
        throw Misuse(std::string(operation) + ": this is no evaluated Compact");
    return value;
}

}  // namespace trav::ghc
