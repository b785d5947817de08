// OutputFile: a file that is there whole or not at all.
//
// It is written under another name beside the wanted one and renamed by commit(). Without commit() it is
// removed, and what stood under the wanted name before is still there. Devices and pipes are written
// directly.
#pragma once

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <ostream>
#include <stdexcept>
#include <string>
#include <unistd.h>
#include <utility>

namespace heapprof {

/// A file to be written. Throws std::runtime_error, one line with its name.
class OutputFile {
  public:
    explicit OutputFile(std::string path) : path_(std::move(path)), written_(path_) {
        std::error_code none;
        auto const status = std::filesystem::status(path_, none);
        if (std::filesystem::is_directory(status)) throw std::runtime_error(path_ + ": is a directory");
        if (!std::filesystem::exists(status) || std::filesystem::is_regular_file(status)) {
            // A link stays a link: its target is replaced.
            if (auto const target = std::filesystem::canonical(path_, none); !none) path_ = target.string();
            written_ = path_ + "." + std::to_string(getpid()) + ".part";
        }
        errno = 0;
        stream_.open(written_, std::ios::binary | std::ios::trunc);
        if (!stream_) fail();
        open_ = true;
    }
    OutputFile(OutputFile const&) = delete;
    OutputFile& operator=(OutputFile const&) = delete;
    ~OutputFile() {
        stream_.close();
        if (open_ && written_ != path_) std::remove(written_.c_str());
    }

    std::ostream& stream() { return stream_; }

    /// Makes what was written the file.
    void commit() {
        errno = 0;
        stream_.close();
        if (!stream_) fail();
        if (written_ != path_ && std::rename(written_.c_str(), path_.c_str()) != 0) fail();
        open_ = false;
    }

  private:
    [[noreturn]] void fail() const {
        throw std::runtime_error(path_ + ": cannot be written" +
                                 (errno ? std::string(": ") + std::strerror(errno) : ""));
    }

    std::string path_, written_;
    std::ofstream stream_;
    bool open_ = false;
};

}  // namespace heapprof
