// SPDX-License-Identifier: BSD-3-Clause
// What the sections have in common: their frame, the names of rows, the axes of time and ranks.
function section(id, title, about, data, key, ...content) {
  const advice = key && data.advice[key];
  return {
    id,
    title,
    advice,
    element: element(
      "section",
      {id, "aria-labelledby": `${id}-title`},
      element("h2", {id: `${id}-title`}, title),
      about ? element("p", {class: "about"}, about) : null,
      advice ? element("p", {class: `sentence ${advice.severity}`}, element("span", {}, advice.text)) : null,
      ...content,
    ),
  };
}

const levelsOf = data => data.levels.map((level, i) => level && {...level, i}).filter(Boolean);
const endOf = data => Math.max(data.job.to_ns, data.job.from_ns + 1);
const binsOf = data => Math.min(data.axis.bins, Math.ceil((endOf(data) - data.axis.from_ns) / data.axis.bin_ns));
const rowName = (data, row) => {
  const first = data.ranks.first[row],
    last = data.ranks.first[row + 1] - 1;
  return first === last ? `rank ${units.count(first)}` : `ranks ${units.count(first)}–${units.count(last)}`;
};
const endRank = data => data.ranks.first[data.ranks.first.length - 1];
const grouped = data => data.ranks.first.length - 1 < data.job.ranks;

// The axis of a run's time, in a unit with round numbers.
function timeAxis(data, c, more = {}) {
  const {length, name} = units.timeUnit(endOf(data));
  return {
    length,
    axis: charts.axis(c, {
      type: "value",
      min: data.axis.from_ns / length,
      max: endOf(data) / length,
      splitNumber: charts.narrow() ? 3 : 8,
      splitLine: {show: false},
      axisLabel: {formatter: value => `${Number(value.toPrecision(6))} ${name}`, showMaxLabel: false},
      ...more,
    }),
  };
}

// Where a choice of levels makes sense.
function levelChoice(data, state, changed) {
  const levels = levelsOf(data);
  if (levels.length < 2) return [];
  return [
    choice(
      "Layer",
      levels.map(l => [l.i, l.name]),
      state.level,
      key => {
        state.level = key;
        changed();
      },
    ),
  ];
}

function rankAxis(data, c, more = {}) {
  return charts.axis(c, {
    type: "value",
    min: data.ranks.first[0] - 0.5,
    max: endRank(data) - 0.5,
    name: "rank",
    nameGap: 8,
    nameLocation: "end",
    minInterval: 1,
    splitLine: {show: false},
    axisLabel: {
      formatter: value => (Number.isInteger(value) ? units.count(value) : ""),
      showMinLabel: data.job.ranks < 3,
      showMaxLabel: false,
    },
    ...(data.job.ranks <= 16 ? {interval: 1, axisLabel: {formatter: () => ""}} : {}),
    ...more,
  });
}

// Few ranks have a label each, in the middle of their row.
function rankLabels(data) {
  if (data.job.ranks > 16) return {};
  return {
    interval: 0.5,
    axisLabel: {
      formatter: value => (Number.isInteger(value) && value >= data.ranks.first[0] && value < endRank(data) ? String(value) : ""),
      showMinLabel: true,
      showMaxLabel: true,
    },
  };
}

// Ranks, or groups of them, side by side.
function rowAxis(data, c) {
  return charts.axis(c, {
    type: "category",
    data: data.ranks.first.slice(0, -1).map(units.count),
    nameLocation: "middle",
    nameGap: 26,
    name: grouped(data)
      ? `first rank of each group of ${units.count(Math.ceil(data.job.ranks / (data.ranks.first.length - 1)))}`
      : "rank",
  });
}

function overTime(data, grid, bins) {
  const sum = new Array(bins).fill(0);
  for (const row of grid) for (let i = 0; i < row.length; i += 2) sum[Math.min(row[i], bins - 1)] += row[i + 1];
  return sum;
}

// A line that goes up and down at the borders of bins.
function steps(data, values, length, scale = 1) {
  const points = values.map((value, bin) => [(data.axis.from_ns + bin * data.axis.bin_ns) / length, value * scale]);
  points.push([
    Math.min(endOf(data), data.axis.from_ns + values.length * data.axis.bin_ns) / length,
    (values[values.length - 1] || 0) * scale,
  ]);
  return points;
}
