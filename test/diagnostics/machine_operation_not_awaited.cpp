// expect: nothing happens until it is awaited
// lines: 22
#include <trav/ghc/machine/machine.hpp>

#pragma GCC diagnostic error "-Wunused-result"

trav::ghc::Eval takes(trav::ghc::Machine& m, trav::ghc::Ref v) {
    m.take(v);
    co_return m.unit();
}
