// SPDX-License-Identifier: BSD-3-Clause
// The page: what the run was, what stands out, then section after section.
const data = JSON.parse(document.getElementById("data").textContent);

function tiles() {
  const base = data.levels[data.base],
    job = data.job;
  const tile = (value, text) => element("div", {class: "tile"}, element("b", {}, value), element("span", {}, text));
  const hosts = job.traces.reduce((sum, t) => sum + t.host_count, 0);
  const list = [
    tile(units.time(job.duration_ns), "run time"),
    tile(
      units.count(job.ranks),
      `${job.ranks === 1 ? "rank" : "ranks"} on ${units.plural(hosts, "host", "hosts")}` +
        (job.ranks === 1 ? "" : `, ${units.plural(job.behaviour_count, "behaviour", "behaviours")}`),
    ),
    tile(units.shortCount(data.calls), "recorded calls"),
  ];
  if (base)
    list.push(
      tile(units.bytes(base.read_bytes), "read"),
      tile(units.bytes(base.written_bytes), "written"),
      tile(units.shortCount(base.metadata_calls), "metadata operations"),
    );
  list.push(
    tile(
      units.shortCount(data.files.count),
      `${data.files.count === 1 ? "file" : "files"}, ${units.shortCount(data.files.shared)} shared`,
    ),
  );
  if (job.has_times && job.duration_ns > 0)
    list.push(tile(units.percent(Math.min(1, data.io_ns / (job.duration_ns * job.ranks))), "of the run in I/O calls"));
  return element("div", {class: "tiles"}, ...list);
}

function lossesOf(trace) {
  const list = [];
  if (trace.dropped) list.push(`${units.plural(trace.dropped, "call", "calls")} of signal handlers not recorded`);
  if (trace.lost) list.push(`${units.plural(trace.lost, "call", "calls")} lost for want of memory or space`);
  return list.length ? list.join("; ") : "nothing";
}
function factsOf(trace) {
  const hosts =
    trace.hosts.join(", ") +
    (trace.host_count > trace.hosts.length ? ` and ${units.count(trace.host_count - trace.hosts.length)} more` : "");
  const facts = [
    ["Program", trace.program],
    ["Job", trace.job],
    ["User", trace.user],
    ["Started", trace.started],
    ["Duration", units.time(trace.duration_ns)],
    ["Hosts", hosts],
    [
      "Ranks",
      `${units.count(trace.ranks)}${trace.ranks > 1 ? `, ${units.plural(trace.behaviours, "behaviour", "behaviours")}` : ""}`,
    ],
    ["MPI", trace.mpi.split(/[,\n]/)[0] || "none"],
    ["Layers recorded", trace.layers.replace(/,\s*/g, ", ")],
    ["Times", trace.time_mode || "exact"],
    ["Lost", lossesOf(trace)],
    ["Recorder", trace.recorder],
    ["Directory", trace.directory],
    ["Trace", `${trace.file}, ${units.bytes(trace.bytes)}`],
  ];
  return element(
    "dl",
    {class: "facts"},
    ...facts
      .filter(([, value]) => value)
      .map(([name, value]) => element("div", {}, element("dt", {}, name), element("dd", {}, value))),
  );
}
function jobSection() {
  const several = data.job.traces.length > 1;
  return {
    id: "run",
    title: "Run",
    element: element(
      "section",
      {id: "run", "aria-labelledby": "run-title"},
      element("h2", {id: "run-title"}, "The run"),
      ...data.job.traces.flatMap(trace => [
        several ? element("h3", {style: "margin-top:18px"}, trace.command || trace.program || trace.file) : null,
        factsOf(trace),
      ]),
    ),
  };
}

// What is worth a word, the worst first.
function findings(sections) {
  const KEYS = {functions: "calls", files_by_rank: "ranks", slowest: "files"};
  const list = Object.entries(data.advice)
    .filter(([, advice]) => advice.severity !== "fine")
    .map(([key, advice]) => ({...advice, id: KEYS[key] || key}))
    .filter(one => sections.some(s => s.id === one.id))
    .sort((a, b) => (b.severity === "warning") - (a.severity === "warning"));
  const title = id => sections.find(s => s.id === id).title;
  return element(
    "section",
    {id: "findings", "aria-labelledby": "findings-title"},
    element("h2", {id: "findings-title"}, "What stands out"),
    list.length
      ? element(
          "ul",
          {class: "findings"},
          ...list.map(one =>
            element(
              "li",
              {class: `sentence ${one.severity}`},
              element("span", {}, `${one.text} `, element("a", {href: `#${one.id}`}, title(one.id))),
            ),
          ),
        )
      : element(
          "p",
          {class: "sentence fine"},
          element("span", {}, "Nothing unusual: no figure of this run is beyond the thresholds of recorder-report(1)."),
        ),
  );
}

function behavioursSection() {
  const list = data.job.behaviours;
  if (data.job.ranks < 2) return null;
  const PALETTE = ["#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#b8a400", "#8a94a0"];
  const colour = b => PALETTE[list.indexOf(b) % PALETTE.length];
  const strip = element(
    "div",
    {class: "share", role: "img", "aria-label": "Share of the ranks of each behaviour"},
    ...list.map(b =>
      element("i", {
        style: `flex:${b.ranks};background:${colour(b)}`,
        title: `${units.plural(b.ranks, "rank", "ranks")}: ${b.members}`,
      }),
    ),
  );
  const rest = data.job.behaviour_count - list.length;
  return section(
    "behaviours",
    "Ranks by behaviour",
    `${units.plural(data.job.ranks, "rank", "ranks")}, ${units.plural(data.job.behaviour_count, "behaviour", "behaviours")}.`,
    data,
    "behaviours",
    strip,
    table(
      [
        {title: "Ranks", get: b => b.members, name: true, key: colour, show: text => units.shortPath(text, 60)},
        {title: "Number", get: b => b.ranks, show: units.count, number: true},
        {title: "Calls a rank", get: b => b.calls / b.ranks, show: units.count, number: true},
        {title: "Threads", get: b => b.streams, show: units.count, number: true},
        {title: "Also calls", get: b => b.also.join(", ") || "–", name: true},
        {title: "Never calls", get: b => b.without.join(", ") || "–", name: true},
      ],
      list,
      {caption: "Behaviours"},
    ),
    rest > 0 ? element("p", {class: "about"}, `And ${units.count(rest)} more.`) : null,
  );
}

// What a tool that looks for conflicting accesses adds to the data: {text, columns, rows}.
function conflictsSection() {
  const found = data.conflicts;
  if (!found) return null;
  return section(
    "conflicts",
    "Conflicting accesses",
    found.text,
    data,
    null,
    table(
      found.columns.map((title, i) => ({
        title,
        get: row => row[i],
        number: typeof (found.rows[0] || [])[i] === "number",
        name: i === 0,
      })),
      found.rows,
      {caption: "Conflicts", tall: true},
    ),
  );
}

function navigation(sections) {
  const links = new Map(sections.map(s => [s.id, element("a", {href: `#${s.id}`}, s.short || s.title)]));
  const nav = document.getElementById("nav");
  nav.append(...links.values());
  const seen = new IntersectionObserver(
    entries => {
      for (const entry of entries) {
        if (!entry.isIntersecting) continue;
        for (const [id, link] of links) link.classList.toggle("here", id === entry.target.id);
        const link = links.get(entry.target.id);
        nav.scrollTo({left: link.offsetLeft - nav.offsetLeft - nav.clientWidth / 2 + link.clientWidth / 2});
      }
    },
    {rootMargin: "-64px 0px -75% 0px"},
  );
  for (const s of sections) seen.observe(s.element);
}

const THEME = "recorder-report-theme";
function themes() {
  const dark = matchMedia("(prefers-color-scheme: dark)"),
    button = document.getElementById("theme");
  let chosen = null;
  try {
    chosen = localStorage.getItem(THEME);
  } catch {
    /* files may have no storage */
  }
  const set = theme => {
    document.documentElement.dataset.theme = theme;
    button.textContent = theme === "dark" ? "☀" : "☾";
  };
  const now = () => chosen || (dark.matches ? "dark" : "light");
  set(now());
  button.addEventListener("click", () => {
    chosen = now() === "dark" ? "light" : "dark";
    try {
      localStorage.setItem(THEME, chosen);
    } catch {
      /* only this time then */
    }
    set(chosen);
    charts.drawAll();
  });
  dark.addEventListener("change", () => {
    set(now());
    charts.drawAll();
  });
  // Paper is white.
  addEventListener("beforeprint", () => {
    set("light");
    charts.drawAll();
  });
  addEventListener("afterprint", () => {
    set(now());
    charts.drawAll();
  });
}

function footer() {
  const place = document.getElementById("footer");
  place.append(
    element(
      "p",
      {},
      `Made by recorder-report ${data.recorder}. Every number can be had as JSON with --json; recorder-report(1) explains the sentences.`,
    ),
  );
  if (!charts.library)
    place.append(element("p", {}, "This copy has tables only: it was made without the chart library."));
}

function start() {
  themes();
  const content = document.getElementById("content");
  const SHORT = {
    calls: "Calls",
    activity: "Activity",
    bandwidth: "Bandwidth",
    sizes: "Sizes",
    metadata: "Metadata",
    files: "Files",
    offsets: "Offsets",
    mpiio: "MPI-IO",
    behaviours: "Behaviours",
  };
  const made = [
    jobSection(),
    activitySection(data),
    bandwidthSection(data),
    functionsSection(data),
    sizesSection(data),
    metadataSection(data),
    filesSection(data),
    offsetsSection(data),
    mpiioSection(data),
    conflictsSection(),
    ranksSection(data),
    behavioursSection(),
  ].filter(Boolean);
  for (const one of made) one.short = SHORT[one.id];
  const command = data.job.traces.map(t => t.command || t.program).join("; ");
  content.append(
    element("h1", {}, data.title),
    element("p", {class: "command"}, command),
    tiles(),
    findings(made),
    ...made.map(s => s.element),
  );
  navigation(made);
  footer();
  charts.start();
}
start();
