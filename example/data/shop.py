"""The in-memory shop of shop.js in Python: python3 -IS example/dump/python_heap.py example/data/shop.py > shop.jsonl"""
import random


class Product:
    def __init__(self, number):
        self.number, self.title, self.price = number, f"product {number}", number % 97 + 0.99
        self.photo = bytes(64 + number % 512)


class User:
    def __init__(self, number):
        self.name, self.history = f"user {number}", []


class Session:
    def __init__(self, user, seen):
        self.user, self.seen = user, set(seen)
        self.on_close = lambda: user.history.append(len(self.seen))


class Order:
    def __init__(self, user, lines):
        self.user, self.lines = user, lines


class LazyReport:
    def __init__(self, orders):
        self.thunk = lambda: sum(product.price * count for order in orders for product, count in order.lines)

    def force(self):
        self.value, self.thunk = self.thunk(), None


random.seed(42)
catalogue = [Product(i) for i in range(500)]
users = [User(i) for i in range(100)]
cache, sessions, reports = {}, {}, []  # nothing is ever removed from sessions: a leak
orders = []


def round(n):
    """Sessions begin, searches are cached, the orders of the last round are forgotten, and a report is made."""
    global orders
    for i in range(200):
        five = random.sample(catalogue, 5)
        sessions[f"s{n}-{i}"] = Session(random.choice(users), five)
        cache[random.choice(catalogue).title] = five
    orders = [Order(random.choice(users), [(random.choice(catalogue), 1) for _ in range(2)]) for _ in range(300)]
    reports.append(LazyReport(orders))
    if n > 1:
        reports[n - 2].force()


for n in (1, 2, 3):
    round(n)
