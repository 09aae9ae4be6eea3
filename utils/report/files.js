// SPDX-License-Identifier: BSD-3-Clause
// The slowest files, and where files are accessed.
function filesSection(data) {
  const list = data.files.listed;
  if (!list.length) return null;
  const time = f => f.read_ns + f.write_ns + f.metadata_ns;
  const timed = data.job.has_times && list.some(time);
  const value = timed ? time : f => f.read_bytes + f.written_bytes;
  const show = timed ? units.time : units.bytes;
  // Without those whose bar nobody would see.
  const top = () =>
    [...list]
      .sort((a, b) => value(b) - value(a))
      .slice(0, 12)
      .filter((f, i, all) => value(f) > 0 && value(f) * 500 >= value(all[0]));
  const parts = (
    timed
      ? [
          ["Read", "read_ns", "read"],
          ["Write", "write_ns", "write"],
          ["Metadata", "metadata_ns", "metadata"],
        ]
      : [
          ["Read", "read_bytes", "read"],
          ["Written", "written_bytes", "write"],
        ]
  ).filter(([, key]) => list.some(f => f[key]));
  const figure = charts.figure({
    title: timed ? "Time by file, all ranks" : "Bytes by file",
    label: "The slowest files",
    height: () => Math.max(120, 64 + 26 * top().length),
    option: c => {
      const files = top();
      if (!files.length) return "No time was spent on files and no data was moved.";
      return {
        legend: charts.legend(c),
        grid: {left: 4, right: 24, top: 36, bottom: 4, containLabel: true},
        xAxis: charts.axis(c, {
          type: "value",
          splitNumber: 4,
          ...(timed ? units.timeStep : units.byteStep)(value(files[0])),
          axisLabel: {formatter: show},
        }),
        yAxis: charts.axis(c, {
          type: "category",
          inverse: true,
          data: files.map(f => units.shortPath(f.name, charts.narrow() ? 20 : 46)),
          axisLabel: {color: c.text, interval: 0, hideOverlap: false},
        }),
        tooltip: charts.barTooltip(c, {
          formatter: p => {
            const f = files[p[0].dataIndex];
            return charts.tip(
              f.name,
              ...p.map(one => charts.row(one.seriesName, show(one.value), c[parts[one.seriesIndex][2]])),
              charts.row("read", units.bytes(f.read_bytes)),
              charts.row("written", units.bytes(f.written_bytes)),
              charts.row("opens", units.count(f.opens)),
              charts.row("ranks", units.count(f.ranks)),
            );
          },
        }),
        series: parts.map(([name, key, colour]) => ({
          name,
          type: "bar",
          stack: "all",
          barMaxWidth: 18,
          data: files.map(f => f[key]),
          itemStyle: {color: c[colour]},
        })),
      };
    },
  });
  const rest = data.files.count - list.length;
  return section(
    "files",
    "Slowest files",
    `${units.plural(data.files.count, "file", "files")} in all, ${units.count(data.files.shared)} of them used by more than one rank.` +
      (rest > 0 ? ` The table has the ${units.count(list.length)} with the most time or bytes.` : ""),
    data,
    "slowest",
    figure.element,
    element(
      "div",
      {style: "margin-top:14px"},
      table(
        [
          {title: "File", get: f => f.name, name: true},
          {title: "Time", get: time, show: units.time, number: true},
          {title: "in reads", get: f => f.read_ns, show: units.time, number: true},
          {title: "in writes", get: f => f.write_ns, show: units.time, number: true},
          {title: "in metadata", get: f => f.metadata_ns, show: units.time, number: true},
          {title: "Read", get: f => f.read_bytes, show: units.bytes, number: true},
          {title: "Written", get: f => f.written_bytes, show: units.bytes, number: true},
          {title: "Opens", get: f => f.opens, show: units.count, number: true},
          {title: "Ranks", get: f => f.ranks, show: units.count, number: true},
        ],
        list,
        {caption: "Files", tall: true, sorted: 1},
      ),
    ),
  );
}

// Rectangles of accesses; small ones stay visible.
function drawAccess(horizontal) {
  return (params, api) => {
    const a = api.coord([api.value(0), api.value(3)]),
      b = api.coord([api.value(1), api.value(2)]),
      area = params.coordSys;
    const width = Math.max(b[0] - a[0], horizontal),
      height = Math.max(b[1] - a[1], 2);
    const x = Math.max(a[0], area.x),
      y = Math.max(a[1] - (height > b[1] - a[1] ? 1 : 0), area.y);
    const right = Math.min(a[0] + width, area.x + area.width),
      bottom = Math.min(y + height, area.y + area.height);
    return right <= x || bottom <= y
      ? null
      : {
          type: "rect",
          shape: {x, y, width: right - x, height: bottom - y},
          style: {fill: api.visual("color"), opacity: 0.75},
        };
  };
}

function offsetsSection(data) {
  if (!data.offsets.length) return null;
  const state = {file: 0};
  const now = () => data.offsets[state.file];
  const tops = () => Math.max(...now().shown.map(s => s[2] + s[3]));
  const offsetAxis = c =>
    charts.axis(c, {type: "value", min: 0, ...units.byteStep(tops()), axisLabel: {formatter: units.bytes}});
  // The time in which the file is accessed, not the whole run.
  const accessAxis = c => {
    const from = Math.min(...now().shown.map(s => s[0])),
      to = Math.max(...now().shown.map(s => s[0] + s[1]), from + 1);
    const {length, name} = units.timeUnit(to);
    const digits = Math.max(0, Math.ceil(Math.log10(length / Math.max(to - from, 1))) + 1);
    return {
      length,
      axis: charts.axis(c, {
        type: "value",
        min: from / length,
        max: to / length,
        splitNumber: charts.narrow() ? 2 : 4,
        splitLine: {show: false},
        axisLabel: {formatter: value => `${value.toFixed(digits)} ${name}`, showMinLabel: false, showMaxLabel: false},
      }),
    };
  };
  const series = (c, place, horizontal) =>
    [
      ["Reads", 0, c.read],
      ["Writes", 1, c.write],
    ]
      .map(([name, kind, colour]) => ({
        name,
        type: "custom",
        renderItem: drawAccess(horizontal),
        itemStyle: {color: colour},
        encode: {x: [0, 1], y: [2, 3]},
        clip: true,
        data: now()
          .shown.filter(s => s[5] === kind)
          .map(place),
      }))
      .filter(one => one.data.length);
  const option = (c, xAxis, place, horizontal, zoom) => ({
    legend: charts.legend(c),
    xAxis,
    yAxis: offsetAxis(c),
    grid: {left: 4, right: 18, top: 36, bottom: zoom ? 34 : 22, containLabel: true},
    ...(zoom ? {dataZoom: charts.slider(c)} : {}),
    tooltip: charts.tooltip(c, {
      trigger: "item",
      formatter: p => {
        const [start, length, offset, bytes, rank] = p.data[4];
        return charts.tip(
          `${p.seriesName.slice(0, -1)} by rank ${units.count(rank)}`,
          charts.row("offset", `${units.bytes(offset)} (${units.count(offset)})`),
          charts.row("bytes", `${units.bytes(bytes)} (${units.count(bytes)})`),
          ...(data.job.has_times ? [charts.row("at", units.time(start)), charts.row("for", units.time(length))] : []),
        );
      },
    }),
    series: series(c, place, horizontal),
  });
  const overTime = charts.figure({
    title: "Offset against time",
    height: 340,
    label: "File offset against time",
    option: c => {
      if (!data.job.has_times) return data.job.why_no_times;
      const {length, axis} = accessAxis(c);
      return option(c, axis, s => [s[0] / length, (s[0] + s[1]) / length, s[2], s[2] + s[3], s], 2, true);
    },
  });
  const byRank = charts.figure({
    title: "Offset against rank",
    height: 340,
    label: "File offset against rank",
    option: c =>
      option(
        c,
        {...rankAxis(data, c, rankLabels(data)), nameLocation: "middle", nameGap: 26},
        s => [s[4] - 0.42, s[4] + 0.42, s[2], s[2] + s[3], s],
        3,
        false,
      ),
    table: () =>
      table(
        [
          {title: "At", get: s => s[0], show: units.time, number: true},
          {title: "For", get: s => s[1], show: units.time, number: true},
          {title: "Rank", get: s => s[4], show: units.count, number: true},
          {title: "Kind", get: s => (s[5] ? "write" : "read")},
          {title: "Offset", get: s => s[2], show: units.count, number: true},
          {title: "Bytes", get: s => s[3], show: units.count, number: true},
        ],
        now().shown,
        {caption: "Accesses", tall: true},
      ),
  });
  const shown = element("p", {class: "aside"});
  const say = () => {
    const {accesses, shown: list} = now();
    shown.textContent =
      accesses === list.length
        ? `All ${units.plural(accesses, "access", "accesses")} to the file with a known offset.`
        : `${units.count(list.length)} of ${units.count(accesses)} accesses, chosen at random.`;
  };
  const pick = element(
    "select",
    {
      "aria-label": "File",
      onchange: event => {
        state.file = Number(event.target.value);
        say();
        overTime.redraw();
        byRank.redraw();
      },
    },
    ...data.offsets.map((o, i) => element("option", {value: String(i)}, units.shortPath(o.file, 60))),
  );
  say();
  return section(
    "offsets",
    "Where files are accessed",
    "A rectangle is an access: as long as it took, as high as its bytes.",
    data,
    "offsets",
    element("div", {class: "head"}, element("label", {class: "pick"}, "File", pick)),
    element("div", {class: "figures two"}, overTime.element, byRank.element),
    shown,
  );
}
