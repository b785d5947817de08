#include "apart.hpp"

#include <fmt/core.h>

#include <chrono>
#include <cstdio>
#include <exception>
#include <stdexcept>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace bench {
namespace {

double mebibytes(rusage const& usage) { return static_cast<double>(usage.ru_maxrss) / 1024; }

/// Writes the measurements to a file.
[[noreturn]] void run(std::string const& suite, Row const& row, int to) {
    try {
        Work const work = row.prepare();
        Measured measured;
        rusage usage{};
        getrusage(RUSAGE_SELF, &usage);
        measured.heap = mebibytes(usage);
        auto const begin = std::chrono::steady_clock::now();
        std::size_t const found = work();
        std::chrono::duration<double> const taken = std::chrono::steady_clock::now() - begin;
        measured.seconds = taken.count();
        if (found != row.expected)
            throw std::runtime_error(fmt::format("found {} objects instead of {}", found, row.expected));
        _exit(write(to, &measured, sizeof measured) == sizeof measured ? 0 : 1);
    } catch (std::exception const& error) {
        fmt::print(stderr, "bench: {}, {}: {}\n", suite, row.name, error.what());
        _exit(1);
    }
}

}  // namespace

Measured measure_apart(std::string const& suite, Row const& row) {
    int ends[2];
    if (pipe(ends) != 0) throw std::runtime_error(suite + ": no pipe can be made");
    std::fflush(stdout);
    pid_t const child = fork();
    if (child < 0) throw std::runtime_error(suite + ": no process can be started");
    if (child == 0) run(suite, row, ends[1]);
    close(ends[1]);
    Measured measured;
    bool const told = read(ends[0], &measured, sizeof measured) == sizeof measured;
    close(ends[0]);
    int status = 0;
    rusage usage{};
    wait4(child, &status, 0, &usage);
    if (WIFSIGNALED(status))
        throw std::runtime_error(
            fmt::format("{}, {}: killed by signal {}", suite, row.name, WTERMSIG(status)));
    if (!told || status != 0) throw std::runtime_error(suite + ", " + row.name + ": failed");
    measured.peak = mebibytes(usage);
    return measured;
}

}  // namespace bench
