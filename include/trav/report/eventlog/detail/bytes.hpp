// trav/report/eventlog/detail/bytes.hpp: the bytes of an eventlog and the payload of an event, for the
// reader.
#pragma once

#include "../../unreadable.hpp"

#include <cstddef>
#include <cstdint>
#include <istream>
#include <string>
#include <utility>
#include <vector>

namespace trav::detail {

/// The bytes of an eventlog, with their position.
class EventlogBytes {
  public:
    struct End {};  ///< thrown at the end of the file

    EventlogBytes(std::istream& in, std::string name) : in_(*in.rdbuf()), name_(std::move(name)) {}

    std::uint64_t offset() const { return offset_; }
    bool at_end() { return in_.sgetc() == std::istream::traits_type::eof(); }

    /// Takes a big-endian number with this many bytes.
    template <int Bytes>
    std::uint64_t number() {
        std::uint64_t value = 0;
        for (int i = 0; i != Bytes; ++i) value = value << 8 | byte();
        return value;
    }
    /// Takes the next bytes and replaces the contents of `into` with them.
    void take(std::string& into, std::size_t bytes) {
        into.resize(bytes);
        auto const taken =
            static_cast<std::size_t>(in_.sgetn(into.data(), static_cast<std::streamsize>(bytes)));
        offset_ += taken;
        if (taken != bytes) throw End{};
    }
    void skip(std::uint64_t bytes) {
        while (bytes-- != 0) byte();
    }
    [[noreturn]] void fail(std::uint64_t at, std::string const& what) const {
        throw Unreadable(name_, "byte", at, what);
    }

  private:
    std::uint8_t byte() {
        int const c = in_.sbumpc();
        if (c == std::istream::traits_type::eof()) throw End{};
        ++offset_;
        return static_cast<std::uint8_t>(c);
    }

    std::streambuf& in_;
    std::string name_;
    std::uint64_t offset_ = 0;
};

/// The payload of one event, read in order.
class EventlogPayload {
  public:
    EventlogPayload(EventlogBytes const& file, std::uint64_t begin, std::string const& bytes)
        : file_(file), begin_(begin), bytes_(bytes) {}

    template <int Bytes>
    std::uint64_t number() {
        if (left() < Bytes) fail("the event ends within a number");
        std::uint64_t value = 0;
        for (int i = 0; i != Bytes; ++i) value = value << 8 | static_cast<std::uint8_t>(bytes_[next_++]);
        return value;
    }
    std::string string() {
        std::size_t const end = bytes_.find('\0', next_);
        if (end == std::string::npos) fail("the event ends within a text");
        std::string text = bytes_.substr(next_, end - next_);
        next_ = end + 1;
        return text;
    }
    std::string rest() { return bytes_.substr(std::exchange(next_, bytes_.size())); }
    std::vector<std::uint32_t> stack() {
        std::vector<std::uint32_t> ids(number<1>());
        for (auto& id : ids) id = static_cast<std::uint32_t>(number<4>());
        return ids;
    }
    std::size_t left() const { return bytes_.size() - next_; }
    /// Fails unless the whole payload has been read.
    void finish() const {
        if (left() != 0) fail("the event has " + std::to_string(left()) + " bytes too many");
    }
    [[noreturn]] void fail(std::string const& what) const { file_.fail(begin_ + next_, what); }

  private:
    EventlogBytes const& file_;
    std::uint64_t begin_;
    std::string const& bytes_;
    std::size_t next_ = 0;
};

}  // namespace trav::detail
