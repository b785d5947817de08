#include "standard_output.hpp"

#include "prelude.hpp"

#include <string>

namespace prelude {

namespace {

constexpr char const *FD = "GHC.IO.Handle.FD", *Text = "GHC.IO.Handle.Text", *Sync = "GHC.Conc.Sync";

Eval do_nothing(Machine& m, Ref) { co_return m.unit(); }

// stdout = FileHandle "<stdout>" state; its finalizer flushes it
Eval make_stdout(Machine& m) {
    Ref const state = m.mvar(m.unit());
    m.weak(state, m.unit(), m.fun(Code("flush").in("base:GHC.IO.Handle.FD"), do_nothing));
    co_return m.con(Code("FileHandle").typed("Handle").in("base:GHC.IO.Handle.Types"), m.con("\"<stdout>\""),
                    state);
}
Ref stdout_(Machine& m) {
    return m.caf(Code("stdout").typed("Handle").in("base:GHC.IO.Handle.FD"), make_stdout, FD);
}

// the "\n" that hPutStr appends
Eval make_newline(Machine& m) { co_return m.con(cons, m.con(char_, long{'\n'}), m.con(nil)); }
Ref newline(Machine& m) {
    return m.caf(Code("newline").typed("[]").in("base:GHC.IO.Handle.Text"), make_newline, Text);
}

// unevaluated until there is an exception; its code refers to stdout
Eval make_handler(Machine& m) { co_return m.unit(); }
Ref uncaught_exception_handler(Machine& m) {
    Code const code = Code("uncaughtExceptionHandler").typed("IORef").in("base:GHC.Conc.Sync");
    return m.caf(code.refers(stdout_(m)), make_handler, Sync);
}

Eval print(Machine& m, Ref value) {
    Ref handle = stdout_(m), end = newline(m);
    Ref const x = co_await std::move(value);
    co_await std::move(handle);
    co_await std::move(end);
    m.put_str(std::to_string(number(x)) + "\n");
    co_return m.unit();
}

}  // namespace

Ref print_function(Machine& m) {
    Code const code = Code("print").typed("->IO").in("base:System.IO");
    return m.fun(code.refers(m.srt(stdout_(m), newline(m))), print);
}

void begin_runtime(Machine& m) {
    Code const code = Code("flushStdHandles").typed("->IO").in("base:GHC.TopHandler");
    Ref const refers_to = m.srt(stdout_(m), uncaught_exception_handler(m));
    m.heap().stable(m.fun(code.refers(refers_to), do_nothing).closure());
}

}  // namespace prelude
