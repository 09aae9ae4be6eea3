// SPDX-License-Identifier: BSD-3-Clause
// Elements, and tables that are sorted by a click on a heading.
const element = (name, attributes = {}, ...children) => {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children.filter(child => child !== null && child !== undefined && child !== false));
  return made;
};

// columns: {title, get(row), show(value), number, name, key(row): colour}. What is shown is made of what sorts.
function table(columns, rows, {caption, tall, sorted} = {}) {
  if (!rows.length) return element("p", {class: "note"}, "Nothing to list.");
  const body = element("tbody");
  const cell = (column, row) => {
    const value = column.get(row);
    const text = column.show ? column.show(value, row) : String(value);
    const kind = column.number ? "number" : column.name ? "name" : null;
    const made = element("td", {class: kind}, text);
    if (column.key) made.prepend(element("span", {class: "key", style: `background:${column.key(row)}`}));
    return made;
  };
  const fill = list => body.replaceChildren(...list.map(row => element("tr", {}, ...columns.map(c => cell(c, row)))));
  const headings = columns.map(column => {
    const button = element("button", {type: "button"}, column.title);
    const heading = element("th", {scope: "col", class: column.number ? "number" : null}, button);
    button.addEventListener("click", () => {
      const down = heading.getAttribute("aria-sort")
        ? heading.getAttribute("aria-sort") === "ascending"
        : !!column.number;
      headings.forEach(other => other.removeAttribute("aria-sort"));
      heading.setAttribute("aria-sort", down ? "descending" : "ascending");
      const compare = (a, b) => (column.number ? a - b : String(a).localeCompare(String(b), "en", {numeric: true}));
      const ordered = [...rows].sort((a, b) => compare(column.get(a), column.get(b)));
      fill(down ? ordered.reverse() : ordered);
    });
    return heading;
  });
  if (sorted !== undefined) headings[sorted].setAttribute("aria-sort", "descending");
  fill(rows);
  return element(
    "div",
    {class: tall ? "scroll tall" : "scroll", tabindex: "0", role: "region", "aria-label": caption},
    element("table", {}, element("thead", {}, element("tr", {}, ...headings)), body),
  );
}

// A few exclusive choices as buttons; `changed` is told the key.
function choice(label, options, present, changed) {
  const group = element("div", {class: "choice", role: "group", "aria-label": label});
  for (const [key, title] of options) {
    const button = element("button", {type: "button", "aria-pressed": String(key === present)}, title);
    button.addEventListener("click", () => {
      for (const other of group.children) other.setAttribute("aria-pressed", String(other === button));
      changed(key);
    });
    group.append(button);
  }
  return group;
}
