#include <fstream>
#include <iostream>

int main() {
    std::cout << "Hello,\nworld\n";  // the test has this output in a file
    std::cout << "and all\n";
    std::ofstream("old.svg") << "<svg/>\n";
}
