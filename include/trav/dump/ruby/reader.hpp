// trav/dump/ruby/reader.hpp: reads the output of ObjectSpace.dump_all, a line of JSON for each object, plain
// or gzipped.
//
//     trav::dump::Input input("shop.rubyheap.gz");
//     trav::dump::RubyHeap const heap = trav::dump::read_ruby(input);
//
// Reads in one pass, line by line. If a line is within a block of the input, only names are copied. While
// reading, it takes 8 bytes more per reference, and at the end 12 more per object. Throws a single Error that
// names the line. A reference to an object that is not in the file is an Error, too: the file is cut short or
// was made with `since:`.
#pragma once

#include "../../detail/content_hash.hpp"
#include "../detail/ids.hpp"
#include "../detail/interned.hpp"
#include "../detail/part_of_name.hpp"
#include "detail/record.hpp"
#include "heap.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace trav::dump {

namespace detail {

/// Reads one file. Node n is line n + 1.
class RubyReader {
  public:
    explicit RubyReader(Input& input) : records_(input) {
        heap_.file = input.name();
        heap_.group_names = {"root", "class", "module", "iclass", "thread"};
        string("");
        heap_.cache_types = {interned("(constcache)"), interned("(callcache)")};
        heap_.first_edge.push_back(0);
    }

    RubyHeap read() {
        while (records_.next()) add(records_.record());
        if (heap_.node_count() == 0) throw Error(heap_.file, "the file is empty");
        if (heap_.roots.empty())
            throw Error(heap_.file, "there is no root in it: it is cut short, or was made with since:");
        Ids const numbers(heap_.addresses);
        check_addresses(numbers);
        resolve(numbers);
        set_types();
        name_singletons();
        add_globals();
        return std::move(heap_);
    }

  private:
    static constexpr std::size_t longest_text = 64, most_groups = 255;
    static constexpr std::uint32_t unknown = 0;  // no type
    static constexpr std::uint32_t most = std::numeric_limits<std::uint32_t>::max() - 1;

    void add(RubyRecord const& r) {
        if (heap_.node_count() == most - 1) records_.fail("more than 2^32 - 3 objects");
        Node const node = heap_.node_count();
        if (r.type == "ROOT") heap_.roots.push_back(node);
        std::uint64_t const size = r.memsize != 0 ? r.memsize : r.slot_size;
        if (size > std::numeric_limits<std::uint64_t>::max() - total_)
            records_.fail("all sizes together are more than 2^64 - 1 bytes");
        total_ += size;
        heap_.addresses.push_back(r.address);
        heap_.bytes.push_back(size);
        heap_.node_group.push_back(group(r));
        heap_.node_type.push_back(interned(r.kind()));
        std::string_view const shown = shortened(r.name);
        heap_.node_name.push_back(r.named ? string(shown) : 0);
        if (shown.size() != r.name.size()) {
            trav::detail::ContentHash rest;
            rest.add(std::string_view(r.name).substr(shown.size()));
            heap_.long_texts.emplace_back(node, rest.value());
        }
        bool const slot = r.type == "NONE" || r.type == "ZOMBIE";  // its "class" is another slot
        bool const has_class = !slot && r.of_class != 0;
        heap_.has_class.push_back(has_class);
        if (r.superclass != 0) superclass_.emplace_back(node, r.superclass);
        if (r.singleton) singleton_.push_back(node);
        note_allocation(node, r);
        heap_.pairs.push_back(refers_in_turn(r));
        if (has_class) references_.push_back(r.of_class);
        references_.insert(references_.end(), r.references.begin(), r.references.end());
        if (references_.size() > most) records_.fail("more than 2^32 - 2 references");
        heap_.first_edge.push_back(static_cast<std::uint32_t>(references_.size()));
    }
    /// Whether the references of a hash are its keys and values in turn, and perhaps its default: symbols and
    /// small numbers are no references, and these leave gaps.
    static bool refers_in_turn(RubyRecord const& r) {
        if (r.type != "HASH") return false;
        std::uint64_t const more =
            r.references.size() - std::min<std::uint64_t>(r.references.size(), r.entries);
        return more == r.entries + 1 || (more == r.entries && !r.has_default);
    }
    void note_allocation(Node node, RubyRecord const& r) {
        if (r.file.empty() && !r.generation) return;
        heap_.site.resize(node + std::size_t{1});
        heap_.generation.resize(node + std::size_t{1});
        if (!r.file.empty()) heap_.site.back() = interned(r.file + ':' + std::to_string(r.line));
        if (r.generation)
            heap_.generation.back() =
                static_cast<std::uint32_t>(std::min<std::uint64_t>(*r.generation, most) + 1);
    }

    std::uint8_t group(RubyRecord const& r) {
        if (r.structure == "VM/thread") return RubyHeap::thread_group;
        std::string const called = r.group();
        auto const at = std::ranges::find(heap_.group_names, called);
        if (at == heap_.group_names.end()) {
            if (heap_.group_names.size() == most_groups) records_.fail("more than 255 kinds of objects");
            heap_.group_names.push_back(called);
            return static_cast<std::uint8_t>(heap_.group_names.size() - 1);
        }
        return static_cast<std::uint8_t>(at - heap_.group_names.begin());
    }
    // The name without an incomplete character at the end.
    std::string_view shortened(std::string_view all) const {
        bool const whole = is_class(heap_.node_group.back()) || all.size() <= longest_text;
        std::size_t end = whole ? all.size() : longest_text;
        while (!whole && end != 0 && (static_cast<unsigned char>(all[end]) & 0xC0) == 0x80) --end;
        return all.substr(0, end);
    }
    static bool is_class(std::uint8_t group) {
        return group == RubyHeap::class_group || group == RubyHeap::module_group;
    }

    /// Adds a string and returns its number.
    std::uint32_t string(std::string_view text) {
        check_room();
        return heap_.strings.add(text);
    }
    std::uint32_t interned(std::string_view text) {
        check_room();
        return interned_(text);
    }
    void check_room() const {
        if (heap_.strings.size() == most) records_.fail("more than 2^32 - 2 names");
    }

    [[noreturn]] void fail(Node node, std::string const& what) const {
        throw Error(heap_.file + ": line " + std::to_string(node + std::uint64_t{1}), what);
    }
    void check_addresses(Ids const& numbers) const {
        for (Node const n : numbers.repeated())
            if (std::uint64_t const address = heap_.addresses[n]; address != 0)
                fail(n, RubyHeap::address(address) + " is the address of line " +
                            std::to_string(*numbers.find(address) + std::uint64_t{1}) + ", too");
    }
    /// Replaces addresses with numbers.
    void resolve(Ids const& numbers) {
        heap_.edge_to.reserve(references_.size());
        auto const imemo =
            std::ranges::find(heap_.group_names, std::string_view("imemo")) - heap_.group_names.begin();
        std::size_t e = 0;
        for (Node n = 0; n != heap_.node_count(); ++n) {
            // Before Ruby 3.4 the "class" of an imemo may be another object that it refers to, or no object
            // at all.
            bool const may_miss = heap_.node_group[n] == imemo && heap_.has_class[n];
            if (may_miss) heap_.has_class[n] = false;
            auto const begin = e;
            for (std::size_t const end = heap_.first_edge[n + std::size_t{1}]; e != end; ++e) {
                auto const to = numbers.find(references_[e]);
                if (to) heap_.edge_to.push_back(*to);
                else if (!may_miss || e != begin) missing(n, references_[e]);
            }
            heap_.first_edge[n + std::size_t{1}] = static_cast<std::uint32_t>(heap_.edge_to.size());
        }
        references_ = std::vector<std::uint64_t>();
        for (auto const& [node, address] : superclass_) {
            auto const to = numbers.find(address);
            if (!to) missing(node, address);
            heap_.superclass.emplace_back(node, *to);
        }
    }
    [[noreturn]] void missing(Node node, std::uint64_t address) const {
        fail(node, "refers to " + RubyHeap::address(address) +
                       ", which is not in the file: it is cut short, or was made with since:");
    }

    /// Sets the types of objects to their classes. Data of the virtual machine, such as the tables of the
    /// allocation tracer, are of the class Object; they keep the names of their structures.
    void set_types() {
        std::uint32_t const object = interned("Object");
        auto const data =
            std::ranges::find(heap_.group_names, std::string_view("data")) - heap_.group_names.begin();
        for (Node n = 0; n != heap_.node_count(); ++n) {
            if (!heap_.has_class[n]) continue;
            std::uint32_t const type = type_of(heap_.edge_to[heap_.first_edge[n]]);
            if (type != object || heap_.node_group[n] != data) heap_.node_type[n] = type;
        }
    }
    /// The name of the first class, from this one upwards, that is no singleton class. Modules that extend an
    /// object are classes above its singleton class, too, of the kind ICLASS.
    std::uint32_t type_of(Node of_class) {
        std::vector<Node> line;  // hidden classes, and the class above them
        std::uint32_t type = unknown;
        for (Node at = of_class; type == unknown;) {
            auto const [known, fresh] = types_.try_emplace(at, unknown);
            if (!fresh) {
                type = known->second;
                if (type == unknown)
                    fail(at, RubyHeap::address(heap_.addresses[at]) + " is its own superclass");
            } else {
                line.push_back(at);
                if (auto const above = superclass_of_hidden(at)) at = *above;
                else type = own_type(at);
            }
        }
        for (Node const n : line) types_[n] = type;
        return type;
    }
    std::optional<Node> superclass_of_hidden(Node of_class) const {
        bool const module = heap_.node_group[of_class] == RubyHeap::iclass_group;
        if (!module && !std::ranges::binary_search(singleton_, of_class)) return std::nullopt;
        auto const above = std::ranges::lower_bound(heap_.superclass, std::pair(of_class, Node{0}));
        bool const found = above != heap_.superclass.end() && above->first == of_class;
        return found ? std::optional(above->second) : std::nullopt;
    }
    std::uint32_t own_type(Node of_class) {
        std::string_view const name = heap_.name(of_class);
        return interned(name.empty() ? "#<Class:" + heap_.id(of_class) + '>' : std::string(name));
    }
    /// Names singleton classes: "#<Class:Shop>" is the singleton class of Shop. Long names are cut.
    void name_singletons() {
        for (Node n = 0; n != heap_.node_count(); ++n) {
            if (!heap_.has_class[n] || !is_class(heap_.node_group[n]) || heap_.node_name[n] == 0) continue;
            Node const its = heap_.edge_to[heap_.first_edge[n]];
            if (heap_.node_name[its] == 0 && std::ranges::binary_search(singleton_, its))
                heap_.node_name[its] = string("#<Class:" + part_of_name(heap_.name(n)) + '>');
        }
    }
    /// Adds the node with the lists of roots, and the classes and modules, as fields.
    void add_globals() {
        Node const last = heap_.node_count();
        for (Node n = 0; n != last; ++n) {
            if (heap_.node_name[n] == 0) continue;
            if (heap_.node_group[n] == RubyHeap::root_group || is_class(heap_.node_group[n]))
                heap_.edge_to.push_back(n);
        }
        if (heap_.edge_to.size() > most) throw Error(heap_.file, "more than 2^32 - 2 references");
        heap_.addresses.push_back(0);
        heap_.bytes.push_back(0);
        heap_.node_group.push_back(RubyHeap::root_group);
        heap_.node_type.push_back(interned("(root)"));
        heap_.node_name.push_back(string("(names)"));
        heap_.has_class.push_back(false);
        heap_.pairs.push_back(false);
        heap_.first_edge.push_back(static_cast<std::uint32_t>(heap_.edge_to.size()));
        if (heap_.site.empty()) return;
        heap_.site.resize(heap_.node_count());
        heap_.generation.resize(heap_.node_count());
    }

    RubyRecords records_;
    RubyHeap heap_;
    Interned interned_{heap_.strings};               // types and sites
    std::unordered_map<Node, std::uint32_t> types_;  // of the objects of a class
    std::vector<std::uint64_t> references_;          // addresses
    std::vector<std::pair<Node, std::uint64_t>> superclass_;
    std::vector<Node> singleton_;
    std::uint64_t total_ = 0;
};

}  // namespace detail

/// Reads a dump to the end of the input. Throws Error.
inline RubyHeap read_ruby(Input& input) { return detail::RubyReader(input).read(); }

/// Whether a text that begins like this may be such a dump.
inline bool looks_like_ruby(std::string_view text) {
    return text.starts_with("{\"type\":\"ROOT\"") || text.starts_with("{\"address\":\"0x");
}

}  // namespace trav::dump
