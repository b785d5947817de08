// Standard output as GHC has it: an object that is kept alive by all that is still going to print.
//
//     stdout :: Handle                        -- a CAF: FileHandle "<stdout>" (an MVar of the handle's state)
//     print x = hPutStr stdout (show x ++ "\n")
//
// A profile by retainers shows who that is: the program, as long as it has something to print; GHC's runtime system, which
// flushes the handle at the end; the handler of uncaught exceptions, which flushes it, too; and, of the MVar, the weak
// pointer whose finalizer flushes it when nobody else does. The handle's state, in GHC buffers and encoders of 760 bytes,
// is left out.
#pragma once

#include <trav/ghc/machine/machine.hpp>

namespace prelude {

/// The function `print`: `m.call(print, x)` writes the number x and a line end to the machine's output.
trav::ghc::Ref print_function(trav::ghc::Machine& m);

/// What the runtime system holds from the beginning.
void begin_runtime(trav::ghc::Machine& m);

}  // namespace prelude
