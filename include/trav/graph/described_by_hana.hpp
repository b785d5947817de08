// trav/graph/described_by_hana.hpp: describes structs for trav::Objects and trav::Reflect by their
// descriptions with Boost.Hana.
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
#include <string_view>
#include <type_traits>
#include <utility>

namespace trav {

namespace detail {

/// The I-th member of T's description.
template <class T, std::size_t I>
struct HanaField {
    static constexpr decltype(auto) of(std::type_identity_t<T>& object) { return member()(object); }
    static constexpr decltype(auto) of(std::type_identity_t<T> const& object) { return member()(object); }
    static constexpr std::string_view name() {
        return std::remove_cvref_t<decltype(boost::hana::first(
            boost::hana::at_c<I>(boost::hana::accessors<T>())))>::c_str();
    }

  private:
    static constexpr auto member() {
        return boost::hana::second(boost::hana::at_c<I>(boost::hana::accessors<T>()));
    }
};

template <class T>
concept HanaStruct = boost::hana::Struct<T>::value;

template <class T>
struct DescribedByHana {
    static constexpr void members(T const& object, auto&& member) { fields().each(object, member); }
    template <class = T>
    static constexpr auto fields() {
        using All = decltype(boost::hana::length(boost::hana::accessors<T>()));
        return []<std::size_t... I>(std::index_sequence<I...>) {
            return Fields<HanaField<T, I>...>{};
        }(std::make_index_sequence<All::value>{});
    }
};

}  // namespace detail

template <class T>
    requires detail::HanaStruct<T>
struct Described<T> : detail::DescribedByHana<T> {};

#ifdef __cpp_impl_reflection
/// Wins over reflection.
template <class T>
    requires detail::Reflected<T> && detail::HanaStruct<T>
struct Described<T> : detail::DescribedByHana<T> {};
#endif

}  // namespace trav
