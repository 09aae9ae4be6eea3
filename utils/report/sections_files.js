// SPDX-License-Identifier: BSD-3-Clause
// The sections about sizes, metadata, ranks, files, offsets and MPI-IO.
const binStart = bin => bin === 0 ? 0 : 2 ** (bin - 1);
const binName = bin => bin === 0 ? "nothing" : bin === 1 ? "1 B" : `${units.bytes(binStart(bin))} to ${units.bytes(binStart(bin + 1) - 1)}`;

function sizesSection(data) {
  const layers = data.layers.filter(l => l.level !== null && l.reads.calls + l.writes.calls > 0);
  if (!layers.length) return section("sizes", "Access sizes", null, data, "sizes");
  const busiest = layers.filter(l => l.level === data.base).sort((a, b) => b.reads.calls + b.writes.calls - a.reads.calls - a.writes.calls)[0];
  const state = {layer: (busiest || layers[0]).name};
  const now = () => layers.find(l => l.name === state.layer);
  const bins = () => {
    const used = [...now().reads.bins, ...now().writes.bins].map(([bin]) => bin);
    const list = [];
    for (let bin = Math.min(...used); bin <= Math.max(...used); ++bin) list.push(bin);
    return list;
  };
  const values = (sizes, list) => { const map = new Map(sizes.bins); return list.map(bin => map.get(bin) || 0); };
  const figure = charts.figure({title: "How many accesses have which size", label: "Histogram of access sizes", height: 300,
    controls: layers.length < 2 ? [] : [choice("Layer", layers.map(l => [l.name, l.name]), state.layer, key => { state.layer = key; figure.redraw(); })],
    option: c => {
      const list = bins(), both = [["Reads", now().reads, c.read], ["Writes", now().writes, c.write]].filter(([, s]) => s.calls);
      return {legend: charts.legend(c), grid: {left: 4, right: 18, top: 36, bottom: 8, containLabel: true},
        xAxis: charts.axis(c, {type: "category", data: list.map(bin => units.bytes(binStart(bin)))}),
        yAxis: charts.axis(c, {type: "value", splitNumber: 4, minInterval: 1, axisLabel: {formatter: units.shortCount}}),
        tooltip: tooltipOf(c, {trigger: "axis", axisPointer: {type: "shadow", shadowStyle: {color: c.line, opacity: 0.4}},
          formatter: p => charts.tip(binName(list[p[0].dataIndex]), ...p.map(one => charts.row(one.seriesName,
            `${units.count(one.value)} (${units.percent(one.value / both[one.seriesIndex][1].calls)})`, both[one.seriesIndex][2])))}),
        series: both.map(([name, sizes, colour]) => ({name, type: "bar", barMaxWidth: 28, barGap: "10%", data: values(sizes, list),
          itemStyle: {color: colour, borderRadius: [3, 3, 0, 0]}}))};
    },
    table: () => {
      const list = bins(), reads = values(now().reads, list), writes = values(now().writes, list);
      return table([{title: "Size", get: r => list[r], show: bin => binName(bin)},
        {title: "Reads", get: r => reads[r], show: units.count, number: true},
        {title: "Writes", get: r => writes[r], show: units.count, number: true}], list.map((_, i) => i), {caption: "Access sizes", tall: true});
    }});
  // Sizes that hardly repeat are not worth a line.
  const common = layers.flatMap(l => [["reads", "Reads"], ["writes", "Writes"]].flatMap(([key, title]) =>
    l[key].common.slice(0, 3).map(([size, calls]) => ({layer: l.name, kind: title, size, calls, all: l[key].calls}))))
    .filter(one => one.calls / one.all >= 0.01);
  return section("sizes", "Access sizes", "A bar counts the accesses from its size up to the next bar's.", data, "sizes", figure.element,
    !common.length ? null : element("h3", {style: "margin-top:20px"}, "The commonest sizes"), !common.length ? null : table([
      {title: "Layer", get: r => r.layer, key: r => layerColour(r.layer)}, {title: "Kind", get: r => r.kind},
      {title: "Size", get: r => r.size, show: value => `${units.bytes(value)}${value > 1023 ? ` (${units.count(value)})` : ""}`, number: true},
      {title: "Accesses", get: r => r.calls, show: units.count, number: true},
      {title: "Share", get: r => r.calls / r.all, show: units.shortPercent, number: true}], common, {caption: "Commonest sizes"}));
}

function metadataSection(data) {
  const state = {level: data.base};
  const level = () => data.levels[state.level];
  if (!level()) return null;
  const list = () => level().operations.filter(o => o.metadata);
  const bins = binsOf(data);
  const changed = () => { overtime.redraw(); byRank.redraw(); };
  const none = () => `${level().name}: no metadata operations in this trace.`;
  const stacked = (c, operations, get, more) => operations.map(o => ({name: o.name, stack: "all", data: get(o),
    itemStyle: {color: OPERATION_COLOURS[o.name]}, ...more(o)}));
  const overtime = charts.figure({title: "Operations over time", group: "time", height: 290, label: "Metadata operations over time",
    controls: levelChoice(data, state, changed),
    option: c => {
      if (!data.job.has_times) return data.job.why_no_times;
      const operations = list();
      if (!operations.length) return none();
      const {length, axis} = timeAxis(data, c);
      return {legend: charts.legend(c), grid: {left: 4, right: 18, top: 36, bottom: 34, containLabel: true}, xAxis: axis, dataZoom: charts.slider(c),
        yAxis: charts.axis(c, {type: "value", splitNumber: 4, minInterval: 1, axisLabel: {formatter: units.shortCount}}),
        tooltip: tooltipOf(c, {trigger: "axis", axisPointer: {lineStyle: {color: c.muted}}, formatter: p => {
          const bin = Math.min(p[0].dataIndex, bins - 1), from = data.axis.from_ns + bin * data.axis.bin_ns;
          return charts.tip(`${units.time(from)} to ${units.time(from + data.axis.bin_ns)}`, ...p.filter(one => one.value[1])
            .map(one => charts.row(one.seriesName, units.count(one.value[1]), OPERATION_COLOURS[one.seriesName])));
        }}),
        series: stacked(c, operations, o => steps(data, o.over_time.slice(0, bins), length), o => ({type: "line", step: "end", symbol: "none",
          lineStyle: {width: 0}, areaStyle: {color: OPERATION_COLOURS[o.name], opacity: 0.85}}))};
    }});
  const byRank = charts.figure({title: grouped(data) ? "Operations by rank group" : data.job.ranks > 1 ? "Operations by rank" : "Operations", height: 290, label: "Metadata operations by rank",
    option: c => {
      const operations = list();
      if (!operations.length) return none();
      return {legend: charts.legend(c), grid: {left: 4, right: 18, top: 36, bottom: 22, containLabel: true},
        xAxis: rowAxis(data, c),
        yAxis: charts.axis(c, {type: "value", splitNumber: 4, minInterval: 1, axisLabel: {formatter: units.shortCount}}),
        tooltip: tooltipOf(c, {trigger: "axis", axisPointer: {type: "shadow", shadowStyle: {color: c.line, opacity: 0.4}},
          formatter: p => charts.tip(rowName(data, p[0].dataIndex), ...p.filter(one => one.value)
            .map(one => charts.row(one.seriesName, units.count(one.value), OPERATION_COLOURS[one.seriesName])))}),
        series: stacked(c, operations, o => o.by_row, () => ({type: "bar", barMaxWidth: 36}))};
    },
    table: () => table([{title: "Operation", get: o => o.name, key: o => OPERATION_COLOURS[o.name]},
      {title: "Calls", get: o => o.calls, show: units.count, number: true},
      {title: "Time, all ranks", get: o => o.time_ns, show: units.time, number: true},
      {title: "Mean", get: o => o.time_ns / Math.max(o.calls, 1), show: units.time, number: true}],
    [...list()].sort((a, b) => b.calls - a.calls), {caption: "Metadata operations", sorted: 1})});
  return section("metadata", "Metadata", "What a metadata server gets to see: opens, queries (stat, access), changes (unlink, rename, chmod), " +
    "syncs, locks and more.", data, "metadata", element("div", {class: "figures two"}, overtime.element, byRank.element));
}

// Ranks, or groups of them, side by side.
function rowAxis(data, c) {
  return charts.axis(c, {type: "category", data: data.ranks.first.slice(0, -1).map(units.count), nameLocation: "middle", nameGap: 26,
    name: grouped(data) ? `first rank of each group of ${units.count(Math.ceil(data.job.ranks / (data.ranks.first.length - 1)))}` : "rank"});
}
// Bars of the mean of each row, with the range of its ranks when there are several.
function rankFigure(data, title, label, options, present) {
  const state = {by: present || options[0].key};
  const now = () => options.find(o => o.key === state.by);
  const size = row => data.ranks.first[row + 1] - data.ranks.first[row];
  const figure = charts.figure({title, label, height: 270,
    controls: options.length < 2 ? [] : [choice("Measure", options.map(o => [o.key, o.title]), state.by, key => { state.by = key; figure.redraw(); })],
    option: c => {
      const {rows, show, title: name, colour, short, step} = now();
      if (!rows.some(r => r[2])) return `${name}: none in this trace.`;
      const range = {type: "custom", silent: true, z: 3, data: rows.map((r, i) => [i, r[1], r[2]]), encode: {x: 0, y: [1, 2]},
        renderItem: (params, api) => {
          const low = api.coord([api.value(0), api.value(1)]), high = api.coord([api.value(0), api.value(2)]);
          const half = Math.min(4, api.size([1, 0])[0] / 4), style = {stroke: c.text, lineWidth: 1, opacity: 0.65};
          const line = (x1, y1, x2, y2) => ({type: "line", shape: {x1, y1, x2, y2}, style});
          return {type: "group", children: [line(low[0], low[1], high[0], high[1]), line(low[0] - half, low[1], low[0] + half, low[1]),
            line(high[0] - half, high[1], high[0] + half, high[1])]};
        }};
      return {grid: {left: 4, right: 18, top: 14, bottom: 22, containLabel: true}, xAxis: rowAxis(data, c),
        yAxis: charts.axis(c, {type: "value", splitNumber: 4, ...(step ? step(Math.max(...rows.map(r => r[2]))) : {minInterval: 1}), axisLabel: {formatter: short || show}}),
        tooltip: tooltipOf(c, {trigger: "axis", axisPointer: {type: "shadow", shadowStyle: {color: c.line, opacity: 0.4}},
          formatter: p => {
            const i = p[0].dataIndex, r = rows[i];
            return charts.tip(rowName(data, i), ...(size(i) === 1 ? [charts.row(name, show(r[0]))] :
              [charts.row("mean", show(r[0] / size(i))), charts.row("least", show(r[1])), charts.row("most", show(r[2])), charts.row("together", show(r[0]))]));
          }}),
        series: [{type: "bar", barMaxWidth: 36, data: rows.map((r, i) => r[0] / size(i)), itemStyle: {color: colour(c), borderRadius: [2, 2, 0, 0]}},
          ...(grouped(data) ? [range] : [])]};
    },
    table: () => table([{title: "Ranks", get: r => r, show: r => rowName(data, r)},
      ...options.flatMap(o => grouped(data) ?
        [{title: `${o.title}, mean`, get: r => o.rows[r][0] / size(r), show: o.show, number: true}, {title: "least", get: r => o.rows[r][1], show: o.show, number: true},
          {title: "most", get: r => o.rows[r][2], show: o.show, number: true}] :
        [{title: o.title, get: r => o.rows[r][0], show: o.show, number: true}])],
    data.ranks.calls.map((_, i) => i), {caption: title, tall: true})});
  return figure.element;
}

function ranksSection(data) {
  const base = data.levels[data.base];
  const records = [{key: "calls", title: "Calls", rows: data.ranks.calls, show: units.count, short: units.shortCount, colour: c => c.accent}];
  if (data.job.has_times) records.push({key: "io_ns", title: "Time in I/O", rows: data.ranks.io_ns, show: units.time, step: units.timeStep, colour: c => c.metadata});
  if (base) {
    records.push({key: "read", title: "Read", rows: base.rows.read_bytes, show: units.bytes, step: units.byteStep, colour: c => c.read},
      {key: "written", title: "Written", rows: base.rows.written_bytes, show: units.bytes, step: units.byteStep, colour: c => c.write});
  }
  const advice = data.advice.files_by_rank;
  return section("ranks", "Ranks", grouped(data) ? `Each bar is the mean of a group of ranks; the line over it goes from its least to its most.` : null,
    data, "ranks", advice ? element("p", {class: `sentence ${advice.severity}`}, element("span", {}, advice.text)) : null,
    data.job.ranks === 1 ? null : element("div", {class: "figures two"}, rankFigure(data, "Records by rank", "Recorded calls by rank", records),
      rankFigure(data, "Files by rank", "Files used by rank", [{key: "files", title: "Files", rows: data.ranks.files, show: units.count,
        short: units.shortCount, colour: c => c.accent}])));
}

function filesSection(data) {
  const list = data.files.listed;
  if (!list.length) return null;
  const time = f => f.read_ns + f.write_ns + f.metadata_ns;
  const timed = data.job.has_times && list.some(time);
  const value = timed ? time : f => f.read_bytes + f.written_bytes;
  const show = timed ? units.time : units.bytes;
  const top = () => [...list].filter(value).sort((a, b) => value(b) - value(a)).slice(0, 12);
  const parts = (timed ? [["Read", "read_ns", "read"], ["Write", "write_ns", "write"], ["Metadata", "metadata_ns", "metadata"]] :
    [["Read", "read_bytes", "read"], ["Written", "written_bytes", "write"]]).filter(([, key]) => list.some(f => f[key]));
  const figure = charts.figure({title: timed ? "Time by file, all ranks" : "Bytes by file", label: "The slowest files",
    height: () => Math.max(120, 64 + 26 * top().length),
    option: c => {
      const files = top();
      if (!files.length) return "No time was spent on files and no data was moved.";
      return {legend: charts.legend(c), grid: {left: 4, right: 24, top: 36, bottom: 4, containLabel: true},
        xAxis: charts.axis(c, {type: "value", splitNumber: 4, ...(timed ? units.timeStep : units.byteStep)(value(files[0])), axisLabel: {formatter: show}}),
        yAxis: charts.axis(c, {type: "category", inverse: true, data: files.map(f => units.shortPath(f.name, charts.narrow() ? 20 : 46)),
          axisLabel: {color: c.text, interval: 0, hideOverlap: false}}),
        tooltip: tooltipOf(c, {trigger: "axis", axisPointer: {type: "shadow", shadowStyle: {color: c.line, opacity: 0.4}}, formatter: p => {
          const f = files[p[0].dataIndex];
          return charts.tip(f.name, ...p.map(one => charts.row(one.seriesName, show(one.value), c[parts[one.seriesIndex][2]])),
            charts.row("read", units.bytes(f.read_bytes)), charts.row("written", units.bytes(f.written_bytes)), charts.row("opens", units.count(f.opens)), charts.row("ranks", units.count(f.ranks)));
        }}),
        series: parts.map(([name, key, colour]) => ({name, type: "bar", stack: "all", barMaxWidth: 18, data: files.map(f => f[key]), itemStyle: {color: c[colour]}}))};
    }});
  const rest = data.files.count - list.length;
  return section("files", "Slowest files", `${units.plural(data.files.count, "file", "files")} in all, ${units.count(data.files.shared)} of them used by more than one rank.` +
    (rest > 0 ? ` The table has the ${units.count(list.length)} with the most time or bytes.` : ""), data, "slowest", figure.element,
  element("div", {style: "margin-top:14px"}, table([
    {title: "File", get: f => f.name, name: true}, {title: "Time", get: time, show: units.time, number: true},
    {title: "in reads", get: f => f.read_ns, show: units.time, number: true}, {title: "in writes", get: f => f.write_ns, show: units.time, number: true},
    {title: "in metadata", get: f => f.metadata_ns, show: units.time, number: true},
    {title: "Read", get: f => f.read_bytes, show: units.bytes, number: true}, {title: "Written", get: f => f.written_bytes, show: units.bytes, number: true},
    {title: "Opens", get: f => f.opens, show: units.count, number: true}, {title: "Ranks", get: f => f.ranks, show: units.count, number: true}],
  list, {caption: "Files", tall: true, sorted: 1})));
}

// Rectangles of accesses; small ones stay visible.
function drawAccess(horizontal) {
  return (params, api) => {
    const a = api.coord([api.value(0), api.value(3)]), b = api.coord([api.value(1), api.value(2)]), area = params.coordSys;
    const width = Math.max(b[0] - a[0], horizontal), height = Math.max(b[1] - a[1], 2);
    const x = Math.max(a[0], area.x), y = Math.max(a[1] - (height > b[1] - a[1] ? 1 : 0), area.y);
    const right = Math.min(a[0] + width, area.x + area.width), bottom = Math.min(y + height, area.y + area.height);
    return right <= x || bottom <= y ? null : {type: "rect", shape: {x, y, width: right - x, height: bottom - y},
      style: {fill: api.visual("color"), opacity: 0.75}};
  };
}
function offsetsSection(data) {
  if (!data.offsets.length) return null;
  const state = {file: 0};
  const now = () => data.offsets[state.file];
  const tops = () => Math.max(...now().shown.map(s => s[2] + s[3]));
  const offsetAxis = c => charts.axis(c, {type: "value", min: 0, ...units.byteStep(tops()), axisLabel: {formatter: units.bytes}});
  // The time in which the file is accessed, not the whole run.
  const accessAxis = c => {
    const from = Math.min(...now().shown.map(s => s[0])), to = Math.max(...now().shown.map(s => s[0] + s[1]), from + 1);
    const {length, name} = units.timeUnit(to);
    const digits = Math.max(0, Math.ceil(Math.log10(length / Math.max(to - from, 1))) + 1);
    return {length, axis: charts.axis(c, {type: "value", min: from / length, max: to / length, splitNumber: charts.narrow() ? 2 : 4,
      splitLine: {show: false}, axisLabel: {formatter: value => `${value.toFixed(digits)} ${name}`, showMinLabel: false, showMaxLabel: false}})};
  };
  const series = (c, place, horizontal) => [["Reads", 0, c.read], ["Writes", 1, c.write]].map(([name, kind, colour]) => ({name, type: "custom",
    renderItem: drawAccess(horizontal), itemStyle: {color: colour}, encode: {x: [0, 1], y: [2, 3]}, clip: true,
    data: now().shown.filter(s => s[5] === kind).map(place)})).filter(one => one.data.length);
  const option = (c, xAxis, place, horizontal, zoom) => ({legend: charts.legend(c), xAxis, yAxis: offsetAxis(c),
    grid: {left: 4, right: 18, top: 36, bottom: zoom ? 34 : 22, containLabel: true}, ...(zoom ? {dataZoom: charts.slider(c)} : {}),
    tooltip: tooltipOf(c, {trigger: "item", formatter: p => {
      const [start, length, offset, bytes, rank] = p.data[4];
      return charts.tip(`${p.seriesName.slice(0, -1)} by rank ${units.count(rank)}`, charts.row("offset", `${units.bytes(offset)} (${units.count(offset)})`),
        charts.row("bytes", `${units.bytes(bytes)} (${units.count(bytes)})`), ...(data.job.has_times ? [charts.row("at", units.time(start)), charts.row("for", units.time(length))] : []));
    }}), series: series(c, place, horizontal)});
  const overTime = charts.figure({title: "Offset against time", height: 340, label: "File offset against time",
    option: c => {
      if (!data.job.has_times) return data.job.why_no_times;
      const {length, axis} = accessAxis(c);
      return option(c, axis, s => [s[0] / length, (s[0] + s[1]) / length, s[2], s[2] + s[3], s], 2, true);
    }});
  const byRank = charts.figure({title: "Offset against rank", height: 340, label: "File offset against rank",
    option: c => option(c, {...rankAxis(data, c, rankLabels(data)), nameLocation: "middle", nameGap: 26},
      s => [s[4] - 0.42, s[4] + 0.42, s[2], s[2] + s[3], s], 3, false),
    table: () => table([{title: "At", get: s => s[0], show: units.time, number: true}, {title: "For", get: s => s[1], show: units.time, number: true},
      {title: "Rank", get: s => s[4], show: units.count, number: true}, {title: "Kind", get: s => s[5] ? "write" : "read"},
      {title: "Offset", get: s => s[2], show: units.count, number: true}, {title: "Bytes", get: s => s[3], show: units.count, number: true}],
    now().shown, {caption: "Accesses", tall: true})});
  const shown = element("p", {class: "aside"});
  const say = () => {
    const {accesses, shown: list} = now();
    shown.textContent = accesses === list.length ? `All ${units.plural(accesses, "access", "accesses")} to the file with a known offset.` :
      `${units.count(list.length)} of ${units.count(accesses)} accesses, chosen at random.`;
  };
  const pick = element("select", {"aria-label": "File", onchange: event => {
    state.file = Number(event.target.value);
    say(); overTime.redraw(); byRank.redraw();
  }}, ...data.offsets.map((o, i) => element("option", {value: String(i)}, units.shortPath(o.file, 60))));
  say();
  return section("offsets", "Where files are accessed", "A rectangle is an access: as long as it took, as high as its bytes.", data, "offsets",
    element("div", {class: "head"}, element("label", {class: "pick"}, "File", pick)), element("div", {class: "figures two"}, overTime.element, byRank.element), shown);
}

function mpiioSection(data) {
  const list = data.manners.filter(m => m.reads.calls + m.writes.calls > 0);
  if (!list.length) return null;
  const state = {by: "calls"};
  const MEASURES = {calls: units.count, bytes: units.bytes, time_ns: units.time};
  const figure = charts.figure({title: "Independent and collective transfers", label: "MPI-IO transfers by manner",
    controls: [choice("Measure", [["calls", "Calls"], ["bytes", "Bytes"], ...(data.job.has_times ? [["time_ns", "Time"]] : [])], state.by,
      key => { state.by = key; figure.redraw(); })],
    height: () => 76 + 44 * list.length,
    option: c => ({legend: charts.legend(c), grid: {left: 4, right: 24, top: 36, bottom: 4, containLabel: true},
      xAxis: charts.axis(c, {type: "value", splitNumber: 4, ...({bytes: units.byteStep, time_ns: units.timeStep}[state.by] || (() => ({})))(Math.max(...list.flatMap(m => [m.reads[state.by], m.writes[state.by]]))),
        axisLabel: {formatter: state.by === "calls" ? units.shortCount : MEASURES[state.by]}}),
      yAxis: charts.axis(c, {type: "category", inverse: true, data: list.map(m => m.manner), axisLabel: {color: c.text, interval: 0}}),
      tooltip: tooltipOf(c, {trigger: "axis", axisPointer: {type: "shadow", shadowStyle: {color: c.line, opacity: 0.4}}, formatter: p =>
        charts.tip(list[p[0].dataIndex].manner, ...p.map(one => charts.row(one.seriesName, MEASURES[state.by](one.value), one.color)))}),
      series: [["Reads", "reads", c.read], ["Writes", "writes", c.write]].filter(([, key]) => list.some(m => m[key].calls)).map(([name, key, colour]) => ({name, type: "bar", barMaxWidth: 16,
        data: list.map(m => m[key][state.by]), itemStyle: {color: colour, borderRadius: [0, 3, 3, 0]}}))}),
    table: () => table([{title: "Manner", get: m => m.manner}, ...["reads", "writes"].flatMap(key => [
      {title: `${key === "reads" ? "Reads" : "Writes"}`, get: m => m[key].calls, show: units.count, number: true},
      {title: "bytes", get: m => m[key].bytes, show: units.bytes, number: true}, {title: "time", get: m => m[key].time_ns, show: units.time, number: true}])],
    list, {caption: "MPI-IO transfers"})});
  return section("mpiio", "MPI-IO: independent and collective", null, data, "mpiio", figure.element);
}
