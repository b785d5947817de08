// The heap snapshot. Fields and types are as in Node 20. A file that the compiler has read is a tree of
// 4096 consecutive nodes; the global object refers to its root. Nodes of a tree also refer to their parents
// and to each other. One reference in thirty leads to any other tree. The roots reach everything.
#include "files.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace bench {
namespace {

enum Type : std::uint32_t {
    hidden,
    array,
    string,
    object,
    code,
    closure,
    number = 7,
    synthetic = 9,
    shape = 14
};
enum Link : std::uint32_t { context, element, property, internal, shortcut = 5, weak };

constexpr std::uint32_t gc_roots = 1, global = 2, first_shape = 3, shapes = 2000,
                        first_prototype = first_shape + shapes, prototypes = 200,
                        first = first_prototype + prototypes, tree = 4096;
/// The first strings. Then come the names of classes and fields, then the texts of strings.
constexpr std::array<std::string_view, 14> words{
    "",        "(GC roots)", "global", "system / Map", "map",    "__proto__",          "elements",
    "context", "shared",     "code",   "prototype",    "parent", "system / ScopeInfo", "heap number"};
enum Word : std::uint32_t {
    no_word,
    gc_word,
    global_word,
    map_type,
    map,
    proto,
    elements,
    context_word,
    shared,
    code_word,
    prototype,
    parent,
    scope_info,
    heap_number
};
constexpr std::uint32_t names = 3000, first_text = words.size() + names;
constexpr std::uint32_t fields = 7;  // per node

class SnapshotMaker {
  public:
    SnapshotMaker(std::string const& path, std::uint32_t count) : out_(path), count_(count) {}

    void make() {
        std::uint64_t edges = 0;
        for (std::uint32_t i = 0; i != count_; ++i) edges += degree(i);
        out_.text(
            R"({"snapshot":{"meta":{"node_fields":["type","name","id","self_size","edge_count",)"
            R"("trace_node_id","detachedness"],"node_types":[["hidden","array","string","object","code",)"
            R"("closure","regexp","number","native","synthetic","concatenated string","sliced string",)"
            R"("symbol","bigint","object shape"],"string","number","number","number","number","number"],)"
            R"("edge_fields":["type","name_or_index","to_node"],"edge_types":[["context","element",)"
            R"("property","internal","hidden","shortcut","weak"],"string_or_number","node"],)"
            R"("trace_function_info_fields":[],"trace_node_fields":[],"sample_fields":[],)"
            R"("location_fields":["object_index","script_id","line","column"]},"node_count":)");
        out_.number(count_);
        out_.text(",\"edge_count\":");
        out_.number(edges);
        out_.text(",\"trace_function_count\":0},\n\"nodes\":[");
        for (std::uint32_t i = 0; i != count_; ++i)
            row({type(i), name(i), 2 * i + 1, size(i), degree(i), 0, 0});
        out_.text("],\n\"edges\":[");
        fresh_ = true;
        for (std::uint32_t i = 0; i != count_; ++i) node_edges(i);
        out_.text("],\n\"trace_function_infos\":[],\n\"trace_tree\":[],\n\"samples\":[],\n\"locations\":[],"
                  "\n\"strings\":[");
        strings();
        out_.text("]}\n");
        out_.close();
    }

  private:
    static std::uint64_t random(std::uint64_t i, std::uint32_t what) { return mixed(i << 8 | what); }
    static Type type(std::uint32_t i) {
        if (i == global) return object;
        if (i < first_shape) return synthetic;
        if (i < first_prototype) return shape;
        if (i < first || of_tree(i) < 64) return object;
        std::uint64_t const kind = random(i, 0) % 100;
        return kind < 52   ? object
               : kind < 66 ? array
               : kind < 71 ? closure
               : kind < 84 ? string
               : kind < 88 ? number
               : kind < 94 ? hidden
                           : code;
    }
    std::uint32_t degree(std::uint32_t i) const {
        if (i == 0) return 2;
        if (i == gc_roots) return shapes;
        if (i == global) return 2 + prototypes + trees();
        auto const more = static_cast<std::uint32_t>(random(i, 1));
        switch (type(i)) {
        case object: return 5 + more % 8;
        case array: return 1 + more % 9;
        case closure: return 8;
        case code: return 6;
        case hidden: return 3;
        case shape: return 2;
        default: return 1;
        }
    }
    std::uint32_t size(std::uint32_t i) const {
        if (type(i) == synthetic) return 0;
        if (type(i) == string || type(i) == number)
            return static_cast<std::uint32_t>(16 + random(i, 2) % 8 * 8);
        return 8 + 8 * degree(i);
    }
    std::uint32_t name(std::uint32_t i) {
        switch (type(i)) {
        case synthetic: return i == gc_roots ? gc_word : no_word;
        case object: return i == global ? global_word : field(i % 500);
        case string: return first_text + texts_++;
        case number: return heap_number;
        case shape: return map_type;
        case hidden: return scope_info;
        case closure: return field(static_cast<std::uint32_t>(random(i, 3)));
        default: return no_word;
        }
    }
    static std::uint32_t field(std::uint32_t n) {
        return static_cast<std::uint32_t>(words.size() + n % names);
    }

    void node_edges(std::uint32_t i) {
        std::uint32_t const count = degree(i);
        if (i == 0) return edge(element, 1, gc_roots), edge(shortcut, global_word, global);
        if (i == gc_roots) {
            for (std::uint32_t s = 0; s != shapes; ++s) edge(element, s, first_shape + s);
            return;
        }
        edge(internal, map, i < first_prototype && i != global ? first_shape : shape_of(i));
        Type const is = type(i);
        std::uint32_t e = 1;
        if (is == object || is == closure) edge(property, proto, prototype_of(i)), ++e;
        if (is == shape) edge(internal, prototype, prototype_of(i)), ++e;
        if (i == global) {
            for (std::uint32_t p = 0; p != prototypes; ++p)
                edge(property, field(p), first_prototype + p), ++e;
            for (; e != count; ++e) edge(property, field(e), first + (e - 2 - prototypes) * tree);
        }
        if (is == closure) {
            edge(internal, context_word, next(i)), edge(internal, shared, next(i));
            edge(internal, code_word, other(i, 2)), edge(property, prototype, next(i)), e += 4;
        }
        if (is == object && e != count) edge(property, parent, i < first ? global : near_to(i, 9, 50)), ++e;
        for (std::uint32_t const begin = e; e != count; ++e) {
            bool const holds = is == array || e < begin + 2;
            std::uint32_t const to = holds ? next(i) : other(i, e);
            if (is == array || is == hidden || is == code)
                edge(!holds && random(i, e + 20) % 4 == 0 ? weak : internal, field(e), to);
            else edge(property, field(shape_number(i) * 7 + e), to);
        }
    }
    static std::uint32_t shape_number(std::uint32_t i) {
        return static_cast<std::uint32_t>(random(i, 4) % shapes);
    }
    static std::uint32_t shape_of(std::uint32_t i) { return first_shape + shape_number(i); }
    static std::uint32_t prototype_of(std::uint32_t i) {
        return first_prototype + shape_number(i) % prototypes;
    }
    std::uint32_t trees() const { return (count_ - first + tree - 1) / tree; }
    /// The position of a node in its tree.
    static std::uint32_t of_tree(std::uint32_t i) { return (i - first) % tree; }
    static std::uint32_t near_to(std::uint32_t i, std::uint32_t what, std::uint32_t distance) {
        distance = std::min(distance, of_tree(i));
        return i - static_cast<std::uint32_t>(distance == 0 ? 0 : 1 + random(i, what) % distance);
    }
    /// A node of the tree without references to it, as long as there is one.
    std::uint32_t next(std::uint32_t i) {
        if (i < first) return other(i, 255);
        std::uint32_t const begin = i - of_tree(i);
        next_ = std::max(next_, begin + 1);
        return next_ < std::min(begin + tree, count_) ? next_++ : other(i, 255);
    }
    /// Any other node except arrays, which have one owner.
    std::uint32_t other(std::uint32_t i, std::uint32_t what) const {
        std::uint64_t const kind = random(i, what);
        std::uint32_t to = i >= first && kind % 30 != 0
                               ? near_to(i, what + 1, tree)
                               : static_cast<std::uint32_t>(first + kind / 30 % (count_ - first));
        while (type(to) == array) --to;
        return to;
    }

    void edge(std::uint32_t link, std::uint32_t label, std::uint32_t to) { row({link, label, to * fields}); }
    template <std::size_t n>
    void row(std::uint32_t const (&numbers)[n]) {
        for (std::size_t k = 0; k != n; ++k) {
            if (k != 0 || !fresh_) out_.text(",");
            out_.number(numbers[k]);
        }
        out_.text("\n");
        fresh_ = false;
    }
    void strings() {
        std::string text;
        for (std::uint32_t s = 0; s != first_text + texts_; ++s) {
            text = s == 0 ? "\"" : ",\n\"";
            if (s < words.size()) text += words[s];
            else if (s < first_text) text += "name" + std::to_string(s);
            else text += std::string(mixed(s) % 30, 'x') + "\\n\\u003c" + std::to_string(s);
            out_.text(text + '"');
        }
    }

    BlockWriter out_;
    std::uint32_t count_, next_ = first, texts_ = 0;
    bool fresh_ = true;
};

}  // namespace

void make_heapsnapshot(std::string const& path, std::uint32_t nodes) { SnapshotMaker(path, nodes).make(); }

}  // namespace bench
