// trav/ghc/heap/roots.hpp: what keeps a heap's objects alive: threads, weak pointers and stable pointers.
//
// Offers Roots, the lists of them, each in GHC's push order, and StablePtr. Pointers may be tagged. All but the list of all
// roots is O(1).
#pragma once

#include "../layout/info_table.hpp"

#include <vector>

namespace trav::ghc {

/// A stable pointer: a number that stands for an object until it is freed.
enum class StablePtr : std::size_t {};

class Roots {
  public:
    Roots() = default;
    Roots(Roots const&) = delete;
    Roots& operator=(Roots const&) = delete;

    std::vector<Closure*> const& run_queue() const { return run_queue_; }
    /// Threads that are in foreign calls.
    std::vector<Closure*> const& suspended() const { return suspended_; }
    std::vector<Closure*> const& weak_list() const { return weak_list_; }
    /// By number; null where a stable pointer was freed.
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
    /// The object, untagged; it may have moved since the last question.
    Closure* deref(StablePtr p) const { return untag(stable_[static_cast<std::size_t>(p)]); }
    void free_stable(StablePtr p) {
        stable_[static_cast<std::size_t>(p)] = nullptr;
        free_stable_.push_back(static_cast<std::size_t>(p));
    }

    void suspend(Closure* tso) { suspended_.push_back(tso); }

    /// All roots: threads, weak pointers, stable pointers.
    std::vector<Closure*> roots() const { return roots_after(run_queue_); }
    /// As GHC has them: of the run queue only its head and its tail.
    std::vector<Closure*> ghc_roots() const {
        return roots_after(run_queue_.empty() ? run_queue_
                                              : std::vector{run_queue_.front(), run_queue_.back()});
    }

  protected:
    std::vector<Closure*> run_queue_, suspended_, weak_list_, stable_;

  private:
    std::vector<Closure*> roots_after(std::vector<Closure*> all) const {
        all.insert(all.end(), suspended_.begin(), suspended_.end());
        all.insert(all.end(), weak_list_.begin(), weak_list_.end());
        for (Closure* c : stable_)
            if (c) all.push_back(c);
        return all;
    }

    std::vector<std::size_t> free_stable_;
};

}  // namespace trav::ghc
