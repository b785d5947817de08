// trav/graph/detail/new_file.hpp: a binary file that appears under its name when it is complete, or not at
// all. Whatever the system refuses is a BadFile. POSIX only.
#pragma once

#include "../../detail/column.hpp"
#include "../../detail/draft.hpp"
#include "../csr_file.hpp"

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
    explicit NewFile(std::string const& name) : name_(name), draft_(name) {
        if (!draft_) throw BadFile(name_, errno);
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
    /// Where write() goes on; what is left out is zeros until write_at() has filled it.
    void move_to(std::uint64_t at) {
        flush();
        at_ = at;
    }
    /// Writes items elsewhere, and write() goes on where it was.
    template <class T>
    void write_at(std::uint64_t at, std::span<T const> items) {
        put(at, items.data(), items.size_bytes());
    }
    /// What was written so far can be read at path(), by this program.
    void flush() {
        put(at_, waiting_.data(), waiting_.size());
        at_ += waiting_.size();
        waiting_.clear();
    }
    std::string path() const { return draft_.path(); }
    void finish() {
        flush();
        if (::fsync(draft_.descriptor()) != 0 || !draft_.commit()) throw BadFile(name_, errno);
    }

  private:
    static constexpr std::size_t room = std::size_t{1} << 16;

    void put(std::uint64_t at, void const* from, std::size_t size) {
        for (std::size_t done = 0; done != size;) {
            auto const some = ::pwrite(draft_.descriptor(), static_cast<char const*>(from) + done,
                                       size - done, static_cast<off_t>(at + done));
            if (some < 0 && errno != EINTR) throw BadFile(name_, errno);
            if (some > 0) done += static_cast<std::size_t>(some);
        }
    }

    std::string name_;
    Draft draft_;
    Column<char> waiting_;  // at at_
    std::uint64_t at_ = 0;
};

}  // namespace trav::detail
