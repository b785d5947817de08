// Standard output as in GHC: everything that may still print keeps its object alive.
//
//     stdout :: Handle                        -- a CAF: FileHandle "<stdout>" (an MVar of the handle's state)
//     print x = hPutStr stdout (show x ++ "\n")
//
// A profile by retainers shows these holders: the program, as long as it has something to print; GHC's
// runtime system, which flushes the handle at the end; the handler of uncaught exceptions, which also flushes
// it; and, for the MVar, the weak pointer with the finalizer that flushes it last. The handle's state, in GHC
// buffers and encoders of 760 bytes, is omitted.
#pragma once

#include <trav/ghc/machine/machine.hpp>

namespace prelude {

/// The function `print`: `m.call(print, x)` writes the number x and a newline to the machine's output.
trav::ghc::Ref print_function(trav::ghc::Machine& m);

/// Creates the roots that the runtime system has from the start.
void begin_runtime(trav::ghc::Machine& m);

}  // namespace prelude
