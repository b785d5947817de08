// expect: type/value mismatch at argument 1 in template parameter list for
// or: use of class template 'Box' requires template arguments
#include <trav/graph/objects.hpp>

template <class T>
struct Box {
    T* content = nullptr;
};

template <class T>
struct trav::Described<Box> : trav::Members<&Box<T>::content> {};

int main() {}
