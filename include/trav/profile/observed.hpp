// trav/profile/observed.hpp: a pointer that records a use of its object at each access.
//
//     trav::Biography<Obj*> life;
//     trav::Observed<Obj> o = trav::observe(life, new Obj);  // a new object, even where one was before
//     o->touch();                                            // a use
//     o.get();                                               // none: graphs and profilers look at objects so
//
// Two words. An access is a comparison if the same object was the last one used, else a look-up in a hash
// table; the object pays nothing. It does not own: whoever deletes the object need not tell, its death is
// seen at the next census. A null one may be tested and assigned. As a member it is an edge for Via and
// Reflect, like other smart pointers.
#pragma once

#include "biography.hpp"

#include <cstddef>

namespace trav {

template <class T>
class Observed {
  public:
    Observed(std::nullptr_t = nullptr) {}
    Observed(Biography<T*>& life, T* object) : life_(&life), object_(object) {}

    /// Access, and so a use.
    T& operator*() const { return *use(); }
    T* operator->() const { return use(); }

    /// The object, without using it.
    T* get() const { return object_; }
    explicit operator bool() const { return object_ != nullptr; }
    friend bool operator==(Observed const& a, Observed const& b) { return a.object_ == b.object_; }

  private:
    T* use() const {
        life_->used(object_);
        return object_;
    }
    Biography<T*>* life_ = nullptr;
    T* object_ = nullptr;
};

/// Begins the life of a new object.
template <class T>
Observed<T> observe(Biography<T*>& life, T* object) {
    life.created(object);
    return {life, object};
}

}  // namespace trav
