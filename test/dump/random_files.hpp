// Random small dumps, each with a list of its contents. No reader makes these lists, so they show whether a
// reader finds every reference.
#pragma once

#include "dump/jvm/written_hprof.hpp"
#include "support/dice.hpp"
#include "support/v8_text.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace test {

/// A file, and its objects by their ids.
struct KnownDump {
    struct Object {
        std::string type;
        std::vector<std::string> references;  ///< "name -> id", in order; "~name -> id" if weak
        bool operator==(Object const&) const = default;
    };
    std::string text;
    std::map<std::string, Object> objects;
};

inline std::string hexadecimal(std::uint64_t number) {
    std::string digits;
    for (; number != 0 || digits.empty(); number /= 16) digits.insert(0, 1, "0123456789abcdef"[number % 16]);
    return "0x" + digits;
}

/// A Java heap: classes in several levels, some of them weak references, with fields of all types; objects,
/// arrays, null references, and references to missing objects. Objects and classes come in any order,
/// in several segments.
class RandomHprof {
  public:
    RandomHprof(std::uint32_t seed, std::size_t size)
        : dice_(seed), size_(size), file_(dice_.one_in(2) ? 4 : 8) {
        ids_.resize(2 * size + 20);
        for (std::size_t i = 0; i != ids_.size(); ++i) ids_[i] = 0x1000 + 8 * i + (dice_.one_in(4) ? 1 : 0);
        dice_.shuffle(ids_);
    }
    KnownDump make() {
        file_.root_class = add_class("java/lang/Class", none, {});
        add_class("java/lang/ref/Reference", none, {{"referent", java_object}, {"next", java_object}});
        for (std::size_t i = 0; i != size_ / 4 + 1; ++i)
            add_class("p/C" + std::to_string(i), dice_.one_in(6) ? none : dice_.below(classes_.size()),
                      random_fields());
        for (std::size_t i = 0; i != size_; ++i) {
            std::size_t const what = dice_.below(10);
            if (what == 0) primitives();
            else if (what < 4) array();
            else instance();
        }
        write();
        return std::move(known_);
    }

  private:
    static constexpr std::size_t none = ~std::size_t{0};
    struct Class {
        std::uint64_t id;
        std::string name;
        std::size_t super;
        WrittenHprof::Fields fields;
    };

    std::uint64_t fresh() {
        std::uint64_t const id = ids_.back();
        ids_.pop_back();
        used_.push_back(id);
        return id;
    }
    /// Any object, also a later or missing one, or null.
    std::uint64_t any() {
        if (dice_.one_in(5)) return 0;
        if (dice_.one_in(3) || used_.empty()) return dice_.of(ids_);
        return dice_.of(used_);
    }
    WrittenHprof::Fields random_fields() {
        WrittenHprof::Fields fields(dice_.below(4));
        std::vector<std::string> const names{"a", "b", "next", "value"};
        for (auto& [name, type] : fields) {
            name = dice_.of(names);
            type = dice_.one_in(2) ? java_object : static_cast<JavaType>(4 + dice_.below(8));
        }
        return fields;
    }
    std::uint64_t add_class(std::string const& name, std::size_t super, WrittenHprof::Fields const& fields) {
        std::uint64_t const id = fresh(), above = super == none ? 0 : classes_[super].id,
                            loader = dice_.one_in(3) ? any() : 0;
        WrittenHprof::Statics statics(dice_.below(3));
        for (auto& [field, to] : statics) field = "s", to = any();
        file_.class_(id, name, above, fields, statics, loader);
        piece();
        std::string dotted = name;
        std::ranges::replace(dotted, '/', '.');
        refer(id, "java.lang.Class");
        refer(id, "<class>", classes_.empty() ? id : classes_[0].id);
        refer(id, "<super>", above);
        refer(id, "<loader>", loader);
        if (loader != 0) defined_.emplace(loader, id);
        for (auto const& [field, to] : statics) refer(id, field, to);
        classes_.push_back({id, dotted, super, fields});
        return id;
    }
    void instance() {
        std::uint64_t const id = fresh();
        std::size_t const its = 1 + dice_.below(classes_.size() - 1);  // not java.lang.Class
        Big data = file_.data();
        refer(id, classes_[its].name);
        refer(id, "<class>", classes_[its].id);
        bool weak = false;
        for (std::size_t at = its; at != none; at = classes_[at].super) weak = weak || at == 1;
        for (std::size_t at = its; at != none; at = classes_[at].super)
            for (auto const& [name, type] : classes_[at].fields) {
                constexpr std::size_t sizes[] = {1, 2, 4, 8, 1, 2, 4, 8};
                if (type != java_object) {
                    data.u(sizes[type - 4], dice_.below(1000));
                    continue;
                }
                std::uint64_t const to = any();
                data.id(to);
                refer(id, (weak && at == 1 && name == "referent" ? "~" : "") + name, to);
            }
        file_.instance(id, classes_[its].id, data);
        piece();
    }
    void array() {
        std::uint64_t const id = fresh();
        std::size_t const its = dice_.below(classes_.size());
        std::vector<std::uint64_t> elements(dice_.below(5));
        bool const known = !dice_.one_in(4);
        refer(id, known ? classes_[its].name : "java.lang.Object[]");
        if (known) refer(id, "<class>", classes_[its].id);
        for (std::size_t i = 0; i != elements.size(); ++i) refer(id, std::to_string(i), elements[i] = any());
        file_.objects(id, known ? classes_[its].id : 7, elements);
        piece();
    }
    void primitives() {
        std::uint64_t const id = fresh();
        std::size_t const length = dice_.below(100);
        bool const longs = dice_.one_in(2);
        file_.primitives(id, longs ? java_long : java_byte, static_cast<std::uint32_t>(length),
                         std::string(longs ? 8 * length : length, 'x'));
        refer(id, longs ? "long[]" : "byte[]");
        piece();
    }

    void refer(std::uint64_t from, std::string const& type) { known_.objects[hexadecimal(from)].type = type; }
    void refer(std::uint64_t from, std::string const& name, std::uint64_t to) {
        if (to != 0) references_.push_back({from, name, to});
    }
    /// The bytes since the last call are one entry of the heap, in any place.
    void piece() {
        pieces_.push_back(std::move(file_.heap.bytes));
        file_.heap.bytes.clear();
    }
    void write() {
        dice_.shuffle(pieces_);
        for (std::string const& each : pieces_) {
            file_.heap.bytes += each;
            if (!dice_.one_in(5)) continue;
            file_.record(dice_.one_in(2) ? 0x0c : 0x1c, file_.heap.bytes);
            file_.heap.bytes.clear();
            if (dice_.one_in(3)) file_.record(0x0e, "settings");  // of no interest
        }
        known_.text = file_.bytes();
        std::set<std::uint64_t> const objects(used_.begin(), used_.end());
        for (auto const& [from, name, to] : references_)
            if (objects.contains(to))
                known_.objects[hexadecimal(from)].references.push_back(name + " -> " + hexadecimal(to));
        for (auto const& [loader, its] : defined_)
            if (objects.contains(loader))
                known_.objects[hexadecimal(loader)].references.push_back("<defined> -> " + hexadecimal(its));
    }

    struct Reference {
        std::uint64_t from;
        std::string name;
        std::uint64_t to;
    };
    Dice dice_;
    std::size_t size_;
    WrittenHprof file_;
    std::vector<std::uint64_t> ids_, used_;  // free ones; objects
    std::vector<Class> classes_;             // the first is java.lang.Class, the second a Reference
    std::vector<std::string> pieces_;
    std::vector<Reference> references_;
    std::set<std::pair<std::uint64_t, std::uint64_t>> defined_;  // loaders and their classes
    KnownDump known_;
};

/// A heap of Ruby: classes, singleton classes in chains, objects and lists of roots, in any order, with
/// unknown members.
inline KnownDump random_ruby(std::uint32_t seed, std::size_t size) {
    Dice dice(seed);
    KnownDump known;
    std::size_t const classes = 1 + size / 4, all = classes + size;
    std::vector<std::string> address, type_of_class, lines;
    for (std::size_t i = 0; i != all; ++i) address.push_back(hexadecimal(0x7f0000 + 40 * i));
    auto const write = [&](std::vector<std::string> members) {
        dice.shuffle(members);
        for (std::string const more : {R"("flags":{"age":3, "x":[1,{}]})", R"("fd":-1)", R"("m":"a\"b\\")"})
            if (dice.one_in(3)) members.insert(members.begin() + 1, more);
        std::string line = "{";
        for (std::string const& member : members)
            (line += line.size() == 1 ? "" : dice.one_in(2) ? ", " : ",") += member;
        lines.push_back(line + "}\n");
    };
    auto const references = [&](std::string const& from) {
        std::string list;
        for (std::size_t i = dice.below(5); i != 0; --i) {
            std::string const& to = dice.of(address);
            (list += list.empty() ? "" : ", ") += '"' + to + '"';
            known.objects[from].references.push_back(" -> " + to);
        }
        return "\"references\":[" + list + ']';
    };
    for (std::size_t i = 0; i != all; ++i) {
        std::string const& its = address[i];
        bool const is_class = i < classes, singleton = is_class && i > 0 && dice.one_in(2);
        // A superclass has a smaller number: there is no ring.
        std::size_t const of_class = dice.below(classes),
                          above = i == 0 ? 0 : dice.below(std::min(i, classes));
        std::vector<std::string> members{"\"address\":\"" + its + '"',
                                         "\"class\":\"" + address[of_class] + '"'};
        known.objects[its].references = {"<class> -> " + address[of_class]};
        members.push_back(references(its));
        members.push_back(is_class ? R"("type":"CLASS")" : R"("type":"OBJECT")");
        if (singleton) members.push_back(R"("singleton":true)");
        else if (is_class) members.push_back("\"name\":\"C" + std::to_string(i) + '"');
        if (is_class && i > 0) members.push_back("\"superclass\":\"" + address[above] + '"');
        if (is_class) type_of_class.push_back(singleton ? type_of_class[above] : "C" + std::to_string(i));
        known.objects[its].type = std::to_string(of_class);
        write(members);
    }
    for (auto& [its, object] : known.objects) object.type = type_of_class[std::stoul(object.type)];
    for (std::string const name : {"vm", "global_tbl"}) {
        known.objects[name].type = "(root)";
        write({R"("type":"ROOT")", "\"root\":\"" + name + '"', references(name)});
    }
    dice.shuffle(lines);
    for (std::string const& line : lines) known.text += line;
    return known;
}

/// A V8 snapshot with all kinds of edges, with and without blanks between numbers.
inline KnownDump random_v8(std::uint32_t seed, std::size_t size) {
    Dice dice(seed);
    KnownDump known;
    V8Text file;
    std::vector<std::string> const written{"a", "b c", R"(\"q\")", R"(\u00e9)", "", "map"},
        read{"a", "b c", "\"q\"", "\xc3\xa9", "", "map"};
    std::vector<V8Text::Type> const types{V8Text::synthetic, V8Text::object, V8Text::array, V8Text::closure};
    std::vector<std::string> const names_of_types{"(synthetic)", "", "(array)", "(closure)"};
    struct Node {
        std::size_t type, name;
        std::vector<V8Text::Edge> edges{};
    };
    std::vector<Node> nodes;
    for (std::size_t i = 0; i != size + 1; ++i)
        nodes.push_back({i == 0 ? 0 : dice.below(types.size()), dice.below(written.size())});
    for (std::size_t i = 0; i != nodes.size(); ++i) {
        std::string const id = std::to_string(2 * i + 1);
        auto& object = known.objects[id];
        object.type = nodes[i].type == 1 ? read[nodes[i].name] : names_of_types[nodes[i].type];
        for (std::size_t left = dice.below(5); left != 0; --left) {
            auto const kind = static_cast<V8Text::Kind>(dice.below(7));
            bool const numbered = kind == V8Text::element || kind == V8Text::hidden_link;
            std::size_t const name = dice.below(written.size()), to = dice.below(nodes.size());
            std::size_t const index = dice.one_in(2) ? name : 4000000000 + name;
            nodes[i].edges.push_back({kind, numbered ? index : file.text(written[name]), to});
            // References of the root and of V8's own nodes have the names of their targets.
            bool const of_target = i == 0 || (nodes[i].type == 0 && nodes[to].type == 0);
            object.references.push_back((kind == V8Text::weak ? "~" : "") +
                                        (of_target  ? read[nodes[to].name]
                                         : numbered ? std::to_string(index)
                                                    : read[name]) +
                                        " -> " + std::to_string(2 * to + 1));
        }
    }
    for (Node const& node : nodes)
        file.node(types[node.type], file.text(written[node.name]), dice.one_in(9) ? 5'000'000'000 : 16,
                  node.edges);
    std::string const text = file.written();
    for (std::size_t i = 0; i != text.size(); ++i) {
        bool const blank = text[i] == '\n' && i != 0 && text[i - 1] == ',' && dice.one_in(4);
        (known.text += text[i]) += blank ? " \t" : "";
    }
    return known;
}

}  // namespace test
