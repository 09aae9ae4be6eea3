// SPDX-License-Identifier: BSD-3-Clause
// Access sizes, and metadata operations.
const binStart = bin => (bin === 0 ? 0 : 2 ** (bin - 1));
const binName = bin =>
  bin === 0 ? "nothing" : bin === 1 ? "1 B" : `${units.bytes(binStart(bin))} to ${units.bytes(binStart(bin + 1) - 1)}`;

function sizesSection(data) {
  const layers = data.layers.filter(l => l.level !== null && l.reads.sized + l.writes.sized > 0);
  if (!layers.length) return section("sizes", "Access sizes", null, data, "sizes");
  const busiest = layers
    .filter(l => l.level === data.base)
    .sort((a, b) => b.reads.calls + b.writes.calls - a.reads.calls - a.writes.calls)[0];
  const state = {layer: (busiest || layers[0]).name};
  const now = () => layers.find(l => l.name === state.layer);
  const bins = () => {
    const used = [...now().reads.bins, ...now().writes.bins].map(([bin]) => bin);
    const list = [];
    for (let bin = Math.min(...used); bin <= Math.max(...used); ++bin) list.push(bin);
    return list;
  };
  const values = (sizes, list) => {
    const map = new Map(sizes.bins);
    return list.map(bin => map.get(bin) || 0);
  };
  const figure = charts.figure({
    title: "How many accesses have which size",
    label: "Histogram of access sizes",
    height: 300,
    controls:
      layers.length < 2
        ? []
        : [
            choice(
              "Layer",
              layers.map(l => [l.name, l.name]),
              state.layer,
              key => {
                state.layer = key;
                figure.redraw();
              },
            ),
          ],
    option: c => {
      const list = bins(),
        both = [
          ["Reads", now().reads, c.read],
          ["Writes", now().writes, c.write],
        ].filter(([, s]) => s.sized);
      return {
        legend: charts.legend(c),
        grid: {left: 4, right: 18, top: 36, bottom: 8, containLabel: true},
        xAxis: charts.axis(c, {type: "category", data: list.map(bin => units.bytes(binStart(bin)))}),
        yAxis: charts.countAxis(c),
        tooltip: charts.barTooltip(c, {
          formatter: p =>
            charts.tip(
              binName(list[p[0].dataIndex]),
              ...p.map(one =>
                charts.row(
                  one.seriesName,
                  `${units.count(one.value)} (${units.percent(one.value / both[one.seriesIndex][1].sized)})`,
                  both[one.seriesIndex][2],
                ),
              ),
            ),
        }),
        series: both.map(([name, sizes, colour]) => ({
          name,
          type: "bar",
          barMaxWidth: 28,
          barGap: "10%",
          data: values(sizes, list),
          itemStyle: {color: colour, borderRadius: [3, 3, 0, 0]},
        })),
      };
    },
    table: () => {
      const list = bins(),
        reads = values(now().reads, list),
        writes = values(now().writes, list);
      return table(
        [
          {title: "Size", get: r => list[r], show: bin => binName(bin)},
          {title: "Reads", get: r => reads[r], show: units.count, number: true},
          {title: "Writes", get: r => writes[r], show: units.count, number: true},
        ],
        list.map((_, i) => i),
        {caption: "Access sizes", tall: true},
      );
    },
  });
  // Sizes that hardly repeat are not worth a line.
  const common = layers
    .flatMap(l =>
      [
        ["reads", "Reads"],
        ["writes", "Writes"],
      ].flatMap(([key, title]) =>
        l[key].common
          .slice(0, 3)
          .map(([size, calls]) => ({layer: l.name, kind: title, size, calls, all: l[key].sized})),
      ),
    )
    .filter(one => one.calls / one.all >= 0.01);
  return section(
    "sizes",
    "Access sizes",
    "A bar counts the accesses from its size up to the next bar's.",
    data,
    "sizes",
    figure.element,
    !common.length ? null : element("h3", {style: "margin-top:20px"}, "The commonest sizes"),
    !common.length
      ? null
      : table(
          [
            {title: "Layer", get: r => r.layer, key: r => layerColour(r.layer)},
            {title: "Kind", get: r => r.kind},
            {
              title: "Size",
              get: r => r.size,
              show: value => `${units.bytes(value)}${value > 1023 ? ` (${units.count(value)})` : ""}`,
              number: true,
            },
            {title: "Accesses", get: r => r.calls, show: units.count, number: true},
            {title: "Share", get: r => r.calls / r.all, show: units.shortPercent, number: true},
          ],
          common,
          {caption: "Commonest sizes"},
        ),
  );
}

function metadataSection(data) {
  const state = {level: data.base};
  const level = () => data.levels[state.level];
  if (!level()) return null;
  const list = () => level().operations.filter(o => o.metadata);
  const bins = binsOf(data);
  const changed = () => {
    overtime.redraw();
    byRank.redraw();
  };
  const none = () => `${level().name}: no metadata operations in this trace.`;
  const stacked = (c, operations, get, more) =>
    operations.map(o => ({
      name: o.name,
      stack: "all",
      data: get(o),
      itemStyle: {color: OPERATION_COLOURS[o.name]},
      ...more(o),
    }));
  const overtime = charts.figure({
    title: "Operations over time",
    group: "time",
    height: 290,
    label: "Metadata operations over time",
    controls: levelChoice(data, state, changed),
    option: c => {
      if (!data.job.has_times) return data.job.why_no_times;
      const operations = list();
      if (!operations.length) return none();
      const {length, axis} = timeAxis(data, c);
      return {
        legend: charts.legend(c),
        grid: {left: 4, right: 18, top: 36, bottom: 34, containLabel: true},
        xAxis: axis,
        dataZoom: charts.slider(c),
        yAxis: charts.countAxis(c),
        tooltip: charts.tooltip(c, {
          trigger: "axis",
          axisPointer: {lineStyle: {color: c.muted}},
          formatter: p => {
            const bin = Math.min(p[0].dataIndex, bins - 1),
              from = data.axis.from_ns + bin * data.axis.bin_ns;
            return charts.tip(
              `${units.time(from)} to ${units.time(from + data.axis.bin_ns)}`,
              ...p
                .filter(one => one.value[1])
                .map(one => charts.row(one.seriesName, units.count(one.value[1]), OPERATION_COLOURS[one.seriesName])),
            );
          },
        }),
        series: stacked(
          c,
          operations,
          o => steps(data, o.over_time.slice(0, bins), length),
          o => ({
            type: "line",
            step: "end",
            symbol: "none",
            lineStyle: {width: 0},
            areaStyle: {color: OPERATION_COLOURS[o.name], opacity: 0.85},
          }),
        ),
      };
    },
  });
  const byRank = charts.figure({
    title: grouped(data) ? "Operations by rank group" : data.job.ranks > 1 ? "Operations by rank" : "Operations",
    height: 290,
    label: "Metadata operations by rank",
    option: c => {
      const operations = list();
      if (!operations.length) return none();
      return {
        legend: charts.legend(c),
        grid: {left: 4, right: 18, top: 36, bottom: 22, containLabel: true},
        xAxis: rowAxis(data, c),
        yAxis: charts.countAxis(c),
        tooltip: charts.barTooltip(c, {
          formatter: p =>
            charts.tip(
              rowName(data, p[0].dataIndex),
              ...p
                .filter(one => one.value)
                .map(one => charts.row(one.seriesName, units.count(one.value), OPERATION_COLOURS[one.seriesName])),
            ),
        }),
        series: stacked(
          c,
          operations,
          o => o.by_row,
          () => ({type: "bar", barMaxWidth: 36}),
        ),
      };
    },
    table: () =>
      table(
        [
          {title: "Operation", get: o => o.name, key: o => OPERATION_COLOURS[o.name]},
          {title: "Calls", get: o => o.calls, show: units.count, number: true},
          {title: "Time, all ranks", get: o => o.time_ns, show: units.time, number: true},
          {title: "Mean", get: o => o.time_ns / Math.max(o.calls, 1), show: units.time, number: true},
        ],
        [...list()].sort((a, b) => b.calls - a.calls),
        {caption: "Metadata operations", sorted: 1},
      ),
  });
  return section(
    "metadata",
    "Metadata",
    "What a metadata server gets to see: opens, queries (stat, access), changes (unlink, rename, chmod), " +
      "syncs, locks and more.",
    data,
    "metadata",
    element("div", {class: "figures two"}, overtime.element, byRank.element),
  );
}
