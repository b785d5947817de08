// OutputFile: a file that is replaced only when its new contents are complete. publish() replaces all files
// of a command or none.
//
// Devices and pipes are written directly.
#pragma once

#include "file_buffer.hpp"

#include <trav/graph/atomic_file.hpp>

#include <initializer_list>
#include <iostream>
#include <optional>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include <signal.h>
#include <unistd.h>

namespace heapprof {

/// An output file. Throws std::runtime_error: one line with its name and the system's reason.
class OutputFile {
  public:
    explicit OutputFile(std::string path) : path_(std::move(path)) {
        if (trav::is_device(path_)) {
            device_ = trav::open_device(path_);
            if (device_ < 0) cannot_write(path_);
            buffer_.descriptor(device_);
        } else {
            if (!draft_.emplace(path_)) cannot_write(path_);
            buffer_.descriptor(draft_->descriptor());
        }
    }
    OutputFile(OutputFile const&) = delete;
    OutputFile& operator=(OutputFile const&) = delete;
    ~OutputFile() {
        if (device_ >= 0) ::close(device_);
    }

    std::string const& path() const { return path_; }
    std::ostream& stream() { return stream_; }
    /// Writes the buffered bytes. Throws if any write failed so far.
    void flush() {
        if (!buffer_.flush() || !stream_) cannot_write(path_);
    }

  private:
    friend void publish(std::vector<OutputFile*> const& files, std::string const& said);

    std::string path_;
    std::optional<trav::AtomicFile> draft_;  // for a regular file
    int device_ = -1;                        // for a device
    FileBuffer buffer_;
    std::ostream stream_{&buffer_};
};

/// Blocks all signals during its lifetime.
class Undisturbed {
  public:
    Undisturbed() {
        sigset_t all;
        sigfillset(&all);
        ::sigprocmask(SIG_BLOCK, &all, &before_);
    }
    Undisturbed(Undisturbed const&) = delete;
    Undisturbed& operator=(Undisturbed const&) = delete;
    ~Undisturbed() { ::sigprocmask(SIG_SETMASK, &before_, nullptr); }

  private:
    sigset_t before_{};
};

/// Writes `said` to standard output and replaces all files with their new contents, or none if a write fails.
/// Files may grow afterwards.
inline void publish(std::vector<OutputFile*> const& files, std::string const& said = "") {
    for (OutputFile* file : files) {
        file->flush();
        if (file->draft_ && ::fsync(file->draft_->descriptor()) != 0) cannot_write(file->path_);
    }
    errno = 0;
    if (!(std::cout << said).flush()) cannot_write("standard output");
    auto const tidy = [&] {
        for (OutputFile* file : files)
            if (file->draft_) file->draft_->tidy();
    };
    Undisturbed const undisturbed;
    for (auto file = files.begin(); file != files.end(); ++file) {
        if (!(*file)->draft_ || (*file)->draft_->commit(files.size() > 1)) continue;
        int const error = errno;
        std::string replaced;
        for (auto done = files.begin(); done != file; ++done)
            if ((*done)->draft_ && !(*done)->draft_->undo())
                replaced += " (" + (*done)->path_ + " was replaced)";
        tidy();
        errno = error;
        cannot_write((*file)->path_ + replaced);
    }
    tidy();
}

}  // namespace heapprof
