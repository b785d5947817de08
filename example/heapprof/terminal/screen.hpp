// Screen: a terminal that is drawn on, over and over, and is afterwards what it was before.
//
// Ctrl-C ends the program with code 0 at any time; other signals that end programs do so.
#pragma once

#include <csignal>
#include <iostream>
#include <string>
#include <string_view>
#include <sys/ioctl.h>
#include <unistd.h>

namespace heapprof {

/// The whole of the terminal behind standard output; what stood there comes back when the object is gone.
class Screen {
  public:
    Screen() {
        std::cout << "\033[?1049h\033[?25l" << std::flush;  // another page, without a cursor
        for (int const signal : {SIGINT, SIGTERM, SIGHUP}) (void)std::signal(signal, end);
    }
    Screen(Screen const&) = delete;
    Screen& operator=(Screen const&) = delete;
    ~Screen() {
        for (int const signal : {SIGINT, SIGTERM, SIGHUP}) (void)std::signal(signal, SIG_DFL);
        std::cout << leave << std::flush;
    }

    /// Replaces what is shown.
    void draw(std::string const& text) {
        std::string all = "\033[H";
        for (char const c : text) {
            if (c == '\n') all += "\033[K";
            all += c;
        }
        std::cout << all + "\033[J" << std::flush;
    }
    /// Rows and columns.
    static winsize size() {
        winsize found{};
        (void)::ioctl(STDOUT_FILENO, TIOCGWINSZ, &found);
        return found;
    }

  private:
    static constexpr std::string_view leave = "\033[?25h\033[?1049l";

    static void end(int signal) {
        (void)!::write(STDOUT_FILENO, leave.data(), leave.size());
        if (signal == SIGINT) ::_exit(0);
        (void)std::signal(signal, SIG_DFL);
        (void)std::raise(signal);
    }
};

}  // namespace heapprof
