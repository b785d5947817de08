// trav/graph/mapping.hpp: a file mapped into memory for reading, or a copy of it. POSIX only.
#pragma once

#include "csr_file.hpp"

#include <cerrno>
#include <cstddef>
#include <cstring>
#include <string>
#include <utility>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace trav::detail {

class Mapping {
  public:
    /// Throws BadFile.
    Mapping(std::string const& file, bool copy) {
        int const fd = ::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);  // do not wait for a pipe
        if (fd < 0) throw BadFile(file, errno);
        struct stat about{};
        int error = ::fstat(fd, &about) == 0 ? 0 : errno;
        if (error == 0 && !S_ISREG(about.st_mode)) {
            ::close(fd);
            throw BadFile(file, "is not a regular file, so it cannot be mapped");
        }
        room_ = bytes_ = static_cast<std::size_t>(about.st_size);
        if (error == 0 && std::cmp_not_equal(bytes_, about.st_size)) error = EFBIG;  // on 32-bit systems
        if (error == 0 && bytes_ != 0) {
            void* const where =
                copy ? ::mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
                     : ::mmap(nullptr, bytes_, PROT_READ, MAP_SHARED, fd, 0);
            if (where == MAP_FAILED) error = errno;
            else data_ = static_cast<char*>(where);
            if (copy && error == 0) error = read(fd, 0, data_, bytes_);
        }
        if (error == 0 && !copy) fd_ = fd;
        else ::close(fd);
        if (error == 0) return;
        unmap();
        throw BadFile(file, error);
    }
    Mapping(Mapping const&) = delete;
    Mapping& operator=(Mapping const&) = delete;
    ~Mapping() {
        unmap();
        if (fd_ >= 0) ::close(fd_);
    }
    char const* data() const { return data_; }
    std::size_t size() const { return bytes_; }
    /// Copies bytes from the file to memory. This does not map its pages, which therefore take no memory.
    /// Returns the value of errno, -1 if the file is shorter, or 0.
    int copy(std::size_t at, void* to, std::size_t bytes) const {
        if (fd_ < 0) {
            std::memcpy(to, data_ + at, bytes);
            return 0;
        }
        std::size_t there = bytes;
        int const error = read(fd_, at, static_cast<char*>(to), there);
        return there != bytes ? -1 : error;  // an error leaves `there`
    }

  private:
    /// Reads `bytes` bytes, or fewer if the file ends before. Returns the value of errno, or 0.
    static int read(int fd, std::size_t at, char* to, std::size_t& bytes) {
        for (std::size_t done = 0; done != bytes;) {
            auto const some = ::pread(fd, to + done, bytes - done, static_cast<off_t>(at + done));
            if (some < 0 && errno != EINTR) return errno;
            if (some == 0) bytes = done;
            if (some > 0) done += static_cast<std::size_t>(some);
        }
        return 0;
    }
    void unmap() {
        if (data_ != nullptr) ::munmap(data_, room_);
    }

    char* data_ = nullptr;
    std::size_t bytes_ = 0, room_ = 0;
    int fd_ = -1;  // -1 if the file was copied
};

}  // namespace trav::detail
