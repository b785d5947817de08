// trav/report/unreadable.hpp: what the readers of report/ throw at a file that is not what it should be, and
// how they open it.
#pragma once

#include "../detail/one_line.hpp"
#include "../detail/reading.hpp"

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
        : std::runtime_error(
              detail::one_line(file + ", " + unit + " " + std::to_string(place) + ": " + what)),
          place_(place) {}
    /// The file as a whole.
    Unreadable(std::string const& file, std::string const& what)
        : std::runtime_error(detail::one_line(file + ": " + what)) {}

    /// The line or the byte.
    std::uint64_t place() const { return place_; }

  private:
    std::uint64_t place_ = 0;
};

/// read(), whose input is called `name`. Throws Unreadable with the system's reason if that cannot be read.
template <class Read>
auto reading(std::string const& name, Read read) {
    errno = 0;
    try {
        auto result = read();
        if (errno != EIO) return result;
    } catch (std::ios_base::failure const&) {  // by a stream's buffer
        throw Unreadable(name, detail::cannot_be_read());
    } catch (Unreadable const&) {
        if (errno != EIO) throw;  // libc++ takes a failure for the end of the file
    }
    throw Unreadable(name, detail::cannot_be_read());
}

/// Opens a file to be read. Throws Unreadable.
inline std::ifstream open_to_read(std::string const& path) {
    return detail::open_to_read(path, [&](char const* why) { throw Unreadable(path, why); });
}

}  // namespace trav
