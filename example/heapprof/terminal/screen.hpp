// Screen: redraws a terminal and restores it afterwards.
//
// Ctrl-C ends the program with code 0 at any time; other terminating signals end it as usual. Ctrl-Z restores
// the terminal until the program continues.
#pragma once

#include <csignal>
#include <iostream>
#include <string>
#include <string_view>
#include <sys/ioctl.h>
#include <unistd.h>

namespace heapprof {

/// The terminal of standard output. The destructor restores its contents.
class Screen {
  public:
    Screen() {
        std::cout << enter << std::flush;
        for (int const signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT}) (void)std::signal(signal, end);
        if (std::signal(SIGTSTP, stop) == SIG_IGN) (void)std::signal(SIGTSTP, SIG_IGN);
    }
    Screen(Screen const&) = delete;
    Screen& operator=(Screen const&) = delete;
    ~Screen() {
        for (int const signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP})
            (void)std::signal(signal, SIG_DFL);
        std::cout << leave << std::flush;
    }

    /// Replaces the shown text.
    void draw(std::string const& text) {
        std::string all = "\033[H";
        for (char const c : text) {
            if (c == '\n') all += "\033[K";
            all += c;
        }
        std::cout << all + "\033[J" << std::flush;
    }
    /// Whether the program was stopped since the last call, so that the screen is empty.
    bool blank() {
        bool const is = stopped != 0;
        stopped = 0;
        return is;
    }
    /// Rows and columns.
    static winsize size() {
        winsize found{};
        (void)::ioctl(STDOUT_FILENO, TIOCGWINSZ, &found);
        return found;
    }

  private:
    static constexpr std::string_view enter = "\033[?1049h\033[?25l",  // alternate screen, hidden cursor
        leave = "\033[?25h\033[?1049l";
    static inline std::sig_atomic_t volatile stopped = 0;

    static void end(int signal) {
        (void)!::write(STDOUT_FILENO, leave.data(), leave.size());
        if (signal == SIGINT) ::_exit(0);
        (void)std::signal(signal, SIG_DFL);
        (void)std::raise(signal);
    }
    static void stop(int signal) {
        (void)!::write(STDOUT_FILENO, leave.data(), leave.size());
        (void)std::signal(signal, SIG_DFL);
        sigset_t unblocked;
        ::sigemptyset(&unblocked);
        ::sigaddset(&unblocked, signal);
        (void)std::raise(signal);
        ::sigprocmask(SIG_UNBLOCK, &unblocked, nullptr);  // the program stops here and later continues
        (void)std::signal(signal, stop);
        (void)!::write(STDOUT_FILENO, enter.data(), enter.size());
        stopped = 1;
    }
};

}  // namespace heapprof
