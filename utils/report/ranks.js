// SPDX-License-Identifier: BSD-3-Clause
// Records, bytes and files by rank.
// Bars of the mean of each row, with the range of its ranks when there are several.
function rankFigure(data, title, label, options, present) {
  const state = {by: present || options[0].key};
  const now = () => options.find(o => o.key === state.by);
  const size = row => data.ranks.first[row + 1] - data.ranks.first[row];
  const figure = charts.figure({
    title,
    label,
    height: 270,
    controls:
      options.length < 2
        ? []
        : [
            choice(
              "Measure",
              options.map(o => [o.key, o.title]),
              state.by,
              key => {
                state.by = key;
                figure.redraw();
              },
            ),
          ],
    option: c => {
      const {rows, show, title: name, colour, short, step} = now();
      if (!rows.some(r => r[2])) return `${name}: none in this trace.`;
      const range = {
        type: "custom",
        silent: true,
        z: 3,
        data: rows.map((r, i) => [i, r[1], r[2]]),
        encode: {x: 0, y: [1, 2]},
        renderItem: (params, api) => {
          const low = api.coord([api.value(0), api.value(1)]),
            high = api.coord([api.value(0), api.value(2)]);
          const half = Math.min(4, api.size([1, 0])[0] / 4),
            style = {stroke: c.text, lineWidth: 1, opacity: 0.65};
          const line = (x1, y1, x2, y2) => ({type: "line", shape: {x1, y1, x2, y2}, style});
          return {
            type: "group",
            children: [
              line(low[0], low[1], high[0], high[1]),
              line(low[0] - half, low[1], low[0] + half, low[1]),
              line(high[0] - half, high[1], high[0] + half, high[1]),
            ],
          };
        },
      };
      return {
        grid: {left: 4, right: 18, top: 14, bottom: 22, containLabel: true},
        xAxis: rowAxis(data, c),
        yAxis: charts.axis(c, {
          type: "value",
          splitNumber: 4,
          ...(step ? step(Math.max(...rows.map(r => r[2]))) : {minInterval: 1}),
          axisLabel: {formatter: short || show},
        }),
        tooltip: charts.barTooltip(c, {
          formatter: p => {
            const i = p[0].dataIndex,
              r = rows[i];
            return charts.tip(
              rowName(data, i),
              ...(size(i) === 1
                ? [charts.row(name, show(r[0]))]
                : [
                    charts.row("mean", show(r[0] / size(i))),
                    charts.row("least", show(r[1])),
                    charts.row("most", show(r[2])),
                    charts.row("together", show(r[0])),
                  ]),
            );
          },
        }),
        series: [
          {
            type: "bar",
            barMaxWidth: 36,
            data: rows.map((r, i) => r[0] / size(i)),
            itemStyle: {color: colour(c), borderRadius: [2, 2, 0, 0]},
          },
          ...(grouped(data) ? [range] : []),
        ],
      };
    },
    table: () =>
      table(
        [
          {title: "Ranks", get: r => r, show: r => rowName(data, r)},
          ...options.flatMap(o =>
            grouped(data)
              ? [
                  {title: `${o.title}, mean`, get: r => o.rows[r][0] / size(r), show: o.show, number: true},
                  {title: "least", get: r => o.rows[r][1], show: o.show, number: true},
                  {title: "most", get: r => o.rows[r][2], show: o.show, number: true},
                ]
              : [{title: o.title, get: r => o.rows[r][0], show: o.show, number: true}],
          ),
        ],
        data.ranks.calls.map((_, i) => i),
        {caption: title, tall: true},
      ),
  });
  return figure.element;
}

function ranksSection(data) {
  const base = data.levels[data.base];
  const records = [
    {
      key: "calls",
      title: "Calls",
      rows: data.ranks.calls,
      show: units.count,
      short: units.shortCount,
      colour: c => c.accent,
    },
  ];
  if (data.job.has_times)
    records.push({
      key: "io_ns",
      title: "Time in I/O",
      rows: data.ranks.io_ns,
      show: units.time,
      step: units.timeStep,
      colour: c => c.metadata,
    });
  if (base) {
    records.push(
      {
        key: "read",
        title: "Read",
        rows: base.rows.read_bytes,
        show: units.bytes,
        step: units.byteStep,
        colour: c => c.read,
      },
      {
        key: "written",
        title: "Written",
        rows: base.rows.written_bytes,
        show: units.bytes,
        step: units.byteStep,
        colour: c => c.write,
      },
    );
  }
  const advice = data.advice.files_by_rank;
  return section(
    "ranks",
    "Ranks",
    grouped(data)
      ? `Each bar is the mean of a group of ranks; the line over it goes from its least to its most.`
      : null,
    data,
    "ranks",
    advice ? element("p", {class: `sentence ${advice.severity}`}, element("span", {}, advice.text)) : null,
    data.job.ranks === 1
      ? null
      : element(
          "div",
          {class: "figures two"},
          rankFigure(data, "Records by rank", "Recorded calls by rank", records),
          rankFigure(data, "Files by rank", "Files used by rank", [
            {
              key: "files",
              title: "Files",
              rows: data.ranks.files,
              show: units.count,
              short: units.shortCount,
              colour: c => c.accent,
            },
          ]),
        ),
  );
}
