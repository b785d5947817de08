// trav/graph/described_by_hana.hpp: describes structs for trav::Objects by their descriptions with
// Boost.Hana.
//
//     struct Player {
//         BOOST_HANA_DEFINE_STRUCT(Player, (std::string, name), (std::unique_ptr<Item>, look));
//     };
//     BOOST_HANA_ADAPT_STRUCT(Monster, target);              // or only members with references
//
// Hana's macros take at most 40 members; trav::Members<&T::member...> has no limit.
#pragma once

#include "described.hpp"

#include <boost/hana/accessors.hpp>
#include <boost/hana/at.hpp>
#include <boost/hana/concept/struct.hpp>
#include <boost/hana/first.hpp>
#include <boost/hana/length.hpp>
#include <boost/hana/second.hpp>
#include <boost/hana/string.hpp>
#include <boost/hana/tuple.hpp>

#include <cstddef>
#include <type_traits>
#include <utility>

namespace trav {

template <class T>
    requires(boost::hana::Struct<T>::value)
struct Described<T> {
    static constexpr void members(T const& object, auto&& member) {
        using All = decltype(boost::hana::accessors<T>());
        [&]<std::size_t... I>(std::index_sequence<I...>) {
            (member(std::remove_cvref_t<decltype(boost::hana::first(
                        boost::hana::at_c<I>(boost::hana::accessors<T>())))>::c_str(),
                    boost::hana::second(boost::hana::at_c<I>(boost::hana::accessors<T>()))(object)),
             ...);
        }(std::make_index_sequence<decltype(boost::hana::length(std::declval<All>()))::value>{});
    }
};

}  // namespace trav
