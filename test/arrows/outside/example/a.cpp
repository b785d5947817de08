// May mention trav::detail::row in a comment.
#include <trav/graph/detail/row.hpp>

int a() { return trav::detail::row(); }  // not allowed
