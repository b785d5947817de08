// A file that others may read while it is being written: what has been written stays, whatever happens.
#pragma once

#include "cannot_write.hpp"

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <ostream>
#include <string>
#include <system_error>
#include <utility>

namespace heapprof {

/// Throws std::runtime_error, one line with its name. What stood there stays until begin(), and if there was
/// nothing, there will be nothing without begin().
class GrowingFile {
  public:
    explicit GrowingFile(std::string path) : path_(std::move(path)), made_(!std::filesystem::exists(path_)) {
        open(std::ios::app);
    }
    GrowingFile(GrowingFile const&) = delete;
    GrowingFile& operator=(GrowingFile const&) = delete;
    ~GrowingFile() {
        std::error_code none;
        if (made_ && !begun_) std::filesystem::remove(path_, none);
    }

    std::string const& path() const { return path_; }
    /// Where to write; empties the file when first called.
    std::ostream& stream() {
        if (!std::exchange(begun_, true)) {
            stream_.close();
            open(std::ios::trunc);
        }
        return stream_;
    }
    /// The end.
    void close() {
        stream();
        errno = 0;
        stream_.close();
        check();
    }

  private:
    void open(std::ios::openmode mode) {
        errno = 0;
        stream_.open(path_, std::ios::binary | mode);
        check();
    }
    void check() const {
        if (!stream_) cannot_write(path_);
    }

    std::string path_;
    std::ofstream stream_;
    bool made_, begun_ = false;
};

}  // namespace heapprof
