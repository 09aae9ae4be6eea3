# SPDX-License-Identifier: BSD-3-Clause
# Sequitur with run-length exponents, for the baseline encoders: what the Recorder 3 paper calls a process's CFG
# (section 3.1). Exponents follow from section 3.2.1, by which a loop's grammar does not grow with its iterations.
"""Grammar().append(terminal) for each call, then rules(): the bodies, each a list of (symbol, exponent).

A symbol is a terminal (>= 0) or rule r as -r-1; rule 0 is the start. The exponent of the last symbol may still grow,
so the digram that it ends is looked at when another symbol follows."""


class Node:
    __slots__ = ("prev", "next", "symbol", "exponent", "rule", "alive")

    def __init__(self, symbol, exponent, rule=None):
        self.symbol, self.exponent, self.rule = symbol, exponent, rule
        self.prev = self.next = self
        self.alive = True


class Rule:
    """A ring of nodes behind a guard; `uses` are the nodes that stand for the rule."""

    def __init__(self, number):
        self.guard = Node(None, 0, self)
        self.symbol = -number - 1
        self.uses = set()


def link(a, b):
    a.next, b.prev = b, a


class Grammar:
    def __init__(self):
        self.start = Rule(0)
        self.rules_of = {-1: self.start}
        self.digrams = {}
        self.made = 1

    def append(self, terminal):
        last = self.start.guard.prev
        if last.symbol != terminal and last.rule is None:
            self.check(last.prev, last)
            last = self.start.guard.prev
        if last.symbol == terminal:
            last.exponent += 1
        else:
            self.insert(last, terminal, 1)

    def rules(self):
        """The bodies, after the last call."""
        self.check(self.start.guard.prev.prev, self.start.guard.prev)
        numbers = {symbol: -i - 1 for i, symbol in enumerate(self.rules_of)}
        bodies = []
        for rule in self.rules_of.values():
            body, node = [], rule.guard.next
            while node.rule is None:
                body.append((numbers.get(node.symbol, node.symbol), node.exponent))
                node = node.next
            bodies.append(body)
        return bodies

    def insert(self, before, symbol, exponent):
        node = Node(symbol, exponent)
        link(node, before.next)
        link(before, node)
        if symbol < 0:
            self.rules_of[symbol].uses.add(node)
        return node

    def remove(self, node):
        node.alive = False
        link(node.prev, node.next)
        if node.symbol < 0:
            self.rules_of[node.symbol].uses.discard(node)

    @staticmethod
    def key(a, b):
        return a.symbol, a.exponent, b.symbol, b.exponent

    def forget(self, node):
        """The digram that begins with this node no longer holds."""
        if node.rule is None and node.next.rule is None:
            key = self.key(node, node.next)
            if self.digrams.get(key) is node:
                del self.digrams[key]

    def is_open(self, node):
        return node.next is self.start.guard

    def check(self, a, b):
        """Looks at a digram that has come about; true if it was replaced."""
        if a.rule is not None or b.rule is not None:
            return False
        key = self.key(a, b)
        other = self.digrams.setdefault(key, a)
        if other is a:
            return False
        rule = other.prev.rule
        if rule is None or other.next.next.rule is not rule or rule is self.start:
            rule = self.new_rule(a, b)
            self.digrams[key] = rule.guard.next
            self.replace(other, rule)
        self.replace(a, rule)
        self.expand_unused(rule)
        return True

    def new_rule(self, a, b):
        rule = Rule(self.made)
        self.rules_of[rule.symbol] = rule
        self.made += 1
        self.insert(self.insert(rule.guard, a.symbol, a.exponent), b.symbol, b.exponent)
        return rule

    def replace(self, a, rule):
        """The digram at `a` becomes the rule; equal neighbours become one symbol."""
        before, b = a.prev, a.next
        for node in (before, a, b):
            self.forget(node)
        self.remove(a)
        self.remove(b)
        if before.symbol == rule.symbol:
            self.forget(before.prev)
            before.exponent += 1
            node = before
        else:
            node = self.insert(before, rule.symbol, 1)
        after = node.next
        if after.symbol == rule.symbol:
            self.forget(after)
            node.exponent += after.exponent
            self.remove(after)
        if not self.is_open(node) and self.check(node.prev, node):
            return
        if node.alive and node.next.rule is None and not self.is_open(node.next):
            self.check(node, node.next)

    def expand_unused(self, rule):
        """Rules in this rule's body that are used only here, once, are put in their place."""
        if self.rules_of.get(rule.symbol) is not rule:
            return
        for node in (rule.guard.next, rule.guard.prev):
            inner = self.rules_of.get(node.symbol)
            if node.alive and inner and node.exponent == 1 and len(inner.uses) == 1:
                self.expand(node, inner)

    def expand(self, node, rule):
        before, after = node.prev, node.next
        self.forget(before)
        self.forget(node)
        self.remove(node)
        first, last = rule.guard.next, rule.guard.prev
        link(before, first)
        link(last, after)
        del self.rules_of[rule.symbol]
        for a in (before, last):
            b = a.next
            if a.rule is not None or b.rule is not None or not a.alive or not b.alive:
                continue
            if a.symbol == b.symbol:
                for changed in (a.prev, b):
                    self.forget(changed)
                a.exponent += b.exponent
                self.remove(b)
            else:
                self.digrams.setdefault(self.key(a, b), a)


def expanded(rules, symbol=-1):
    """The terminals that a grammar stands for."""
    for inner, exponent in rules[-symbol - 1]:
        for _ in range(exponent):
            if inner < 0:
                yield from expanded(rules, inner)
            else:
                yield inner
