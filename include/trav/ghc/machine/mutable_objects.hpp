// trav/ghc/machine/mutable_objects.hpp: MutableObjects, the operations on mutable variables, arrays and MVars
// that entry code need not await.
//
//     Ref const counter = m.mut_var(m.con("I#", 0));
//     m.write(counter, m.con("I#", m.read(counter).word() + 1));
#pragma once

#include "operations.hpp"

#include <cstddef>
#include <vector>

namespace trav::ghc {

/// The functions of Machine on mutable objects.
class MutableObjects : public Operations {
  public:
    Ref mut_var(Ref const& value) {
        return cap_.ref(heap().mut_var(given("mut_var", value), ClosureType::MUT_VAR_DIRTY));
    }
    /// For transactions. A write outside of a transaction is visible to all threads at once.
    Ref tvar(Ref const& value) { return cap_.ref(heap().tvar(given("tvar", value))); }
    /// An array of n elements, all the same.
    Ref array(std::size_t n, Ref const& element) {
        std::vector<Closure*> const elements(n, given("array", element));
        return cap_.ref(heap().array(elements, ClosureType::MUT_ARR_PTRS_DIRTY));
    }
    /// Likewise, without a card table. (GHC.Exts: SmallArray#)
    Ref small_array(std::size_t n, Ref const& element) {
        std::vector<Closure*> const elements(n, given("small_array", element));
        return cap_.ref(heap().small_array(elements, ClosureType::SMALL_MUT_ARR_PTRS_DIRTY));
    }
    /// An array of bytes.
    Ref bytes(std::size_t n) { return cap_.ref(heap().bytes(n)); }
    /// Makes the array immutable.
    void freeze(Ref const& array) {
        using enum ClosureType;
        Closure* const c = operand("freeze", "array", array, MUT_ARR_PTRS_CLEAN, MUT_ARR_PTRS_DIRTY,
                                   SMALL_MUT_ARR_PTRS_CLEAN, SMALL_MUT_ARR_PTRS_DIRTY);
        bool const small = properties(type(c)).shape == Shape::SmallMutArrPtrs;
        c->info = heap().rts_info(small ? SMALL_MUT_ARR_PTRS_FROZEN_CLEAN : MUT_ARR_PTRS_FROZEN_CLEAN);
    }
    /// The content of a variable, or element i of an array. Throws std::out_of_range.
    Ref read(Ref const& place, std::size_t i = 0) {
        return Ref(*cap_.refs, rts::element(untag(given("read", place)), i));
    }
    void write(Ref const& place, Ref const& value) { write(place, 0, value); }
    void write(Ref const& place, std::size_t i, Ref const& value) {
        Closure* const c = untag(given("write", place));
        rts::element(c, i) = given("write", value);
        if (type(c) == ClosureType::TVAR) rts::wake(cap_, c);
        rts::dirty(heap(), c);
    }

    Ref mvar() { return cap_.ref(heap().mvar(heap().end_tso_queue())); }
    Ref mvar(Ref const& value) {
        return cap_.ref(heap().mvar(given("mvar", value), nullptr, nullptr, ClosureType::MVAR_DIRTY));
    }

    /// The value of a full MVar, which becomes empty; an empty Ref if it is empty already.
    /// (Control.Concurrent.MVar.tryTakeMVar)
    Ref try_take(Ref const& mvar) {
        MVar* const m = as<MVar>(checked_mvar("try_take", mvar));
        if (rts::is_nobody(heap(), m->value)) return {};
        return cap_.ref(rts::empty(cap_, m));
    }
    /// Fills the MVar if it is empty; returns false if it is full. (Control.Concurrent.MVar.tryPutMVar)
    bool try_put(Ref const& mvar, Ref const& value) {
        MVar* const m = as<MVar>(checked_mvar("try_put", mvar));
        Closure* const content = given("try_put", value);
        if (!rts::is_nobody(heap(), m->value)) return false;
        rts::fill(cap_, m, content);
        return true;
    }

  protected:
    MutableObjects(Machine& machine, MachineOptions const& options) : Operations(machine, options) {}
};

}  // namespace trav::ghc
