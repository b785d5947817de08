// trav/profile/by.hpp: a breakdown by anything that an object knows of itself: its type, its module, who made
// it.
//
//     auto type = trav::by("type", [](Obj* o) { return o->type_name; });  // text stands for itself
//     auto module = trav::by("module", [](Obj* o) { return o->module; }, [](Module* m) { return m->name; });
//
// A key is kept: what it refers to must live as long as the profiler.
#pragma once

#include "band.hpp"

#include <concepts>
#include <string>
#include <type_traits>
#include <utility>

namespace trav {

/// Text for a key: itself if it is text, its digits if it is a number.
struct AsText {
    template <class Key>
    std::string operator()(Key const& key) const {
        if constexpr (std::is_constructible_v<std::string, Key>) return std::string(key);
        else return std::to_string(key);
    }
};

/// A breakdown by key(node), any hashable value, whose band has the text text(key).
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
        static_assert(!sizeof(text), "trav: a breakdown is compared, not assigned to: write type == \"x\"");
        return {};
    }

  private:
    std::string name_;
    KeyOf key_;
    TextOf text_;
};

/// By key(node), a callable; text(key) is the text of its band, or the band.
template <class KeyOf, class TextOf = AsText>
By<KeyOf, TextOf> by(std::string name, KeyOf key, TextOf text = {}) {
    return {std::move(name), std::move(key), std::move(text)};
}

}  // namespace trav
