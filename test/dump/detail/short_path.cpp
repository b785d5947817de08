#include "catch.hpp"

#include <trav/dump/detail/short_path.hpp>

#include <string>

TEST_CASE("short path: begins with the package, or else with the folder of the file", "[unit]") {
    using trav::dump::detail::short_path;
    CHECK(short_path("/srv/shop/lib/cart.rb:12") == "lib/cart.rb:12");
    CHECK(short_path("cart.rb:12") == "cart.rb:12");
    CHECK(short_path("/cart.rb:12") == "/cart.rb:12");
    CHECK(short_path("<internal:kernel>:18") == "<internal:kernel>:18");
    CHECK(short_path("<internal:/usr/lib/ruby/rubygems/core_ext/kernel_require.rb>:160") ==
          "<internal:core_ext/kernel_require.rb>:160");
    CHECK(short_path("/var/lib/gems/3.1.0/gems/rack-2.2.4/lib/rack.rb:3") == "rack-2.2.4/lib/rack.rb:3");
    CHECK(short_path("/usr/lib/python3/dist-packages/flask/app.py:9") == "flask/app.py:9");
    CHECK(short_path("/venv/lib/python3.11/site-packages/flask/app.py:9") == "flask/app.py:9");
    CHECK(short_path("/srv/node_modules/a/node_modules/b/c.js") == "b/c.js");
    std::string const longer(1000, 'n');
    CHECK(short_path("/srv/" + longer) == ".." + std::string(400, 'n'));
    CHECK(short_path("").empty());
}
