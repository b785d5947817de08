// trav/ghc/heap/waiting_keys.hpp: WaitingKeys, the keys of weak pointers during a collection.
#pragma once

#include "../../store/hashed.hpp"
#include "../layout/pointer.hpp"

#include <cstddef>
#include <utility>
#include <vector>

namespace trav::ghc {

/// Weak pointers waiting for their keys to be found alive, identified by their positions in the weak list.
class WaitingKeys {
  public:
    void add(Closure* key, std::size_t weak) {
        auto const last = last_.touch(key);
        waiting_.push_back({weak, last.fresh ? none : last.data()});
        last.data() = waiting_.size() - 1;
    }
    /// Records that the object is alive, and so all weak pointers with this key.
    void found(Closure* key) {
        if (waiting_.empty()) return;
        if (std::size_t* const last = last_.find(key))
            for (std::size_t at = std::exchange(*last, none); at != none; at = waiting_[at].before)
                alive_.push_back(waiting_[at].weak);
    }
    void alive(std::size_t weak) { alive_.push_back(weak); }
    /// Makes all weak pointers with this key wait for another one.
    void replace(Closure* key, Closure* other) {
        std::size_t* const last = waiting_.empty() ? nullptr : last_.find(key);
        if (!last) return;
        for (std::size_t at = std::exchange(*last, none); at != none; at = waiting_[at].before)
            add(other, waiting_[at].weak);
    }
    /// Takes a weak pointer with a live key; returns false if there is none.
    bool take(std::size_t& weak) {
        if (alive_.empty()) return false;
        weak = alive_.back();
        alive_.pop_back();
        return true;
    }
    void clear() { waiting_.clear(), last_.begin_pass(); }

  private:
    struct Waiting {
        std::size_t weak, before;  ///< the previous one waiting for the same key
    };
    static constexpr std::size_t none = ~std::size_t{0};
    Hashed<Closure*, std::size_t> last_;  // by key: the last weak pointer waiting for it
    std::vector<Waiting> waiting_;
    std::vector<std::size_t> alive_;
};

}  // namespace trav::ghc
