#include "memory_limit.hpp"

#include <algorithm>
#include <fstream>
#include <limits>

#include <unistd.h>

namespace heapprof {

namespace {

// The lowest limit in these files, from the group's folder up to `top`; `most` if there is none.
std::uint64_t least(std::string folder, std::string const& top, char const* file, std::uint64_t most) {
    for (; folder.size() >= top.size(); folder.resize(folder.rfind('/'))) {
        std::uint64_t bytes = 0;
        if (std::ifstream(folder + '/' + file) >> bytes) most = std::min(most, bytes);  // not "max"
    }
    return most;
}

// The data and heap of the process, in bytes.
std::uint64_t data() {
    std::ifstream pages("/proc/self/statm");
    std::uint64_t size = 0, resident = 0, shared = 0, text = 0, library = 0, data = 0;
    pages >> size >> resident >> shared >> text >> library >> data;
    return pages ? data * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE)) : 0;
}

}  // namespace

std::uint64_t machine_memory() {
    auto const pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
    if (pages <= 0 || page <= 0) return 0;
    std::uint64_t memory = static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(page);
    std::ifstream groups("/proc/self/cgroup");
    std::string const top = "/sys/fs/cgroup";
    for (std::string line; std::getline(groups, line);) {  // number:controllers:folder
        std::size_t const first = line.find(':'), second = line.find(':', first + 1);
        if (second == std::string::npos) continue;
        std::string const controllers = line.substr(first + 1, second - first - 1).insert(0, 1, ',') + ",";
        std::string const folder = line.substr(second + 1);
        if (controllers == ",,") memory = least(top + folder, top, "memory.max", memory);
        if (controllers.find(",memory,") != std::string::npos)
            memory = least(top + "/memory" + folder, top + "/memory", "memory.limit_in_bytes", memory);
    }
    return memory;
}

std::uint64_t memory_left() {
    rlimit limit{};
    if (getrlimit(RLIMIT_DATA, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
        return std::numeric_limits<std::uint64_t>::max();
    std::uint64_t const taken = data();
    return limit.rlim_cur > taken ? limit.rlim_cur - taken : 0;
}

MemoryLimit::MemoryLimit(std::uint64_t bytes) {
    if (bytes == 0 || getrlimit(RLIMIT_DATA, &before_) != 0) return;
    rlimit limit = before_;
    limit.rlim_cur = std::min<rlim_t>(before_.rlim_cur, data() + bytes);
    set_ = setrlimit(RLIMIT_DATA, &limit) == 0;
}

MemoryLimit::~MemoryLimit() {
    if (set_) setrlimit(RLIMIT_DATA, &before_);
}

}  // namespace heapprof
