// trav/ghc/machine/ref.hpp: a variable of a program on the mock heap: a pointer that follows its object.
//
// Offers Ref, Self and Built. Collections move objects, and evaluation overwrites them; a Ref is updated, so
// it may be kept. It keeps its object alive: move it at its last use, as GHC forgets a variable after its
// last use. Costs two words in addition to the pointer, and no allocation.
#pragma once

#include "../heap/code.hpp"
#include "../layout/closure.hpp"
#include "misuse.hpp"

#include <stdexcept>
#include <string>
#include <utility>

namespace trav::ghc {

class Refs;

class Ref {
  public:
    /// Refers to no object.
    Ref() = default;
    /// Refers to an object; updated together with the list's other variables.
    Ref(Refs& list, Closure* pointer);
    Ref(Ref const& other) : pointer_(other.pointer_) { link(other); }
    Ref(Ref&& other) noexcept : pointer_(std::exchange(other.pointer_, nullptr)) { link(other); }
    Ref& operator=(Ref const& other) {
        if (!next_) link(other);
        pointer_ = other.pointer_;
        return *this;
    }
    Ref& operator=(Ref&& other) noexcept {
        if (!next_) link(other);
        pointer_ = std::exchange(other.pointer_, nullptr);
        return *this;
    }
    ~Ref() { unlink(); }

    explicit operator bool() const { return pointer_ != nullptr; }
    /// The pointer as the heap has it, with its tag.
    Closure* pointer() const { return pointer_; }
    /// Returns the pointer; the variable is then empty.
    Closure* take() && { return std::exchange(pointer_, nullptr); }
    /// The object; its address is valid until the next `co_await`.
    Closure* closure() const { return untag(pointer_); }

    // -- the operations of `case`; an empty variable has none: they throw Misuse

    /// Whether the object was built with this constructor.
    bool is(Code const& constructor) const {
        Closure* const c = object("is");
        return is_constructor(type(c)) && description(c) == constructor.description;
    }
    /// The number of its constructor within its type, from 0.
    std::uint32_t number() const { return constructor_number(object("number")); }
    /// Field i (a constructor's) or free variable i (a thunk's, a function's). Throws std::out_of_range.
    Ref operator[](std::size_t i) const& {
        Ref field(*this);
        field.pointer_ = *at("field", i);
        return field;
    }
    /// Likewise, as the last use of this variable, which becomes the field.
    Ref operator[](std::size_t i) && {
        Closure* const field = *at("field", i);
        pointer_ = field;
        return std::move(*this);
    }
    /// Word i after the pointers, such as the number in an Int.
    Word word(std::size_t i = 0) const {
        PayloadLayout const fields = info(object("word")).layout.payload;
        if (i >= fields.nptrs) out_of_range("word", i);
        return reinterpret_cast<Word*>(payload())[fields.ptrs + i];
    }
    /// Ties a knot: `letrec` allocates an object before the objects that it refers to.
    void set(std::size_t i, Ref const& value) const { *at("set", i) = rts::given("set", value).pointer_; }

  private:
    friend class Refs;

    Closure* object(char const* operation) const { return rts::given(operation, *this).closure(); }
    Closure** payload() const {
        Closure* const c = closure();
        return reinterpret_cast<Closure**>(c) + (is_thunk(type(c)) ? words_of<Thunk> : words_of<Closure>);
    }
    Closure** at(char const* operation, std::size_t i) const {
        if (i >= info(object(operation)).layout.payload.ptrs) out_of_range("field", i);
        return payload() + i;
    }
    [[noreturn]] void out_of_range(char const* what, std::size_t i) const {
        throw std::out_of_range("ghc machine: " + std::string(description(closure())) + " has no " + what +
                                " " + std::to_string(i));
    }

    void link(Ref const& before) const {
        if (!before.next_) return;
        previous_ = &before;
        next_ = before.next_;
        previous_->next_ = next_->previous_ = this;
    }
    void unlink() const {
        if (!next_) return;
        previous_->next_ = next_;
        next_->previous_ = previous_;
        next_ = previous_ = nullptr;
    }

    // mutable, because the collector also updates const variables
    mutable Closure* pointer_ = nullptr;
    mutable Ref const *previous_ = nullptr, *next_ = nullptr;
};

/// A list of variables that are updated together: the variables of one evaluation.
class Refs {
  public:
    Refs() { head_.previous_ = head_.next_ = &head_; }
    Refs(Refs const&) = delete;
    Refs& operator=(Refs const&) = delete;
    ~Refs() {
        while (head_.next_ != &head_) head_.next_->unlink();
    }

    /// Moves a variable here from another list.
    void adopt(Ref const& ref) {
        ref.unlink();
        ref.link(head_);
    }
    /// Calls f(pointer) for each variable that refers to an object, newest first; f may change the pointer.
    template <class F>
    void update(F&& f) {
        for (Ref const* at = head_.next_; at != &head_; at = at->next_)
            if (at->pointer_) f(at->pointer_);
    }
    std::size_t count() const {
        std::size_t n = 0;
        for (Ref const* at = head_.next_; at != &head_; at = at->next_) n += at->pointer_ != nullptr;
        return n;
    }

  private:
    friend class Ref;
    Ref head_;
};

/// A parameter of entry code: the closure that the code belongs to.
class Self : public Ref {
  public:
    using Ref::Ref;
};

/// The result of an expression that builds a constructor. As a Ref it is a variable: `co_return` enters it.
class Built : public Ref {
  public:
    explicit Built(Ref&& ref) : Ref(std::move(ref)) {}
};

inline Ref::Ref(Refs& list, Closure* pointer) : pointer_(pointer) { link(list.head_); }

}  // namespace trav::ghc
