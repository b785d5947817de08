// libtravtrack.so lists the live blocks of a program that was not rebuilt, by call stack:
//
//     LD_PRELOAD=$PWD/libtravtrack.so TRAV_TRACK=heap.pb program      # writes heap.PID.pb at exit
//     go tool pprof -top heap.PID.pb
//
// The ending of TRAV_TRACK chooses the format: .pb (pprof), .folded or .json (speedscope). Each process has
// its own file. With TRAV_TRACK_SIGNAL=USR1 the signal requests a file of the present blocks, heap.PID.1.pb
// and so on, which the next allocation writes. With TRAV_TRACK_PEAK=1 heap.PID.peak.pb has the blocks of the
// moment with the highest total. With TRAV_TRACK_CHURN=1 heap.PID.churn.pb has all blocks that were freed.
// _exit() and fatal signals end a process without a file.
#include <trav/allocations.hpp>
#include <trav/allocations/churn.hpp>
#include <trav/allocations/peak.hpp>
#include <trav/report/stacks/allocation_stacks.hpp>
#include <trav/report/stacks/folded.hpp>
#include <trav/report/stacks/pprof.hpp>
#include <trav/report/stacks/speedscope.hpp>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <ostream>
#include <string>
#include <string_view>
#include <type_traits>
#include <unistd.h>
#include <unordered_map>
#include <vector>

TRAV_TRACK_MALLOC(64);  // NOLINT(readability-inconsistent-declaration-parameter-name): of malloc.h

namespace {

using Writer = void (*)(std::ostream&, trav::Stacks const&);
struct Format {
    std::string_view ending;
    Writer write;
};
constexpr Format formats[] = {
    {".pb", trav::write_pprof},
    {".folded", trav::write_folded},
    {".json", [](std::ostream& out, trav::Stacks const& stacks) { write_speedscope(out, stacks, "heap"); }},
};

/// The settings from the environment. Never destroyed: files are written after exit().
struct Request {
    std::filesystem::path file;
    Writer write = nullptr;
    std::uint64_t before = 0;  ///< allocations before the program
    bool peak = false;
    bool churn = false;
};
constinit Request* request = nullptr;
constinit trav::Peak peak;
constinit trav::Churn churn;
constinit std::atomic<bool> is_asked{false};
constinit std::atomic<int> files{0};

void say(std::string const& text) {
    std::string const line = "travtrack: " + text + "\n";
    [[maybe_unused]] auto const written = ::write(STDERR_FILENO, line.data(), line.size());
}

void const* module_of(void const* code) {
    Dl_info info{};
    return dladdr(code, &info) != 0 ? info.dli_fbase : nullptr;
}
/// Whether blocks are the program's, not this library's.
class OfProgram {
  public:
    bool operator()(auto const& block) {
        if (block.site.empty()) return true;
        auto const [known, fresh] = known_.try_emplace(block.site.front());
        if (fresh) known->second = module_of(block.site.front()) != here_;
        return known->second;
    }

  private:
    void const* here_ = module_of(reinterpret_cast<void const*>(&say));
    std::unordered_map<void const*, bool> known_;
};

/// Writes a file of the blocks; `part` precedes the ending.
void write_file(auto const& blocks, std::string const& part, std::string const& what = "live in ") {
    bool const is_idle = trav::allocations() == request->before;
    std::vector<std::remove_cvref_t<decltype(*blocks.begin())>> of_program;
    std::copy_if(blocks.begin(), blocks.end(), std::back_inserter(of_program), OfProgram());
    trav::Stacks const stacks = trav::allocation_stacks(of_program);
    std::filesystem::path file = request->file;
    file.replace_extension(std::to_string(getpid()) + part + request->file.extension().string());
    std::ofstream out(file, std::ios::binary);
    request->write(out, stacks);
    out.close();
    if (!out) return say("cannot write " + file.string() + ": " + std::strerror(errno));
    trav::Amount const sum = stacks.total();
    std::string text = std::to_string(sum.bytes) + " bytes " + what + std::to_string(sum.objects) + " blocks";
    if (is_idle) text += " (none allocated since the start: the program may have a malloc of its own)";
    if (auto const missed = trav::missed_allocations(); missed != 0)
        text += " (" + std::to_string(missed) + " more did not fit into the table)";
    say(text + ": " + file.string());
}
void write_live(std::string const& part) noexcept {
    try {
        write_file(trav::live_blocks(), part);
    } catch (std::exception const& error) { say(error.what()); }
}
void write_peak() noexcept {
    try {
        auto const blocks = peak.take();
        if (!blocks) return say("no blocks of the peak: there was no memory for the list");
        write_file(*blocks, ".peak");
    } catch (std::exception const& error) { say(error.what()); }
}

void write_churn() noexcept {
    try {
        write_file(churn.take(), ".churn", "freed in ");
    } catch (std::exception const& error) { say(error.what()); }
}

constexpr trav::AllocationObserver observer{[](void const*, std::size_t bytes) {
                                                if (request->peak) peak.allocated(bytes);
                                                if (is_asked.load(std::memory_order_relaxed) &&
                                                    is_asked.exchange(false))
                                                    write_live("." + std::to_string(++files));
                                            },
                                            [](void const*, std::size_t bytes) {
                                                if (request->peak) peak.freed(bytes);
                                            },
                                            [](trav::LiveBlock const& block) {
                                                if (request->churn) churn.freed(block);
                                            }};

/// The number of the signal with this name, or 0.
int signal_of(std::string_view name) {
    if (name.starts_with("SIG")) name.remove_prefix(3);
    for (int number = 1; number != NSIG; ++number)
        if (char const* const known = sigabbrev_np(number); known != nullptr && name == known) return number;
    return 0;
}

[[gnu::constructor]] void begin() {
    char const* const asked = std::getenv("TRAV_TRACK");
    std::filesystem::path const file = asked != nullptr ? asked : "travtrack.pb";
    auto const* const format = std::ranges::find(formats, file.extension().string(), &Format::ending);
    if (format == std::end(formats))
        return say("TRAV_TRACK=" + file.string() + ": the name must end in .pb (pprof), .folded or .json");
    std::error_code error;
    auto const absolute = std::filesystem::absolute(file, error);  // the program may change its folder
    if (access(absolute.parent_path().c_str(), W_OK) != 0)  // now: many programs close standard error at exit
        return say("cannot write " + file.string() + ": " + std::strerror(errno));
    request = new Request{error ? file : absolute, format->write};
    if (char const* const name = std::getenv("TRAV_TRACK_SIGNAL")) {
        int const number = signal_of(name);
        if (number == 0) say("TRAV_TRACK_SIGNAL=" + std::string(name) + " is no signal, such as USR1");
        else if (std::signal(number, [](int) { is_asked.store(true); }) == SIG_ERR)
            say("TRAV_TRACK_SIGNAL=" + std::string(name) + ": " + std::strerror(errno));
        else trav::observe_allocations(&observer);
    }
    if (std::getenv("TRAV_TRACK_PEAK") != nullptr) {
        request->peak = true;
        peak.start();
        trav::observe_allocations(&observer);
    }
    if (std::getenv("TRAV_TRACK_CHURN") != nullptr) {
        request->churn = true;
        churn.start();
        trav::observe_allocations(&observer);
    }
    request->before = trav::allocations();
}
[[gnu::destructor]] void end() {
    if (request == nullptr) return;
    trav::observe_allocations(nullptr);
    write_live("");
    if (request->peak) write_peak();
    if (request->churn) write_churn();
}

}  // namespace
