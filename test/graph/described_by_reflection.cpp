#include <trav/graph/described_by_reflection.hpp>

#include "catch.hpp"

#include <trav/graph/described_by_hana.hpp>
#include <trav/graph/objects.hpp>
#include <trav/profile/unseen.hpp>

#include <boost/hana/define_struct.hpp>

#include <array>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace by_reflection {

struct Item {
    int price = 0;
    Item* related = nullptr;
};
class Player {
  public:
    Player(std::string name, Item* first) : name_(std::move(name)), bag_{first} {}
    std::optional<Item>& hand() { return hand_; }

  private:
    std::string name_;
    std::vector<Item*> bag_;
    std::optional<Item> hand_;
};

struct Named {
    std::string name;
    Item* badge = nullptr;
};
struct Base : virtual Named {
    Base() = default;
    Base(Base const&) = delete;
    Item* left = nullptr;
};
struct Other : private virtual Named {
    explicit Other(Item* r) : right(r) {}
    Other(Other const&) = delete;

  private:
    Item* right;
};
struct Diamond : Base, private Other {
    explicit Diamond(Item* r) : Other(r) {}
    Item* own = nullptr;
};
struct Shelf : std::vector<Item*> {
    Item* best = nullptr;
};

struct Described {
    Item *listed = nullptr, *left_out = nullptr;
};
struct Above : Described {
    Item* mine = nullptr;
};

struct ByHana {
    BOOST_HANA_DEFINE_STRUCT(ByHana, (Item*, listed));
    Item* left_out = nullptr;
};

struct Bits {
    unsigned small : 3 = 0, : 0, large : 9 = 0;
    Item* after = nullptr;
};
struct Nameless {
    __extension__ struct {
        Item* inside = nullptr;
    };
    union {
        Item* either = nullptr;
        long or_else;
    };
    union {
        int whole;
        short half = 0;
    };
    union {
        long offset = 3;
        __extension__ struct {
            int begin, end, step;
        };
        double parts[2];
    };
    union {
        std::uint64_t bits;
        enum { red, green } colour;
    } named[2] = {};
};
struct Refers {
    Item& to;
    Item const& also;
};
struct Arrays {
    Item* plain[2] = {};
    std::array<Item, 2> parts;
    int numbers[1000] = {};
};
template <class T>
struct Box {
    T* content = nullptr;
    Box* next = nullptr;
};

/// Lists items of a vector.
struct Inventory {
    std::vector<std::unique_ptr<Item>> items;
    Item* best = nullptr;
    auto begin() const { return items.begin(); }
    auto end() const { return items.end(); }
};
/// A container of the program.
struct Raw {
    Item** first = new Item*[4]{};
    ~Raw() { delete[] first; }
    Item* const* begin() const { return first; }
    Item* const* end() const { return first + 1; }
    Item* const* data() const { return first; }
    std::size_t size() const { return 1; }
    std::size_t capacity() const { return 4; }
};
/// Looks at items elsewhere.
struct View {
    Item const *first, *last;
    Item const* begin() const { return first; }
    Item const* end() const { return last; }
};
struct Sees {
    View view;
};
struct Empty {};
struct Abstract {
    virtual ~Abstract() = default;
};
/// An array with its length, and a class that frees it.
template <class T>
struct Counted {
    int count;
    T* array;
    explicit Counted(int n) : count(n), array(new T[static_cast<std::size_t>(n)]{}) {}
    Counted(Counted const&) = delete;
    ~Counted() { delete[] array; }
};
template <class Number>
struct Grown {
    Number used;
    int room;
    Item** array;
    Grown(Number n, int all) : used(n), room(all), array(new Item* [static_cast<std::size_t>(all)] {}) {}
    Grown(Grown const&) = delete;
    ~Grown() { delete[] array; }
};
/// A hash table.
struct Masked {
    Item** buckets;
    std::size_t mask;
    explicit Masked(std::size_t n) : buckets(new Item* [n] {}), mask(n - 1) {}
    Masked(Masked const&) = delete;
    ~Masked() { delete[] buckets; }
};
/// What vectors are made of.
struct Stretch {
    Item *first, *last, *end;
    explicit Stretch(int n) : first(new Item[static_cast<std::size_t>(n)]), last(first), end(first + n) {
        for (int i = 0; i != n; ++i) first[i].related = reinterpret_cast<Item*>(8);  // no Item
    }
    Stretch(Stretch const&) = delete;
    ~Stretch() { delete[] first; }
};
struct Links {
    Item const *first, *last;
};
struct Text {
    std::string text;
};
/// Where a reader of texts is. It frees nothing.
struct Cursor {
    Text const *at, *end;
};
struct Limits {
    Item* item_end = nullptr;
    Text* text_end_ = nullptr;
};
/// Ranges of a member's elements.
template <class Elements>
struct Block {
    Item* parent = nullptr;
    Elements elements;
    std::vector<Item> others;
    Block() = default;
    Block(Block const&) = delete;
    ~Block() {}
    auto begin() const { return elements.begin(); }
    auto end() const { return elements.end(); }
};
/// A vector with room of its own for two.
struct SmallTexts {
    std::array<Text, 2> room;
    Text* first = room.data();
    std::size_t used = 0;
    SmallTexts() = default;
    SmallTexts(SmallTexts const&) = delete;
    ~SmallTexts() {
        if (first != room.data()) delete[] first;
    }
    Text const* begin() const { return first; }
    Text const* end() const { return first + used; }
};
/// A vector by hand.
template <class T>
struct ByHand {
    T* first;
    unsigned used = 0, room;
    explicit ByHand(unsigned n) : first(static_cast<T*>(std::malloc(n * sizeof(T)))), room(n) {}
    ByHand(ByHand const&) = delete;
    ~ByHand() {
        while (used != 0) first[--used].~T();
        std::free(first);
    }
};
struct Ring {
    Item** items;
    unsigned head = 0, count, room;
    explicit Ring(unsigned n) : items(new Item* [n] {}), count(n - 1), room(n) {}
    Ring(Ring const&) = delete;
    ~Ring() { delete[] items; }
};
/// Room for an object, and plain bytes.
struct Maybe {
    alignas(Item) unsigned char room[sizeof(Item)];
    unsigned char bytes[16];
    bool has;
};
/// An array that begins with room of its own for two.
struct Pooled {
    Item** array;
    int used = 0;
    Item* room[2];
    Pooled() : array(room) {}  // leaves the elements without values
    Pooled(Pooled const&) = delete;
    ~Pooled() {
        if (array != room) delete[] array;
    }
};
/// `used` of the pointers have a value.
struct Few {
    Item* items[3];
    int used;
};
struct FewInArray {
    std::array<Item*, 3> items;
    unsigned char used;
};
struct FewByBits {
    unsigned used : 3, num_kinds : 2;
    Item* items[3];
};
struct Initialised {
    int used = 0;
    Item* items[2] = {};
};
struct Uncounted {
    bool is_open;
    double weight;
    Item* items[2];
};
/// Integers that are no numbers of values, by their names.
struct Coloured {
    int color, top_left, name_id, next;
    Item* items[2];
};
struct Lent {
    int count;
    Item** array;
};
struct Behind {
    Item* first = nullptr;
    __extension__ Item* rest[];
};
/// What is in these members, only the program knows.
struct Tagged {
    enum { of_item, of_many, of_nothing } kind;
    int count;
    void* data;
    union {
        Item* one;
        __extension__ struct {
            Item** many;
            int beside;
        };
        long number;
    };
};
struct AboveTagged : Box<Item>, Tagged {};
struct Session : std::enable_shared_from_this<Session> {
    Item* item = nullptr;
};
/// One of these pointers has no line.
struct HalfTagged {
    enum { of_one, of_two, of_other } kind;
    union {
        Item* one;
        __extension__ struct {
            long beside;
            Item* two;
        };
        Box<Item>* other;
        long number;
    };
};
namespace zoo {
struct Animal {
    virtual ~Animal() = default;
};
namespace {
struct Cat : Animal {
    Item* prey = nullptr;
};
}  // namespace
template <int Stripes>
struct Striped : Animal {
    Item* prey = nullptr;
};
using Zebra = Striped<2>;
using Names = std::vector<std::string>;  // not of the namespace
struct Cage {
    struct Bird : Animal {
        Item* seed = nullptr;
    };
    std::vector<std::unique_ptr<Animal>> in;
};
}  // namespace zoo
auto with_capture(Item* item) {
    return [item] { return item->price; };
}

}  // namespace by_reflection

TRAV_VALUE_OF(by_reflection::Tagged::data,
              self.kind == self.of_item ? static_cast<by_reflection::Item*>(self.data) : nullptr);
TRAV_VALUE_OF(by_reflection::Tagged::one, self.kind == self.of_item ? self.one : nullptr);
TRAV_VALUE_OF(by_reflection::Tagged::many,
              trav::Buffer{self.many, self.kind == self.of_many ? self.count : 0});
TRAV_VALUE_OF(by_reflection::HalfTagged::one, self.kind == self.of_one ? self.one : nullptr);
TRAV_VALUE_OF(by_reflection::HalfTagged::two, trav::Buffer{self.two, self.kind == self.of_two ? 1 : 0});
template <>
struct trav::Described<by_reflection::Described> : trav::Members<&by_reflection::Described::listed> {};

namespace by_reflection {

using Edges = std::vector<std::pair<std::string, void const*>>;
Edges edges(auto const& x) {
    Edges result;
    trav::Objects<>().edges(trav::object(x), [&](trav::NamedEdge const& edge) {
        result.push_back(
            {edge.label() + (edge.kind == trav::EdgeKind::opaque ? " (opaque)" : ""), edge.to.address});
    });
    return result;
}

static_assert(trav::IsDescribed<Item> && trav::IsDescribed<Player> && trav::IsDescribed<Empty>);
static_assert(trav::IsDescribed<Abstract> && trav::IsDescribed<Box<int>> && trav::IsDescribed<Inventory>);
static_assert(!trav::IsDescribed<View> && !trav::IsDescribed<Raw> && !trav::IsDescribed<std::string> &&
              !trav::IsDescribed<int>);
static_assert(!trav::IsDescribed<decltype(with_capture(nullptr))>);

TEST_CASE("Reflection lists private members by name") {
    Item first, related;
    Player player("a name that is too long for a short string", &first);
    player.hand() = Item{1, &related};
    CHECK(edges(player) == Edges{{"bag_[0]", &first}, {"hand_.related", &related}});
    CHECK(trav::owned_bytes(player) == 43 + sizeof(Item*));
}

TEST_CASE("Reflection lists members of base classes, of a virtual one once") {
    Item badge, left, right, own;
    Diamond d(&right);
    d.badge = &badge, d.left = &left, d.own = &own;
    static_cast<Named&>(static_cast<Base&>(d)).name.assign(100, 'x');
    CHECK(edges(d) == Edges{{"badge", &badge}, {"left", &left}, {"right", &right}, {"own", &own}});
    CHECK(trav::owned_bytes(d) == 101);
    Item element;
    Shelf shelf;
    shelf.push_back(&element);
    shelf.best = &own;
    CHECK(edges(shelf) == Edges{{"[0]", &element}, {"best", &own}});
    CHECK(trav::owned_bytes(shelf) == sizeof(Item*));
}

TEST_CASE("std::enable_shared_from_this leads to the object itself only") {
    Item item;
    auto const session = std::make_shared<Session>();
    session->item = &item;
    CHECK(edges(*session) == Edges{{"item", &item}});
    CHECK(trav::unseen(trav::Objects<>(), trav::roots(*session)).empty());
}

TEST_CASE("Descriptions by hand and by Boost.Hana win over reflection") {
    Item listed, left_out, mine;
    Above above{{&listed, &left_out}, &mine};
    CHECK(edges(static_cast<Described&>(above)) == Edges{{"listed", &listed}});
    CHECK(edges(above) == Edges{{"listed", &listed}, {"mine", &mine}});
    ByHana by_hana;
    by_hana.listed = &listed, by_hana.left_out = &left_out;
    CHECK(edges(by_hana) == Edges{{"listed", &listed}});
}

TEST_CASE("Reflection omits bit-fields") {
    Item after;
    Bits bits;
    bits.after = &after;
    CHECK(edges(bits) == Edges{{"after", &after}});
}

TEST_CASE("Reflection enters anonymous structs; a union is opaque, except of numbers") {
    Item inside, either;
    Nameless nameless;
    nameless.inside = &inside;
    nameless.either = &either;
    CHECK(edges(nameless) == Edges{{"inside", &inside}, {" (opaque)", &nameless.either}});
}

TEST_CASE("A reference is an edge under reflection") {
    Item to, also;
    CHECK(edges(Refers{to, also}) == Edges{{"to", &to}, {"also", &also}});
}

TEST_CASE("Reflection lists elements of arrays") {
    Item first, second, third;
    Arrays arrays;
    arrays.plain[1] = &first;
    arrays.parts[0].related = &second;
    arrays.parts[1].related = &third;
    CHECK(edges(arrays) ==
          Edges{{"plain[1]", &first}, {"parts[0].related", &second}, {"parts[1].related", &third}});
}

TEST_CASE("Reflection describes each specialisation of a template") {
    Item content;
    Box<Item> next;
    Box<Item> box{&content, &next};
    CHECK(edges(box) == Edges{{"content", &content}, {"next", &next}});
    int number = 0;
    Box<int> of_number{&number, nullptr};  // a number, or the first of an array
    CHECK(edges(of_number) == Edges{{"content (opaque)", &of_number.content}});
}

TEST_CASE("A pointer and the length of its block are an array, if the class frees it") {
    Item first, last;
    Counted<Item*> pointers(5);
    pointers.array[0] = &first, pointers.array[4] = &last;
    CHECK(edges(pointers) == Edges{{"array[0]", &first}, {"array[4]", &last}});
    CHECK(trav::owned_bytes(pointers) == 5 * sizeof(Item*));
    Counted<Item> items(3);
    items.array[2].related = &last;
    CHECK(edges(items) == Edges{{"array[2].related", &last}});
    CHECK(trav::owned_bytes(items) == 3 * sizeof(Item));
    Counted<Text> texts(4);  // their number lies before them
    texts.array[3].text.assign(100, 'x');
    CHECK(edges(texts).empty());
    CHECK(trav::owned_bytes(texts) == 4 * sizeof(Text) + 101);
    Counted<char> characters(1001);  // a block 16 bytes larger is not one for 1002
    CHECK(edges(characters).empty());
    CHECK(trav::owned_bytes(characters) == 1001);
}

TEST_CASE("A pointer is no array if the number is another one, may be its capacity, or nothing frees it") {
    Counted<Item*> less(20);
    less.count = 10;
    CHECK(edges(less) == Edges{{"array (opaque)", &less.array}});
    Counted<Item*> more(20);
    more.count = 24;
    CHECK(edges(more) == Edges{{"array (opaque)", &more.array}});
    Lent const lent{less.count, less.array};
    CHECK(edges(lent) == Edges{{"array (opaque)", &lent.array}});
    Item* on_stack[5] = {};
    Counted<Item*> elsewhere(5);
    auto* const own = std::exchange(elsewhere.array, on_stack);
    CHECK(edges(elsewhere) == Edges{{"array (opaque)", &elsewhere.array}});
    elsewhere.array = own;
    Counted<Item> one(1);
    CHECK(edges(one) == Edges{{"array", one.array}});
}

TEST_CASE("Elements of an array are followed as far as the smallest number says, and then are unseen") {
    Item first, last;
    Grown<int> part(3, 20), full(20, 20);
    part.array[2] = &first;
    CHECK(edges(part) == Edges{{"array[2]", &first}});
    part.array[7] = &last;
    CHECK(edges(part) == Edges{{"array[2]", &first}, {"array (opaque)", &part.array[7]}});
    CHECK(trav::owned_bytes(part) == 20 * sizeof(Item*));
    CHECK(edges(full).empty());
    CHECK(trav::owned_bytes(full) == 20 * sizeof(Item*));
    Grown<unsigned char> other_type(1, 20);
    other_type.array[0] = &first, other_type.array[1] = reinterpret_cast<Item*>(8);  // no Item
    CHECK(edges(other_type) == Edges{{"array[0]", &first}, {"array (opaque)", &other_type.array[1]}});
    Grown<int> none(0, 20);
    none.array[0] = reinterpret_cast<Item*>(8);
    CHECK(edges(none) == Edges{{"array (opaque)", &none.array[0]}});
}

TEST_CASE("A mask is one less than the number of elements") {
    Item last;
    for (std::size_t const n : {4u, 64u, 1024u, 65'536u}) {
        Masked table(n);
        table.buckets[n - 1] = &last;
        CHECK(edges(table) == Edges{{"buckets[" + std::to_string(n - 1) + "]", &last}});
        CHECK(trav::owned_bytes(table) == n * sizeof(Item*));
    }
}

TEST_CASE("One less than a power of two may be the number of elements in use") {
    Item item;
    for (int const n : {4, 64, 1024, 65'536}) {
        Counted<Item*> table(n);  // of which the class does not say how large it is
        table.count = n - 1;
        table.array[0] = &item;
        table.array[n - 1] = reinterpret_cast<Item*>(8);  // no Item
        CHECK(edges(table) == Edges{{"array[0]", &item}, {"array (opaque)", &table.array[n - 1]}});
        CHECK(trav::owned_bytes(table) == static_cast<std::size_t>(n) * sizeof(Item*));
        Grown<int> grown(n - 1, n);
        grown.array[0] = &item;
        grown.array[n - 1] = reinterpret_cast<Item*>(8);
        CHECK(edges(grown) == Edges{{"array[0]", &item}, {"array (opaque)", &grown.array[n - 1]}});
    }
    Counted<Item*> small(3);  // malloc gives four pointers another block
    small.array[2] = &item;
    CHECK(edges(small) == Edges{{"array (opaque)", &small.array}});  // and one pointer the same
    Counted<Item*> seven(7);
    seven.array[6] = &item;
    CHECK(edges(seven) == Edges{{"array[6]", &item}});
    CHECK(trav::owned_bytes(seven) == 7 * sizeof(Item*));
}

TEST_CASE("The number that new has written counts elements with a destructor") {
    Counted<Text> texts(3);
    texts.array[2].text.assign(100, 'x');
    CHECK(trav::owned_bytes(texts) == 3 * sizeof(Text) + 101);
    texts.count = 4;  // has room, too, in a block of 112 bytes for 104
    CHECK(trav::owned_bytes(texts) == 0);
}

TEST_CASE("In the smallest block may be one small object or several") {
    struct Small {
        Item* item;
    };
    Counted<Small> three(3);
    Item item;
    three.array[0].item = &item;
    three.array[1].item = reinterpret_cast<Item*>(8);  // no Item
    CHECK(edges(three) == Edges{{"array", three.array}, {"array (opaque)", &three.array}});
}

TEST_CASE("Pointers into one block are unseen: they may be the ends of an array") {
    Stretch room(4);
    for (Item* const last : {room.first, room.first + 1, room.first + 4}) {
        room.last = last;
        CHECK(edges(room) == Edges{{"first (opaque)", &room.first},
                                   {"last (opaque)", &room.last},
                                   {"end (opaque)", &room.end}});
    }
    Item one, two, three;
    delete[] std::exchange(room.first, &one);
    room.last = &two, room.end = &three;
    CHECK(edges(room) == Edges{{"first", &one}, {"last", &two}, {"end", &three}});
    room.last = &one, room.end = nullptr;
    CHECK(edges(room) == Edges{{"first", &one}, {"last", &one}});
    room.first = nullptr;
    Links const links{&one, &one + 1};
    CHECK(edges(links) == Edges{{"first", &one}, {"last", &one + 1}});  // frees nothing
}

TEST_CASE("A pointer to the end of an array is unseen, unless it leads to an object") {
    std::vector<Text> texts(5);
    Cursor const whole{texts.data(), texts.data() + 5};
    CHECK(edges(whole) == Edges{{"at (opaque)", &whole.at}, {"end (opaque)", &whole.end}});
    CHECK(trav::unseen(trav::Objects<>(), trav::roots(whole)).size() == 2);
    CHECK(trav::unseen(trav::Objects<>(), trav::roots(whole, texts)).empty());
    Cursor const rest{&texts[3], texts.data() + 5};
    CHECK(edges(rest) == Edges{{"at", &texts[3]}, {"end (opaque)", &rest.end}});
    Cursor const none{texts.data() + 5, texts.data() + 5};
    CHECK(edges(none) == Edges{{"at (opaque)", &none.at}, {"end (opaque)", &none.end}});

    auto const one = std::make_unique<Text>();
    Item item;
    Limits limits;
    CHECK(edges(limits).empty());
    limits = {&item, one.get()};  // an item refers to another, as in a list
    CHECK(edges(limits) == Edges{{"item_end", &item}, {"text_end_", one.get()}});
    limits.text_end_ = texts.data() + 5;
    CHECK(edges(limits) == Edges{{"item_end", &item}, {"text_end_ (opaque)", &limits.text_end_}});
}

TEST_CASE("A pointer that cannot lead to an object is unseen") {
    Text text;
    auto const address = reinterpret_cast<std::uintptr_t>(&text);
    for (std::uintptr_t const tagged : {address | 1, address | std::uintptr_t{1} << 63, ~std::uintptr_t{0},
                                        std::uintptr_t{8}, std::uintptr_t{0x4141414141414140}}) {
        Limits limits;
        limits.text_end_ = reinterpret_cast<Text*>(tagged);
        CHECK(edges(limits) == Edges{{"text_end_ (opaque)", &limits.text_end_}});
        CHECK(trav::unseen(trav::Objects<>(), trav::roots(limits)).size() == 1);
        Box<Text> const box{reinterpret_cast<Text*>(tagged)};
        CHECK(edges(box) == Edges{{"content (opaque)", &box.content}});
    }
    CHECK(edges(Box<Text>{&text}) == Edges{{"content", &text}});
}

TEST_CASE("A range of a member's elements is listed by its members") {
    Item parent, other;
    Block<std::vector<Text>> texts;
    texts.parent = &parent;
    texts.elements.resize(3);
    texts.others.resize(2);
    texts.others[1].related = &other;
    CHECK(edges(texts) == Edges{{"parent", &parent}, {"others[1].related", &other}});
    CHECK(trav::owned_bytes(texts) == 3 * sizeof(Text) + 2 * sizeof(Item));
    Block<std::vector<std::unique_ptr<Item>>> items;
    items.elements.push_back(std::make_unique<Item>());
    CHECK(edges(items) == Edges{{"elements[0]", items.elements[0].get()}});
    SmallTexts small;
    CHECK(!trav::detail::Reflected<SmallTexts>);
    small.used = 1;
    small.room[0].text.assign(100, 'x');
    small.room[1].text.assign(100, 'x');  // not in use
    CHECK(edges(small) == Edges());
}

TEST_CASE("Memory from malloc is an array of as many elements as are in use") {
    ByHand<Text> texts(20);
    for (; texts.used != 3; ++texts.used) new (texts.first + texts.used) Text{std::string(100, 'x')};
    CHECK(trav::owned_bytes(texts) == 20 * sizeof(Text) + std::size_t{3} * 101);
    CHECK(edges(texts) == Edges());
    ByHand<Text> full(2);
    for (; full.used != 2; ++full.used) new (full.first + full.used) Text{std::string(100, 'x')};
    CHECK(trav::owned_bytes(full) == 2 * sizeof(Text) + std::size_t{2} * 101);
}

TEST_CASE("Elements of a ring are unseen: its first ones may have no value") {
    Item item;
    Ring ring(8);
    for (unsigned const head : {0u, 1u, 7u}) {
        ring.head = head;
        ring.items[0] = ring.items[7] = head == 0 ? &item : reinterpret_cast<Item*>(8);  // no Item
        CHECK(edges(ring) == Edges{{"items (opaque)", &ring.items[0]}});
    }
    auto const told = trav::unseen(trav::Objects<>(), trav::roots(ring));
    REQUIRE(told.size() == 1);
    CHECK(told[0].first == "by_reflection::Ring.items: MayBeUnset<by_reflection::Item*>");
    CHECK(trav::owned_bytes(ring) == 8 * sizeof(Item*));
}

TEST_CASE("Bytes that are aligned like an object are unseen") {
    Maybe const maybe{};
    CHECK(edges(maybe) == Edges{{"room (opaque)", &maybe.room}});
}

TEST_CASE("Room for a few pointers inside of a class is unseen if it is in use") {
    Pooled pooled;
    for (Item*& element : pooled.room) element = reinterpret_cast<Item*>(8);  // no address of an Item
    CHECK(edges(pooled) == Edges{{"array (opaque)", &pooled.array}, {"room (opaque)", pooled.room}});
    auto const told = trav::unseen(trav::Objects<>(), trav::roots(pooled));
    REQUIRE(told.size() == 1);  // the array is in the object
    CHECK(told[0].first == "by_reflection::Pooled.room: by_reflection::Item*[2]");
    pooled.array = new Item*[5];
    CHECK(edges(pooled) == Edges{{"array (opaque)", &pooled.array}});
}

TEST_CASE("Pointers of an array behind the values that an integer tells are unseen") {
    Item one, two, three;
    auto* const no_item = reinterpret_cast<Item*>(8);
    Few few{{&one, &two, no_item}, 2};
    CHECK(edges(few) == Edges{{"items[0]", &one}, {"items[1]", &two}, {"items (opaque)", few.items}});
    auto const told = trav::unseen(trav::Objects<>(), trav::roots(few));
    REQUIRE(told.size() == 1);
    CHECK(told[0].first == "by_reflection::Few.items: by_reflection::Item*[3]");
    FewInArray const in_array{{&one, &two, no_item}, 2};
    CHECK(edges(in_array) ==
          Edges{{"items[0]", &one}, {"items[1]", &two}, {"items (opaque)", &in_array.items}});
    few = {{no_item, no_item, no_item}, 0};
    CHECK(edges(few) == Edges{{"items (opaque)", few.items}});
    few = {{&one, nullptr, nullptr}, 0};  // an item, or an old address
    CHECK(edges(few) == Edges{{"items (opaque)", few.items}});
    FewByBits bits{.used = 2, .num_kinds = 3, .items = {&one, &two, no_item}};
    CHECK(edges(bits) == Edges{{"items[0]", &one}, {"items[1]", &two}, {"items (opaque)", bits.items}});
    bits = {.used = 2, .num_kinds = 1, .items = {&one, &two, no_item}};  // either may be the number
    CHECK(edges(bits) == Edges{{"items[0]", &one}, {"items (opaque)", bits.items}});
    few = {{&one, &two, &three}, 3};
    CHECK(edges(few) == Edges{{"items[0]", &one}, {"items[1]", &two}, {"items[2]", &three}});
}

TEST_CASE("Pointers of an array are followed if an integer beside it tells nothing of values") {
    Item one, two;
    for (int const number : {-1, 0, 1, 2, 3, 99}) {
        Initialised const initialised{number, {&one, &two}};
        CHECK(edges(initialised) == Edges{{"items[0]", &one}, {"items[1]", &two}});
    }
    for (int const number : {-1, 2, 4, 99}) {
        Few const few{{&one, &two, nullptr}, number};
        CHECK(edges(few) == Edges{{"items[0]", &one}, {"items[1]", &two}});
    }
    Coloured const coloured{0, 0, 0, 0, {&one, &two}};
    CHECK(edges(coloured) == Edges{{"items[0]", &one}, {"items[1]", &two}});
    Uncounted const uncounted{false, 1, {&one, &two}};
    CHECK(edges(uncounted) == Edges{{"items[0]", &one}, {"items[1]", &two}});
}

TEST_CASE("ClassesOf finds the classes of a namespace, unnamed and nested ones too") {
    zoo::Cage cage;
    cage.in.push_back(std::make_unique<zoo::Cat>());
    cage.in.push_back(std::make_unique<zoo::Cage::Bird>());
    trav::Objects<trav::ClassesOf<^^zoo>> const heap;
    std::vector<std::string> names;
    heap.edges(trav::object(cage),
               [&](trav::NamedEdge const& edge) { names.push_back(edge.to.type->name()); });
    REQUIRE(names.size() == 2);
    CHECK(names[0].ends_with("Cat"));
    CHECK(names[1].ends_with("Bird"));
}

TEST_CASE("ClassesOf finds specialisations that an alias names") {
    zoo::Cage cage;
    cage.in.push_back(std::make_unique<zoo::Striped<2>>());
    cage.in.push_back(std::make_unique<zoo::Striped<3>>());
    trav::Objects<trav::ClassesOf<^^zoo>> const heap;
    std::vector<std::string> names;
    heap.edges(trav::object(cage),
               [&](trav::NamedEdge const& edge) { names.push_back(edge.to.type->name()); });
    REQUIRE(names.size() == 2);
    CHECK(names[0].ends_with("Striped<2>"));
    CHECK(names[1].ends_with("Animal"));
}

TEST_CASE("A line of the program says what a member stands for") {
    Item first, second;
    Item* two[2] = {&first, &second};
    Tagged tagged{.kind = Tagged::of_nothing, .count = 2, .data = &second, .number = 7};
    CHECK(edges(tagged).empty());
    tagged.kind = Tagged::of_item, tagged.one = &first;
    CHECK(edges(tagged) == Edges{{"data", &second}, {"one", &first}});
    CHECK(trav::owned_bytes(tagged) == 0);
    tagged.kind = Tagged::of_many, tagged.many = two;
    CHECK(edges(tagged) == Edges{{"many[0]", &first}, {"many[1]", &second}});
    CHECK(trav::owned_bytes(tagged) == sizeof two);
    AboveTagged const above{{&second}, tagged};
    CHECK(edges(above) == Edges{{"content", &second}, {"many[0]", &first}, {"many[1]", &second}});
}

TEST_CASE("A union is unseen if a pointer in it has no line and may be the active member") {
    Item item;
    Box<Item> box;
    HalfTagged tagged{.kind = HalfTagged::of_one, .one = &item};
    CHECK(edges(tagged) == Edges{{"one", &item}});
    tagged = {.kind = HalfTagged::of_two, .beside = 7, .two = &item};
    CHECK(edges(tagged).empty());
    CHECK(trav::owned_bytes(tagged) == sizeof item);
    tagged = {.kind = HalfTagged::of_other, .other = &box};
    CHECK(edges(tagged) == Edges{{" (opaque)", &tagged.other}});
    CHECK(trav::unseen(trav::Objects<>(), trav::roots(tagged)).size() == 1);
    tagged = {.kind = HalfTagged::of_other, .beside = 0, .two = nullptr};
    CHECK(edges(tagged).empty());
}

/// How many of the classes of the global namespace are these, and how many are the standard library's.
consteval std::pair<int, int> count_classes(std::meta::info one, std::meta::info other) {
    std::pair<int, int> found;
    for (auto const type : trav::detail::classes_in(^^::)) {
        found.first += type == one || type == other;
        found.second += trav::detail::is_of_library(type);
    }
    return found;
}
static_assert(count_classes(^^zoo::Cat, ^^zoo::Cage::Bird) == std::pair(2, 0));
static_assert(count_classes(^^std::exception, ^^Item) == std::pair(0, 0));

TEST_CASE("Reflection tells an array of unknown length behind a struct") {
    Item item;
    void* const memory = ::operator new(sizeof(Behind) + 3 * sizeof(Item*));
    auto* const behind = ::new (memory) Behind{&item};
    CHECK(edges(*behind) == Edges{{"first", &item}, {" (opaque)", behind}});
    CHECK(trav::unseen(trav::Objects<>(), trav::roots(*behind)).at(0).first ==
          "by_reflection::Behind: of unknown size");
    ::operator delete(memory);
}

TEST_CASE("A range that manages raw memory is a container, any other is listed by its members") {
    Inventory inventory;
    inventory.items.push_back(std::make_unique<Item>());
    inventory.best = inventory.items[0].get();
    CHECK(edges(inventory) == Edges{{"items[0]", inventory.best}, {"best", inventory.best}});
    CHECK(trav::owned_bytes(inventory) == sizeof(Item*));
    Item two[2], three;
    Sees const sees{{two, two + 2}};  // it may own the array all the same
    CHECK(edges(sees) == Edges{{"view[0]", &two[0]}, {"view[1]", &two[1]}, {"view (opaque)", &sees.view}});
    Raw raw;
    raw.first[0] = &three;
    CHECK(edges(raw) == Edges{{"[0]", &three}});
    CHECK(trav::owned_bytes(raw) == 4 * sizeof(Item*));
}

}  // namespace by_reflection
