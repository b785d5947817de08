// expect: trav: json() needs #include <nlohmann/json.hpp>
#include <trav/report/json.hpp>

int main() { (void)trav::json(trav::Table{}); }
