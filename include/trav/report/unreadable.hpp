// trav/report/unreadable.hpp: what the readers of report/ throw at a file that is not what it should be.
#pragma once

#include <cstdint>
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
    /// The file as a whole.
    Unreadable(std::string const& file, std::string const& what)
        : std::runtime_error(one_line(file + ": " + what)) {}

    /// The line or the byte.
    std::uint64_t place() const { return place_; }

  private:
    // What a damaged file says of itself may hold anything.
    static std::string one_line(std::string text) {
        for (char& c : text)
            if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = '?';
        return text;
    }

    std::uint64_t place_ = 0;
};

}  // namespace trav
