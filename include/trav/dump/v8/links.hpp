// Machinery: distinguishes V8's own links from the program's.
//
// In V8 everything reaches everything: each object has a hidden class, which has a prototype, which has a
// constructor, which has the global object; each function has the scope of its module, which has everything
// in the module. A profile along such links says "all of it is shared by all". These links are:
//
//   - `map`, `__proto__`, `native_context`, and all links to or from code and object shapes;
//   - links to a global object, except from V8's own root;
//   - links from a function or scope to an outermost scope: one that no other function surrounds, such as a
//     module's.
//
// A function's own scope, and the scopes around it up to the outermost one, belong to the program: the
// function holds them like fields. If no function uses any variable of a module, the module has no scope.
// Then the scope of a function in that module is not surrounded by any other scope, just like the scope of a
// module elsewhere. outermost.hpp distinguishes the two.
//
// Bun writes the same format from another engine, JavaScriptCore. There, links between scopes have no names,
// and the scopes of modules have their own type.
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
        : roles_(snapshot.strings.size()),
          kinds_(snapshot.node_count(), NodeKind::data),
          root_(snapshot.root) {
        for (std::size_t i = 0; i < roles_.size(); ++i) roles_[i] = role(snapshot.strings[i]);
        auto const native_context = snapshot.native_contexts();
        for (std::uint32_t n = 0; n < snapshot.node_count(); ++n)
            kinds_[n] = native_context(n) ? NodeKind::native_context : node_kind(snapshot, n);
        for (std::uint32_t const n : snapshot.globals()) kinds_[n] = NodeKind::global;
        if (std::ranges::find(roles_, Role::module_environment) != roles_.end())
            mark_javascriptcore(snapshot);
        std::vector<Node> scopes;  // scopes that no other scope surrounds
        for (std::uint32_t n = 0; n < snapshot.node_count(); ++n) {
            bool surrounded = true;
            snapshot.for_each_edge(n, [&](V8Edge const& edge) {
                if (is(edge, Role::previous) && kinds_[edge.to] == NodeKind::native_context)
                    surrounded = false;
            });
            if (!surrounded) scopes.push_back(n);
        }
        for (Node const n : outermost(snapshot, scopes)) kinds_[n] = NodeKind::outermost_scope;
    }

    /// Whether the edge is machinery.
    bool operator()(V8Edge const& edge) const {
        NodeKind const to = kinds_[edge.to];
        if (kinds_[edge.from] == NodeKind::code || to == NodeKind::code) return true;
        if (to == NodeKind::global) return edge.from != root_;
        if (is(edge, Role::map) || is(edge, Role::native_context)) return true;
        if (edge.kind == V8EdgeKind::property && roles_[edge.name_or_index] == Role::proto) return true;
        if (to != NodeKind::outermost_scope && to != NodeKind::native_context) return false;
        NodeKind const from = kinds_[edge.from];
        bool const unnamed =
            is(edge, Role::unnamed) && (from == NodeKind::function || from == NodeKind::outermost_scope);
        return unnamed || is(edge, Role::context) || is(edge, Role::previous);
    }

  private:
    enum class Role : std::uint8_t {  // the role of an edge or node, by its name
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
    enum class NodeKind : std::uint8_t { data, code, global, native_context, outermost_scope, function };

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

    // Marks the scopes of modules, and the functions and scopes in them.
    void mark_javascriptcore(V8Snapshot const& snapshot) {
        std::size_t const closure = snapshot.type_named("closure");
        for (std::uint32_t n = 0; n < snapshot.node_count(); ++n) {
            Role const scope = roles_[snapshot.node_name[n]];
            if (scope == Role::module_environment || scope == Role::global_environment)
                kinds_[n] = NodeKind::outermost_scope;
            else if (scope == Role::environment || snapshot.node_type[n] == closure)
                kinds_[n] = NodeKind::function;
        }
    }

    static NodeKind node_kind(V8Snapshot const& snapshot, std::uint32_t n) {
        std::string_view const type = snapshot.node_type_name(n);
        if (type == "code" || type == "object shape") return NodeKind::code;
        // Maps before V8 had object shapes, and maps of embedders since V8 15.
        bool const map = (type == "hidden" || type == "native") && snapshot.name(n) == "system / Map";
        return map ? NodeKind::code : NodeKind::data;
    }

    bool is(V8Edge const& edge, Role role) const {
        return edge.kind == V8EdgeKind::internal && roles_[edge.name_or_index] == role;
    }

    std::vector<Role> roles_;      // per string
    std::vector<NodeKind> kinds_;  // per node
    std::uint32_t root_;
};

}  // namespace trav::dump
