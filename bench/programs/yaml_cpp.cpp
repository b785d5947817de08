// yaml-cpp 0.7 with a document of 20,000 records.
#include "program.hpp"

#include <yaml-cpp/yaml.h>

#include <string>

namespace {

std::string document() {
    std::string text;
    for (int i = 0; i != 20'000; ++i) {
        std::string const n = std::to_string(i);
        text += "- name: a customer with a long name, number " + n + "\n  id: " + n + "\n  tags: [new, tag" +
                std::to_string(i % 7) +
                ", in the third quarter]\n"
                "  address:\n    street: " +
                n + " High Street, on the second floor\n    town: T" + n + "\n";
    }
    return text;
}

using namespace YAML;
programs::Counted nodes = programs::counted<detail::node>(),
                  references = programs::counted<detail::node_ref>(),
                  contents = programs::counted<detail::node_data>();

/// Counts a value and all values in it.
void count(detail::node const& node) {
    nodes.add(sizeof node);
    references.add(sizeof(detail::node_ref));
    detail::node_data const& its = *node.m_pRef->m_pData;
    contents.add(sizeof its + programs::of(its.m_tag) + programs::of(its.m_scalar) +
                 programs::of(its.m_sequence) + programs::of(its.m_map));
    for (auto* const element : its.m_sequence) count(*element);
    for (auto const& [key, value] : its.m_map) count(*key), count(*value);
}

}  // namespace

int main() {
    Node const root = Load(document());
    count(*root.m_pNode);
    programs::finish(trav::Objects<>(), trav::roots(root), {nodes, references, contents});
}
