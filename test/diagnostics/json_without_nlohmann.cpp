// expect: trav: json() needs #include <nlohmann/json.hpp>
// lines: 11
#include <trav/report/json.hpp>

int main() { (void)trav::json(trav::Table{}); }
