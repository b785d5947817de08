// trav/ghc/heap/evacuation.hpp: finds and moves live objects with Cheney's algorithm, without recursion.
//
// Offers Evacuation, one collection in progress. Live objects move to new blocks and keep their header words.
// Large objects and compact regions stay in place; reached static closures are scanned in place. Like GHC, it
// removes indirections and evaluated blackholes. Takes time proportional to the live objects.
#pragma once

#include "../../store/hashed.hpp"
#include "../layout/fields.hpp"
#include "observer.hpp"
#include "program.hpp"
#include "shared_values.hpp"
#include "storage.hpp"
#include "survivors.hpp"

#include <cstddef>
#include <cstring>
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

class Evacuation {
  public:
    Evacuation(Storage& storage, Survivors& survivors, Program const& program, SharedValues const& shared,
               Observers const& observers)
        : storage_(storage),
          survivors_(survivors),
          program_(program),
          shared_(shared),
          observers_(observers),
          from_(storage.take()) {
        for (auto const* list : {&from_.large, &from_.compacts})
            for (Block* b : *list) b->evacuated = false;
        survivors_.mark = survivors_.mark == 1 ? 2 : 1;
        survivors_.mutable_list.clear();
        survivors_.static_list.clear();
    }

    /// Keeps the object that a field or root points to alive, and updates the pointer.
    void operator()(Closure*& pointer) { pointer = evacuate(pointer); }

    /// Whether an object is known to be alive.
    bool alive(Closure* ref) const {
        Closure* const c = untag(behind(ref));
        return !c || program_.contains(c) || forwarded(c) || (Block::of(c)->large && Block::of(c)->evacuated);
    }

    /// Whether the object has moved, and its new address.
    static bool forwarded(Closure const* c) { return (address(c->info) & 1) != 0; }
    static Closure* forwarding(Closure const* c) { return untag(reinterpret_cast<Closure const*>(c->info)); }
    /// The object behind indirections. The search stops at a moved object, and outside the heap.
    Closure* behind(Closure* ref) const {
        for (;;) {
            Closure* const c = untag(ref);
            if (!c || program_.contains(c) || forwarded(c)) return ref;
            if (type(c) != ClosureType::IND && (type(c) != ClosureType::BLACKHOLE || under_evaluation(c)))
                return ref;
            ref = as<Ind>(c)->indirectee;
        }
    }
    /// Scans live objects until all have been scanned.
    void scavenge_all() {
        for (bool more = true; more;) {
            more = false;
            for (; scanned_statics_ < survivors_.static_list.size(); more = true)
                scavenge(survivors_.static_list[scanned_statics_++]);
            for (; !stayed_.empty(); more = true) {
                Closure* const c = stayed_.back();
                stayed_.pop_back();
                scavenge(c);
            }
            while (scanned_block_ < storage_.in_use().small.size()) {
                Block const& block = *storage_.in_use().small[scanned_block_];
                if (!scan_) scan_ = block.start;
                while (scan_ < block.free) {
                    more = true;
                    auto* const c = reinterpret_cast<Closure*>(scan_);
                    scan_ += size_words(c) * word_bytes;
                    scavenge(c);
                }
                if (scanned_block_ + 1 == storage_.in_use().small.size())
                    break;  // this block may still be filled
                ++scanned_block_;
                scan_ = nullptr;
            }
        }
    }

    WaitingKeys& keys() { return keys_; }
    /// The blocks used before the collection.
    BlockLists const& from() const { return from_; }

  private:
    // a blackhole under evaluation is an object; an evaluated one is an indirection
    static bool under_evaluation(Closure const* blackhole) {
        Closure const* const owner = as<Ind>(blackhole)->indirectee;
        if (!owner) return true;
        if (tag(owner) != 0) return false;
        ClosureType const t = type(forwarded(owner) ? forwarding(owner) : owner);
        return t == ClosureType::TSO || t == ClosureType::BLOCKING_QUEUE;
    }

    Closure* evacuate(Closure* ref) {
        ref = behind(ref);
        Closure* const c = untag(ref);
        if (!c) return ref;
        if (program_.contains(c)) return reach_static(c), ref;
        if (forwarded(c)) return with_tag(forwarding(c), tag(ref));
        if (Closure* const shared = shared_.of(c)) return tagged(shared);
        Block* const block = Block::of(c);
        if (block->large) {
            if (!block->evacuated) {
                block->evacuated = true;
                BlockLists& to = storage_.in_use();
                (type(c) == ClosureType::COMPACT_NFDATA ? to.compacts : to.large).push_back(block);
                stayed_.push_back(c);
                keys_.found(c);
            }
            return ref;
        }
        std::size_t const words = size_words(c);
        auto* const to = reinterpret_cast<Closure*>(storage_.room(words * word_bytes));
        std::memcpy(static_cast<void*>(to), c, words * word_bytes);
        if (type(to) == ClosureType::STACK)
            as<Stack>(to)->sp = words_after(as<Stack>(to)) + (as<Stack>(c)->sp - words_after(as<Stack>(c)));
        c->info = reinterpret_cast<Entry const*>(address(to) | 1);
        observers_.moved(c, to);
        keys_.found(c);
        return with_tag(to, tag(ref));
    }

    void reach_static(Closure* c) {
        using enum ClosureType;
        InfoTable const& table = info(c);
        PayloadLayout const fields = table.layout.payload;
        Word* link = nullptr;
        switch (table.type) {
        case CONSTR_0_1:
        case CONSTR_0_2:
        case CONSTR_NOCAF: return;  // no pointers
        case THUNK_STATIC:
        case IND_STATIC: link = &as<IndStatic>(c)->static_link; break;
        case FUN_STATIC:
            if (!srt(table) && fields.ptrs == 0) return;
            [[fallthrough]];
        case CONSTR:
        case CONSTR_1_0:
        case CONSTR_2_0:
        case CONSTR_1_1: link = words_after(c) + fields.ptrs + fields.nptrs; break;
        default: throw IllFormed("cannot be a static closure", table.type, c);
        }
        if (*link == survivors_.mark) return;
        *link = survivors_.mark;
        survivors_.static_list.push_back(c);
    }

    void scavenge(Closure* c) {
        if (flags(type(c)) & flag::mut) survivors_.mutable_list.push_back(c);
        update_fields(c, *this);
    }

    Storage& storage_;
    Survivors& survivors_;
    Program const& program_;
    SharedValues const& shared_;
    Observers const& observers_;
    BlockLists const from_;
    WaitingKeys keys_;
    std::vector<Closure*> stayed_;  // large objects that have not been scanned yet
    std::size_t scanned_statics_ = 0, scanned_block_ = 0;
    std::byte* scan_ = nullptr;
};

}  // namespace trav::ghc
