// expect: trav: RootSets keeps sets in std::uint64_t or std::uint32_t
#include <trav/profile.hpp>

#include <cstdint>

int main() {
    trav::RootSets<int*, std::uint16_t> roots{{"none", nullptr}};
    return static_cast<int>(roots.roots().size());
}
