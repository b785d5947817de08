// Input: the bytes of a dump in order, from a plain or gzipped file or from a stream, with their position.
//
// Gzip is recognised by its first byte, so any file name works, and so does a pipe. A gzip file may have
// several members (`cat a.gz b.gz`), and zeros after the last one, as on tapes. Any other data after a member
// is an Error, and so is a member that is damaged or cut short. Costs two blocks, of 256 KiB by default,
// regardless of the size of the file. peek() and get() cost a comparison and a load.
#pragma once

#include "../detail/reading.hpp"
#include "error.hpp"

#include <zlib.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
#include <istream>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace trav::dump {

/// Called from time to time with the number of bytes of the file read so far and the size of the file; 0 if
/// the size is unknown, as for a pipe.
using Progress = std::function<void(std::uint64_t done, std::uint64_t total)>;

/// A source of bytes.
class Input {
  public:
    /// Reads a file. Throws Error if it cannot be opened.
    explicit Input(std::string const& path, Progress progress = {})
        : name_(path),
          progress_(std::move(progress)),
          file_(open(path)),
          stream_(file_.get()),
          packed_(usual_block) {
        std::error_code unknown;
        auto const size = std::filesystem::file_size(path, unknown);
        total_ = unknown ? 0 : size;
        start();
    }

    /// Reads a stream that the caller keeps alive, `block` bytes at a time. `name` is the name of the input
    /// in messages.
    Input(std::istream& stream, std::string name, std::size_t block = usual_block)
        : name_(std::move(name)), stream_(&stream), packed_(block) {
        start();
    }

    /// The name of the input in messages.
    std::string const& name() const { return name_; }

    /// The next byte as 0..255, or -1 at the end.
    int peek() { return next_ != end_ || fill() ? static_cast<unsigned char>(*next_) : -1; }

    /// Takes the byte that peek() showed, or the first n bytes of window().
    void advance(std::size_t n = 1) { next_ += n; }

    /// The next bytes that are in memory: at least one, unless at the end. For loops that cannot afford
    /// peek().
    std::string_view window() {
        peek();
        return {next_, static_cast<std::size_t>(end_ - next_)};
    }

    /// Takes the next byte and returns it, or returns -1 at the end.
    int get() {
        int const c = peek();
        if (c >= 0) advance();
        return c;
    }

    /// The size of the text in bytes if it is known, which requires a file that is not compressed; otherwise
    /// 0.
    std::uint64_t plain_size() const { return inflater_ ? 0 : total_; }

    /// Whether name() is the path of an uncompressed file.
    bool is_plain_file() const { return file_ && !inflater_; }

    /// The position of the next byte, counted from 0 in the unpacked text.
    std::uint64_t offset() const { return before_ + static_cast<std::uint64_t>(next_ - begin_); }

    /// Throws an Error at the position of the next byte.
    [[noreturn]] void fail(std::string const& what) const { fail_at(offset(), what); }

    /// Throws an Error at this position.
    [[noreturn]] void fail_at(std::uint64_t position, std::string const& what) const {
        throw Error(name_ + ": byte " + std::to_string(position) + (inflater_ ? " of the unpacked text" : ""),
                    what);
    }

  private:
    static constexpr std::size_t usual_block = std::size_t{1} << 18;

    struct EndInflate {
        void operator()(z_stream* z) const {
            inflateEnd(z);
            delete z;
        }
    };

    static std::unique_ptr<std::ifstream> open(std::string const& path) {
        return std::make_unique<std::ifstream>(
            trav::detail::open_to_read(path, [&](char const* why) { throw Error(path, why); }));
    }

    void start() {
        read();
        begin_ = next_ = end_ = packed_.data();
        // One byte is enough: no text format that we read begins with gzip's first byte.
        if (packed_size_ == 0 || static_cast<unsigned char>(packed_[0]) != 0x1f) return;
        inflater_.reset(new z_stream{});
        constexpr int gzip_only = 16 + MAX_WBITS;
        int const status = inflateInit2(inflater_.get(), gzip_only);
        if (status == Z_MEM_ERROR) throw std::bad_alloc();
        if (status != Z_OK) throw Error(name_, "zlib cannot be started");
        unpacked_.resize(packed_.size());
    }

    void read() {
        errno = 0;
        stream_->read(packed_.data(), static_cast<std::streamsize>(packed_.size()));
        if (trav::detail::cannot_read(*stream_)) throw Error(name_, trav::detail::cannot_be_read());
        packed_size_ = static_cast<std::size_t>(stream_->gcount());
        packed_used_ = 0;
        done_ += packed_size_;
        if (progress_) progress_(done_, total_);
    }

    // Loads the next block of text; false at the end.
    bool fill() {
        before_ += static_cast<std::uint64_t>(end_ - begin_);
        begin_ = next_ = end_;
        if (!inflater_) {
            if (packed_used_ == packed_size_) read();
            set(packed_.data() + packed_used_, packed_size_ - packed_used_);
            packed_used_ = packed_size_;
        } else {
            set(unpacked_.data(), inflate_block());
        }
        return next_ != end_;
    }

    void set(char const* data, std::size_t size) {
        begin_ = next_ = data;
        end_ = data + size;
    }

    std::size_t inflate_block() {
        z_stream& z = *inflater_;
        std::size_t const block = unpacked_.size();
        z.next_out = reinterpret_cast<Bytef*>(unpacked_.data());
        z.avail_out = static_cast<uInt>(block);
        while (z.avail_out == block) {
            if (packed_used_ == packed_size_) read();
            if (packed_size_ == 0) {
                if (member_open_) bad_gzip("the gzip data end too early: the file is cut short");
                break;
            }
            if (!member_open_ && !next_member()) break;
            z.next_in = reinterpret_cast<Bytef*>(packed_.data() + packed_used_);
            z.avail_in = static_cast<uInt>(packed_size_ - packed_used_);
            int const status = inflate(&z, Z_NO_FLUSH);
            packed_used_ = packed_size_ - z.avail_in;
            if (status == Z_STREAM_END) member_open_ = false;
            else if (status == Z_MEM_ERROR) throw std::bad_alloc();
            else if (status != Z_OK)
                bad_gzip(std::string("damaged gzip data") + (z.msg ? std::string(": ") + z.msg : ""));
        }
        return block - z.avail_out;
    }

    // Opens the next member; false if only zeros follow.
    bool next_member() {
        if (members_ > 0) {
            bool padded = false;
            for (; packed_size_ != 0 && packed_[packed_used_] == 0; padded = true)
                if (++packed_used_ == packed_size_) read();
            if (packed_size_ == 0) return false;
            if (padded || static_cast<unsigned char>(packed_[packed_used_]) != 0x1f)
                bad_gzip("something follows the gzip data");
            inflateReset(inflater_.get());
        }
        ++members_;
        return member_open_ = true;
    }

    [[noreturn]] void bad_gzip(std::string const& what) const {
        throw Error(name_ + ": byte " + std::to_string(done_ - packed_size_ + packed_used_), what);
    }

    std::string name_;
    Progress progress_;
    std::unique_ptr<std::ifstream> file_;
    std::istream* stream_;
    std::vector<char> packed_, unpacked_;  // packed_ is the text of a plain file
    std::size_t packed_size_ = 0, packed_used_ = 0;
    std::unique_ptr<z_stream, EndInflate> inflater_;
    bool member_open_ = false;
    std::uint64_t members_ = 0;
    char const* begin_ = nullptr;
    char const* next_ = nullptr;
    char const* end_ = nullptr;
    std::uint64_t before_ = 0, done_ = 0, total_ = 0;
};

}  // namespace trav::dump
