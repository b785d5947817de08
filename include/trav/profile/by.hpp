// trav/profile/by.hpp: a breakdown by any property of an object: its type, its module, its creator.
//
//     auto type = trav::by("type", [](Obj* o) { return o->type_name; });  // the key is the text
//     auto module = trav::by("module", [](Obj* o) { return o->module; }, [](Module* m) { return m->name; });
//
// Keys are stored; anything that they refer to must outlive the profiler.
#pragma once

#include "band.hpp"

#include <concepts>
#include <string>
#include <type_traits>
#include <utility>

namespace trav {

/// The text of a key: a text is unchanged, a number becomes its digits.
struct AsText {
    template <class Key>
    std::string operator()(Key const& key) const {
        if constexpr (std::is_constructible_v<std::string, Key>) return std::string(key);
        else if constexpr (requires { std::to_string(key); }) return std::to_string(key);
        else {
            static_assert(
                !sizeof(Key),
                "trav: by(name, key, text): a key that is neither text nor a number needs text(key)");
            return {};
        }
    }
};

/// A breakdown by key(node), any hashable value; text(key) is the text of its band.
template <class KeyOf, class TextOf = AsText>
class By {
  public:
    By(std::string name, KeyOf key_of, TextOf text)
        : name_(std::move(name)), key_(std::move(key_of)), text_(std::move(text)) {}

    std::string const& name() const { return name_; }
    template <class N>
        requires std::is_invocable_v<KeyOf const&, N const&>
    decltype(auto) key(N const& n) const {
        return key_(n);
    }
    Band band(auto const& key) const {
        if constexpr (std::is_same_v<std::decay_t<decltype(text_(key))>, Band>) return text_(key);
        else return {text_(key)};
    }

    friend Restriction operator==(By const& by, std::string text) { return in(by, {std::move(text)}); }
    /// Refused: where(type = "x") lacks an equals sign.
    // NOLINTNEXTLINE(*-assign-operator,*-assignment-signature)
    Restriction operator=(std::convertible_to<std::string> auto const& text) {
        static_assert(!sizeof(text), "trav: a breakdown is compared, not assigned to: write == instead of =");
        return {};
    }

  private:
    std::string name_;
    KeyOf key_;
    TextOf text_;
};

/// A breakdown by key(node), a callable; text(key) returns the text of its band, or the band.
template <class KeyOf, class TextOf = AsText>
By<KeyOf, TextOf> by(std::string name, KeyOf key, TextOf text = {}) {
    return {std::move(name), std::move(key), std::move(text)};
}

}  // namespace trav
