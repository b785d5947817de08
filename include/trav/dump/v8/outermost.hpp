// outermost: finds the scopes of modules among the scopes that no other scope surrounds. The others belong to
// functions in modules that have no scope.
//
// V8 does not distinguish them. But the description of a scope contains the name of its function, which is
// empty for a module. And a script lists its functions in the order of its text, where the module's function
// is number 0, or 1 after the script itself. So a scope belongs to a function if the function has a name or a
// higher number; or to a block, which has no name at all. If V8 gives neither, because the function has been
// collected, a scope without a name counts as a module's.
//
// Costs a pass over the edges of code, if there is a scope without a name, and a look at the lists of its
// scripts.
#pragma once

#include "snapshot.hpp"

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace trav::dump {

namespace detail {

/// Finds the scopes of modules in one snapshot.
class OutermostScopes {
  public:
    explicit OutermostScopes(V8Snapshot const& snapshot) : snapshot_(snapshot) {}

    std::vector<Node> among(std::vector<Node> const& scopes) const {
        std::vector<Node> result;
        std::unordered_map<Node, std::vector<Node>> by_description;
        for (Node const n : scopes) {
            auto const description = snapshot_.part(n, "scope_info");
            if (!description) result.push_back(n);
            else by_description[*description].push_back(n);
        }
        std::erase_if(by_description, [&](auto const& described) { return !nameless(described.first); });
        if (!by_description.empty()) drop_inner_functions(by_description);
        for (auto const& [description, described] : by_description)
            result.insert(result.end(), described.begin(), described.end());
        return result;
    }

  private:
    // Whether the function has no name. The texts of a description are the names of the variables and of the
    // function. Old versions of V8 do not write them.
    bool nameless(Node description) const {
        bool texts = false, empty = false;
        snapshot_.for_each_edge(description, [&](V8Edge const& edge) {
            if (snapshot_.node_type_name(edge.to) != "string") return;
            texts = true;
            empty = empty || snapshot_.name(edge.to).empty();
        });
        return empty || !texts;
    }

    // Reads each script's list of functions only once, because it may be long.
    void drop_inner_functions(std::unordered_map<Node, std::vector<Node>>& by_description) const {
        std::unordered_map<Node, std::unordered_map<Node, Node>> described;  // functions of each script
        std::size_t const code = snapshot_.type_named("code");
        for (Node function = 0; function != snapshot_.node_count(); ++function) {
            if (snapshot_.node_type[function] != code) continue;
            auto const description = snapshot_.part(function, "name_or_scope_info");
            if (!description || !by_description.contains(*description)) continue;
            if (auto const script = script_of(function)) described[*script].emplace(function, *description);
        }
        for (auto const& script : described)
            for_each_function(script.first, [&](Node function, std::uint32_t number) {
                auto const at = script.second.find(function);
                if (at != script.second.end() && number > 1) by_description.erase(at->second);
            });
    }

    std::optional<Node> script_of(Node function) const {
        auto const script = snapshot_.part(function, "script");
        return script ? script : snapshot_.part(function, "script_or_debug_info");  // before V8 12
    }
    // Calls f(function, number) for the functions of a script, in the order of its text.
    void for_each_function(Node script, auto f) const {
        snapshot_.for_each_edge(script, [&](V8Edge const& edge) {
            if (snapshot_.name(edge.to) != "system / WeakFixedArray") return;
            snapshot_.for_each_edge(edge.to, [&](V8Edge const& listed) {
                if (listed.kind == V8EdgeKind::weak)
                    f(listed.to, decimal(snapshot_.strings[listed.name_or_index]));
            });
        });
    }
    static std::uint32_t decimal(std::string_view digits) {
        std::uint32_t result = 0;
        std::from_chars(digits.data(), digits.data() + digits.size(), result);
        return result;
    }

    V8Snapshot const& snapshot_;
};

}  // namespace detail

/// Returns the scopes that do not belong to a function. No other scope may surround any of `scopes`.
inline std::vector<Node> outermost(V8Snapshot const& snapshot, std::vector<Node> const& scopes) {
    return detail::OutermostScopes(snapshot).among(scopes);
}

}  // namespace trav::dump
