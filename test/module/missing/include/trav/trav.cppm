export namespace trav {
using trav::Walk;
}
