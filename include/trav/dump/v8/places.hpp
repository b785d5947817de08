// V8Places: the place in the program's text that an object of a snapshot comes from: "cache.js:12".
//
// V8 writes the script and line of functions, and of objects with a constructor of the program. A scope gets
// the script of a function in it, and an exported variable that of its module. Scripts are numbered, and the
// name of a script is found through one of its functions. Names are cut before the last node_modules/, or
// else to the file and its folder, unless they are Node's or Deno's own, and after 400 bytes.
//
// Costs the edges of all functions, once, and a few bytes per scope.
#pragma once

#include "../detail/part_of_name.hpp"
#include "../detail/short_path.hpp"
#include "exports.hpp"
#include "snapshot.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

namespace trav::dump {

/// The name of a script, cut before the last node_modules/, or else to the file and its folder. Only the last
/// 400 bytes of a long name are looked at.
inline std::string short_script_name(std::string_view path) {
    if (path.starts_with("node:") || path.starts_with("ext:")) return detail::part_of_name(path);
    return detail::short_path(path);
}

/// A function from an object to its place. The snapshot must outlive it.
class V8Places {
  public:
    explicit V8Places(V8Snapshot const& snapshot) : snapshot_(&snapshot) {
        std::size_t const closure = snapshot.type_named("closure");
        for (V8Location const& location : snapshot.locations) {
            if (snapshot.node_type[location.node] != closure) continue;
            Node& script = scripts_.try_emplace(location.script, V8Snapshot::none).first->second;
            if (script == V8Snapshot::none) script = script_of(location.node);
            if (auto const scope = snapshot.part(location.node, "context"))
                scopes_.try_emplace(*scope, location.script);
        }
        for_each_module(snapshot, [&](Node module) {
            if (V8Location const* const at = location_of_module(module))
                for_each_export(snapshot, module,
                                [&](Node, Node cell) { scopes_.try_emplace(cell, at->script); });
        });
    }

    /// "cache.js:12" for functions and objects, "cache.js" for scopes and code; empty if unknown. In a long
    /// line, as in minified scripts, the column follows: "app.min.js:1:20417".
    std::string operator()(Node n) const {
        std::string text = file(script(n));
        if (V8Location const* const at = location(n); at && !text.empty())
            text += ':' + std::to_string(std::uint64_t{at->line} + 1) +
                    (at->column < long_line ? "" : ':' + std::to_string(std::uint64_t{at->column} + 1));
        return text;
    }
    /// The location of a function, or of an object with a constructor of the program; null if there is none.
    V8Location const* location(Node n) const {
        auto const& all = snapshot_->locations;
        auto const at = std::ranges::lower_bound(all, n, {}, &V8Location::node);
        return at != all.end() && at->node == n ? &*at : nullptr;
    }
    /// The node that is the name of the object's script, or V8Snapshot::none.
    Node script(Node n) const {
        if (V8Location const* const at = location(n)) return name_of(at->script);
        if (auto const scope = scopes_.find(n); scope != scopes_.end()) return name_of(scope->second);
        return snapshot_->node_type_name(n) == "code" ? script_name(n) : V8Snapshot::none;
    }
    /// "cache.js" for the node that is the name of a script.
    std::string file(Node script) const {
        return script == V8Snapshot::none ? "" : short_script_name(snapshot_->name(script));
    }

  private:
    static constexpr std::uint32_t long_line = 120;

    // The location of the function that a module runs; a module that uses await runs a generator.
    V8Location const* location_of_module(Node module) const {
        V8Location const* found = nullptr;
        snapshot_->for_each_edge(module, [&](V8Edge const& edge) {
            if (found == nullptr && edge.kind == V8EdgeKind::hidden)
                if (found = location(edge.to); found == nullptr)
                    if (auto const function = snapshot_->part(edge.to, "function"))
                        found = location(*function);
        });
        return found;
    }
    // The node that is the name of a function's script.
    Node script_of(Node function) const {
        auto const shared = snapshot_->part(function, "shared");
        return shared ? script_name(*shared) : V8Snapshot::none;
    }
    // The node that is the name of the script. `shared`: the shared part of a function, or the script itself.
    Node script_name(Node shared) const {
        auto script = snapshot_->part(shared, "script");
        if (!script) script = snapshot_->part(shared, "script_or_debug_info");
        if (!script && snapshot_->part(shared, "source")) script = shared;
        return script ? snapshot_->part(*script, "name").value_or(V8Snapshot::none) : V8Snapshot::none;
    }
    Node name_of(std::uint32_t script) const {
        auto const found = scripts_.find(script);
        return found == scripts_.end() ? V8Snapshot::none : found->second;
    }

    V8Snapshot const* snapshot_;
    std::unordered_map<std::uint32_t, Node> scripts_;  // by number: the node that is the script's name
    std::unordered_map<Node, std::uint32_t> scopes_;   // by scope: the number of its script
};

}  // namespace trav::dump
