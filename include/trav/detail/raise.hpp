// trav/detail/raise.hpp: throws an exception. If exceptions are disabled, prints its message and aborts.
#pragma once

#include "compiler.hpp"

#ifndef __cpp_exceptions
#include <cstdio>
#include <cstdlib>
#endif

namespace trav::detail {

template <class Exception>
[[noreturn]] void raise(Exception const& exception) {
#ifdef __cpp_exceptions
    throw exception;
#else
    std::fprintf(stderr, "%s\n", exception.what());
    std::abort();
#endif
}

}  // namespace trav::detail
