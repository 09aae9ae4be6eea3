// SPDX-License-Identifier: BSD-3-Clause
// The sections about calls, time, sizes, metadata and ranks. Each takes the data and returns a section, or null when the
// trace has nothing to say there.
function section(id, title, about, data, key, ...content) {
  const advice = key && data.advice[key];
  return {id, title, advice, element: element("section", {id, "aria-labelledby": `${id}-title`},
    element("h2", {id: `${id}-title`}, title), about ? element("p", {class: "about"}, about) : null,
    advice ? element("p", {class: `sentence ${advice.severity}`}, element("span", {}, advice.text)) : null, ...content)};
}
const levelsOf = data => data.levels.map((level, i) => level && {...level, i}).filter(Boolean);
const endOf = data => Math.max(data.job.to_ns, data.job.from_ns + 1);
const binsOf = data => Math.min(data.axis.bins, Math.ceil((endOf(data) - data.axis.from_ns) / data.axis.bin_ns));
const rowName = (data, row) => {
  const first = data.ranks.first[row], last = data.ranks.first[row + 1] - 1;
  return first === last ? `rank ${units.count(first)}` : `ranks ${units.count(first)}–${units.count(last)}`;
};
const grouped = data => data.ranks.first.length - 1 < data.job.ranks;

// The axis of a run's time, in a unit with round numbers.
function timeAxis(data, c, more = {}) {
  const {length, name} = units.timeUnit(endOf(data));
  return {length, axis: charts.axis(c, {type: "value", min: data.axis.from_ns / length, max: endOf(data) / length,
    splitNumber: charts.narrow() ? 3 : 8, splitLine: {show: false},
    axisLabel: {formatter: value => `${Number(value.toPrecision(6))} ${name}`, showMaxLabel: false}, ...more})};
}
// Where a choice of levels makes sense.
function levelChoice(data, state, changed) {
  const levels = levelsOf(data);
  if (levels.length < 2) return [];
  return [choice("Layer", levels.map(l => [l.i, l.name]), state.level, key => { state.level = key; changed(); })];
}

function functionsSection(data) {
  const doesIo = data.functions.some(f => f.operation !== "none"), others = data.functions.some(f => f.operation === "none");
  const state = {by: data.functions.some(f => f.time_ns > 0) ? "time_ns" : "calls", all: !doesIo};
  const MEASURES = {calls: ["calls", units.count, units.shortCount], time_ns: ["time, all ranks", units.time, units.time],
    read_bytes: ["bytes read", units.bytes, units.bytes], written_bytes: ["bytes written", units.bytes, units.bytes]};
  const top = () => data.functions.filter(f => f[state.by] > 0 && (state.all || f.operation !== "none")).sort((a, b) => b[state.by] - a[state.by])
    .slice(0, charts.narrow() ? 10 : 15);
  const options = Object.entries({time_ns: "Time", calls: "Calls", read_bytes: "Read", written_bytes: "Written"})
    .filter(([key]) => data.functions.some(f => f[key] > 0));
  const STEPS = {time_ns: units.timeStep, read_bytes: units.byteStep, written_bytes: units.byteStep};
  const byFunction = charts.figure({title: "By function", label: "Functions with the most calls, time or bytes",
    controls: [...(doesIo && others ? [choice("Functions", [[false, "I/O"], [true, "All"]], state.all, key => { state.all = key; byFunction.redraw(); })] : []),
      choice("Measure", options, state.by, key => { state.by = key; byFunction.redraw(); })],
    height: () => Math.max(110, 40 + 24 * top().length),
    option: c => {
      const list = top();
      if (!list.length) return "No function was called.";
      const [name, show, short] = MEASURES[state.by];
      return {grid: {left: 4, right: 70, top: 4, bottom: 4, containLabel: true},
        xAxis: charts.axis(c, {type: "value", splitNumber: 4, ...(STEPS[state.by] ? STEPS[state.by](list[0][state.by]) : {}), axisLabel: {formatter: short}}),
        yAxis: charts.axis(c, {type: "category", inverse: true, data: list.map(f => f.name),
          axisLabel: {color: c.text, hideOverlap: false, interval: 0, width: charts.narrow() ? 120 : 190, overflow: "truncate"}}),
        tooltip: tooltipOf(c, {trigger: "item", formatter: p => charts.tip(`${list[p.dataIndex].name} (${list[p.dataIndex].layer})`,
          charts.row(name, show(p.value)), charts.row("calls", units.count(list[p.dataIndex].calls)),
          charts.row("longest", units.time(list[p.dataIndex].longest_ns)))}),
        series: [{type: "bar", barMaxWidth: 16, data: list.map(f => ({value: f[state.by],
          itemStyle: {color: layerColour(f.layer), borderRadius: [0, 3, 3, 0]}})),
        label: {show: true, position: "right", color: c.muted, fontSize: 12, formatter: p => show(p.value)}}]};
    },
    table: () => table([
      {title: "Function", get: f => f.name, name: true, key: f => layerColour(f.layer)}, {title: "Layer", get: f => f.layer},
      {title: "Calls", get: f => f.calls, show: units.count, number: true},
      {title: "Failed", get: f => f.failed, show: units.count, number: true},
      {title: "Time", get: f => f.time_ns, show: units.time, number: true},
      {title: "Longest", get: f => f.longest_ns, show: units.time, number: true},
      {title: "Read", get: f => f.read_bytes, show: units.bytes, number: true},
      {title: "Written", get: f => f.written_bytes, show: units.bytes, number: true}],
    data.functions, {caption: "Functions", tall: true, sorted: 2})});
  return section("calls", "Calls by layer and function", "Times are summed over all ranks and include what a call made " +
    "in turn: the time of a layer contains that of the layers below it.", data, "functions", layersTable(data), byFunction.element);
}

function layersTable(data) {
  const layers = [...data.layers].sort((a, b) => b.calls - a.calls);
  const known = (value, transfers) => transfers.sized < transfers.calls ? (transfers.sized ? `${units.bytes(value)} +` : "not known") : units.bytes(value);
  return element("div", {class: "gap"}, table([
    {title: "Layer", get: l => l.name, key: l => layerColour(l.name)},
    {title: "Calls", get: l => l.calls, show: units.count, number: true},
    {title: "Share", get: l => l.calls / data.calls, show: units.shortPercent, number: true},
    {title: "Failed", get: l => l.failed, show: units.count, number: true},
    {title: "Time", get: l => l.time_ns, show: value => data.job.has_times ? units.time(value) : "–", number: true},
    {title: "Reads", get: l => l.reads.calls, show: units.count, number: true},
    {title: "Read", get: l => l.reads.bytes, show: (value, l) => known(value, l.reads), number: true},
    {title: "Writes", get: l => l.writes.calls, show: units.count, number: true},
    {title: "Written", get: l => l.writes.bytes, show: (value, l) => known(value, l.writes), number: true},
    {title: "Metadata", get: l => l.metadata_calls, show: units.count, number: true}], layers, {caption: "Layers", sorted: 1}));
}

// A chart's own tooltip keeps the looks of all.
function tooltipOf(c, more) {
  return {confine: true, backgroundColor: c.card, borderColor: c.line, padding: [8, 12], textStyle: {color: c.text, fontSize: 13},
    extraCssText: "box-shadow:0 4px 16px rgb(0 0 0 / 18%)", ...more};
}

const ACTIVITY = {written_bytes: ["Bytes written", units.bytes], read_bytes: ["Bytes read", units.bytes],
  calls: ["Calls", units.count], metadata_ns: ["Time in metadata", units.time]};
function heatCells(data, grid, length) {
  const cells = [];
  grid.forEach((cellsOfRow, row) => {
    for (let i = 0; i < cellsOfRow.length; i += 2) {
      const from = data.axis.from_ns + cellsOfRow[i] * data.axis.bin_ns;
      cells.push([from / length, (from + data.axis.bin_ns) / length, data.ranks.first[row] - 0.5,
        data.ranks.first[row + 1] - 0.5, cellsOfRow[i + 1], row]);
    }
  });
  return cells;
}
function drawCell(params, api) {
  const a = api.coord([api.value(0), api.value(3)]), b = api.coord([api.value(1), api.value(2)]);
  const x = Math.round(a[0]), y = Math.round(a[1]), area = params.coordSys;
  const left = Math.max(x, area.x), top = Math.max(y, area.y);
  const right = Math.min(Math.max(Math.round(b[0]), x + 1), area.x + area.width);
  const bottom = Math.min(Math.max(Math.round(b[1]), y + 1), area.y + area.height);
  return right <= left || bottom <= top ? null : {type: "rect", shape: {x: left, y: top, width: right - left, height: bottom - top},
    style: {fill: api.visual("color")}};
}
function rankAxis(data, c, more = {}) {
  return charts.axis(c, {type: "value", min: -0.5, max: data.job.ranks - 0.5, name: "rank", nameGap: 8, nameLocation: "end",
    minInterval: 1, splitLine: {show: false}, axisLabel: {formatter: value => Number.isInteger(value) ? units.count(value) : "",
      showMinLabel: data.job.ranks < 3, showMaxLabel: false},
    ...(data.job.ranks <= 16 ? {interval: 1, min: -0.5, axisLabel: {formatter: () => ""}} : {}), ...more});
}

function activitySection(data) {
  const first = levelsOf(data).find(l => l.i === data.base);
  if (!first) return null;
  const state = {level: data.base, by: ["written_bytes", "read_bytes", "calls"].find(key => first[key] > 0) || "calls"};
  const controls = [];
  const changed = () => figure.redraw();
  controls.push(choice("Measure", Object.entries(ACTIVITY).map(([key, [title]]) => [key, title]), state.by,
    key => { state.by = key; changed(); }), ...levelChoice(data, state, changed));
  const cellsNow = length => heatCells(data, data.levels[state.level].activity[state.by], length);
  const rows = data.ranks.first.length - 1;
  const figure = charts.figure({title: grouped(data) ? "By rank group and time" : "By rank and time", group: "time",
    label: "Heat map of I/O activity by rank and time", controls, height: () => Math.min(460, Math.max(170, 120 + 16 * rows)),
    option: c => {
      if (!data.job.has_times) return data.job.why_no_times;
      const {length, axis} = timeAxis(data, c);
      const cells = cellsNow(length), [name, show] = ACTIVITY[state.by];
      if (!cells.length) return `${data.levels[state.level].name}: ${name.toLowerCase()}: none in this trace.`;
      let most = 0, least = Infinity;
      for (const cell of cells) { most = Math.max(most, cell[4]); least = Math.min(least, cell[4]); }
      least = Math.max(least, 1);
      // Many orders of magnitude need the colours of their logarithms.
      const wide = most / least > 500;
      if (wide) for (const cell of cells) cell.push(cell[4]), cell[4] = Math.log10(Math.max(cell[4], 1));
      const value = cell => wide ? cell[6] : cell[4];
      return {grid: {left: 4, right: 18, top: 40, bottom: 34, containLabel: true}, xAxis: axis, yAxis: rankAxis(data, c, rankLabels(data, c)),
        dataZoom: charts.slider(c),
        visualMap: {type: "continuous", dimension: 4, min: wide ? Math.log10(least) : 0, max: wide ? Math.log10(most) : most,
          show: true, orient: "horizontal", top: 0, right: 12, itemWidth: 10, itemHeight: charts.narrow() ? 80 : 130,
          text: [show(most), wide ? show(least) : "0"], textStyle: {color: c.muted, fontSize: 12}, inRange: {color: c.heat},
          hoverLink: false, calculable: false},
        tooltip: tooltipOf(c, {formatter: p => charts.tip(rowName(data, p.data[5]),
          charts.row("from", units.time(p.data[0] * length)), charts.row("to", units.time(p.data[1] * length)),
          charts.row(name, show(value(p.data))))}),
        series: [{type: "custom", renderItem: drawCell, data: cells, encode: {x: [0, 1], y: [2, 3], tooltip: [4]},
          clip: true, progressive: 0}]};
    },
    table: () => {
      const level = data.levels[state.level];
      return table([{title: "Ranks", get: r => r.row, show: r => rowName(data, r)},
        {title: "Read", get: r => level.rows.read_bytes[r.row][0], show: units.bytes, number: true},
        {title: "Written", get: r => level.rows.written_bytes[r.row][0], show: units.bytes, number: true},
        {title: "Metadata operations", get: r => level.rows.metadata_calls[r.row][0], show: units.count, number: true},
        {title: "Time in metadata", get: r => level.rows.metadata_ns[r.row][0], show: units.time, number: true},
        {title: "Time in I/O calls", get: r => data.ranks.io_ns[r.row][0], show: units.time, number: true}],
      data.ranks.io_ns.map((_, row) => ({row})), {caption: "Activity by rank", tall: true});
    }});
  return section("activity", "I/O activity over time", "Darker is more (brighter on a dark page). Drag the bar below " +
    "to zoom; all charts over time follow.", data, "activity", figure.element);
}
// Few ranks have a label each, in the middle of their row.
function rankLabels(data) {
  if (data.job.ranks > 16) return {};
  return {interval: 0.5, axisLabel: {formatter: value => Number.isInteger(value) && value >= 0 && value < data.job.ranks ?
    String(value) : "", showMinLabel: true, showMaxLabel: true}};
}
function overTime(data, grid, bins) {
  const sum = new Array(bins).fill(0);
  for (const row of grid) for (let i = 0; i < row.length; i += 2) sum[Math.min(row[i], bins - 1)] += row[i + 1];
  return sum;
}
// A line that goes up and down at the borders of bins.
function steps(data, values, length, scale = 1) {
  const points = values.map((value, bin) => [(data.axis.from_ns + bin * data.axis.bin_ns) / length, value * scale]);
  points.push([Math.min(endOf(data), data.axis.from_ns + values.length * data.axis.bin_ns) / length, (values[values.length - 1] || 0) * scale]);
  return points;
}

function bandwidthSection(data) {
  const state = {level: data.base};
  if (!data.levels[data.base]) return null;
  const bins = binsOf(data), rate = 1e9 / data.axis.bin_ns;
  const series = () => ["read_bytes", "written_bytes"].map(key => overTime(data, data.levels[state.level].activity[key], bins));
  const figure = charts.figure({title: "Read and written per second, all ranks", group: "time", height: 280,
    label: "Bandwidth over time", controls: levelChoice(data, state, () => figure.redraw()),
    option: c => {
      if (!data.job.has_times) return data.job.why_no_times;
      const {length, axis} = timeAxis(data, c), moved = series();
      if (!moved.flat().some(Boolean)) return `${data.levels[state.level].name}: no data was moved.`;
      const shown = [["Read", moved[0], c.read], ["Written", moved[1], c.write]].filter(([, values]) => values.some(Boolean));
      const most = Math.max(...moved.flat()) * rate;
      return {legend: charts.legend(c), grid: {left: 4, right: 18, top: 36, bottom: 34, containLabel: true}, xAxis: axis,
        yAxis: charts.axis(c, {type: "value", splitNumber: 4, ...units.byteStep(most), axisLabel: {formatter: units.rate}}), dataZoom: charts.slider(c),
        tooltip: tooltipOf(c, {trigger: "axis", axisPointer: {lineStyle: {color: c.muted}}, formatter: list => {
          const bin = Math.min(list[0].dataIndex, bins - 1), from = data.axis.from_ns + bin * data.axis.bin_ns;
          return charts.tip(`${units.time(from)} to ${units.time(from + data.axis.bin_ns)}`,
            ...list.map(p => charts.row(p.seriesName, units.rate(p.value[1]), shown[p.seriesIndex][2])));
        }}),
        series: shown.map(([name, values, colour]) => ({name, type: "line", step: "end", symbol: "none", data: steps(data, values, length, rate),
          lineStyle: {width: 1.5, color: colour}, itemStyle: {color: colour}, areaStyle: {color: colour, opacity: 0.22}}))};
    },
    table: () => {
      const [read, written] = series();
      return table([{title: "From", get: r => data.axis.from_ns + r * data.axis.bin_ns, show: units.time, number: true},
        {title: "Read", get: r => read[r], show: units.bytes, number: true}, {title: "Read per second", get: r => read[r] * rate, show: units.rate, number: true},
        {title: "Written", get: r => written[r], show: units.bytes, number: true},
        {title: "Written per second", get: r => written[r] * rate, show: units.rate, number: true}],
      read.map((_, bin) => bin).filter(bin => read[bin] || written[bin]), {caption: "Bandwidth over time", tall: true});
    }});
  return section("bandwidth", "Bandwidth over time", null, data, "bandwidth", figure.element);
}
