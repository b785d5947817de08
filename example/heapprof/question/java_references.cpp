#include "java.hpp"

#include <trav/dump/jvm/by_reference.hpp>
#include <trav/dump/jvm/field.hpp>

#include <map>
#include <string_view>

namespace heapprof {

namespace {

using trav::dump::jvm_null;
using trav::dump::JvmHeap;
using trav::dump::JvmReference;

// A reference is in a queue if its field `queue` refers to this object.
std::optional<Node> mark_of_queued(JvmHeap const& java) {
    trav::dump::JvmField mark(java, "ENQUEUED");
    for (Node n = 0; n != java.node_count(); ++n)
        if (java.group_name(java.group(n)) == "class" && java.name(n) == "java.lang.ref.ReferenceQueue")
            if (Node const found = mark(n); found != jvm_null) return found;
    return {};
}

}  // namespace

JavaReferencesAnswer java_references(JvmHeap const& java) {
    trav::dump::Grouping const strengths = trav::dump::by_reference(java);
    std::map<std::string_view, trav::Amount> reached;
    for (Node n = 0; n != java.node_count(); ++n)
        reached[strengths.bands[strengths.band_of[n]]] += {java.size(n), 1};

    std::optional<Node> const mark = mark_of_queued(java);
    JavaReferencesAnswer answer;
    for (char const* const kind : {"soft", "weak", "finalizer", "phantom"}) {
        answer.kinds.push_back({.kind = kind, .only = reached[kind]});
        if (mark) answer.kinds.back().queued = 0;
    }
    trav::dump::JvmField queue(java, "queue");
    for (Node n = 0; n != java.node_count(); ++n) {
        auto const& shape = java.shapes[java.shape_of[n]];
        if (shape.reference == JvmReference::none || strengths.bands[strengths.band_of[n]] == "UNREACHED")
            continue;
        auto& kind = answer.kinds[static_cast<std::size_t>(shape.reference) - 1];
        ++kind.references;
        kind.cleared += java.slots[java.first_slot[n] + shape.weak_field] == jvm_null;
        if (mark) *kind.queued += queue(n) == *mark;
    }
    return answer;
}

}  // namespace heapprof
