// trav/detail/draft.hpp: files that replace older ones when they are complete, or not at all. POSIX only.
//
//     trav::detail::Draft draft("heap.json");
//     if (!draft || !write_all(draft.descriptor()) || !draft.commit()) ...       // errno says why
//
// A link stays a link: what it leads to is written. An older file that may not be written is not replaced.
// Where the system has it (Linux, O_TMPFILE) a draft has no name, so that nothing is left of it when the
// program is killed. Elsewhere, and for the moment in which it takes the place of an older file, it is called
// .trav-draft-*, and locked: the next draft in that folder removes those whose programs are gone.
#pragma once

#include "compiler.hpp"

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

namespace trav::detail {

/// The new contents of a file. What was not committed is gone with this object.
class Draft {
  public:
    /// `unnamed`: if the system can.
    explicit Draft(std::string const& name, bool unnamed = true)
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
    Draft(Draft const&) = delete;
    Draft& operator=(Draft const&) = delete;
    ~Draft() {
        int const error = errno;
        tidy();
        if (fd_ >= 0) ::close(fd_);
        errno = error;
    }

    /// False, and errno says why, if there can be none.
    explicit operator bool() const { return fd_ >= 0; }
    /// Where to write to.
    int descriptor() const { return fd_; }
    /// What the draft can be opened as, by this program, until it is committed.
    std::string path() const { return draft_.empty() ? own_path() : draft_; }
    /// Makes the draft the file. False, and errno says why, if that fails. `revocable`: so that undo() works.
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
    /// What was committed is revoked: the file is the older one, or none. False if that cannot be done.
    bool undo() {
        if (made_) return ::unlink(name_.c_str()) == 0;
        return !older_.empty() && std::rename(older_.c_str(), name_.c_str()) == 0;
    }
    /// Removes what is beside the file. There is no undo() any more.
    void tidy() {
        for (std::string* const path : {&draft_, &older_})
            if (!path->empty()) ::unlink(std::exchange(*path, {}).c_str());
    }

    /// What symbolic links lead to, whether it is there or not.
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
    // Opens a draft that has a name. Between its creation and its lock another may take it for an old one.
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
    // Removes what killed programs left. A directory_iterator would end the program where it has no memory.
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
    std::string draft_, older_;  // names that are to be removed
    bool made_ = false;          // there was no older file
};

}  // namespace trav::detail
