// dump::Error: what every reader and selector of trav/dump throws. what() is one line that names the file,
// the place and the fault, ready to be printed.
#pragma once

#include "../detail/one_line.hpp"

#include <stdexcept>
#include <string>

namespace trav::dump {

/// A dump that cannot be read, or a question to it that has no answer.
class Error : public std::runtime_error {
  public:
    /// `where` is a file, or a file and a place in it; the message reads "where: what".
    Error(std::string const& where, std::string const& what) : Error(where + ": " + what) {}
    /// The whole message.
    explicit Error(std::string const& line) : std::runtime_error(trav::detail::one_line(line)) {}
};

/// An answer for which more memory is needed than may be taken.
class TooLittleMemory : public Error {
  public:
    using Error::Error;
};

}  // namespace trav::dump
