// trav/graph/atomic_file.hpp: files that replace an older file when they are complete, or not at all. POSIX
// only.
//
//     trav::AtomicFile draft("heap.json");
//     if (!draft || !write_all(draft.descriptor()) || !draft.commit()) ...       // errno says why
//
// A symbolic link stays a link: its target is replaced. An older file without write permission is not
// replaced. Until commit() the contents are a draft. If the system supports O_TMPFILE (Linux), a draft has no
// name and leaves nothing behind if the program is killed. On other systems, and for a moment while it
// replaces an older file, it is named .trav-draft-* and locked. The next AtomicFile in the same folder
// removes the drafts of programs that no longer run.
#pragma once

#include "../detail/compiler.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <string>
#include <system_error>
#include <utility>

#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace trav {

/// The new contents of a file. The destructor discards a draft that was not committed.
class AtomicFile {
  public:
    /// If `unnamed` is true, the draft has no name, provided that the system supports it.
    explicit AtomicFile(std::string const& name, bool unnamed = true)
        : name_(behind_links(name)), folder_(name_.substr(0, name_.rfind('/') + 1)) {
        struct stat older{};
        bool const is_there = ::stat(name_.c_str(), &older) == 0;
        if ((!is_there && errno == ELOOP) || (is_there && ::access(name_.c_str(), W_OK) != 0)) return;
        remove_old();
#ifdef O_TMPFILE
        if (unnamed)
            fd_ = ::open(folder_.empty() ? "." : folder_.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);
        if (fd_ >= 0 && ::access(own_path().c_str(), F_OK) != 0) ::close(std::exchange(fd_, -1));
#endif
        if (fd_ < 0) create();
        else ::flock(fd_, LOCK_EX | LOCK_NB);
        if (fd_ >= 0 && is_there && ::fchmod(fd_, older.st_mode & 0777) != 0) ::close(std::exchange(fd_, -1));
    }
    AtomicFile(AtomicFile const&) = delete;
    AtomicFile& operator=(AtomicFile const&) = delete;
    ~AtomicFile() {
        int const error = errno;
        tidy();
        if (fd_ >= 0) ::close(fd_);
        errno = error;
    }

    /// False if the draft could not be created; errno says why.
    explicit operator bool() const { return fd_ >= 0; }
    /// The file descriptor to write to.
    int descriptor() const { return fd_; }
    /// The path under which this program can open the draft until it is committed.
    std::string path() const { return draft_.empty() ? own_path() : draft_; }
    /// Replaces the file by the draft. False on failure; errno says why. `revocable` enables undo().
    bool commit(bool revocable = false) {
        if (draft_.empty()) {
            if (link(own_path(), name_)) return made_ = true;
            if (errno != EEXIST || !link_as_draft(own_path(), draft_)) return false;
        }
        made_ = revocable && !link_as_draft(name_, older_) && errno == ENOENT;
        if (std::rename(draft_.c_str(), name_.c_str()) != 0) return false;
        draft_.clear();
        return true;
    }
    /// Restores the older file, or removes the new one if there was none. Returns false on failure.
    bool undo() {
        if (made_) return ::unlink(name_.c_str()) == 0;
        return !older_.empty() && std::rename(older_.c_str(), name_.c_str()) == 0;
    }
    /// Removes the temporary files. undo() can then no longer restore an older file.
    void tidy() {
        for (std::string* const path : {&draft_, &older_})
            if (!path->empty()) ::unlink(std::exchange(*path, {}).c_str());
    }

    /// The target of a chain of symbolic links, whether it exists or not.
    static std::string behind_links(std::string name) {
        std::error_code none;
        for (int links = 0; links != 40; ++links) {
            auto const target = std::filesystem::read_symlink(name, none);
            if (none) break;
            name = (std::filesystem::path(name).parent_path() / target).string();
        }
        return name;
    }

  private:
    static constexpr char const* prefix = ".trav-draft-";

    std::string own_path() const { return "/proc/self/fd/" + std::to_string(fd_); }
    static bool link(std::string const& from, std::string const& to) {
        return ::linkat(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), AT_SYMLINK_FOLLOW) == 0;
    }
    std::string draft_name(int number) const {
        return folder_ + prefix + std::to_string(::getpid()) + '-' + std::to_string(number);
    }
    bool link_as_draft(std::string const& from, std::string& to) const {
        for (int number = 0;; ++number) {
            std::string name = draft_name(number);
            if (link(from, name)) return to = std::move(name), true;
            if (errno != EEXIST) return false;
        }
    }
    // Opens a draft with a name. Until it is locked, another process may remove it as abandoned.
    void create() {
        for (int number = 0;; ++number) {
            std::string const name = draft_name(number);
            fd_ = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
            if (fd_ < 0 && errno == EEXIST) continue;
            if (fd_ < 0) return;
            ::flock(fd_, LOCK_EX);
            struct stat about{};
            if (::fstat(fd_, &about) == 0 && about.st_nlink != 0) return void(draft_ = name);
            ::close(std::exchange(fd_, -1));
        }
    }
    // Removes the drafts of killed programs. A directory_iterator would end the program if memory ran out.
    void remove_old() const {
        DIR* const folder = ::opendir(folder_.empty() ? "." : folder_.c_str());
        if (folder == nullptr) return;
        int const at = ::dirfd(folder);
        while (dirent const* const entry = at < 0 ? nullptr : ::readdir(folder)) {
            if (std::strncmp(entry->d_name, prefix, std::strlen(prefix)) != 0) continue;
            int const fd = ::openat(at, entry->d_name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
            if (fd < 0) continue;
            if (::flock(fd, LOCK_EX | LOCK_NB) == 0) ::unlinkat(at, entry->d_name, 0);
            ::close(fd);
        }
        ::closedir(folder);
    }

    std::string name_, folder_;
    int fd_ = -1;
    std::string draft_, older_;  // names to be removed
    bool made_ = false;          // there was no older file
};

}  // namespace trav
