// trav/profile/observed.hpp: a pointer that records a use of its object at each access.
//
//     trav::Biography<Obj*> life;
//     trav::Observed<Obj> o = trav::observe(life, new Obj);  // a new object, even at an old address
//     o->touch();                                            // a use
//     o.get();                                               // not a use: for graphs and profilers
//
//     trav::Biography<trav::Object> life;                    // a heap of many types
//     trav::Observed<Entity, trav::Object> o = trav::observe(life, new Player);
//
// Takes two words, plus a node if nodes are not T*. An access is a comparison if the object was also the last
// one used, otherwise a look-up in a hash table; objects have no overhead. The pointer does not own its
// object. Deletions need not be reported; the next census detects them. A null pointer may be tested and
// assigned. As a member it is an edge for Via, Reflect and Objects, like other smart pointers.
#pragma once

#include "../graph/object.hpp"
#include "biography.hpp"

#include <concepts>
#include <cstddef>
#include <type_traits>

namespace trav {

/// A pointer to a T, with node type N.
template <class T, class N = T*>
class Observed {
  public:
    Observed(std::nullptr_t = nullptr) {}
    /// The object must be a T itself, not of a derived class.
    Observed(Biography<N>& life, T* object) : life_(&life), object_(object) {
        if constexpr (std::is_convertible_v<T*, N>) node_ = object;
        else if (object != nullptr) node_ = trav::object(*object);
    }
    template <class Derived>
        requires(std::convertible_to<Derived*, T*> && !std::same_as<T*, N>)
    Observed(Observed<Derived, N> const& other)
        : life_(other.life_), object_(other.object_), node_(other.node_) {}

    /// Accesses the object, which is a use.
    T& operator*() const { return *use(); }
    T* operator->() const { return use(); }

    /// Returns the object without using it.
    T* get() const { return object_; }
    N node() const {
        if constexpr (std::same_as<T*, N>) return object_;
        else return node_;
    }
    explicit operator bool() const { return object_ != nullptr; }
    friend bool operator==(Observed const& a, Observed const& b) { return a.object_ == b.object_; }

  private:
    template <class, class>
    friend class Observed;

    /// A T* is its own node.
    struct Same {
        Same& operator=(T*) { return *this; }
    };
    T* use() const {
        life_->used(node());
        return object_;
    }
    Biography<N>* life_ = nullptr;
    T* object_ = nullptr;
    [[no_unique_address]] std::conditional_t<std::same_as<T*, N>, Same, N> node_{};
};

/// Begins the life of a new object.
template <class N, class T>
Observed<T, N> observe(Biography<N>& life, T* object) {
    Observed<T, N> const observed(life, object);
    life.created(observed.node());
    return observed;
}

}  // namespace trav
