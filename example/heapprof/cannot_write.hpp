// The message about a file that cannot be written.
#pragma once

#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <string>

namespace heapprof {

/// Throws std::runtime_error, one line with the file's name, and the reason if errno has one.
[[noreturn]] inline void cannot_write(std::string const& path) {
    throw std::runtime_error(path + ": cannot be written" +
                             (errno ? std::string(": ") + std::strerror(errno) : ""));
}

}  // namespace heapprof
