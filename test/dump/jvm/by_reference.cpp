#include "catch.hpp"
#include "dump/jvm/written_hprof.hpp"

#include <trav/dump/jvm/by_reference.hpp>

#include <cstdint>
#include <string>
#include <utility>

namespace {

enum : std::uint64_t {
    object = 0x100,
    reference = 0x108,
    soft = 0x110,
    weak = 0x118,
    final_reference = 0x120,
    finalizer = 0x128,
    phantom = 0x130,
    pair = 0x138,
    my_weak = 0x140
};

// A heap with these classes.
struct References : WrittenHprof {
    References() {
        class_(object, "java/lang/Object", 0, {}, {{"kept", 0x1000}});
        class_(reference, "java/lang/ref/Reference", object, {{"referent", java_object}});
        class_(soft, "java/lang/ref/SoftReference", reference, {});
        class_(weak, "java/lang/ref/WeakReference", reference, {});
        class_(final_reference, "java/lang/ref/FinalReference", reference, {});
        class_(finalizer, "java/lang/ref/Finalizer", final_reference, {});
        class_(phantom, "java/lang/ref/PhantomReference", reference, {});
        class_(pair, "Pair", object, {{"a", java_object}, {"b", java_object}});
        class_(my_weak, "shop/Entry", weak, {{"value", java_object}});
    }
    void pair_(std::uint64_t id, std::uint64_t a, std::uint64_t b) { instance(id, pair, data().id(a).id(b)); }
    void refer(std::uint64_t id, std::uint64_t of_class, std::uint64_t to) {
        instance(id, of_class, data().id(to));
    }
};

std::string band(WrittenHprof const& file, std::uint64_t address) {
    auto const heap = file.read();
    auto const grouping = trav::dump::by_reference(heap);
    for (trav::dump::Node n = 0; n != heap.node_count(); ++n)
        if (heap.ids[n] == address) return grouping.bands[grouping.band_of[n]];
    return "no such object";
}

}  // namespace

TEST_CASE("jvm by reference: an object is as strong as the best path to it", "[unit]") {
    References file;
    file.pair_(0x1000, 0x1010, 0x1020);
    file.pair_(0x1010, 0x2000, 0x2010);
    file.pair_(0x1020, 0x2020, 0x2030);
    file.refer(0x2000, soft, 0x3000);
    file.refer(0x2010, weak, 0x3010);
    file.refer(0x2020, finalizer, 0x3020);
    file.refer(0x2030, phantom, 0x3030);
    file.pair_(0x3000, 0x4000, 0);
    file.pair_(0x3010, 0x4000, 0x4010);  // shares with the soft one
    file.pair_(0x3020, 0x4010, 0x4020);  // shares with the weak one
    file.pair_(0x3030, 0x4020, 0x4030);  // shares with the finalizer's
    file.pair_(0x4000, 0x5000, 0x5010);  // soft
    file.refer(0x5000, weak, 0x6000);    // a weak reference that is softly reachable
    file.refer(0x5010, soft, 0x6010);    // two soft references in a row
    file.pair_(0x6000, 0, 0), file.pair_(0x6010, 0, 0);
    file.pair_(0x4010, 0x1000, 0), file.pair_(0x4020, 0, 0), file.pair_(0x4030, 0, 0);
    file.pair_(0x7000, 0x7010, 0), file.refer(0x7010, soft, 0x7020);  // garbage, with a soft reference
    file.pair_(0x7020, 0, 0);
    for (std::uint64_t const each : {object + 0, 0x1000ul, 0x2000ul, 0x2010ul, 0x2020ul, 0x2030ul})
        CHECK(band(file, each) == "strong");
    for (std::uint64_t const each : {0x3000ul, 0x4000ul, 0x5000ul, 0x5010ul, 0x6010ul})
        CHECK(band(file, each) == "soft");
    for (std::uint64_t const each : {0x3010ul, 0x4010ul, 0x6000ul}) CHECK(band(file, each) == "weak");
    for (std::uint64_t const each : {0x3020ul, 0x4020ul}) CHECK(band(file, each) == "finalizer");
    for (std::uint64_t const each : {0x3030ul, 0x4030ul}) CHECK(band(file, each) == "phantom");
    for (std::uint64_t const each : {0x7000ul, 0x7010ul, 0x7020ul}) CHECK(band(file, each) == "UNREACHED");
}

TEST_CASE("jvm by reference: an object with a strong path is strong, whichever path is found first",
          "[unit]") {
    for (auto const& [a, b] : {std::pair{0x1010ul, 0x2000ul}, std::pair{0x2000ul, 0x1010ul}}) {
        References file;
        file.pair_(0x1000, a, b);
        file.pair_(0x1010, 0x3000, 0);
        file.refer(0x2000, soft, 0x3000);
        file.pair_(0x3000, 0, 0);
        CHECK(band(file, 0x3000) == "strong");
    }
}

TEST_CASE("jvm by reference: a reference of no known kind reaches nothing", "[unit]") {
    References file;
    file.class_(0x148, "shop/Reference", reference, {});
    file.pair_(0x1000, 0x2000, 0);
    file.refer(0x2000, 0x148, 0x3000);
    file.pair_(0x3000, 0, 0);
    CHECK(band(file, 0x3000) == "UNREACHED");
}

TEST_CASE("jvm by reference: a subclass is of the kind of its superclass, and holds its own fields",
          "[unit]") {
    References file;
    file.pair_(0x1000, 0x2000, 0);
    file.instance(0x2000, my_weak, file.data().id(0x3010).id(0x3000));  // its value, and its referent
    file.pair_(0x3000, 0, 0), file.pair_(0x3010, 0, 0);
    CHECK(band(file, 0x3000) == "weak");
    CHECK(band(file, 0x3010) == "strong");
}

TEST_CASE("jvm by reference: an object that waits for its finalizer is not strong", "[unit]") {
    References file;
    file.refer(0x1000, finalizer, 0x3000);
    file.pair_(0x3000, 0x4000, 0), file.pair_(0x4000, 0, 0);
    CHECK(file.read().finalizable == 1);
    CHECK(band(file, 0x1000) == "strong");
    CHECK(band(file, 0x3000) == "finalizer");
    CHECK(band(file, 0x4000) == "finalizer");
}
