// ProgressLine: says on a terminal how far a long step is; nothing where nobody watches.
#pragma once

#include <trav/detail/one_line.hpp>

#include <fmt/format.h>

#include <cstdint>
#include <cstdio>
#include <string>
#include <unistd.h>

namespace heapprof {

/// One line on standard error, if that is a terminal; gone when the object is.
class ProgressLine {
  public:
    ProgressLine() = default;
    ProgressLine(ProgressLine const&) = delete;
    ProgressLine& operator=(ProgressLine const&) = delete;
    ~ProgressLine() { show(""); }

    void show(std::string const& what) {
        if (!terminal_) return;
        std::string const text = trav::detail::one_line(what);
        if (text == shown_) return;
        fmt::print(stderr, "\r\033[K{}", text);
        static_cast<void>(std::fflush(stderr));
        shown_ = text;
    }

    /// "what 42%", or the megabytes if the whole is not known.
    void show(std::string const& what, std::uint64_t done, std::uint64_t whole) {
        if (whole > 0) show(fmt::format("{} {}%", what, done * 100 / whole));
        else show(fmt::format("{} {} MB", what, done / 1000000));
    }

  private:
    bool terminal_ = isatty(STDERR_FILENO) != 0;
    std::string shown_;
};

}  // namespace heapprof
