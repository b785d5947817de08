// FileBuffer: a stream buffer for a file that keeps the system's error.
#pragma once

#include <cerrno>
#include <cstddef>
#include <cstring>
#include <stdexcept>
#include <streambuf>
#include <string>
#include <string_view>
#include <unistd.h>
#include <vector>

namespace heapprof {

/// Throws std::runtime_error: one line with the file's name and the text of errno.
[[noreturn]] inline void cannot_write(std::string const& path) {
    throw std::runtime_error(path + ": cannot be written: " + std::strerror(errno ? errno : EIO));
}

/// A buffer of 64 KiB for a descriptor that it does not own. A flush of at most 64 KiB calls write() once.
/// Only the constructor allocates; the destructor writes nothing.
class FileBuffer : public std::streambuf {
  public:
    explicit FileBuffer(int descriptor = -1) : descriptor_(descriptor), text_(std::size_t{1} << 16) {
        empty();
    }

    void descriptor(int descriptor) { descriptor_ = descriptor; }
    /// Writes the buffered bytes. Returns false, and sets errno, if any write failed so far.
    bool flush() {
        write_out({pbase(), static_cast<std::size_t>(pptr() - pbase())});
        empty();
        errno = error_;
        return error_ == 0;
    }

  protected:
    int_type overflow(int_type c) override {
        if (!flush()) return traits_type::eof();
        if (!traits_type::eq_int_type(c, traits_type::eof())) {
            *pptr() = traits_type::to_char_type(c);
            pbump(1);
        }
        return traits_type::not_eof(c);
    }
    std::streamsize xsputn(char const* text, std::streamsize size) override {
        if (size > epptr() - pptr() && !flush()) return 0;
        auto const all = static_cast<std::size_t>(size);
        if (size > epptr() - pptr()) return write_out({text, all}) ? size : 0;
        std::memcpy(pptr(), text, all);
        pbump(static_cast<int>(size));
        return size;
    }
    int sync() override { return flush() ? 0 : -1; }

  private:
    static constexpr std::size_t bytes = std::size_t{1} << 16;

    void empty() { setp(text_.data(), text_.data() + text_.size()); }
    bool write_out(std::string_view text) {
        while (error_ == 0 && !text.empty()) {
            auto const some = ::write(descriptor_, text.data(), text.size());
            if (some >= 0) text.remove_prefix(static_cast<std::size_t>(some));
            else if (errno != EINTR) error_ = errno;
        }
        return error_ == 0;
    }

    int descriptor_, error_ = 0;
    std::vector<char> text_;
};

}  // namespace heapprof
