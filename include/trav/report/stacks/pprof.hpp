// trav/report/stacks/pprof.hpp: stacks as an uncompressed profile for pprof, with the two amounts of Go's own
// heap profiles: inuse_objects, and inuse_space in bytes, which is the default.
//
//     go tool pprof -top heap.pb
//
// The format is profile.proto of github.com/google/pprof, written here by hand: there are few fields, and
// each of them is a number or a text.
#pragma once

#include "../../text/one_line.hpp"
#include "stacks.hpp"

#include <cstddef>
#include <cstdint>
#include <ostream>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace trav {

namespace detail {

/// The bytes of a Protocol Buffers message.
class ProtoMessage {
  public:
    void number(unsigned field, std::uint64_t value) { varint(field << 3), varint(value); }
    void text(unsigned field, std::string_view value) {
        varint(field << 3 | 2), varint(value.size());
        bytes_ += value;
    }
    void message(unsigned field, ProtoMessage const& value) { text(field, value.bytes_); }
    std::string const& bytes() const { return bytes_; }

  private:
    void varint(std::uint64_t value) {
        for (; value >= 0x80; value >>= 7) bytes_ += static_cast<char>(value | 0x80);
        bytes_ += static_cast<char>(value);
    }
    std::string bytes_;
};

}  // namespace detail

/// Writes the stacks. Check the stream for errors.
inline void write_pprof(std::ostream& out, Stacks const& stacks) {
    std::vector<std::string> texts;
    std::unordered_map<std::string, std::uint64_t> numbers;
    auto const number = [&](std::string text) {
        auto const [at, is_new] = numbers.try_emplace(std::move(text), texts.size());
        if (is_new) texts.push_back(at->first);
        return at->second;
    };
    number("");  // the first text must be empty
    auto const write = [&](unsigned field, detail::ProtoMessage const& message) {
        detail::ProtoMessage outer;
        outer.message(field, message);
        out << outer.bytes();
    };
    auto const amount = [&](char const* type, char const* unit) {
        detail::ProtoMessage value;
        value.number(1, number(type)), value.number(2, number(unit));
        write(1, value);
    };
    amount("inuse_objects", "count");
    amount("inuse_space", "bytes");
    auto const frames = stacks.frames();
    std::vector<std::uint64_t> location(frames.size());  // the number of the frame's name
    for (std::size_t i = 1; i != frames.size(); ++i) location[i] = number(one_line(frames[i].name));
    for (std::size_t i = 0; i != frames.size(); ++i) {
        if (frames[i].own == Amount{}) continue;
        detail::ProtoMessage sample;
        for (std::size_t each = i; each != Stacks::top; each = frames[each].above)
            sample.number(1, location[each] + 1);  // 0 is no location
        sample.number(2, frames[i].own.objects), sample.number(2, frames[i].own.bytes);
        write(2, sample);
    }
    // a function for each name, and a location in it
    std::vector<bool> done(texts.size());
    for (std::size_t i = 1; i != frames.size(); ++i) {
        std::uint64_t const name = location[i], id = name + 1;
        if (done[name]) continue;
        done[name] = true;
        detail::ProtoMessage line, place, function;
        line.number(1, id);
        place.number(1, id), place.message(4, line);
        write(4, place);
        function.number(1, id), function.number(2, name);
        write(5, function);
    }
    detail::ProtoMessage table;
    for (auto const& text : texts) table.text(6, text);
    out << table.bytes();
}

}  // namespace trav
