// trav/graph/new_file.hpp: a binary file that appears under its name when it is complete, or not at
// all. System errors are thrown as BadFile. POSIX only.
#pragma once

#include "../detail/growing_array.hpp"
#include "atomic_file.hpp"
#include "csr_file.hpp"

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>

#include <unistd.h>

namespace trav::detail {

class NewFile {
  public:
    explicit NewFile(std::string const& name) : name_(name), file_(name) {
        if (!file_) throw BadFile(name_, errno);
        waiting_.room(room);
    }
    template <class T>
    void write(T const& value) {
        write_bytes(&value, sizeof value);
    }
    void write_bytes(void const* from, std::size_t size) {
        if (size > room - waiting_.size()) {
            flush();
            if (size > room) {
                put(at_, from, size);
                at_ += size;
                return;
            }
        }
        std::memcpy(waiting_.end(), from, size);
        waiting_.add(size);
    }
    /// Sets the position for write(). Skipped bytes are zero until write_at() has filled them.
    void move_to(std::uint64_t at) {
        flush();
        at_ = at;
    }
    /// Writes items at another position. The position for write() does not change.
    template <class T>
    void write_at(std::uint64_t at, std::span<T const> items) {
        put(at, items.data(), items.size_bytes());
    }
    /// After this, everything written so far can be read at path(), by this program.
    void flush() {
        put(at_, waiting_.data(), waiting_.size());
        at_ += waiting_.size();
        waiting_.clear();
    }
    std::string path() const { return file_.path(); }
    void finish() {
        flush();
        if (::fsync(file_.descriptor()) != 0 || !file_.commit()) throw BadFile(name_, errno);
    }

  private:
    static constexpr std::size_t room = std::size_t{1} << 16;

    void put(std::uint64_t at, void const* from, std::size_t size) {
        for (std::size_t done = 0; done != size;) {
            auto const some = ::pwrite(file_.descriptor(), static_cast<char const*>(from) + done, size - done,
                                       static_cast<off_t>(at + done));
            if (some < 0 && errno != EINTR) throw BadFile(name_, errno);
            if (some > 0) done += static_cast<std::size_t>(some);
        }
    }

    std::string name_;
    AtomicFile file_;
    GrowingArray<char> waiting_;  // to be written at at_
    std::uint64_t at_ = 0;
};

}  // namespace trav::detail
