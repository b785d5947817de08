// A lazy program on the mock GHC machine, and a profile of its heap: a sum that is not evaluated yet.
// [program]
#include <trav/ghc/heap/graph.hpp>
#include <trav/ghc/machine/machine.hpp>
#include <trav/ghc/profile/retainers.hpp>
#include <trav/profile/by.hpp>
#include <trav/profile/profiler.hpp>

#include <cstdint>
#include <iostream>
#include <string>
#include <utility>

using namespace trav::ghc;

Code const Int = "I#", Nil = "[]", Cons = Code(":").number(1);

Eval plus(Machine& m, Ref a, Ref b) {  // a + b
    Ref const x = co_await std::move(a), y = co_await std::move(b);
    co_return m.con(Int, x.word() + y.word());
}
Eval from_to(Machine& m, long i, long n) {  // [i .. n]
    if (i > n) co_return m.con(Nil);
    co_return m.con(Cons, m.con(Int, i), m.thunk("<from_to>", from_to, i + 1, n));
}
Eval total(Machine& m, Ref acc, Ref list) {  // total acc []       = acc
    Scc const scc = m.scc("total");          // total acc (x : xs) = total (acc + x) xs
    Ref const xs = co_await std::move(list);
    if (xs.is(Nil)) co_return m.pure(acc);
    co_return total(m, m.thunk("<acc+x>", plus, acc, xs[0]), xs[1]);
}
// main = do let t = total 0 [1 .. n]
//           performMajorGC; print t; performMajorGC
Eval program(Machine& m, long n) {
    Ref t = co_await total(m, m.con(Int, 0), m.thunk("<from_to>", from_to, 1L, n));
    co_await m.perform_major_gc();
    t = co_await std::move(t);
    m.put_str(std::to_string(t.word()));
    co_await m.perform_major_gc();
    co_return t;
}
// [program]

int main() {
    // [profile]
    Machine machine;
    auto retainers = by_retainer(machine.heap());
    auto kind = trav::by("description", [](Closure* c) { return trav::ghc::description(c); });
    trav::Profiler profiler{Graph(machine.heap()), retainers, kind};
    machine.on_collection([&](Machine& m) { profiler.sample_heap(m.heap().roots(), m.seconds()); });
    {
        Scc const scc = machine.scc("main");
        machine.run(program(machine, 1000));
    }
    auto const table = profiler.profile().by(kind, retainers);
    // [profile]

    std::cout << machine.output() << '\n';
    for (auto const& line : table.lines)
        std::cout << line.texts[0] << " of " << line.texts[1] << ": " << line.amounts[0].bytes
                  << " bytes, then " << line.amounts[1].bytes << '\n';
    bool const leak = table.at({"<acc+x>", "total"}, 0).bytes == std::uint64_t{999} * 32 &&
                      table.at({"<acc+x>", "total"}, 1).bytes == 0;
    return machine.output() == "500500" && leak ? 0 : 1;
}
