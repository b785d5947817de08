// The program of the tutorial: a small shop, and the descriptions of its structs.
#pragma once

#include <trav/graph/described.hpp>

#include <list>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// [types]
struct Product {
    std::string name;
    std::vector<unsigned char> picture;
};
struct Category {
    std::vector<std::shared_ptr<Product>> products;
};
struct Catalogue {
    std::map<std::string, Category> categories;
};
struct Address {
    std::string street, town;
};
struct Customer {
    std::string name;
    Address home;
};
struct Line {
    std::shared_ptr<Product> product;
    int count;
};
struct Payment {
    virtual ~Payment() = default;
};
struct Card : Payment {
    std::string number;
    explicit Card(std::string digits) : number(std::move(digits)) {}
};
struct Voucher : Payment {
    std::shared_ptr<Product> gift;
    explicit Voucher(std::shared_ptr<Product> product) : gift(std::move(product)) {}
};
struct Order {
    std::vector<Line> lines;
    std::unique_ptr<Payment> payment;
    std::optional<Address> send_to;
};
struct Session {
    Customer* customer;
    std::vector<std::unique_ptr<Order>> orders;
};
// [types]

// [described]
template <>
struct trav::Described<Product> : trav::Members<&Product::name, &Product::picture> {};
template <>
struct trav::Described<Category> : trav::Members<&Category::products> {};
template <>
struct trav::Described<Catalogue> : trav::Members<&Catalogue::categories> {};
template <>
struct trav::Described<Address> : trav::Members<&Address::street, &Address::town> {};
template <>
struct trav::Described<Customer> : trav::Members<&Customer::name, &Customer::home> {};
template <>
struct trav::Described<Line> : trav::Members<&Line::product> {};
template <>
struct trav::Described<Payment> : trav::Members<> {};
template <>
struct trav::Described<Card> : trav::Extends<Payment, &Card::number> {};
template <>
struct trav::Described<Voucher> : trav::Extends<Payment, &Voucher::gift> {};
template <>
struct trav::Described<Order> : trav::Members<&Order::lines, &Order::payment, &Order::send_to> {};
template <>
struct trav::Described<Session> : trav::Members<&Session::customer, &Session::orders> {};
// [described]

/// 151 products, 100 of them on sale. Each of 100 sessions has ordered one that is on sale and one that is
/// not, by card or with a voucher for a gift.
struct Shop {
    // [roots]
    Catalogue catalogue;
    std::vector<std::unique_ptr<Customer>> customers;
    std::list<Session> sessions;
    // [roots]

    Shop() {
        std::vector<std::shared_ptr<Product>> products;
        for (int i = 0; i != 151; ++i)
            products.push_back(std::make_shared<Product>(
                Product{"product " + std::to_string(i), std::vector<unsigned char>(1000)}));
        for (std::size_t i = 0; i != 100; ++i)
            catalogue.categories[i % 2 == 0 ? "tea" : "cups"].products.push_back(products[i]);
        for (std::size_t i = 0; i != 100; ++i) {
            customers.push_back(std::make_unique<Customer>(
                Customer{"customer " + std::to_string(i), {"a street", "a town"}}));
            auto order = std::make_unique<Order>();
            order->lines = {{products[i / 2], 1}, {products[100 + i / 2], 2}};
            if (i % 2 == 0) order->payment = std::make_unique<Card>("4000 0000 0000 0000");
            else order->payment = std::make_unique<Voucher>(products.back());
            auto& session = sessions.emplace_back(Session{customers.back().get(), {}});
            session.orders.push_back(std::move(order));
        }
    }
};
