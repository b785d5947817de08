// Machinery: tells V8's own links from the program's.
//
// In V8 everything reaches everything: each object has a hidden class, which has a prototype, which has a
// constructor, which has the global object; each function has its module's scope, which has all of the
// module. A profile along such links says "all of it is shared by all". They are:
//
//   - `map`, `__proto__`, `native_context`, and whatever comes from or leads to code or an object shape;
//   - what leads to a global object, but for V8's own root;
//   - what leads from a function or scope to an outermost scope: one that no other function surrounds, such
//     as a module's.
//
// A function's own scope and the scopes around it, up to that one, are the program's: it holds them as it
// would its fields. A module none of whose variables a function uses has no scope; then no other scope
// surrounds that of a function in it, as elsewhere a module's. outermost.hpp tells them apart.
//
// Bun writes the same file of another engine, JavaScriptCore, which gives links between scopes no names, and
// modules scopes of their own type.
//
// Costs a byte per node and per string, and two passes over the edges.
#pragma once

#include "outermost.hpp"
#include "snapshot.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace trav::dump {

/// A predicate on the edges of one snapshot, which must outlive it.
class Machinery {
  public:
    explicit Machinery(V8Snapshot const& snapshot)
        : roles_(snapshot.strings.size()), parts_(snapshot.node_count(), Part::data), root_(snapshot.root) {
        for (std::size_t i = 0; i < roles_.size(); ++i) roles_[i] = role(snapshot.strings[i]);
        auto const native_context = snapshot.native_contexts();
        for (std::uint32_t n = 0; n < snapshot.node_count(); ++n)
            parts_[n] = native_context(n) ? Part::native_context : part(snapshot, n);
        for (std::uint32_t const n : snapshot.globals()) parts_[n] = Part::global;
        if (std::ranges::find(roles_, Role::module_environment) != roles_.end())
            mark_javascriptcore(snapshot);
        std::vector<Node> scopes;  // those that no other scope surrounds
        for (std::uint32_t n = 0; n < snapshot.node_count(); ++n) {
            snapshot.for_each_edge(n, [&](V8Edge const& edge) {
                if (is(edge, Role::previous) && parts_[edge.to] == Part::native_context) scopes.push_back(n);
            });
        }
        for (Node const n : outermost(snapshot, scopes)) parts_[n] = Part::outermost_scope;
    }

    /// Whether the edge is machinery.
    bool operator()(V8Edge const& edge) const {
        Part const to = parts_[edge.to];
        if (parts_[edge.from] == Part::code || to == Part::code) return true;
        if (to == Part::global) return edge.from != root_;
        if (is(edge, Role::map) || is(edge, Role::native_context)) return true;
        if (edge.kind == V8EdgeKind::property && roles_[edge.name_or_index] == Role::proto) return true;
        if (to != Part::outermost_scope && to != Part::native_context) return false;
        Part const from = parts_[edge.from];
        bool const unnamed =
            is(edge, Role::unnamed) && (from == Part::function || from == Part::outermost_scope);
        return unnamed || is(edge, Role::context) || is(edge, Role::previous);
    }

  private:
    enum class Role : std::uint8_t {  // of an edge, or a node, by its name
        unnamed,
        map,
        proto,
        native_context,
        context,
        previous,
        module_environment,
        global_environment,
        environment,
        none
    };
    enum class Part : std::uint8_t { data, code, global, native_context, outermost_scope, function };

    static Role role(std::string_view name) {
        constexpr std::array<std::string_view, 8> names{"",
                                                        "map",
                                                        "__proto__",
                                                        "native_context",
                                                        "context",
                                                        "previous",
                                                        "system / JSModuleEnvironment",
                                                        "system / JSGlobalLexicalEnvironment"};
        auto const at = std::ranges::find(names, name);
        if (at != names.end()) return static_cast<Role>(at - names.begin());
        return name.starts_with("system / JS") && name.ends_with("Environment") ? Role::environment
                                                                                : Role::none;
    }

    // The scopes of modules, and the functions and scopes in them.
    void mark_javascriptcore(V8Snapshot const& snapshot) {
        std::size_t const closure = snapshot.type_named("closure");
        for (std::uint32_t n = 0; n < snapshot.node_count(); ++n) {
            Role const scope = roles_[snapshot.node_name[n]];
            if (scope == Role::module_environment || scope == Role::global_environment)
                parts_[n] = Part::outermost_scope;
            else if (scope == Role::environment || snapshot.node_type[n] == closure)
                parts_[n] = Part::function;
        }
    }

    static Part part(V8Snapshot const& snapshot, std::uint32_t n) {
        std::string_view const type = snapshot.node_type_name(n);
        if (type == "code" || type == "object shape") return Part::code;
        // Before V8 had object shapes, and of embedders since V8 15.
        bool const map = (type == "hidden" || type == "native") && snapshot.name(n) == "system / Map";
        return map ? Part::code : Part::data;
    }

    bool is(V8Edge const& edge, Role role) const {
        return edge.kind == V8EdgeKind::internal && roles_[edge.name_or_index] == role;
    }

    std::vector<Role> roles_;  // per string
    std::vector<Part> parts_;  // per node
    std::uint32_t root_;
};

}  // namespace trav::dump
