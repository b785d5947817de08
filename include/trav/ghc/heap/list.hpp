// trav/ghc/heap/list.hpp: the parameter types of the functions that build closures.
//
// Offers List, a sequence (`{x, xs}`, a vector or a span) borrowed for the duration of a call; Slot, a word
// that may be a pointer; Frame.
#pragma once

#include "../layout/closure.hpp"

#include <concepts>
#include <initializer_list>
#include <span>
#include <stdexcept>
#include <vector>

namespace trav::ghc {

/// A borrowed sequence of T.
template <class T>
class List {
  public:
    List() = default;
    List(std::initializer_list<T> list) : data_(std::data(list)), size_(list.size()) {}
    List(std::vector<T> const& list) : data_(list.data()), size_(list.size()) {}
    List(std::span<T const> list) : data_(list.data()), size_(list.size()) {}

    T const* begin() const { return data_; }
    T const* end() const { return data_ + size_; }
    std::size_t size() const { return size_; }
    T const& operator[](std::size_t i) const { return data_[i]; }

  private:
    T const* data_ = nullptr;
    std::size_t size_ = 0;
};

/// A word of an argument list or of a stack frame: a pointer or another word.
struct Slot {
    Slot(Closure* c) : closure(c), pointer(true) {}
    template <std::integral T>
    Slot(T n) : number(static_cast<Word>(n)) {}

    Closure* closure = nullptr;
    Word number = 0;
    bool pointer = false;
};

/// A frame to be pushed on a stack: its info pointer and the words that follow it.
struct Frame {
    Entry const* info;
    std::vector<Slot> words;
};

/// Writes the slots to consecutive words, pointers tagged.
inline void write_slots(Word* to, List<Slot> slots) {
    for (Slot const& s : slots) {
        if (s.pointer) *reinterpret_cast<Closure**>(to) = tagged(s.closure);
        else *to = s.number;
        ++to;
    }
}

/// Throws unless the slots match the beginning of the pattern (see `pattern(FunType)`).
inline void check_slots(std::string_view what, List<Slot> slots, Bitmap bitmap) {
    bool fits = slots.size() <= bitmap.size();
    for (std::size_t i = 0; fits && i < slots.size(); ++i) fits = slots[i].pointer == bitmap.pointer(i);
    if (!fits)
        throw std::invalid_argument("ghc heap: the arguments given do not fit those of " + std::string(what));
}

}  // namespace trav::ghc
