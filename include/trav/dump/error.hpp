// dump::Error: what every reader and selector of trav/dump throws. what() is one line that names the file,
// the place and the fault, ready to be printed.
#pragma once

#include <stdexcept>
#include <string>

namespace trav::dump {

/// A dump that cannot be read, or a question to it that has no answer.
class Error : public std::runtime_error {
  public:
    /// `where` is a file, or a file and a place in it; the message reads "where: what".
    Error(std::string const& where, std::string const& what)
        : std::runtime_error(one_line(where + ": " + what)) {}

  private:
    // Names taken from a damaged file may hold anything.
    static std::string one_line(std::string text) {
        for (char& c : text) {
            if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = '?';
        }
        return text;
    }
};

}  // namespace trav::dump
