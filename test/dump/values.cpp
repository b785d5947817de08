#include "catch.hpp"
#include "dump/small_dump.hpp"

#include <trav/dump/make_any_dump.hpp>
#include <trav/dump/values.hpp>

#include <string>
#include <vector>

using trav::dump::DumpValue;
using trav::dump::ValueKind;

namespace {

struct WithValues : SmallDump {
    std::string why;
    std::string no_values() const { return why; }
    void for_each_value(std::vector<bool> const& wanted, auto const& f) const {
        if (wanted[1]) f(DumpValue{1, "open", ValueKind::truth, "true"});
        if (wanted[2]) f(DumpValue{2, "", ValueKind::number, "5"});
    }
};

std::string values(auto const& dump, std::vector<bool> const& wanted) {
    std::string text;
    trav::dump::for_each_value(dump, wanted, [&](DumpValue const& value) {
        text +=
            std::to_string(value.node) + '.' + std::string(value.field) + '=' + std::string(value.text) + ' ';
    });
    return text;
}

}  // namespace

static_assert(trav::dump::HasValues<WithValues>);
static_assert(!trav::dump::HasValues<SmallDump>);

TEST_CASE("values: of the wanted objects, also through an AnyDump", "[unit]") {
    WithValues const dump{};
    CHECK(values(dump, {true, true, true, true}) == "1.open=true 2.=5 ");
    CHECK(values(dump, {true, false, true, true}) == "2.=5 ");
    auto const any = trav::dump::any_dump(dump);
    CHECK(any->no_values().empty());
    CHECK(values(*any, {false, true, false, false}) == "1.open=true ");
}

TEST_CASE("values: a dump without values says why", "[unit]") {
    SmallDump const small;
    CHECK(trav::dump::no_values(small) == "dumps of this format have no values of fields");
    CHECK_THROWS_WITH(values(small, std::vector<bool>(4)),
                      "small: dumps of this format have no values of fields");
    WithValues dump{};
    dump.why = "it is a pipe";
    CHECK_THROWS_WITH(values(dump, std::vector<bool>(4)), "small: it is a pipe");
    CHECK_THROWS_WITH(values(*trav::dump::any_dump(dump), std::vector<bool>(4)), "small: it is a pipe");
}
