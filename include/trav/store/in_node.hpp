// trav/store/in_node.hpp: node data in a field of the objects themselves, without a look-up.
//
//     struct Obj { std::vector<Obj*> fields; trav::Slot<std::uint64_t> mark; };
//     trav::InNode<&Obj::mark> marks;
//
// A pass begins in O(1), with the field's next epoch. An object with any other epoch is unmarked, including
// new objects and objects that many passes did not reach. Several stores of one field can be used one after
// the other, but not alternately.
#pragma once

#include "store.hpp"

#include <cstdint>
#include <type_traits>

namespace trav {

template <auto Field>
class InNode;

/// The store in the field `Field`, a Slot, of each object of type Obj.
template <class Obj, class T, Slot<T> Obj::* Field>
class InNode<Field> {
  public:
    static constexpr bool stable = true;
    static constexpr bool concurrent = true;
    static constexpr bool shared = true;

    InNode() { begin_pass(); }

    Touched<T> touch(Obj* n) const { return (n->*Field).touch(epoch_); }
    Touched<T> mark(Obj* n) const { return (n->*Field).mark(epoch_); }
    T* find(Obj* n) const { return (n->*Field).find(epoch_); }
    void const* where(Obj* n) const { return &(n->*Field); }
    /// After 2^32 - 1 passes over one field, its epochs repeat.
    void begin_pass() {
        do epoch_ = detail::increased(last_epoch);
        while (epoch_ == 0);  // 0 is the epoch of objects that were never touched
    }

  private:
    inline static std::uint32_t last_epoch =
        0;  // shared, so that a second store does not take the marks of the first for its own
    std::uint32_t epoch_ = 0;
};

}  // namespace trav
