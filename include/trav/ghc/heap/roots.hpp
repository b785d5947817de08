// trav/ghc/heap/roots.hpp: what keeps a heap's objects alive: threads, weak pointers and stable pointers.
//
// Offers Roots, a list of each kind in the order in which GHC pushes them, and StablePtr. Pointers may be
// tagged. All is O(1) but for the list of all roots and for taking a thread out of the middle of the run
// queue.
#pragma once

#include "../layout/primitive.hpp"
#include "../layout/thread.hpp"

#include <algorithm>
#include <vector>

namespace trav::ghc {

/// A stable pointer: a number that stands for an object until it is freed.
enum class StablePtr : std::size_t {};

class Roots {
  public:
    // -- threads

    /// Those that may run, linked to each other. The last has the link that it came with.
    std::vector<Closure*>& run_queue() { return run_queue_; }
    std::vector<Closure*> const& run_queue() const { return run_queue_; }
    /// Threads that are in foreign calls.
    std::vector<Closure*>& suspended() { return suspended_; }
    std::vector<Closure*> const& suspended() const { return suspended_; }

    void schedule(Closure* tso) {
        if (!run_queue_.empty()) as<Tso>(run_queue_.back())->next = tso;
        run_queue_.push_back(tso);
    }
    /// Takes the thread off the run queue, wherever in it it is; its link is the caller's to end. Whether it
    /// was there.
    bool unschedule(Closure* tso) {
        auto const at = std::ranges::find(run_queue_, tso);
        if (at == run_queue_.end()) return false;
        if (at != run_queue_.begin()) as<Tso>(at[-1])->next = as<Tso>(tso)->next;
        run_queue_.erase(at);
        return true;
    }

    // -- weak pointers

    std::vector<Closure*>& weak_list() { return weak_list_; }
    std::vector<Closure*> const& weak_list() const { return weak_list_; }
    void add_weak(Closure* weak) {
        if (!weak_list_.empty()) as<Weak>(weak_list_.back())->link = weak;
        weak_list_.push_back(weak);
    }

    // -- stable pointers

    /// By number; null where a stable pointer was freed.
    std::vector<Closure*>& stable_table() { return stable_; }
    std::vector<Closure*> const& stable_table() const { return stable_; }

    StablePtr stable(Closure* c) {
        std::size_t at = stable_.size();
        if (free_stable_.empty()) {
            stable_.push_back(nullptr);
        } else {
            at = free_stable_.back();
            free_stable_.pop_back();
        }
        stable_[at] = tagged(c);
        return StablePtr{at};
    }
    Closure* deref(StablePtr p) const { return untag(stable_[static_cast<std::size_t>(p)]); }
    void free_stable(StablePtr p) {
        stable_[static_cast<std::size_t>(p)] = nullptr;
        free_stable_.push_back(static_cast<std::size_t>(p));
    }

    // -- all of them

    std::vector<Closure*> all() const { return all_after(run_queue_); }
    /// As GHC has them: of the run queue only its head and its tail.
    std::vector<Closure*> as_in_ghc() const {
        if (run_queue_.empty()) return all();
        return all_after({run_queue_.front(), run_queue_.back()});
    }

  private:
    std::vector<Closure*> all_after(std::vector<Closure*> all) const {
        all.insert(all.end(), suspended_.begin(), suspended_.end());
        all.insert(all.end(), weak_list_.begin(), weak_list_.end());
        for (Closure* c : stable_)
            if (c) all.push_back(c);
        return all;
    }

    std::vector<Closure*> run_queue_, suspended_, weak_list_, stable_;
    std::vector<std::size_t> free_stable_;
};

}  // namespace trav::ghc
