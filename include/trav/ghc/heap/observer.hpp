// trav/ghc/heap/observer.hpp: notifications about heap objects, for biographies and counters.
//
// Offers Observers, a list of borrowed observers of any type with these four members:
//     void created(Closure* c[, std::size_t bytes])   // its header is set, its fields are not
//     void used(Closure* c)
//     void died(Closure* c[, std::size_t bytes])      // its memory is still there; do not follow its fields
//     void moved(Closure* from, Closure* to)          // the object is at `to`; `from` is only an address
// Bytes, if the observer wants them, are GHC's sizes. Without observers each event costs one test.
#pragma once

#include "../layout/closure.hpp"

#include <vector>

namespace trav::ghc {

/// A type with created, used, died and moved.
template <class T>
concept Observer = requires(T& observer, Closure* c) {
    observer.used(c);
    observer.moved(c, c);
} && (requires(T& o, Closure* c) { o.created(c); } || requires(T& o, Closure* c) { o.created(c, 0u); }) &&
     (requires(T& o, Closure* c) { o.died(c); } || requires(T& o, Closure* c) { o.died(c, 0u); });

class Observers {
  public:
    /// Notifies `observer` from now on. It must live until it is removed.
    template <Observer T>
    void add(T& observer) {
        list_.push_back({&observer,
                         [](void* o, Closure* c, std::size_t bytes) {
                             if constexpr (requires(T& t) { t.created(c, bytes); })
                                 static_cast<T*>(o)->created(c, bytes);
                             else static_cast<T*>(o)->created(c);
                         },
                         [](void* o, Closure* c) { static_cast<T*>(o)->used(c); },
                         [](void* o, Closure* c, std::size_t bytes) {
                             if constexpr (requires(T& t) { t.died(c, bytes); })
                                 static_cast<T*>(o)->died(c, bytes);
                             else static_cast<T*>(o)->died(c);
                         },
                         [](void* o, Closure* from, Closure* to) { static_cast<T*>(o)->moved(from, to); }});
    }
    void remove(void const* observer) {
        std::erase_if(list_, [&](Entry const& e) { return e.self == observer; });
    }
    bool empty() const { return list_.empty(); }

    void created(Closure* c, std::size_t bytes) const {
        for (Entry const& e : list_) e.created(e.self, c, bytes);
    }
    void used(Closure* c) const {
        for (Entry const& e : list_) e.used(e.self, c);
    }
    void died(Closure* c, std::size_t bytes) const {
        for (Entry const& e : list_) e.died(e.self, c, bytes);
    }
    void moved(Closure* from, Closure* to) const {
        for (Entry const& e : list_) e.moved(e.self, from, to);
    }

  private:
    struct Entry {
        void* self;
        void (*created)(void*, Closure*, std::size_t);
        void (*used)(void*, Closure*);
        void (*died)(void*, Closure*, std::size_t);
        void (*moved)(void*, Closure*, Closure*);
    };
    std::vector<Entry> list_;
};

}  // namespace trav::ghc
