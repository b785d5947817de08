// Your own structs as a graph, in one expression: members by name, or found by type.
#include <trav/engine.hpp>
#include <trav/graph/reflect.hpp>

#include <boost/hana/define_struct.hpp>

#include <iostream>
#include <memory>
#include <string>
#include <vector>

struct Folder {
    BOOST_HANA_DEFINE_STRUCT(Folder, (std::string, name), (std::size_t, bytes), (Folder*, parent),
                             (std::vector<std::unique_ptr<Folder>>, folders),
                             (std::vector<Folder*>, shortcuts));

    Folder& add(std::string its_name, std::size_t its_bytes) {
        return *folders.emplace_back(new Folder{std::move(its_name), its_bytes, this, {}, {}});
    }
};

/// The bytes of all reachable objects.
struct Bytes {
    std::size_t total = 0;
    static constexpr bool once = true;
    void visit(auto& here) { total += here.node->bytes; }
};

int main() {
    Folder root{"/", 10, nullptr, {}, {}};
    Folder& home = root.add("home", 20);
    Folder& music = home.add("music", 300);
    Folder& tmp = root.add("tmp", 4000);
    tmp.shortcuts.push_back(&music);

    // the folders in a folder; the same and its shortcuts; every Folder that a Folder refers to
    trav::Via<&Folder::folders> contents;
    trav::Via<&Folder::folders, &Folder::shortcuts> reachable;
    trav::Reflect<Folder> all;

    std::vector<Folder*> const from_tmp{&tmp};
    std::size_t const in_tmp = trav::traverse(contents, from_tmp, Bytes{}).total;
    std::size_t const from = trav::traverse(reachable, from_tmp, Bytes{}).total;
    std::size_t const everything = trav::traverse(all, from_tmp, Bytes{}).total;
    std::cout << "in tmp " << in_tmp << ", with shortcuts " << from << ", with parents " << everything
              << " bytes\n";

    auto const edges = all.children(&home);
    for (auto at = edges.begin(); at != edges.end(); ++at)
        std::cout << "home." << at.label() << " -> " << (*at)->name << '\n';

    return in_tmp == 4000 && from == 4300 && everything == 4330 ? 0 : 1;
}
