// trav/report/unreadable.hpp: the exception for malformed files, and the way to open files, in the readers of
// report/.
#pragma once

#include "../detail/reading.hpp"
#include "../text/one_line.hpp"

#include <cerrno>
#include <cstdint>
#include <fstream>
#include <ios>
#include <stdexcept>
#include <string>

namespace trav {

/// A file that cannot be read. what() is one line that names the file, the place and the fault.
class Unreadable : public std::runtime_error {
  public:
    /// `unit` says what `place` counts: "line" (from 1) or "byte" (from 0).
    Unreadable(std::string const& file, std::string const& unit, std::uint64_t place, std::string const& what)
        : std::runtime_error(one_line(file + ", " + unit + " " + std::to_string(place) + ": " + what)),
          place_(place) {}
    /// For the file as a whole.
    Unreadable(std::string const& file, std::string const& what)
        : std::runtime_error(one_line(file + ": " + what)) {}

    /// The line or byte.
    std::uint64_t place() const { return place_; }

  private:
    std::uint64_t place_ = 0;
};

/// Returns read(). `name` is the name of its input in messages. If that input cannot be read, throws an
/// Unreadable with the system's reason.
template <class Read>
auto reading(std::string const& name, Read read) {
    errno = 0;
    try {
        auto result = read();
        if (errno != EIO) return result;
    } catch (std::ios_base::failure const&) {  // from the stream's buffer
        throw Unreadable(name, detail::cannot_be_read());
    } catch (Unreadable const&) {
        if (errno != EIO) throw;  // libc++ treats a failure as the end of the file
    }
    throw Unreadable(name, detail::cannot_be_read());
}

/// Opens a file for reading. Throws Unreadable.
inline std::ifstream open_to_read(std::string const& path) {
    return detail::open_to_read(path, [&](char const* why) { throw Unreadable(path, why); });
}

}  // namespace trav
