// test/ghc/machine/updates.cpp: thunks under evaluation, threads waiting for them, and their values.
#include <trav/ghc/machine/updates.hpp>

#include "catch.hpp"
#include "ghc/on_capability.hpp"

#include <vector>

using namespace trav::ghc;

namespace {

using Order = std::vector<Closure*>;

struct Updates : test::OnCapability {
    explicit Updates(std::size_t capabilities = 1) : OnCapability({.heap = {.capabilities = capabilities}}) {}
    CostCentreStack *const main = heap.ccs(), *const f = heap.cost_centres().push(main, "f"),
                           *const system = heap.cost_centres().system();
    Closure *const value = heap.con(Code("V").number(2)), *const end = heap.end_tso_queue();

    Closure* thread() { return forked().tso; }
    void select(Closure* tso) { OnCapability::select(rts::thread_of(cap, tso)); }
    Closure* made_under_f(char const* name) {
        heap.set_ccs(f);
        Closure* const thunk = heap.thunk(name, {value});
        heap.set_ccs(main);
        return thunk;
    }
    /// The thread waits for the blackhole, and another one runs; returns its message.
    MessageBlackHole& waits(Closure* tso, Closure* blackhole) {
        select(tso);
        rts::wait_for(cap, blackhole);
        return *as<MessageBlackHole>(untag(as<Tso>(tso)->block_info));
    }
};

Closure* holder(Closure* blackhole) { return as<Ind>(blackhole)->indirectee; }
BlockingQueue& queue_of(Closure* blackhole) { return *as<BlockingQueue>(holder(blackhole)); }

}  // namespace

TEST_CASE_METHOD(Updates,
                 "a thunk under evaluation refers to its thread; its frame has the older cost centres",
                 "[unit]") {
    Closure *const tso = thread(), *const thunk = made_under_f("t");
    select(tso);
    rts::blackhole(cap, thunk);
    CHECK(type(thunk) == ClosureType::BLACKHOLE);
    CHECK(holder(thunk) == tso);
    CHECK(rts::under_evaluation(thunk));
    CHECK(heap.ccs() == f);
    auto const* frame = reinterpret_cast<UpdateFrame const*>(cap.frames.sp());
    CHECK(info(frame->info).type == ClosureType::UPDATE_FRAME);
    CHECK(frame->updatee == thunk);
    CHECK(frame->ccs == main);

    heap.set_fresh_word(14);
    rts::update(cap, thunk, value);
    CHECK(thunk->hp == 14);  // it is a new object
    CHECK(type(thunk) == ClosureType::BLACKHOLE);
    CHECK(holder(thunk) == tagged(value));
    CHECK_FALSE(rts::under_evaluation(thunk));
    CHECK(queue() == Order{tso});

    heap.set_ccs(f);
    Closure* const caf = heap.caf("c");
    heap.set_ccs(main);
    rts::blackhole(cap, caf);
    CHECK(type(caf) == ClosureType::IND_STATIC);
    Closure* const owned = holder(caf);
    CHECK(type(owned) == ClosureType::BLACKHOLE);
    CHECK(owned->ccs == f);
    CHECK(holder(owned) == tso);
    CHECK(heap.ccs() == f);
    frame = reinterpret_cast<UpdateFrame const*>(cap.frames.sp());
    CHECK(frame->updatee == owned);
    CHECK(frame->ccs == main);
}

TEST_CASE_METHOD(Updates, "waiting threads queue up behind a blackhole, and wake with its value", "[unit]") {
    Closure *const owner = thread(), *const a = thread(), *const b = thread(), *const other = thread();
    Closure *const x = made_under_f("x"), *const y = made_under_f("y");
    select(owner);
    rts::blackhole(cap, x), rts::blackhole(cap, y);
    heap.set_ccs(main);
    MessageBlackHole& first = waits(a, x);
    CHECK(queue() == Order{owner, b, other});
    CHECK(as<Tso>(a)->why_blocked == WhyBlocked::BlackHole);
    CHECK(untag(first.link) == end);
    CHECK(first.tso == a);
    CHECK(first.bh == x);
    CHECK(first.ccs == system);
    BlockingQueue& of_x = queue_of(x);
    CHECK(of_x.ccs == system);
    CHECK(untag(of_x.link) == end);
    CHECK(of_x.bh == x);
    CHECK(of_x.owner == owner);
    CHECK(of_x.queue == &first);
    CHECK(as<Tso>(owner)->bq == &of_x);
    CHECK(heap.ccs() == main);
    Word const* const frame = test::top(a);
    CHECK(test::return_address(frame) == cap.code.frame(Return::enter_again, 1));
    CHECK(frame[1] == address(x));
    CHECK(rts::under_evaluation(x));

    MessageBlackHole& second = waits(b, x);
    CHECK(holder(x) == &of_x);
    CHECK(of_x.queue == &second);
    CHECK(second.link == &first);
    CHECK(as<Tso>(owner)->bq == &of_x);
    MessageBlackHole const& third = waits(other, y);
    CHECK(as<Tso>(owner)->bq == &queue_of(y));
    CHECK(queue_of(y).link == &of_x);
    CHECK(queue_of(y).queue == &third);

    // x is not the head of the owner's list
    select(owner);
    rts::update(cap, x, value);
    CHECK(holder(x) == tagged(value));
    CHECK(queue() == Order{owner, b, a});  // the last to arrive first
    CHECK(as<Tso>(a)->why_blocked == WhyBlocked::NotBlocked);
    CHECK(untag(queue_of(y).link) == end);
    CHECK(as<Tso>(owner)->bq == &queue_of(y));
    rts::update(cap, y, value);
    CHECK(queue() == Order{owner, b, a, other});
    CHECK(untag(as<Tso>(owner)->bq) == end);
}

TEST_CASE("only a runnable owner on the same capability gets the next turn", "[unit]") {
    Updates of(2);
    Closure *const owner = of.thread(), *const a = of.thread(), *const b = of.thread(),
                   *const c = of.thread(), *const d = of.thread(), *const x = of.made_under_f("x"),
                   *const own = of.made_under_f("own");
    auto const to_the_end = [&] {
        of.heap.promote(owner);
        of.heap.schedule(of.heap.unschedule());
    };
    of.select(owner);
    rts::blackhole(of.cap, x);
    to_the_end();
    of.waits(a, x);
    CHECK(of.queue() == Order{owner, b, c, d});
    to_the_end();
    of.waits(b, x);
    CHECK(of.queue() == Order{owner, c, d});
    of.heap.migrate(d, 1);
    of.heap.migrate(owner, 1);
    of.waits(c, x);
    CHECK(of.queue().empty());
    CHECK(of.queue(1) == Order{d, owner});
    // a thread that needs its own value waits for itself
    of.heap.run_on(1);
    of.select(d);
    rts::blackhole(of.cap, own);
    of.waits(d, own);
    CHECK(of.queue(1) == Order{owner});
    CHECK(queue_of(own).owner == d);
    CHECK(as<Tso>(d)->bq == &queue_of(own));
}
