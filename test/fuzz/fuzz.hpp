// Shared by all targets. A target is a file with LLVMFuzzerTestOneInput, which libFuzzer calls with bytes of
// its choice, and replay.cpp with the bytes of files. The bytes are a finding if the function does not
// return: if it aborts in must(), throws an exception that its subject does not promise, or is stopped by a
// sanitizer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <istream>
#include <streambuf>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size);

namespace fuzz {

/// Aborts unless the condition, which `what` describes, holds.
inline void must(bool condition, char const* what) {
    if (condition) return;
    (void)std::fprintf(stderr, "does not hold: %s\n", what);
    std::abort();
}

/// Checks the message of an error about a bad file, which must be one line.
inline void must_be_one_line(std::string_view message) {
    must(!message.empty() && message.find('\n') == message.npos, "an error is one line");
}

inline std::string_view text(std::uint8_t const* data, std::size_t size) {
    return {reinterpret_cast<char const*>(data), size};
}

/// A stream that reads a text in place.
class Stream : std::streambuf, public std::istream {
  public:
    explicit Stream(std::string_view text) : std::istream(static_cast<std::streambuf*>(this)) {
        char* const begin = const_cast<char*>(text.data());
        setg(begin, begin, begin + text.size());
    }
};

/// The input as choices, one byte each; 0 after the end.
class Choices {
  public:
    Choices(std::uint8_t const* data, std::size_t size) : next_(data), end_(data + size) {}

    std::uint8_t byte() { return next_ == end_ ? std::uint8_t{0} : *next_++; }
    /// 0 <= below(n) < n.
    unsigned below(unsigned n) { return byte() % n; }
    std::size_t left() const { return static_cast<std::size_t>(end_ - next_); }
    /// The remaining bytes.
    std::string_view rest() const { return text(next_, left()); }

  private:
    std::uint8_t const* next_;
    std::uint8_t const* end_;
};

}  // namespace fuzz
