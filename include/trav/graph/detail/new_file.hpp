// trav/graph/detail/new_file.hpp: a binary file that appears under its name when it is complete, or not at
// all. Whatever the system refuses is a BadFile. POSIX only.
#pragma once

#include "../../detail/draft.hpp"
#include "../csr_file.hpp"

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <span>
#include <string>
#include <utility>

#include <unistd.h>

namespace trav::detail {

class NewFile {
  public:
    explicit NewFile(std::string const& name) : name_(name), draft_(name) {
        int const descriptor = draft_ ? ::dup(draft_.descriptor()) : -1;
        if (descriptor >= 0) file_ = ::fdopen(descriptor, "wb");
        if (file_ != nullptr) return;
        int const error = errno;
        if (descriptor >= 0) ::close(descriptor);
        throw BadFile(name_, error);
    }
    NewFile(NewFile const&) = delete;
    NewFile& operator=(NewFile const&) = delete;
    ~NewFile() {
        if (file_ != nullptr) (void)std::fclose(file_);
    }
    template <class T>
    void write(T const& value) {
        write_bytes(&value, sizeof value);
    }
    void write_bytes(void const* from, std::size_t size) {
        if (std::fwrite(from, 1, size, file_) != size) throw BadFile(name_, errno);
    }
    /// Where write() goes on; what is left out is zeros until write_at() has filled it.
    void move_to(std::uint64_t at) {
        if (::fseeko(file_, static_cast<off_t>(at), SEEK_SET) != 0) throw BadFile(name_, errno);
    }
    /// Writes items elsewhere, and write() goes on where it was.
    template <class T>
    void write_at(std::uint64_t at, std::span<T const> items) {
        auto const* const data = reinterpret_cast<char const*>(items.data());
        for (std::size_t done = 0; done != items.size_bytes();) {
            auto const some = ::pwrite(draft_.descriptor(), data + done, items.size_bytes() - done,
                                       static_cast<off_t>(at + done));
            if (some < 0 && errno != EINTR) throw BadFile(name_, errno);
            if (some > 0) done += static_cast<std::size_t>(some);
        }
    }
    /// What was written so far can be read at path(), by this program.
    void flush() {
        if (std::fflush(file_) != 0) throw BadFile(name_, errno);
    }
    std::string path() const { return draft_.path(); }
    void finish() {
        bool good = std::fflush(file_) == 0 && ::fsync(::fileno(file_)) == 0;
        good = std::fclose(std::exchange(file_, nullptr)) == 0 && good;
        if (!good || !draft_.commit()) throw BadFile(name_, errno);
    }

  private:
    std::string name_;
    Draft draft_;
    std::FILE* file_ = nullptr;
};

}  // namespace trav::detail
