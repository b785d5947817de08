// Runs a target on the files in folders, with any compiler: replay FOLDER... A missing folder counts as
// empty. It is an error if there are no files at all.
#include "fuzz.hpp"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

int main(int argc, char** argv) {
    std::vector<std::filesystem::path> files;
    std::error_code missing;
    for (int i = 1; i < argc; ++i)
        for (auto const& entry : std::filesystem::directory_iterator(argv[i], missing))
            if (entry.is_regular_file()) files.push_back(entry.path());
    std::ranges::sort(files);
    for (auto const& file : files) {
        std::ifstream in(file, std::ios::binary);
        std::string const bytes(std::istreambuf_iterator<char>(in), {});
        if (!in) {
            (void)std::fprintf(stderr, "%s cannot be read\n", file.c_str());
            return 1;
        }
        (void)std::printf("%s\n", file.c_str());  // so the failing file is printed last
        (void)std::fflush(stdout);
        LLVMFuzzerTestOneInput(reinterpret_cast<std::uint8_t const*>(bytes.data()), bytes.size());
    }
    (void)std::printf("%zu files\n", files.size());
    return files.empty() ? 1 : 0;
}
