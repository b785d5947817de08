// expect: trav: TRAV_VALUE_OF(T::member, value) names a data member of T
// standard: c++26 -freflection
#include <trav/graph/objects.hpp>

struct Asset {
    void* data = nullptr;
    void* content() const { return data; }
};
TRAV_VALUE_OF(Asset::content, static_cast<int*>(self.data));
