// trav/graph/atomic_file.hpp: files that replace an older file when they are complete, or not at all. POSIX
// only.
//
//     trav::AtomicFile draft("heap.json");
//     if (!draft || !write_all(draft.descriptor()) || !draft.commit()) ...       // errno says why
//
// A symbolic link stays a link: its target is replaced. The new file keeps the owner, group and mode of the
// older one. An older file without write permission is not replaced. Devices, pipes, and descriptors such as
// /dev/fd/3 are never replaced: commit() writes the draft to them. It also overwrites a file of another user,
// since only root can give a new file to that user; if that fails halfway, the file is incomplete.
//
// Until commit() the contents are a draft. If the system supports O_TMPFILE (Linux), a draft has no name and
// leaves nothing behind if the program is killed. On other systems, and for a moment while it replaces an
// older file, it is named .trav-draft-* and locked. The next AtomicFile in the same folder removes the drafts
// of programs that no longer run. The draft for a device is in the folder for temporary files.
#pragma once

#include "device.hpp"

#include <cerrno>
#include <cstddef>
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
        : in_place_(is_device(name)),
          name_(in_place_ ? name : behind_links(name)),
          folder_(in_place_ ? temporary_folder() : name_.substr(0, name_.rfind('/') + 1)) {
        struct stat older{};
        bool const is_there = ::stat(name_.c_str(), &older) == 0;
        if (in_place_ ? !is_there : is_there ? ::access(name_.c_str(), W_OK) != 0 : errno == ELOOP) return;
        remove_old();
        create(unnamed, in_place_ ? 0600 : 0666);
        if (fd_ >= 0 && is_there && !in_place_) resemble(older);
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
    /// Replaces the file by the draft. False on failure; errno says why. `revocable` enables undo(), except
    /// for a file that is overwritten.
    bool commit(bool revocable = false) {
        if (in_place_) return overwrite();
        if (draft_.empty()) {
            if (link(own_path(), name_)) return made_ = true;
            if (!link_as_draft(own_path(), draft_)) return false;
        }
        made_ = revocable && !link_as_draft(name_, older_) && errno == ENOENT;
        if (std::rename(draft_.c_str(), name_.c_str()) != 0) return false;
        draft_.clear();
        return true;
    }
    /// Restores the older file, or removes the new one if there was none. Returns false on failure.
    bool undo() {
        if (made_) return ::unlink(name_.c_str()) == 0;
        return std::rename(older_.c_str(), name_.c_str()) == 0;
    }
    /// Removes the temporary files. undo() can then no longer restore an older file.
    void tidy() {
        for (std::string* const path : {&draft_, &older_}) ::unlink(std::exchange(*path, {}).c_str());
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
    static std::string temporary_folder() {
        std::error_code none;
        return (std::filesystem::temp_directory_path(none) / "").string();
    }
    // Opens a draft. A named one may be removed by another process, as abandoned, until it is locked.
    void create([[maybe_unused]] bool unnamed, mode_t mode) {
#ifdef O_TMPFILE
        if (unnamed)
            fd_ = ::open(folder_.empty() ? "." : folder_.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, mode);
        if (fd_ >= 0 && ::access(own_path().c_str(), F_OK) != 0) ::close(std::exchange(fd_, -1));
        if (fd_ >= 0) return void(::flock(fd_, LOCK_EX | LOCK_NB));
#endif
        for (int number = 0;; ++number) {
            std::string const name = draft_name(number);
            fd_ = ::open(name.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode);
            if (fd_ < 0 && errno == EEXIST) continue;
            if (fd_ < 0) return;
            ::flock(fd_, LOCK_EX);
            struct stat about{};
            if (::fstat(fd_, &about) == 0 && about.st_nlink != 0) return void(draft_ = name);
            ::close(std::exchange(fd_, -1));
        }
    }
    // Gives the draft the owner, group and mode of the older file.
    void resemble(struct stat const& older) {
        struct stat own{};
        if (::fstat(fd_, &own) != 0) return ::close(std::exchange(fd_, -1)), void();
        bool const same = own.st_uid == older.st_uid && own.st_gid == older.st_gid;
        in_place_ = !same && ::fchown(fd_, older.st_uid, older.st_gid) != 0;
        if (::fchmod(fd_, older.st_mode & 0777) != 0) ::close(std::exchange(fd_, -1));
    }
    bool overwrite() const {
        int const to = open_device(name_);
        if (to < 0) return false;
        bool const copied = copy(fd_, to);
        int const error = errno;
        bool const closed = ::close(to) == 0;
        if (!copied) errno = error;
        return copied && closed;
    }
    static bool copy(int from, int to) {
        char bytes[1 << 16];
        for (off_t at = 0;;) {
            ssize_t const read = ::pread(from, bytes, sizeof bytes, at);
            if (read <= 0) return read == 0;
            for (ssize_t done = 0; done != read;) {
                ssize_t const some = ::write(to, bytes + done, static_cast<std::size_t>(read - done));
                if (some < 0 && errno != EINTR) return false;
                if (some > 0) done += some;
            }
            at += read;
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

    bool in_place_;  // commit() overwrites
    std::string name_, folder_;
    int fd_ = -1;
    std::string draft_, older_;  // names to be removed
    bool made_ = false;          // there was no older file
};

}  // namespace trav
