"""Finds what can be changed in a Swift source, and writes the source with every change in it, one of which is chosen by number.

A change of a condition makes a part of it true or false; a change of a statement leaves it out; a change of `min` or `max` gives
one of the two numbers. The lines of the source stay where they are.
"""

import re
from dataclasses import dataclass

OPENING, CLOSING = "([{", ")]}"
# Statements that cannot be left out, or that are changed by their conditions.
KEPT = re.compile(
    r"(let|var|func|init|return|guard|if|else|for|while|switch|case|default|throw|break|continue|defer|import|struct|enum|"
    r"extension|mutating|private|fileprivate|static|public|package|subscript|typealias|get|set|do|repeat|precondition|yield|"
    r"try coder\.code|@|#|\}|\.|\?|:|&|\||\+|-|\*|\))")
CALL_OR_ASSIGNMENT = re.compile(r"^(try\s+)?([\w.\[\]!?:]+\(|\([\w., \[\]]+\)\s=\s|[\w.\[\]!?: ()-]+\s[-+]?=\s|_ = )")
BEFORE_EXPRESSION = re.compile(r"(\s[-+]?=\s|\b(return|in|throw|guard|if|while|where|else|try)\s|:\s|\s\?\s)$")


@dataclass
class Site:
    """A change of the source between two offsets."""

    start: int
    end: int
    line: int
    kind: str
    text: str
    # How the changed text is written: # is the number of the change.
    prefix: str
    suffix: str
    number: int = 0

    @property
    def key(self):
        return f"{self.kind}: {self.text}"


def masked(source):
    """The source with the contents of comments and strings blanked, offset by offset."""
    pattern = re.compile(r'//[^\n]*|/\*.*?\*/|""".*?"""|"(?:\\.|[^"\\\n])*"', re.S)
    return pattern.sub(lambda match: re.sub(r"[^\n]", "_", match.group()) if match.group()[0] == '"'
                       else re.sub(r"[^\n]", " ", match.group()), source)


class Finder:
    def __init__(self, source, functions=None):
        self.source, self.mask = source, masked(source)
        self.sites = []
        self.conditions = []
        self.ranges = [self._function(name) for name in functions] if functions else [(0, len(source))]

    def find(self):
        self._condition_lists()
        self._where_clauses()
        self._expressions()
        self._ternaries()
        self._limits()
        self._statements()
        kept = [site for site in self.sites if any(a <= site.start < b for a, b in self.ranges)]
        seen, sites = set(), []
        for site in kept:
            if (mark := (site.start, site.end, site.kind)) not in seen:
                seen.add(mark)
                sites.append(site)
        # What is added to a list of conditions comes after all that changes its last one.
        return sorted(sites, key=lambda site: (site.start, -site.end, not site.kind.endswith("never")))

    def _function(self, name):
        match = re.search(rf"\b(func|var) {name}\b", self.mask)
        start = self._to(match.end(), "{")
        return (match.start(), self._close(start))

    # -- Reading ---------------------------------------------------------------------------------------------------

    def _close(self, opening):
        depth = 0
        for place in range(opening, len(self.mask)):
            depth += (self.mask[place] in OPENING) - (self.mask[place] in CLOSING)
            if depth == 0:
                return place
        return len(self.mask)

    def _to(self, place, end):
        """The next place at this depth where the text `end` (a character, or a word) stands."""
        depth = 0
        while place < len(self.mask):
            if depth == 0 and self.mask.startswith(end, place):
                if not end.isalpha() or re.match(rf"\b{end}\b", self.mask[place:]) and not self.mask[place - 1].isalnum():
                    return place
            character = self.mask[place]
            depth += (character in OPENING) - (character in CLOSING)
            if depth < 0:
                return place
            place += 1
        return place

    def _trim(self, start, end):
        while start < end and self.mask[start].isspace():
            start += 1
        while end > start and self.mask[end - 1].isspace():
            end -= 1
        return start, end

    def _split(self, start, end, mark):
        """The parts between marks at the depth of the span."""
        parts, depth, first, place = [], 0, start, start
        while place < end:
            character = self.mask[place]
            depth += (character in OPENING) - (character in CLOSING)
            if depth == 0 and self.mask.startswith(mark, place):
                parts.append((first, place))
                first = place = place + len(mark)
                continue
            place += 1
        return [self._trim(*part) for part in parts + [(first, end)]]

    # -- Changes ---------------------------------------------------------------------------------------------------

    def _add(self, start, end, kind, prefix, suffix, text=None):
        start, end = self._trim(start, end)
        text = text or " ".join(self.source[start:end].split())
        line = self.source.count("\n", 0, start) + 1
        self.sites.append(Site(start, end, line, kind, text, prefix, suffix))

    def _constant(self, start, end, value):
        self._add(start, end, value, f"(isMutant(#) ? {value} : (", "))")

    def _is_ternary(self, start, end):
        return len(self._split(start, end, " ? ")) > 1

    def _parts(self, start, end):
        """Leaves out each part of a condition."""
        start, end = self._trim(start, end)
        if self._is_ternary(start, end):
            choice = self._split(start, end, " ? ")[1]
            for part in self._split(*choice, " : "):
                self._parts(*part)
            return
        for mark, neutral in (("||", "false"), ("&&", "true")):
            parts = self._split(start, end, mark)
            if len(parts) > 1:
                for part in parts:
                    self._constant(*part, neutral)
                    self._parts(*part)
                return
        if self.mask[start] == "(" and self._close(start) == end - 1:
            self._parts(start + 1, end - 1)

    def _list(self, start, end, context):
        """A list of conditions of which each must hold."""
        self.conditions.append((start, end))
        clauses = [clause for clause in self._split(start, end, ",") if clause[0] < clause[1]]
        for first, last in clauses:
            if re.match(r"(let|var|case|#)\b", self.mask[first:last]):
                continue
            self._constant(first, last, "true")
            self._parts(first, last)
        last = clauses[-1]
        whole = " ".join(self.source[clauses[0][0]:last[1]].split())
        self._add(*last, f"{context} never", "", ", !isMutant(#)", whole)

    def _condition_lists(self):
        for match in re.finditer(r"(?<![.#\w])(if|guard|while)\b(?!:)", self.mask):
            end = self._to(match.end(), "else" if match.group(1) == "guard" else "{")
            self._list(match.end(), end, match.group(1))

    def _where_clauses(self):
        for match in re.finditer(r"\bwhere\b(?!:)", self.mask):
            line = self.mask[self.mask.rfind("\n", 0, match.start()) + 1:match.start()]
            if not re.search(r"\b(for|case)\b", line):
                continue
            start, end = self._trim(match.end(), self._to(match.end(), "{" if "for " in line else ":"))
            self.conditions.append((start, end))
            for value in ("true", "false"):
                self._constant(start, end, value)
            self._parts(start, end)

    def _left(self, place):
        """Where the expression begins that goes on to `place`."""
        depth = 0
        while place > 0:
            character = self.mask[place - 1]
            if character in CLOSING:
                depth += 1
            elif character in OPENING:
                if depth == 0:
                    return place
                depth -= 1
            elif depth == 0:
                before = self.mask[max(0, place - 9):place]
                if character in ",;" or BEFORE_EXPRESSION.search(before):
                    return place
                if character == "\n" and not re.match(r"\s*(&&|\|\||\?|:|[-+*/.])", self.mask[place:]):
                    return place
            place -= 1
        return place

    def _right(self, place):
        depth = 0
        while place < len(self.mask):
            character = self.mask[place]
            if character in OPENING:
                depth += 1
            elif character in CLOSING:
                if depth == 0:
                    return place
                depth -= 1
            elif depth == 0:
                if character in ",;" or self.mask.startswith((" ? ", " : "), place):
                    return place
                if character == "\n" and not re.match(r"\s*(&&|\|\||[-+*/.])", self.mask[place + 1:]):
                    return place
            place += 1
        return place

    def _is_in_condition(self, place):
        return any(start <= place < end and not self._inner(start, place) for start, end in self.conditions)

    def _inner(self, start, place):
        """Whether brackets are open between the begin of a condition and the place."""
        between = self.mask[start:place]
        return sum(between.count(c) for c in OPENING) > sum(between.count(c) for c in CLOSING)

    def _expressions(self):
        for match in re.finditer(r"&&|\|\|", self.mask):
            if not self._is_in_condition(match.start()):
                self._parts(self._left(match.start()), self._right(match.end()))

    def _ternaries(self):
        for match in re.finditer(r"\s\?\s", self.mask):
            start = self._left(match.start())
            for value in ("true", "false"):
                self._constant(start, match.start(), value)
            if not self._is_in_condition(match.start()):
                self._parts(start, match.start())

    def _limits(self):
        for match in re.finditer(r"(?<![.\w])(?:Swift\.)?(min|max)\(", self.mask):
            end = self._close(match.end() - 1)
            parts = self._split(match.end(), end, ",")
            if len(parts) != 2:
                continue
            for kind, (first, last) in zip(("first", "second"), parts):
                self._add(match.start(), end + 1, kind, f"(isMutant(#) ? ({' '.join(self.source[first:last].split())}) : ", ")")

    # -- Statements ------------------------------------------------------------------------------------------------

    def _statements(self):
        offset, blocks = 0, []
        for line in self.mask.split("\n"):
            self._statement(offset, line, blocks)
            for place in range(offset, offset + len(line)):
                if self.mask[place] == "{":
                    blocks.append((place, self._block(place)))
                elif self.mask[place] == "}" and blocks:
                    blocks.pop()
            offset += len(line) + 1

    def _block(self, opening):
        """What a brace opens: a type, an initializer, a body with a result, or any other code."""
        begin = max(self.mask.rfind(mark, 0, opening) for mark in ("\n\n", "}\n", "{\n", ";"))
        header = self.mask[begin + 1:opening]
        if re.search(r"\b(struct|enum|extension|class|protocol)\b", header):
            return "type"
        if re.search(r"\binit\b\s*\(", header):
            return "init"
        line = self.mask[self.mask.rfind("\n", 0, opening) + 1:opening]
        is_closure = re.match(r"[^{}\n]*\bin\n", self.mask[opening + 1:]) or \
            re.match(r"(?!.*\b(if|else|guard|for|while|switch)\b).*\.\w+ $", line)
        return "result" if is_closure or re.search(r"->|\bvar\b", header) else "code"

    def _statement(self, offset, line, blocks):
        if not blocks or any(kind in ("init",) for _, kind in blocks) or blocks[-1][1] == "type":
            return
        start = offset + len(line) - len(line.lstrip())
        label = re.match(r"\s*(case\b.*?|default):\s+(?=\S)", line)
        if label:
            start = self._to(start, ":") + 1
            start += len(self.mask[start:]) - len(self.mask[start:].lstrip(" "))
        text = self.mask[start:offset + len(line)]
        if not text or KEPT.match(text) or not CALL_OR_ASSIGNMENT.match(text):
            return
        previous = self.mask[:offset].rstrip()
        if not label and (previous[-1:] in "([,=?:" or re.search(r"(&&|\|\||[-+*/])$", previous)):
            return
        end = self._statement_end(start)
        if self._inner(start, end) or self.mask[start:end].endswith("{"):
            return
        opening, kind = blocks[-1]
        inside = re.sub(r"^[^{}\n]*\bin\n", "", self.mask[opening + 1:start])
        if kind == "result" and not inside.strip() and not self.mask[end:self._close(opening)].strip():
            return
        self._add(start, end, "left out", "if !isMutant(#) { ", " }")

    def _statement_end(self, place):
        depth = 0
        while place < len(self.mask):
            character = self.mask[place]
            depth += (character in OPENING) - (character in CLOSING)
            if depth < 0 or depth == 0 and character == ";":
                return place
            if depth == 0 and character == "\n" and not re.match(r"\s*(&&|\|\||[-+*/.?:])", self.mask[place + 1:]) \
                    and not re.search(r"(&&|\|\||[-+*/=,])$", self.mask[:place].rstrip()[-2:]):
                return place
            place += 1
        return place


def rewritten(source, sites):
    """The source with all changes, each chosen by its number."""
    before, after = {}, {}
    # Outer changes open first and close last; of those of the same text, the first found is the outermost.
    for site in sorted(sites, key=lambda site: (site.start, -site.end)):
        before.setdefault(site.start, []).append(site.prefix.replace("#", str(site.number)))
        after.setdefault(site.end, []).insert(0, (site.start, site.suffix.replace("#", str(site.number))))
    pieces, last = [], 0
    for place in sorted(set(before) | set(after)):
        pieces.append(source[last:place])
        # What began last ends first.
        pieces += [suffix for _, suffix in sorted(after.get(place, []), key=lambda piece: -piece[0])]
        pieces += before.get(place, [])
        last = place
    return "".join(pieces + [source[last:]])
