// trav/distributed/detail/values_on_wire.hpp: values of a flow in messages between ranks.
//
// Portable values are sent in their memory representation. For other values, each pair of ranks agrees on
// numbers: a value is sent once as its elements, and afterwards as 4 bytes. Messages must be read in the
// order in which they were written.
#pragma once

#include "../../store/hash_of.hpp"
#include "crossing.hpp"
#include "wire.hpp"

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace trav::distributed::detail {

template <Crosses F>
class ValuesOnWire {
    using Value = typename F::value;

  public:
    /// Bytes per value, if it was sent before.
    static constexpr std::size_t size = Portable<F> ? sizeof(Value) : sizeof(std::uint32_t);

    ValuesOnWire(F& flow, std::size_t ranks) : flow_(flow), sent_(ranks), received_(ranks) {}

    /// Appends a value to the message for a rank.
    void put(Message& to, std::size_t rank, Value const& value) {
        if constexpr (Portable<F>) {
            put_bytes(to, &value, sizeof value);
        } else {
            auto& numbers = sent_[rank];
            auto const [at, fresh] = numbers.try_emplace(value, static_cast<std::uint32_t>(numbers.size()));
            detail::put(to, at->second);
            if (fresh) detail::put(to, flow_.elements(value));
        }
    }
    /// Takes a value from the front of a rank's message.
    Value take(Reader& from, std::size_t rank) {
        if constexpr (Portable<F>) {
            Value value;
            from.bytes(&value, sizeof value);
            return value;
        } else {
            auto& values = received_[rank];
            auto const number = from.take<std::uint32_t>();
            if (number == values.size()) values.push_back(flow_.of(from.take<elements_of<F>>()));
            if (number >= values.size()) throw BadMessage("trav: a message of another rank names no value");
            return values[number];
        }
    }

  private:
    F& flow_;
    std::vector<std::unordered_map<Value, std::uint32_t, trav::detail::AskHash<Value>>> sent_;  // by rank
    std::vector<std::vector<Value>> received_;
};

}  // namespace trav::distributed::detail
