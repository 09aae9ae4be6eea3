// SPDX-License-Identifier: BSD-3-Clause
// Calls by layer and function; MPI-IO by manner.
function functionsSection(data) {
  const bytesOf = operation => (value, f) =>
    f.unsized && f.operation === operation ? (value ? `${units.bytes(value)} +` : "not known") : units.bytes(value);
  const doesIo = data.functions.some(f => f.operation !== "none"),
    others = data.functions.some(f => f.operation === "none");
  const state = {by: data.functions.some(f => f.time_ns > 0) ? "time_ns" : "calls", all: !doesIo};
  const MEASURES = {
    calls: ["calls", units.count, units.shortCount],
    time_ns: ["time, all ranks", units.time, units.time],
    read_bytes: ["bytes read", units.bytes, units.bytes],
    written_bytes: ["bytes written", units.bytes, units.bytes],
  };
  const top = () =>
    data.functions
      .filter(f => f[state.by] > 0 && (state.all || f.operation !== "none"))
      .sort((a, b) => b[state.by] - a[state.by])
      .slice(0, charts.narrow() ? 10 : 15);
  const options = Object.entries({
    time_ns: "Time",
    calls: "Calls",
    read_bytes: "Read",
    written_bytes: "Written",
  }).filter(([key]) => data.functions.some(f => f[key] > 0));
  const STEPS = {time_ns: units.timeStep, read_bytes: units.byteStep, written_bytes: units.byteStep};
  const byFunction = charts.figure({
    title: "By function",
    label: "Functions with the most calls, time or bytes",
    controls: [
      ...(doesIo && others
        ? [
            choice(
              "Functions",
              [
                [false, "I/O"],
                [true, "All"],
              ],
              state.all,
              key => {
                state.all = key;
                byFunction.redraw();
              },
            ),
          ]
        : []),
      choice("Measure", options, state.by, key => {
        state.by = key;
        byFunction.redraw();
      }),
    ],
    height: () => Math.max(110, 40 + 24 * top().length),
    option: c => {
      const list = top();
      if (!list.length) return "No function was called.";
      const [name, show, short] = MEASURES[state.by];
      return {
        grid: {left: 4, right: 70, top: 4, bottom: 4, containLabel: true},
        xAxis: charts.axis(c, {
          type: "value",
          splitNumber: 4,
          ...(STEPS[state.by] ? STEPS[state.by](list[0][state.by]) : {}),
          axisLabel: {formatter: short},
        }),
        yAxis: charts.axis(c, {
          type: "category",
          inverse: true,
          data: list.map(f => f.name),
          axisLabel: {
            color: c.text,
            hideOverlap: false,
            interval: 0,
            width: charts.narrow() ? 120 : 190,
            overflow: "truncate",
          },
        }),
        tooltip: charts.tooltip(c, {
          trigger: "item",
          formatter: p =>
            charts.tip(
              `${list[p.dataIndex].name} (${list[p.dataIndex].layer})`,
              charts.row(name, show(p.value)),
              charts.row("calls", units.count(list[p.dataIndex].calls)),
              charts.row("longest", units.time(list[p.dataIndex].longest_ns)),
            ),
        }),
        series: [
          {
            type: "bar",
            barMaxWidth: 16,
            data: list.map(f => ({
              value: f[state.by],
              itemStyle: {color: layerColour(f.layer), borderRadius: [0, 3, 3, 0]},
            })),
            label: {show: true, position: "right", color: c.muted, fontSize: 12, formatter: p => show(p.value)},
          },
        ],
      };
    },
    table: () =>
      table(
        [
          {title: "Function", get: f => f.name, name: true, key: f => layerColour(f.layer)},
          {title: "Layer", get: f => f.layer},
          {title: "Calls", get: f => f.calls, show: units.count, number: true},
          {title: "Failed", get: f => f.failed, show: units.count, number: true},
          {title: "Time", get: f => f.time_ns, show: units.time, number: true},
          {title: "Longest", get: f => f.longest_ns, show: units.time, number: true},
          {title: "Read", get: f => f.read_bytes, show: bytesOf("read"), number: true},
          {title: "Written", get: f => f.written_bytes, show: bytesOf("write"), number: true},
        ],
        data.functions,
        {caption: "Functions", tall: true, sorted: 2},
      ),
  });
  return section(
    "calls",
    "Calls by layer and function",
    "Times are summed over all ranks and include what a call made " +
      "in turn: the time of a layer contains that of the layers below it.",
    data,
    "functions",
    layersTable(data),
    byFunction.element,
  );
}

function layersTable(data) {
  const layers = [...data.layers].sort((a, b) => b.calls - a.calls);
  const known = (value, transfers) =>
    transfers.sized < transfers.calls
      ? transfers.sized
        ? `${units.bytes(value)} +`
        : "not known"
      : units.bytes(value);
  return element(
    "div",
    {class: "gap"},
    table(
      [
        {title: "Layer", get: l => l.name, key: l => layerColour(l.name)},
        {title: "Calls", get: l => l.calls, show: units.count, number: true},
        {title: "Share", get: l => l.calls / data.calls, show: units.shortPercent, number: true},
        {title: "Failed", get: l => l.failed, show: units.count, number: true},
        {
          title: "Time",
          get: l => l.time_ns,
          show: value => (data.job.has_times ? units.time(value) : "–"),
          number: true,
        },
        {title: "Reads", get: l => l.reads.calls, show: units.count, number: true},
        {title: "Read", get: l => l.reads.bytes, show: (value, l) => known(value, l.reads), number: true},
        {title: "Writes", get: l => l.writes.calls, show: units.count, number: true},
        {title: "Written", get: l => l.writes.bytes, show: (value, l) => known(value, l.writes), number: true},
        {title: "Metadata", get: l => l.metadata_calls, show: units.count, number: true},
      ],
      layers,
      {caption: "Layers", sorted: 1},
    ),
  );
}

function mpiioSection(data) {
  const list = data.manners.filter(m => m.reads.calls + m.writes.calls > 0);
  if (!list.length) return null;
  const state = {by: "calls"};
  const MEASURES = {calls: units.count, bytes: units.bytes, time_ns: units.time};
  const figure = charts.figure({
    title: "Independent and collective transfers",
    label: "MPI-IO transfers by manner",
    controls: [
      choice(
        "Measure",
        [["calls", "Calls"], ["bytes", "Bytes"], ...(data.job.has_times ? [["time_ns", "Time"]] : [])],
        state.by,
        key => {
          state.by = key;
          figure.redraw();
        },
      ),
    ],
    height: () => 76 + 44 * list.length,
    option: c => ({
      legend: charts.legend(c),
      grid: {left: 4, right: 24, top: 36, bottom: 4, containLabel: true},
      xAxis: charts.axis(c, {
        type: "value",
        splitNumber: 4,
        ...({bytes: units.byteStep, time_ns: units.timeStep}[state.by] || (() => ({})))(
          Math.max(...list.flatMap(m => [m.reads[state.by], m.writes[state.by]])),
        ),
        axisLabel: {formatter: state.by === "calls" ? units.shortCount : MEASURES[state.by]},
      }),
      yAxis: charts.axis(c, {
        type: "category",
        inverse: true,
        data: list.map(m => m.manner),
        axisLabel: {color: c.text, interval: 0},
      }),
      tooltip: charts.barTooltip(c, {
        formatter: p =>
          charts.tip(
            list[p[0].dataIndex].manner,
            ...p.map(one => charts.row(one.seriesName, MEASURES[state.by](one.value), one.color)),
          ),
      }),
      series: [
        ["Reads", "reads", c.read],
        ["Writes", "writes", c.write],
      ]
        .filter(([, key]) => list.some(m => m[key].calls))
        .map(([name, key, colour]) => ({
          name,
          type: "bar",
          barMaxWidth: 16,
          data: list.map(m => m[key][state.by]),
          itemStyle: {color: colour, borderRadius: [0, 3, 3, 0]},
        })),
    }),
    table: () =>
      table(
        [
          {title: "Manner", get: m => m.manner},
          ...["reads", "writes"].flatMap(key => [
            {title: `${key === "reads" ? "Reads" : "Writes"}`, get: m => m[key].calls, show: units.count, number: true},
            {title: "bytes", get: m => m[key].bytes, show: units.bytes, number: true},
            {title: "time", get: m => m[key].time_ns, show: units.time, number: true},
          ]),
        ],
        list,
        {caption: "MPI-IO transfers"},
      ),
  });
  return section("mpiio", "MPI-IO: independent and collective", null, data, "mpiio", figure.element);
}
