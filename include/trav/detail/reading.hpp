// trav/detail/reading.hpp: opens files for reading, and reports failures with the system's message.
#pragma once

#include "compiler.hpp"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <ios>
#include <istream>
#include <string>
#include <system_error>

namespace trav::detail {

/// Opens a file for reading, or calls fail(reason), which must throw.
template <class Fail>
std::ifstream open_to_read(std::string const& path, Fail fail) {
    std::error_code none;
    if (std::filesystem::is_directory(path, none)) fail(std::strerror(EISDIR));
    errno = 0;
    std::ifstream in(path, std::ios::binary);
    if (!in) fail(errno != 0 ? std::strerror(errno) : "cannot be opened");
    return in;
}

/// Whether reading has failed; errno must have been 0 before. libc++ reports a failure as end of file.
inline bool cannot_read(std::istream const& in) { return in.bad() || (in.eof() && errno == EIO); }

/// "cannot be read", followed by the system's reason if errno is set.
inline std::string cannot_be_read() {
    return errno != 0 ? std::string("cannot be read: ") + std::strerror(errno) : "cannot be read";
}

}  // namespace trav::detail
