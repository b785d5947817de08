// dump::Error: thrown by every reader and selector in trav/dump. what() is one line that names the file, the
// place and the fault, ready to print.
#pragma once

#include "../text/one_line.hpp"

#include <stdexcept>
#include <string>

namespace trav::dump {

/// A dump that cannot be read, or a query that has no answer.
class Error : public std::runtime_error {
  public:
    /// `where` is a file, or a file and a place in it; the message reads "where: what".
    Error(std::string const& where, std::string const& what) : Error(where + ": " + what) {}
    /// The whole message.
    explicit Error(std::string const& line) : std::runtime_error(trav::one_line(line)) {}
};

/// A task that needs more memory than it may take.
class TooLittleMemory : public Error {
  public:
    using Error::Error;
};

}  // namespace trav::dump
