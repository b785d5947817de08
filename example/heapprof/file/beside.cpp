#include "beside.hpp"

#include <cerrno>
#include <filesystem>
#include <iostream>
#include <stdexcept>
#include <system_error>
#include <unistd.h>

namespace heapprof {

void become(std::string const& name, std::vector<std::string> arguments) {
    std::error_code none;
    std::string program =
        (std::filesystem::read_symlink("/proc/self/exe", none).parent_path() / name).string();
    arguments.insert(arguments.begin(), name);
    std::vector<char*> words;
    for (std::string& each : arguments) words.push_back(each.data());
    words.push_back(nullptr);
    std::cout.flush();
    ::execv(program.c_str(), words.data());
    throw std::runtime_error(program + ": " + std::generic_category().message(errno));
}

}  // namespace heapprof
