// OutputFile: a file that is replaced when its new contents are complete, or not at all.
//
// It is written under another name beside its own, and renamed by commit(). Without commit() the older file
// stays. Devices and pipes are written directly.
#pragma once

#include "cannot_write.hpp"

#include <trav/detail/draft.hpp>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <optional>
#include <ostream>
#include <stdexcept>
#include <string>
#include <system_error>
#include <utility>

namespace heapprof {

/// A file to be written. Throws std::runtime_error, one line with its name.
class OutputFile {
  public:
    explicit OutputFile(std::string path) : path_(std::move(path)) {
        std::error_code none;
        auto const status = std::filesystem::status(path_, none);
        if (std::filesystem::is_directory(status)) throw std::runtime_error(path_ + ": is a directory");
        if (!std::filesystem::exists(status) || std::filesystem::is_regular_file(status)) {
            // A link stays a link: its target is replaced.
            if (auto const target = std::filesystem::canonical(path_, none); !none) path_ = target.string();
            draft_.emplace(path_);
        }
        errno = 0;
        stream_.open(draft_ ? draft_->path() : path_, std::ios::binary | std::ios::trunc);
        if (!stream_) cannot_write(path_);
    }
    OutputFile(OutputFile const&) = delete;
    OutputFile& operator=(OutputFile const&) = delete;

    std::ostream& stream() { return stream_; }

    /// Makes what was written the file.
    void commit() {
        errno = 0;
        stream_.close();
        if (!stream_ || (draft_ && !draft_->commit())) cannot_write(path_);
    }

  private:
    std::string path_;
    std::optional<trav::detail::Draft> draft_;  // of a file; not of a device
    std::ofstream stream_;
};

}  // namespace heapprof
