// V8Text: a V8 heap snapshot as text, written node by node.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace test {

struct V8Text {
    enum Type : std::uint8_t { hidden, array, string, object, code, closure, native, synthetic, joined };
    enum Kind : std::uint8_t { context, element, property, internal, hidden_link, shortcut, weak };
    struct Edge {
        Kind kind;
        std::size_t name_or_index, to;  ///< a string number or an index; a node
    };

    V8Text() { text(""); }

    /// The number of a string; equal strings have the same number.
    std::size_t text(std::string const& name) {
        auto const [at, fresh] = numbers.try_emplace(name, numbers.size());
        if (fresh) (strings += at->second == 0 ? "" : ",\n") += '"' + name + '"';
        return at->second;
    }
    /// Adds a node and returns its number. Its id is twice that, plus 1.
    std::size_t node(Type type, std::size_t name, std::size_t size, std::vector<Edge> const& its = {},
                     std::size_t trace = 0) {
        (nodes += nodes.empty() ? "" : ",\n") +=
            list({type, name, 2 * node_count + 1, size, its.size(), trace, 0});
        for (Edge const& edge : its)
            (edges += edges.empty() ? "" : ",\n") += list({edge.kind, edge.name_or_index, edge.to * 7});
        edge_count += its.size();
        return node_count++;
    }
    void location(std::size_t of_node, std::size_t script, std::size_t line) {
        (locations += locations.empty() ? "" : ",") += list({of_node * 7, script, line, 0});
    }
    /// A function that allocates; its trace has the number of the function plus 1.
    void function(std::size_t name, std::size_t script, std::size_t line) {
        (functions += functions.empty() ? "" : ",\n") += list({function_count, name, script, 1, line, 0});
        (traces += function_count == 0 ? "" : ",") +=
            list({function_count + 1, function_count, 0, 0}) + ",[]";
        ++function_count;
    }
    std::string written() const {
        return R"({"snapshot":{"meta":{"node_fields":["type","name","id","self_size","edge_count",)"
               R"("trace_node_id","detachedness"],"node_types":[["hidden","array","string","object","code",)"
               R"("closure","native","synthetic","concatenated string"],"string","number","number","number",)"
               R"("number","number"],"edge_fields":["type","name_or_index","to_node"],"edge_types":[[)"
               R"("context","element","property","internal","hidden","shortcut","weak"],)"
               R"("string_or_number","node"],)"
               R"("trace_function_info_fields":["function_id","name","script_name","script_id","line",)"
               R"("column"],"trace_node_fields":["id","function_info_index","count","size","children"],)"
               R"("sample_fields":[],"location_fields":["object_index","script_id","line","column"]},)"
               "\"node_count\":" +
               std::to_string(node_count) + ",\"edge_count\":" + std::to_string(edge_count) +
               ",\"trace_function_count\":" + std::to_string(function_count) + "},\n\"nodes\":[" + nodes +
               "],\n\"edges\":[" + edges + "],\n\"trace_function_infos\":[" + functions +
               "],\n\"trace_tree\":[" + traces + "],\n\"samples\":[],\n\"locations\":[" + locations +
               "],\n\"strings\":[" + strings + "]}\n";
    }

    std::map<std::string, std::size_t> numbers;
    std::string nodes, edges, functions, traces, locations, strings;
    std::size_t node_count = 0, edge_count = 0, function_count = 0;

  private:
    static std::string list(std::vector<std::size_t> const& numbers) {
        std::string text;
        for (std::size_t const number : numbers) (text += text.empty() ? "" : ",") += std::to_string(number);
        return text;
    }
};

}  // namespace test
