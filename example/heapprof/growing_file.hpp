// A file that others may read while it is being written: what has been written stays, whatever happens.
#pragma once

#include <cerrno>
#include <cstring>
#include <fstream>
#include <ostream>
#include <stdexcept>
#include <string>
#include <utility>

namespace heapprof {

/// Throws std::runtime_error, one line with its name.
class GrowingFile {
  public:
    explicit GrowingFile(std::string path) : path_(std::move(path)) {
        errno = 0;
        stream_.open(path_, std::ios::binary | std::ios::trunc);
        check();
    }
    std::string const& path() const { return path_; }
    std::ostream& stream() { return stream_; }
    /// The end.
    void close() {
        errno = 0;
        stream_.close();
        check();
    }

  private:
    void check() const {
        if (stream_) return;
        throw std::runtime_error(path_ + ": cannot be written" +
                                 (errno ? std::string(": ") + std::strerror(errno) : ""));
    }

    std::string path_;
    std::ofstream stream_;
};

}  // namespace heapprof
