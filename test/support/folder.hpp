// Temporary files for a test.
#pragma once

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <unistd.h>
#include <vector>

// A folder that is removed at the end of the test.
class Folder {
  public:
    Folder() {
        static int number = 0;
        std::string const name = "trav-test-" + std::to_string(getpid()) + "-" + std::to_string(++number);
        path_ = std::filesystem::temp_directory_path() / name;
        std::filesystem::remove_all(path_);
        std::filesystem::create_directories(path_);
    }
    Folder(Folder const&) = delete;
    Folder& operator=(Folder const&) = delete;
    ~Folder() { std::filesystem::remove_all(path_); }
    std::string operator/(std::string const& name) const { return (path_ / name).string(); }
    std::string str() const { return path_.string(); }
    std::vector<std::string> files() const {
        std::vector<std::string> names;
        for (auto const& entry : std::filesystem::directory_iterator(path_)) {
            names.push_back(entry.path().filename().string());
        }
        std::sort(names.begin(), names.end());
        return names;
    }

  private:
    std::filesystem::path path_;
};

inline std::string read(std::string const& file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

inline void write(std::string const& file, std::string const& text) {
    std::ofstream(file, std::ios::binary) << text;
}

// A .graph of these lines, of which some may be empty or comments, with the line that ends it.
inline std::string whole(std::string const& lines) {
    std::size_t count = 0;
    bool counts = true;  // the next character may begin a line that counts
    for (char const c : lines) {
        count += counts && c != '\n' && c != '#';
        counts = c == '\n';
    }
    return lines + "END " + std::to_string(count) + '\n';
}
