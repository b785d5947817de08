// trav/detail/draft.hpp: files that replace older ones when they are complete, or not at all. POSIX only.
#pragma once

#include <cstdint>
#include <cstdio>
#include <string>

#include <unistd.h>

namespace trav::detail {

/// A name beside that of a file, to write its new contents to. The draft is removed if it is not committed.
class Draft {
  public:
    /// No two drafts have the same name: that has the process in it, and the address of this object.
    explicit Draft(std::string const& name)
        : name_(name),
          path_(name + ".new-" + std::to_string(::getpid()) + '-' +
                std::to_string(reinterpret_cast<std::uintptr_t>(this))) {}
    Draft(Draft const&) = delete;
    Draft& operator=(Draft const&) = delete;
    ~Draft() {
        if (!committed_) ::unlink(path_.c_str());
    }

    std::string const& path() const { return path_; }
    /// Makes the draft the file. False, and errno says why, if that fails.
    bool commit() { return committed_ = std::rename(path_.c_str(), name_.c_str()) == 0; }

  private:
    std::string name_, path_;
    bool committed_ = false;
};

}  // namespace trav::detail
