// Objects, stores and sets for a debugger, which shows their names and members (doc/objects.md).
#include <trav/graph/objects.hpp>
#include <trav/profile/amount.hpp>
#include <trav/profile/interned_sets.hpp>
#include <trav/store/dense.hpp>
#include <trav/store/hashed.hpp>

struct Session {
    int id;
    Session* next;
};
template <>
struct trav::Described<Session> : trav::Members<&Session::next> {};

namespace {
struct Hidden {
    int number;
};
}  // namespace
template <>
struct trav::Described<Hidden> : trav::Members<> {};

/// For a breakpoint: the variables are in the caller.
void look() {}

int main() {
    Session session{17, nullptr};
    Hidden hidden{23};
    trav::Object const object = trav::object(session), secret = trav::object(hidden), none;
    trav::Hashed<int, long> hashed;
    hashed.touch(7).data() = 70;
    hashed.begin_pass();  // forgets it
    hashed.touch(8).data() = 80;
    hashed.touch(9).data() = 90;
    trav::Hashed<int> marks;
    marks.touch(5);
    trav::Dense<long> dense(5);
    dense.touch(2).data() = 20;
    trav::InternedSets sets;
    auto const three = sets.singleton(3);
    auto const some = sets.unite(three, sets.singleton(1));
    auto large = some;
    for (unsigned i = 100; i != 140; ++i) large = sets.unite(large, sets.singleton(i));
    trav::Amount const amount{2048, 3};
    look();
    return object != secret && none.address == nullptr && hashed.size() == 2 && marks.size() == 1 &&
                   *dense.find(2) == 20 && sets.size(large) == 42 && amount.objects == 3
               ? 0
               : 1;
}
