#include <trav/graph/detail/member_names.hpp>

#include "catch.hpp"

#include <string_view>

using namespace trav::detail;

TEST_CASE("member names: the number of values", "[unit]") {
    for (std::string_view const name : {"n", "n_", "m_n", "nItems", "n_items", "itemCount", "num", "numItems",
                                        "size_", "m_size", "length", "used", "top", "m_last", "end_"})
        CHECK(names_a_number(name));
    for (std::string_view const name :
         {"", "color", "height", "id", "next", "name", "flags", "stop", "sender", "m_"})
        CHECK_FALSE(names_a_number(name));
}

TEST_CASE("member names: the mask of a hash table", "[unit]") {
    for (std::string_view const name : {"mask", "mask_", "m_mask", "bucket_mask", "bucketMask", "hashmask"})
        CHECK(names_a_mask(name));
    for (std::string_view const name : {"", "count", "masks", "masked", "top"})
        CHECK_FALSE(names_a_mask(name));
}

TEST_CASE("member names: the first value of a ring", "[unit]") {
    for (std::string_view const name :
         {"head", "m_head", "head_", "front", "first", "begin", "start", "offset"})
        CHECK(names_a_first(name));
    for (std::string_view const name : {"", "header", "ahead", "m_", "tail", "count"})
        CHECK_FALSE(names_a_first(name));
}

TEST_CASE("member names: the end of an array", "[unit]") {
    for (std::string_view const name :
         {"end", "End", "m_end", "end_", "buf_end", "itemsEnd", "limit", "m_limit", "bufLimit", "finish"})
        CHECK(names_an_end(name));
    for (std::string_view const name :
         {"", "en", "ending", "friend", "last", "send", "backend", "unlimit", "m_"})
        CHECK_FALSE(names_an_end(name));
}
