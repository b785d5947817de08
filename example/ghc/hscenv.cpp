// A compiler's environment: which objects do its parts share? The roots are named for -ho.
#include "program_list.hpp"

using namespace prelude;

namespace {

Eval program(Machine& m, long) {
    auto const word = [&](long n) { return m.con("W#", n); };
    {
        Ref const x = word(1), y = word(2), z = word(3);
        Ref const eps = m.con("EPS", x, y, word(4)), fc = m.con("FC", x, y, z, word(5));
        Ref const hsc = m.con("HscEnv", eps, fc, m.con("OTHER", x, z, word(6)));
        m.set_heap_roots({{"hsc", hsc}, {"eps", eps}, {"fc", fc}});
    }
    co_await m.perform_major_gc();
    co_return m.unit();
}

}  // namespace

void hscenv(Machine& m, std::span<std::string const> args) { run_program(m, program, args); }
