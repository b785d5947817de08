// trav/view.hpp: traversals as lazy ranges that compose with range-v3: trav::views::preorder, postorder,
// edges and named_edges.
#pragma once

#include "view/edges.hpp"
#include "view/named_edges.hpp"
#include "view/postorder.hpp"
#include "view/preorder.hpp"
