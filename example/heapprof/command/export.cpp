#include "../breakdown/owner_names.hpp"
#include "../breakdown/owners.hpp"
#include "../command.hpp"
#include "../file/open_dump.hpp"
#include "../file/output_file.hpp"
#include "../file/same_file.hpp"
#include "../heap/object_text.hpp"
#include "../heap/retained_heap.hpp"
#include "../question/dominator_dot.hpp"

#include <trav/dump/csr/writer.hpp>
#include <trav/dump/strings.hpp>
#include <trav/report/heapsnapshot.hpp>
#include <trav/report/stacks/folded.hpp>
#include <trav/report/stacks/pprof.hpp>
#include <trav/report/stacks/speedscope.hpp>
#include <trav/text/one_line.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace heapprof {

namespace {

using trav::dump::Node;

constexpr char const* examples = R"(Examples:
  heapprof export app.dump -o app.speedscope.json
      a flame graph of the retained heap: https://www.speedscope.app
  heapprof export app.dump -o app.folded && flamegraph.pl app.folded > app.svg
      the same for other tools
  heapprof export app.dump -o app.pb && go tool pprof -http : app.pb
      the same for pprof
  heapprof export app.hprof -o app.heapsnapshot
      a Java heap in the Memory panel of Chrome's DevTools
  heapprof export app.dump -o app.dot && dot -Tsvg -O app.dot
      the objects that retain most as a drawing
  heapprof export app.dump -o app.csr && heapprof dump app.csr --by retainer
      a heap that later runs do not read into memory)";

enum class Format { folded, speedscope, pprof, heapsnapshot, dot, csr };
constexpr std::array<std::pair<std::string_view, Format>, 6> endings{
    {{".folded", Format::folded},
     {".speedscope.json", Format::speedscope},
     {".pb", Format::pprof},
     {".heapsnapshot", Format::heapsnapshot},
     {".dot", Format::dot},
     {".csr", Format::csr}}};

// A dump with the members that write_heapsnapshot() requires: names of types and edges, and weak edges.
class Labelled {
  public:
    using node = Node;
    struct Edge {
        Node to;
        trav::EdgeKind kind;
        std::string name;
        std::string const& label() const { return name; }
    };

    explicit Labelled(AnyDump const& dump) : heap_(dump, [](auto const&) { return true; }) {
        dump.for_each_string([&](trav::dump::DumpString const& each) {
            if (each.known) strings_.emplace(each.node, each.text);
        });
    }
    auto children(Node n) const { return heap_.children(n); }
    std::size_t size(Node n) const { return heap_.size(n); }
    std::size_t index(Node n) const { return n; }
    std::size_t count() const { return heap_.count(); }
    // Strings have their text as a label, classes their own name after the type.
    bool is_text(Node n) const { return strings_.contains(n); }
    std::string label(Node n) const {
        if (auto const text = strings_.find(n); text != strings_.end()) return std::string(text->second);
        std::string type = heap_.label(n);
        if (type != "java.lang.Class" && type != "Class" && type != "Module" && type != "type") return type;
        std::string const own = own_name(heap_.dump(), n);
        return own.empty() ? type : type + ' ' + own;
    }
    void edges(Node n, auto f) const {
        heap_.dump().for_each_edge(n, [&](AnyDump::Edge const& edge) {
            auto const kind = strong(heap_.dump(), edge) ? trav::EdgeKind::refers : trav::EdgeKind::weak;
            f(Edge{edge.to, kind, std::string(name(heap_.dump(), edge))});
        });
    }

  private:
    HeapGraph heap_;
    std::unordered_map<Node, std::string_view> strings_;  // into the dump
};

// Along the dominator tree. An object that retains a thousandth of the heap has its name as an owner, unless
// it is inside a list or tree; all others of a type are one frame. Parts below a ten-thousandth of the heap
// are added to their parent.
trav::Stacks stacks(AnyDump const& dump) {
    RetainedHeap const heap(dump);
    std::uint64_t const all = heap.tree.total().bytes;
    std::vector<LargePart> const large = large_parts(heap, std::max<std::uint64_t>(all / 1000, 1));
    std::vector<bool> const inside = inside_structures(dump, large);
    std::vector<bool> is_named(dump.node_count());
    std::vector<Node> named;
    for (std::size_t i = 0; i != large.size(); ++i)
        if (!inside[i]) named.push_back(large[i].node), is_named[large[i].node] = true;
    EdgeSet const machinery = dump.machinery();
    OwnerNames names(heap, machinery);
    names.add(named);
    auto const result = trav::dominator_stacks(
        heap.tree, [&](Node n) { return is_named[n] ? names(n) : type_name(dump, n); });
    return result.without_small(all / 10000);
}

struct ExportOptions {
    std::string file, output, as;
    std::size_t top = 40;

    Format format() const {
        auto const found = std::ranges::find_if(endings, [&](auto const& each) {
            return as.empty() ? output.ends_with(each.first) : each.first.substr(1) == as;
        });
        if (found != endings.end()) {
            if (found->second == Format::csr && output == "-")
                wrong_value("-o", "a .csr is written to a file, not to standard output");
            return found->second;
        }
        std::string known;
        for (auto const& each : endings) known += (known.empty() ? "" : ", ") + std::string(each.first);
        wrong_value("-o",
                    "'" + output + "' has no known format: its extension is none of " + known + "; use --as");
    }
};

void write(std::ostream& out, AnyDump const& dump, Format format, ExportOptions const& options) {
    if (format == Format::dot) {
        write_dominator_dot(out, RetainedHeap(dump), options.top == 0 ? dump.node_count() : options.top);
        return;
    }
    if (format == Format::heapsnapshot) {
        std::vector<std::pair<std::string, Node>> roots;
        dump.for_each_root([&](Node n, auto const& root) { roots.emplace_back(root, n); });
        trav::write_heapsnapshot(out, Labelled(dump), roots);
        return;
    }
    trav::Stacks const heap = stacks(dump);
    if (format == Format::folded) trav::write_folded(out, heap);
    else if (format == Format::pprof) trav::write_pprof(out, heap);
    else trav::write_speedscope(out, heap, options.file);
}

// Reads the dump, calls write_it(dump), and shows the progress on a terminal.
void with_progress(ExportOptions const& options, auto const& write_it) {
    ProgressLine line;
    auto const progress = [&](std::uint64_t done, std::uint64_t whole) {
        line.show("reading " + options.file, done, whole);
    };
    with_dump(options.file, progress, [&](AnyDump const& dump) {
        line.show("writing " + options.output);
        write_it(dump);
    });
}

void export_dump(ExportOptions const& options, Format format) {
    std::vector<std::string> outputs{options.output};
    std::erase(outputs, "-");
    refuse_same_file({options.file == "-" ? "/dev/stdin" : options.file}, outputs);
    std::string const written = outputs.empty() ? "" : trav::one_line(options.output) + '\n';
    if (format == Format::csr) {
        with_progress(options,
                      [&](AnyDump const& dump) { trav::dump::write_csr_dump(options.output, dump); });
        return publish({}, written);
    }
    std::optional<OutputFile> file;
    std::vector<OutputFile*> files;
    if (!outputs.empty()) files.push_back(&file.emplace(options.output));
    std::ostream& out = file ? file->stream() : std::cout;
    with_progress(options, [&](AnyDump const& dump) { write(out, dump, format, options); });
    publish(files, written);
}

}  // namespace

void add_export(Command const& app, Action& chosen) {
    Command const command = app.add_subcommand("export", "Writes a heap for other tools");
    command->footer(examples);
    command->fallthrough();
    auto const options = std::make_shared<ExportOptions>();
    add_file(command, options->file);
    command
        ->add_option("-o", options->output,
                     "The output; its extension is the format:\n"
                     ".folded: stacks along the dominators, for flamegraph.pl and others\n"
                     ".speedscope.json: the same for speedscope\n"
                     ".pb: the same for pprof\n"
                     ".heapsnapshot: all reachable objects, for Chrome's DevTools\n"
                     ".dot: the objects that retain most, for Graphviz\n"
                     ".csr: the whole heap, to profile it without reading it into memory\n"
                     "-: to standard output, with --as")
        ->required()
        ->type_name("FILE");
    command->add_option("--as", options->as, "The format, whatever the name of the file")
        ->one_of({"folded", "speedscope.json", "pb", "heapsnapshot", "dot", "csr"})
        ->type_name("FORMAT");
    add_number(command, "--top", options->top, "Objects of a .dot; 0: all");
    command->callback([options, &chosen] {
        chosen = [options, format = options->format()] { export_dump(*options, format); };
    });
}

}  // namespace heapprof
