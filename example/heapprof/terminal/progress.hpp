// ProgressLine: shows the progress of a long step on a terminal; without a terminal it shows nothing.
#pragma once

#include <trav/text/one_line.hpp>

#include <fmt/format.h>

#include <cstdint>
#include <cstdio>
#include <string>
#include <unistd.h>

namespace heapprof {

/// One line on standard error, if that is a terminal. The destructor erases it.
class ProgressLine {
  public:
    ProgressLine() = default;
    ProgressLine(ProgressLine const&) = delete;
    ProgressLine& operator=(ProgressLine const&) = delete;
    ~ProgressLine() { show(""); }

    void show(std::string const& what) {
        if (!terminal_) return;
        std::string const text = trav::one_line(what);
        if (text == shown_) return;
        fmt::print(stderr, "\r\033[K{}", text);
        static_cast<void>(std::fflush(stderr));
        shown_ = text;
    }

    /// Shows "what 42%", or the megabytes if `whole` is 0.
    void show(std::string const& what, std::uint64_t done, std::uint64_t whole) {
        if (whole > 0) show(fmt::format("{} {}%", what, done * 100 / whole));
        else show(fmt::format("{} {} MB", what, done / 1000000));
    }

  private:
    bool terminal_ = isatty(STDERR_FILENO) != 0;
    std::string shown_;
};

}  // namespace heapprof
