// Bytes: reads the numbers, ids and texts of an hprof file, which are big-endian. If the file ends too early,
// throws an Error that names the part that is being read.
#pragma once

#include "../../../detail/content_hash.hpp"
#include "../../input.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace trav::dump::detail {

/// Takes numbers from an input.
class Bytes {
  public:
    explicit Bytes(Input& input) : input_(input) {}

    /// Sets the name of the current part of the file, for messages.
    void in(char const* what) { what_ = what; }
    /// Sets the size of an id in bytes: 4 or 8.
    void id_size(std::size_t bytes) { id_size_ = bytes; }
    std::size_t id_size() const { return id_size_; }

    std::uint8_t u1() { return static_cast<std::uint8_t>(number(1)); }
    std::uint16_t u2() { return static_cast<std::uint16_t>(number(2)); }
    std::uint32_t u4() { return static_cast<std::uint32_t>(number(4)); }
    std::uint64_t id() { return id_at(take(id_size_).data()); }
    /// Calls f(id) for each of the next n ids.
    void ids(std::uint64_t n, auto&& f) {
        while (n != 0) {
            std::string_view const window = input_.window();
            std::uint64_t const here = std::min<std::uint64_t>(n, window.size() / id_size_);
            if (here == 0) f(id()), --n;
            else input_.advance(here * id_size_);
            for (std::uint64_t i = 0; i != here; ++i) f(id_at(window.data() + i * id_size_));
            n -= here;
        }
    }

    /// Takes the next n bytes. The result is valid until the next call. Bytes in two blocks of the input are
    /// joined.
    std::string_view take(std::size_t n) {
        std::string_view const window = input_.window();
        if (window.size() >= n) {
            input_.advance(n);
            return window.substr(0, n);
        }
        joined_.clear();
        each_piece(n, [&](std::string_view piece) { joined_ += piece; });
        return joined_;
    }
    void skip(std::uint64_t n) {
        each_piece(n, [](std::string_view) {});
    }
    /// Takes the next n bytes and returns their hash.
    std::uint64_t hash(std::uint64_t n) {
        trav::detail::ContentHash hash;
        each_piece(n, [&](std::string_view piece) { hash.add(piece); });
        return hash.value();
    }
    /// The id at `text`.
    std::uint64_t id_at(char const* text) const {
        return id_size_ == 8 ? number_at(text, 8) : number_at(text, 4);
    }
    /// The number in the n bytes at `text`.
    static std::uint64_t number_at(char const* text, std::size_t n) {
        std::uint64_t number = 0;
        for (std::size_t i = 0; i != n; ++i) number = number << 8 | static_cast<unsigned char>(text[i]);
        return number;
    }

    bool at_end() { return input_.peek() < 0; }
    std::uint64_t offset() const { return input_.offset(); }
    std::string const& name() const { return input_.name(); }
    [[noreturn]] void fail(std::string const& what) const { input_.fail(what); }

  private:
    std::uint64_t number(std::size_t n) { return number_at(take(n).data(), n); }

    void each_piece(std::uint64_t n, auto&& f) {
        while (n != 0) {
            std::string_view const window = input_.window();
            if (window.empty()) fail(std::string("the file ends inside ") + what_);
            auto const some = static_cast<std::size_t>(std::min<std::uint64_t>(n, window.size()));
            f(window.substr(0, some));
            input_.advance(some);
            n -= some;
        }
    }

    Input& input_;
    std::string joined_;
    std::size_t id_size_ = 8;
    char const* what_ = "the head";
};

}  // namespace trav::dump::detail
