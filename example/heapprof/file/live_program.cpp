#include "live_program.hpp"

#include "../../live/cbits/heap_socket.hpp"

#include <trav/text/one_line.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <poll.h>
#include <stdexcept>
#include <string_view>
#include <system_error>

namespace heapprof {

namespace {

std::string proc_file(pid_t process, char const* name) {
    std::ifstream file(fmt::format("/proc/{}/{}", process, name), std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

[[noreturn]] void fail(pid_t process, std::string const& what) {
    throw std::runtime_error(program_text(process) + ' ' + what);
}

// The reason why a program has no socket.
std::string why_not(pid_t process) {
    if (::kill(process, 0) != 0 && errno == ESRCH) return fmt::format("there is no process {}", process);
    std::string const status = proc_file(process, "status");
    std::size_t const user = status.find("\nUid:\t");
    if (user != std::string::npos && std::strtoul(&status[user + 6], nullptr, 10) != ::getuid())
        return program_text(process) + " is another user's: a program answers its own user only";
    return program_text(process) + " does not serve its heap: it has not called serveHeapRoots of heap-roots";
}

// Waits, at most for `seconds`.
class Patience {
  public:
    Patience(pid_t process, double seconds)
        : process_(process), seconds_(seconds), end_(Clock::now() + std::chrono::duration<double>(seconds)) {}

    /// Whether the descriptor becomes readable within a tenth of a second. Throws if the time is over.
    bool readable(int descriptor) const {
        if (Clock::now() >= end_)
            fail(process_, fmt::format("did not answer within {:g} s; --timeout waits longer", seconds_));
        pollfd entry{descriptor, POLLIN, 0};
        return ::poll(&entry, 1, 100) > 0;
    }
    /// Waits a tenth of a second.
    void wait() const { (void)readable(-1); }

  private:
    using Clock = std::chrono::steady_clock;
    pid_t process_;
    double seconds_;
    std::chrono::time_point<Clock, std::chrono::duration<double>> end_;
};

heap_socket::Socket connected(pid_t process, Patience const& patience) {
    std::string const path = heap_socket::path(process);
    for (;;) {
        heap_socket::Socket program = heap_socket::connect(path);
        if (program) {
            if (program.with_this_user()) return program;
            throw std::runtime_error(path + ": is another user's");
        }
        if (errno == ENOENT || errno == ECONNREFUSED) throw std::runtime_error(why_not(process));
        if (errno != EAGAIN) heap_socket::fail(path);
        patience.wait();  // the program's queue of clients is full
    }
}

}  // namespace

std::string program_text(pid_t process) {
    std::string name = proc_file(process, "comm");
    if (!name.empty()) name.pop_back();  // the newline
    return fmt::format("process {}", process) + (name.empty() ? "" : " (" + name + ')');
}

std::vector<LiveProgram> live_programs() {
    std::vector<LiveProgram> found;
    std::error_code none;
    for (auto const& file : std::filesystem::directory_iterator(heap_socket::folder(), none)) {
        std::string const name = file.path().filename().string();
        pid_t process = 0;
        char const* const end = name.data() + name.size();
        auto const number = std::from_chars(name.data(), end, process);
        if (number.ec != std::errc() || std::string_view(number.ptr, end) != heap_socket::ending) continue;
        if (!heap_socket::served(file.path().string())) continue;
        std::string words = proc_file(process, "cmdline");
        if (!words.empty()) words.pop_back();
        std::ranges::replace(words, '\0', ' ');
        found.push_back({process, words});
    }
    std::ranges::sort(found, {}, &LiveProgram::process);
    return found;
}

std::string ask_program(pid_t process, std::string const& question, double seconds) {
    Patience const patience(process, seconds);
    auto const program = connected(process, patience);
    std::string const line = question + '\n';
    if (::send(program.descriptor(), line.data(), line.size(), MSG_NOSIGNAL) !=
        static_cast<ssize_t>(line.size()))
        fail(process, "does not accept the question");
    std::string answer;
    std::array<char, 1 << 14> part;
    while (!answer.ends_with('\n')) {
        if (!patience.readable(program.descriptor())) continue;
        ssize_t const bytes = ::recv(program.descriptor(), part.data(), part.size(), 0);
        if (bytes > 0) answer.append(part.data(), static_cast<std::size_t>(bytes));
        else if (bytes == 0 || (errno != EINTR && errno != EAGAIN))
            fail(process, fmt::format("broke off after {} bytes of its answer", answer.size()));
    }
    answer.pop_back();
    return answer;
}

}  // namespace heapprof
