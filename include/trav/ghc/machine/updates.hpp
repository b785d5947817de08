// trav/ghc/machine/updates.hpp: expressions under evaluation, and their end.
//
// Offers Updates: a thunk that is evaluated becomes a BLACKHOLE that names its thread, then one that leads to its value.
// O(1).
#pragma once

#include "continuations.hpp"

namespace trav::ghc {

class Updates : public Continuations {
  public:
    explicit Updates(Options options)
        : Continuations(options), blackhole_(heap_.rts_info(ClosureType::BLACKHOLE, 1)) {}

  protected:
    /// The thunk, whose free variables have been read, gets its value when the frame pushed here is returned to.
    void evaluate(Closure* thunk) {
        heap_.set_ccs(thunk->ccs);
        if (heap_.is_static(thunk)) {
            Closure* const owned = heap_.blackhole(thread_->tso);
            heap_.evaluate_caf(thunk, owned);
            return frames_.push_update(owned);
        }
        heap_.overwrite(thunk, blackhole_, words_of<Ind>);
        as<Ind>(thunk)->indirectee = thread_->tso;
        frames_.push_update(thunk);
    }
    /// It has its value; threads that wait for it are told.
    void update(Closure* thunk, Closure* value) {
        Closure* const owner = as<Ind>(thunk)->indirectee;
        bool const awaited = tag(owner) == 0 && type(owner) == ClosureType::BLOCKING_QUEUE;
        heap_.overwrite(thunk, blackhole_, words_of<Ind>);
        as<Ind>(thunk)->indirectee = tagged(value);
        if (awaited) wake(owner);
    }
    virtual void wake(Closure* blocking_queue) = 0;

  private:
    Entry const* blackhole_;
};

}  // namespace trav::ghc
