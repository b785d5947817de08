// Standard output as in GHC: an object that is kept alive by everything that may still print.
//
//     stdout :: Handle                        -- a CAF: FileHandle "<stdout>" (an MVar of the handle's state)
//     print x = hPutStr stdout (show x ++ "\n")
//
// A profile by retainers shows what that is: the program, as long as it has something to print; GHC's runtime
// system, which flushes the handle at the end; the handler of uncaught exceptions, which also flushes it;
// and, for the MVar, the weak pointer whose finalizer flushes it last. The handle's state, in GHC buffers and
// encoders of 760 bytes, is left out.
#pragma once

#include <trav/ghc/machine/machine.hpp>

namespace prelude {

/// The function `print`: `m.call(print, x)` writes the number x and a line end to the machine's output.
trav::ghc::Ref print_function(trav::ghc::Machine& m);

/// The roots that the runtime system has from the beginning.
void begin_runtime(trav::ghc::Machine& m);

}  // namespace prelude
