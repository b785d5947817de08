#include "../store/store.hpp"
