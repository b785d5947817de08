// Runs the profiler as a child process that tests can signal.
#pragma once

#include "run.hpp"

#include <chrono>
#include <csignal>
#include <cstddef>
#include <functional>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <sys/wait.h>
#include <unistd.h>

// A run of `heapprof ARGUMENTS` in a folder. The new process calls `setup`; `before` precedes the command in
// the shell.
class Spawned {
  public:
    Spawned(
        std::string const& folder, std::string const& arguments, std::function<void()> const& setup = [] {},
        std::string const& before = "", std::string const& program = profiler()) {
        int out[2], err[2];
        if (pipe(out) != 0 || pipe(err) != 0) throw std::runtime_error("no pipe");
        // The new process must not keep this one's signal handlers.
        sigset_t all, before_fork;
        sigfillset(&all);
        sigprocmask(SIG_BLOCK, &all, &before_fork);
        process_ = fork();
        if (process_ == 0) {
            for (int const signal : {SIGINT, SIGTERM, SIGHUP, SIGSEGV}) std::signal(signal, SIG_DFL);
            sigprocmask(SIG_SETMASK, &before_fork, nullptr);
            dup2(out[1], 1), dup2(err[1], 2);
            for (int const end : {out[0], out[1], err[0], err[1]}) close(end);
            std::string const command =
                "cd '" + folder + "' && exec " + before + " '" + program + "' " + arguments + " </dev/null";
            setup();
            execl("/bin/sh", "sh", "-c", command.c_str(), nullptr);
            _exit(127);
        }
        sigprocmask(SIG_SETMASK, &before_fork, nullptr);
        close(out[1]), close(err[1]);
        out_ = out[0], err_ = err[0];
    }
    Spawned(Spawned const&) = delete;
    Spawned& operator=(Spawned const&) = delete;
    ~Spawned() {
        if (process_ > 0) kill(SIGKILL), wait();
    }

    void kill(int signal) const { ::kill(process_, signal); }
    // Whether it stops, for example by SIGSTOP, within a minute.
    bool stops() const {
        for (int tries = 0; tries != 600; ++tries, ::usleep(100'000)) {
            int status = 0;
            if (waitpid(process_, &status, WUNTRACED | WNOHANG) == process_) return WIFSTOPPED(status);
        }
        return false;
    }
    // The code is 128 + N if signal N ended it.
    Result wait() {
        Result result{0, all(out_), all(err_)};
        int status = 0;
        waitpid(std::exchange(process_, 0), &status, 0);
        result.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
        return result;
    }

  private:
    static std::string all(int end) {
        std::string text, block(1 << 16, '\0');
        for (ssize_t some = 0; (some = ::read(end, block.data(), block.size())) > 0;)
            text.append(block, 0, static_cast<std::size_t>(some));
        close(end);
        return text;
    }

    pid_t process_;
    int out_, err_;
};

// The files of a folder with their contents.
inline std::map<std::string, std::string> contents(Folder const& folder) {
    std::map<std::string, std::string> result;
    for (auto const& name : folder.files()) result[name] = read(folder / name);
    return result;
}

// The number of random attempts: ten, or two hundred in a long run.
inline int attempts() { return std::getenv("TRAV_LONG") != nullptr ? 200 : 10; }
