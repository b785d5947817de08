// trav/ghc/layout/children.hpp: the children of a closure in GHC's order (rts/TraverseHeap.c).
//
// Offers Children, a borrowed range over the pointers of one closure, with its SRT last, and scan_closure(c,
// sink). As in GHC, a null pointer ends the pointers of a closure with a counted layout, but never hides the
// SRT. Children is empty for types whose children GHC takes all at once (takes_all_at_once); scan_closure
// works for all types. No allocation; O(1) for each child.
#pragma once

#include "shape.hpp"

#include <cstddef>

namespace trav::ghc {

/// The children of a closure, one by one.
class Children {
  public:
    struct End {};
    class iterator {
      public:
        using value_type = Closure*;
        using difference_type = std::ptrdiff_t;

        iterator() = default;
        /// The pointers, up to a null pointer if they are counted, then the last child unless it is null.
        iterator(Pointers pointers, bool counted, Closure* last)
            : fields_(pointers.first),
              last_(last),
              left_(pointers.count),
              counted_(counted),
              chunk_(pointers.of_chunk) {
            end_at_null();
        }
        Closure* operator*() const { return left_ > 0 ? *fields_ : last_; }
        iterator& operator++() {
            if (left_ == 0) {
                last_ = nullptr;
                return *this;
            }
            --left_;
            fields_ += chunk_ ? step() : 1;
            end_at_null();
            return *this;
        }
        iterator operator++(int) {
            iterator const before = *this;
            ++*this;
            return before;
        }
        bool operator==(End) const { return left_ == 0 && !last_; }
        bool operator==(iterator const& other) const { return left_ == other.left_ && last_ == other.last_; }

      private:
        void end_at_null() {
            if (counted_ && left_ > 0 && !*fields_) left_ = 0;
        }
        // the children of a chunk are prev_chunk, then tvar, expected_value, new_value and again new_value of
        // each entry
        std::ptrdiff_t step() {
            unsigned const field = entry_field_++;
            if (field == 0) return 2;  // skips next_entry_idx
            if (field == 3) return 0;
            if (field == 4) entry_field_ = 1;
            return 1;
        }

        Closure* const* fields_ = nullptr;
        Closure* last_ = nullptr;
        std::size_t left_ = 0;
        unsigned entry_field_ = 0;
        bool counted_ = false, chunk_ = false;
    };

    /// The closure must be untagged; its children must not be taken all at once.
    explicit Children(Closure* c) : begin_(of(c)) {}
    iterator begin() const { return begin_; }
    End end() const { return {}; }

  private:
    static iterator of(Closure* c) {
        InfoTable const& table = info(c);
        TypeProperties const& type = properties(table.type);
        if (type.children == Taking::never) throw IllFormed("was reached as a heap object", table.type, c);
        if (type.children == Taking::at_once) return {};
        Pointers const pointers = as_shape(c, type.shape, [](auto& object) -> Pointers {
            if constexpr (requires { pointers_in(object); }) return pointers_in(object);
            else return {};
        });
        Closure* const last = (type.flags & flag::srt) != 0 ? srt(table) : nullptr;
        return {pointers, type.children == Taking::counted, last};
    }

    iterator begin_;
};

/// Calls sink(child) for each child of a closure (untagged, of any type), in GHC's order; children may be
/// null.
template <class Sink>
void scan_closure(Closure* c, Sink&& sink) {
    if (takes_all_at_once(type(c)))
        return as_shape(c, [&](auto& object) {
            if constexpr (!requires { pointers_in(object); }) each_child(object, sink);
        });
    Children const children(c);
    for (auto at = children.begin(); at != children.end(); ++at) sink(*at);
}

}  // namespace trav::ghc
