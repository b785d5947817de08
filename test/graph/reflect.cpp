#include <trav/graph/reflect.hpp>

#include "expected_edges.hpp"

#include <boost/hana/adapt_struct.hpp>
#include <boost/hana/define_struct.hpp>

#include <list>
#include <map>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace {

struct Person {
    BOOST_HANA_DEFINE_STRUCT(Person, (std::string, name), (Person*, boss), (int, age),
                             (std::vector<std::shared_ptr<Person>>, staff),
                             (std::weak_ptr<Person>, friend_of_a_friend),
                             (std::map<std::string, Person*>, rivals));
};

using Labelled = std::vector<std::pair<std::string, Person const*>>;
Labelled labelled(Person* n) {
    Labelled all;
    auto const range = trav::Reflect<Person>{}.children(n);
    for (auto at = range.begin(); at != range.end(); ++at) all.emplace_back(at.label(), *at);
    return all;
}

// nodes are pointers to mutable objects, if possible
static_assert(std::is_same_v<trav::Reflect<Person>::node, Person*> && trav::HeapGraph<trav::Reflect<Person>>);

}  // namespace

TEST_CASE("Reflect finds the edges by type and knows their names", "[unit]") {
    Person a{}, b{};
    auto const c = std::make_shared<Person>();
    a.boss = &b;
    a.staff = {c, nullptr, c};
    a.friend_of_a_friend = c;
    a.rivals["her"] = &a;
    CHECK(labelled(&a) ==
          Labelled{{"boss", &b}, {"staff", c.get()}, {"staff", nullptr}, {"staff", c.get()}, {"rivals", &a}});
    CHECK(labelled(&b) == Labelled{{"boss", nullptr}});
    CHECK(trav::Reflect<Person>{}.size(&a) == sizeof(Person));
}

namespace {

/// 44 members. Hana's macros take 40, but a description of the edges is sufficient.
struct Wide {
    int m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16, m17, m18, m19, m20, m21;
    Wide const* link;
    int n1, n2, n3, n4, n5, n6, n7, n8, n9, n10, n11, n12, n13, n14, n15, n16, n17, n18, n19, n20, n21;
    std::list<Wide const*> links;
};

/// Described without a macro.
struct ByHand {
    ByHand* first = nullptr;
    ByHand* second = nullptr;
};

}  // namespace

BOOST_HANA_ADAPT_STRUCT(Wide, link, links);

template <>
struct boost::hana::accessors_impl<ByHand> {
    static constexpr auto apply() {
        return make_tuple(make_pair(string_c<'f'>, [](auto&& n) -> auto& { return n.first; }),
                          make_pair(string_c<'s'>, [](auto&& n) -> auto& { return n.second; }));
    }
};

TEST_CASE("Reflect accepts a description of only the edges, and a manual one", "[unit]") {
    static_assert(std::is_same_v<trav::Reflect<Wide>::node, Wide const*>);
    Wide a{}, b{};
    a.link = &b;
    a.links = {&a, &b};
    std::vector<Wide const*> all;
    trav::Reflect<Wide> const graph;
    for (Wide const* child : graph.children(&a)) all.push_back(child);
    CHECK(all == std::vector<Wide const*>{&b, &a, &b});

    ByHand c, d;
    c.second = &d;
    auto at = trav::Reflect<ByHand>{}.children(&c).begin();
    CHECK(*at == nullptr);
    ++at;
    CHECK(*at == &d);
    CHECK(std::string(at.label()) == "s");
}

TEST_CASE("Reflect has the edges of random objects", "[property]") {
    for (unsigned seed = 0; seed < 30; ++seed) {
        Random random(seed);
        int const count = 1 + random.below(15);
        std::vector<std::shared_ptr<Person>> owner;
        std::vector<Person*> nodes;
        for (int i = 0; i < count; ++i) nodes.push_back(owner.emplace_back(std::make_shared<Person>()).get());
        Edges edges;
        for (Person* n : nodes) {
            auto& list = edges.emplace_back();
            auto const one = [&] { return list.emplace_back(random.below(count)); };
            if (random.below(2)) n->boss = nodes[static_cast<std::size_t>(one())];
            for (int k = random.below(4); k > 0; --k)
                n->staff.push_back(owner[static_cast<std::size_t>(one())]);
            for (int k = random.below(3); k > 0; --k)
                n->rivals[std::string(static_cast<std::size_t>(9 - k), 'x')] =
                    nodes[static_cast<std::size_t>(one())];
        }
        check_edges(trav::Reflect<Person>{}, nodes, edges);
        for (auto& o : owner) o->staff.clear();
    }
}

namespace {

/// Described for Objects, by pointers to members and by a function that returns one.
struct Page {
    std::string text;
    Page* next = nullptr;
    std::vector<Page> notes;
    Page* cover() const { return cover_; }

    Page* cover_ = nullptr;
};
/// The same and a member, behind a base class that is described with Boost.Hana.
struct Boss : Person {
    std::vector<Person*> former;
    Boss* successor = nullptr;
    int boss = 0;  // not Person::boss
};

template <class T>
std::vector<std::pair<std::string, T const*>> edges(T* n) {
    std::vector<std::pair<std::string, T const*>> all;
    auto const range = trav::Reflect<T>{}.children(n);
    for (auto at = range.begin(); at != range.end(); ++at) all.emplace_back(at.label(), *at);
    std::vector<T const*> scanned, listed;
    for (auto const& edge : all) listed.push_back(edge.second);
    trav::Reflect<T>{}.scan(n, [&](T const* child) { scanned.push_back(child); });
    CHECK(scanned == listed);
    return all;
}

}  // namespace

template <>
struct trav::Described<Page> : trav::Members<&Page::text, &Page::cover, &Page::notes, &Page::next> {};
template <>
struct trav::Described<Boss> : trav::Extends<Person, &Boss::former, &Boss::successor> {};

TEST_CASE("Reflect follows the members that a description lists", "[unit]") {
    Page page, other;
    page.notes.resize(2);
    page.cover_ = &other;
    CHECK(edges(&page) ==
          std::vector<std::pair<std::string, Page const*>>{
              {"cover", &other}, {"notes", &page.notes[0]}, {"notes", &page.notes[1]}, {"next", nullptr}});
    static_assert(std::is_same_v<trav::Reflect<Page>::node, Page*>);

    Boss first{}, second{};
    first.successor = &second;
    static_assert(std::is_same_v<trav::Reflect<Boss>::node, Boss*>);
    CHECK(edges(&first) == std::vector<std::pair<std::string, Boss const*>>{{"successor", &second}});
}
