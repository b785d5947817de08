// trav/ghc/machine/compact_regions.hpp: CompactRegions, data in compact regions: GHC.Compact.
//
//     Ref const c = co_await m.compact(table);       // evaluates all of it, and copies it
//     Ref const copy = m.get_compact(c);             // keeps the whole region alive
//
// GHC grows the region while it evaluates the value; here it grows afterwards, so that a census in between
// shows an empty region.
#pragma once

#include "mutable_objects.hpp"

#include <cstddef>
#include <string>
#include <utility>

namespace trav::ghc {

/// The functions of Machine on compact regions.
class CompactRegions : public MutableObjects {
  public:
    /// Evaluates x and all that it refers to, and copies it into a new region. The value is a Compact. Raises
    /// an exception for functions and mutable objects. Like GHC's, it does not end if x is cyclic.
    Eval compact(Ref const& x) {
        given("compact", x);
        Closure* const region = rts::for_system(heap(), [&] { return heap().compact_region(); });
        return compact_into(*this, cap_.ref(region), x);
    }
    /// Likewise into the region of a Compact.
    Eval compact_add(Ref const& compact, Ref const& x) {
        return compact_into(*this, checked_compact("compact_add", compact)[0], rts::given("compact_add", x));
    }
    /// The copy in the region.
    Ref get_compact(Ref const& compact) { return checked_compact("get_compact", compact)[1]; }
    /// The bytes of the region.
    std::size_t compact_size(Ref const& compact) {
        return size_words(checked_compact("compact_size", compact)[0].closure()) * word_bytes;
    }

  protected:
    CompactRegions(Machine& machine, MachineOptions const& options) : MutableObjects(machine, options) {}

  private:
    static Eval normal_form(CompactRegions& m, Ref x) {
        Ref value = co_await std::move(x);
        auto const fields = [&] { return detail::fields_in_region(value.closure()); };
        if (!fields()) {
            ClosureType const t = type(value.closure());
            bool const is_code = is_function(t) || t == ClosureType::PAP || t == ClosureType::BCO;
            co_return m.raise(m.cap_.ref(is_code ? m.cap_.code.cannot_compact_function()
                                                 : m.cap_.code.cannot_compact_mutable()));
        }
        auto const field = [&](std::size_t i) { return Ref(*m.cap_.refs, (*fields())[i]); };
        std::size_t const count = fields()->size();
        if (count == 0) co_return m.unit();
        for (std::size_t i = 0; i + 1 != count; ++i) static_cast<void>(co_await normal_form(m, field(i)));
        co_return normal_form(m, field(count - 1));
    }
    static Eval compact_into(CompactRegions& m, Ref region, Ref x) {
        static_cast<void>(co_await normal_form(m, x));
        Ref const copy(*m.cap_.refs, m.heap().add_to_compact(region.closure(), x.pointer()));
        Ref const lock = m.mvar(m.unit());
        co_return Built(m.cap_.ref(
            m.heap().make(m.cap_.code.compact(), {region.pointer(), copy.pointer(), lock.pointer()}, {})));
    }
    Ref checked_compact(char const* operation, Ref const& compact) {
        Ref value(*cap_.refs, rts::value_of(heap(), given(operation, compact)));
        if (!value || !value.is("Compact"))
            throw Misuse(std::string(operation) + ": this is no evaluated Compact");
        return value;
    }
};

}  // namespace trav::ghc
