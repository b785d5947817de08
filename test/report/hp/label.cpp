#include "catch.hpp"

#include <trav/report/hp/label.hpp>

using trav::set_label, trav::stack_label, trav::stack_text;

// The expected labels are GHC's own: -hc of Tree with and without -L60, -hr of Sharing and Actors.
TEST_CASE("ghc_label: stacks of cost centres", "[unit]") {
    CHECK(stack_text({}) == "MAIN");
    CHECK(stack_label(258, stack_text({{"build", "Main"}, {"main.t", "Main"}, {"main", "Main"}})) ==
          "(258)build/main.t/main");
    CHECK(stack_label(163, stack_text({{"CAF", "GHC.IO.Handle.Text"}})) == "(163)GHC.IO.Handle.Text.CAF");
    std::string const text =
        stack_text({{"build", "Main"}, {"main.t", "Main"}, {"main", "Main"}, {"CAF", "Main"}});
    CHECK(stack_label(262, text, 60) == "(262)build/main.t/main/Main.CAF");
    CHECK(stack_label(262, text) == "(262)build/main.t/main/Mai...");
}

TEST_CASE("ghc_label: -L limits the text after the number", "[unit]") {
    std::string const ten = "0123456789";
    CHECK(stack_label(1, ten, 10) == "(1)0123456789");
    CHECK(stack_label(1, ten, 9) == "(1)01234...");
    CHECK(stack_label(1, ten, 4) == "(1)...");
    CHECK(stack_label(1, ten, 0) == "(1)...");  // GHC writes before the beginning of its buffer
}

TEST_CASE("ghc_label: -L includes the number of a retainer set", "[unit]") {
    CHECK(set_label(48, "CAF,CAF") == "(48)CAF,CAF");
    CHECK(set_label(91, "kA,kB") == "(91)kA,kB");
    CHECK(set_label(130, "CAF,CAF,SYSTEM,main", 80) == "(130)CAF,CAF,SYSTEM,main");
    CHECK(set_label(130, "CAF,CAF,SYSTEM,main", 10) == "(130)CAF,C");
}
