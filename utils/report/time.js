// SPDX-License-Identifier: BSD-3-Clause
// Activity by rank and time, and bandwidth over time.
const ACTIVITY = {
  written_bytes: ["Bytes written", units.bytes],
  read_bytes: ["Bytes read", units.bytes],
  calls: ["Calls", units.count],
  metadata_ns: ["Time in metadata", units.time],
};

function heatCells(data, grid, length) {
  const cells = [];
  grid.forEach((cellsOfRow, row) => {
    for (let i = 0; i < cellsOfRow.length; i += 2) {
      const from = data.axis.from_ns + cellsOfRow[i] * data.axis.bin_ns;
      cells.push([
        from / length,
        (from + data.axis.bin_ns) / length,
        data.ranks.first[row] - 0.5,
        data.ranks.first[row + 1] - 0.5,
        cellsOfRow[i + 1],
        row,
      ]);
    }
  });
  return cells;
}

function drawCell(params, api) {
  const a = api.coord([api.value(0), api.value(3)]),
    b = api.coord([api.value(1), api.value(2)]);
  const x = Math.round(a[0]),
    y = Math.round(a[1]),
    area = params.coordSys;
  const left = Math.max(x, area.x),
    top = Math.max(y, area.y);
  const right = Math.min(Math.max(Math.round(b[0]), x + 1), area.x + area.width);
  const bottom = Math.min(Math.max(Math.round(b[1]), y + 1), area.y + area.height);
  return right <= left || bottom <= top
    ? null
    : {
        type: "rect",
        shape: {x: left, y: top, width: right - left, height: bottom - top},
        style: {fill: api.visual("color")},
      };
}

function activitySection(data) {
  const first = levelsOf(data).find(l => l.i === data.base);
  if (!first) return null;
  const state = {level: data.base, by: ["written_bytes", "read_bytes", "calls"].find(key => first[key] > 0) || "calls"};
  const controls = [];
  const changed = () => figure.redraw();
  controls.push(
    choice(
      "Measure",
      Object.entries(ACTIVITY).map(([key, [title]]) => [key, title]),
      state.by,
      key => {
        state.by = key;
        changed();
      },
    ),
    ...levelChoice(data, state, changed),
  );
  const cellsNow = length => heatCells(data, data.levels[state.level].activity[state.by], length);
  const rows = data.ranks.first.length - 1;
  const figure = charts.figure({
    title: grouped(data) ? "By rank group and time" : "By rank and time",
    group: "time",
    label: "Heat map of I/O activity by rank and time",
    controls,
    height: () => Math.min(460, Math.max(170, 120 + 16 * rows)),
    option: c => {
      if (!data.job.has_times) return data.job.why_no_times;
      const {length, axis} = timeAxis(data, c);
      const cells = cellsNow(length),
        [name, show] = ACTIVITY[state.by];
      if (!cells.length) return `${data.levels[state.level].name}: ${name.toLowerCase()}: none in this trace.`;
      const sorted = cells.map(cell => cell[4]).sort((a, b) => a - b);
      const most = sorted[sorted.length - 1],
        least = Math.max(sorted[0], 1);
      // Where a quarter would look like nothing, colours are those of the logarithms.
      const wide = most / Math.max(sorted[Math.floor(sorted.length / 4)], 1) > 200;
      if (wide) for (const cell of cells) (cell.push(cell[4]), (cell[4] = Math.log10(Math.max(cell[4], 1))));
      const value = cell => (wide ? cell[6] : cell[4]);
      return {
        grid: {left: 4, right: 18, top: 40, bottom: 34, containLabel: true},
        xAxis: axis,
        yAxis: rankAxis(data, c, rankLabels(data, c)),
        dataZoom: charts.slider(c),
        visualMap: {
          type: "continuous",
          dimension: 4,
          min: wide ? Math.log10(least) : 0,
          max: wide ? Math.log10(most) : most,
          show: true,
          orient: "horizontal",
          top: 0,
          right: 12,
          itemWidth: 10,
          itemHeight: charts.narrow() ? 80 : 130,
          text: [show(most), wide ? show(least) : "0"],
          textStyle: {color: c.muted, fontSize: 12},
          inRange: {color: c.heat},
          hoverLink: false,
          calculable: false,
        },
        tooltip: charts.tooltip(c, {
          formatter: p =>
            charts.tip(
              rowName(data, p.data[5]),
              charts.row("from", units.time(p.data[0] * length)),
              charts.row("to", units.time(p.data[1] * length)),
              charts.row(name, show(value(p.data))),
            ),
        }),
        series: [
          {
            type: "custom",
            renderItem: drawCell,
            data: cells,
            encode: {x: [0, 1], y: [2, 3], tooltip: [4]},
            clip: true,
            progressive: 0,
          },
        ],
      };
    },
    table: () => {
      const level = data.levels[state.level];
      return table(
        [
          {title: "Ranks", get: r => r.row, show: r => rowName(data, r)},
          {title: "Read", get: r => level.rows.read_bytes[r.row][0], show: units.bytes, number: true},
          {title: "Written", get: r => level.rows.written_bytes[r.row][0], show: units.bytes, number: true},
          {
            title: "Metadata operations",
            get: r => level.rows.metadata_calls[r.row][0],
            show: units.count,
            number: true,
          },
          {title: "Time in metadata", get: r => level.rows.metadata_ns[r.row][0], show: units.time, number: true},
          {title: "Time in I/O calls", get: r => data.ranks.io_ns[r.row][0], show: units.time, number: true},
        ],
        data.ranks.io_ns.map((_, row) => ({row})),
        {caption: "Activity by rank", tall: true},
      );
    },
  });
  return section(
    "activity",
    "I/O activity over time",
    "Darker is more (brighter on a dark page). Drag the bar below " + "to zoom; all charts over time follow.",
    data,
    "activity",
    figure.element,
  );
}

function bandwidthSection(data) {
  const state = {level: data.base};
  if (!data.levels[data.base]) return null;
  const bins = binsOf(data),
    rate = 1e9 / data.axis.bin_ns;
  const series = () =>
    ["read_bytes", "written_bytes"].map(key => overTime(data, data.levels[state.level].activity[key], bins));
  const figure = charts.figure({
    title: "Read and written per second, all ranks",
    group: "time",
    height: 280,
    label: "Bandwidth over time",
    controls: levelChoice(data, state, () => figure.redraw()),
    option: c => {
      if (!data.job.has_times) return data.job.why_no_times;
      const {length, axis} = timeAxis(data, c),
        moved = series();
      if (!moved.flat().some(Boolean)) {
        const unsized = data.layers.some(
          layer => layer.level === state.level && layer.reads.calls + layer.writes.calls > layer.reads.sized + layer.writes.sized,
        );
        const name = data.levels[state.level].name;
        return unsized ? `${name}: the trace does not tell how much data was moved.` : `${name}: no data was moved.`;
      }
      const shown = [
        ["Read", moved[0], c.read],
        ["Written", moved[1], c.write],
      ].filter(([, values]) => values.some(Boolean));
      const most = Math.max(...moved.flat()) * rate;
      return {
        legend: charts.legend(c),
        grid: {left: 4, right: 18, top: 36, bottom: 34, containLabel: true},
        xAxis: axis,
        yAxis: charts.axis(c, {
          type: "value",
          splitNumber: 4,
          ...units.byteStep(most),
          axisLabel: {formatter: units.rate},
        }),
        dataZoom: charts.slider(c),
        tooltip: charts.tooltip(c, {
          trigger: "axis",
          axisPointer: {lineStyle: {color: c.muted}},
          formatter: list => {
            const bin = Math.min(list[0].dataIndex, bins - 1),
              from = data.axis.from_ns + bin * data.axis.bin_ns;
            return charts.tip(
              `${units.time(from)} to ${units.time(from + data.axis.bin_ns)}`,
              ...list.map(p => charts.row(p.seriesName, units.rate(p.value[1]), shown[p.seriesIndex][2])),
            );
          },
        }),
        series: shown.map(([name, values, colour]) => ({
          name,
          type: "line",
          step: "end",
          symbol: "none",
          data: steps(data, values, length, rate),
          lineStyle: {width: 1.5, color: colour},
          itemStyle: {color: colour},
          areaStyle: {color: colour, opacity: 0.22},
        })),
      };
    },
    table: () => {
      const [read, written] = series();
      return table(
        [
          {title: "From", get: r => data.axis.from_ns + r * data.axis.bin_ns, show: units.time, number: true},
          {title: "Read", get: r => read[r], show: units.bytes, number: true},
          {title: "Read per second", get: r => read[r] * rate, show: units.rate, number: true},
          {title: "Written", get: r => written[r], show: units.bytes, number: true},
          {title: "Written per second", get: r => written[r] * rate, show: units.rate, number: true},
        ],
        read.map((_, bin) => bin).filter(bin => read[bin] || written[bin]),
        {caption: "Bandwidth over time", tall: true},
      );
    },
  });
  return section("bandwidth", "Bandwidth over time", null, data, "bandwidth", figure.element);
}
