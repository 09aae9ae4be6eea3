// SPDX-License-Identifier: BSD-3-Clause
// Figures: a heading, a chart where the library is there, and the same numbers as a table.
const LAYER_COLOURS = {
  posix: "#0072b2",
  stdio: "#56b4e9",
  mpiio: "#e69f00",
  mpi: "#8a94a0",
  hdf5: "#009e73",
  netcdf: "#cc79a7",
  pnetcdf: "#b8a400",
};
const OPERATION_COLOURS = {
  open: "#0072b2",
  close: "#56b4e9",
  seek: "#a89f3d",
  query: "#e69f00",
  change: "#d55e00",
  directory: "#009e73",
  sync: "#cc79a7",
  map: "#7a5195",
  lock: "#8c3b4a",
  control: "#8a94a0",
  read: "#0072b2",
  write: "#d55e00",
  copy: "#009e73",
};
const layerColour = layer => LAYER_COLOURS[layer] || "#d55e00";

const charts = (() => {
  const library = typeof echarts === "undefined" ? null : echarts;
  const drawn = [];
  const style = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const colours = () => ({
    text: style("--text"),
    muted: style("--muted"),
    line: style("--line"),
    card: style("--card"),
    soft: style("--soft"),
    accent: style("--accent"),
    read: style("--read"),
    write: style("--write"),
    metadata: style("--metadata"),
    other: style("--other"),
    heat: style("--heat")
      .split(",")
      .map(c => c.trim()),
  });
  const narrow = () => document.documentElement.clientWidth < 720;

  const axis = (c, more) => ({
    axisLine: {onZero: false, lineStyle: {color: c.line}},
    axisTick: {show: false},
    splitLine: {lineStyle: {color: c.line}},
    nameTextStyle: {color: c.muted, fontSize: 12},
    ...more,
    axisLabel: {color: c.muted, fontSize: 12, hideOverlap: true, ...more.axisLabel},
  });
  const countAxis = c =>
    axis(c, {type: "value", splitNumber: 4, minInterval: 1, axisLabel: {formatter: units.shortCount}});
  // A chart's own tooltip keeps the looks of all.
  const tooltip = (c, more) => ({
    confine: true,
    backgroundColor: c.card,
    borderColor: c.line,
    padding: [8, 12],
    textStyle: {color: c.text, fontSize: 13},
    extraCssText: "box-shadow:0 4px 16px rgb(0 0 0 / 18%)",
    ...more,
  });
  // The same of all bars at a place.
  const barTooltip = (c, more) =>
    tooltip(c, {
      trigger: "axis",
      axisPointer: {type: "shadow", shadowStyle: {color: c.line, opacity: 0.4}},
      ...more,
    });
  const base = c => ({
    animation: false,
    backgroundColor: "transparent",
    textStyle: {color: c.text, fontFamily: "inherit"},
    tooltip: tooltip(c),
    grid: {left: 4, right: 18, top: 34, bottom: 8, containLabel: true},
  });
  const legend = (c, more) => ({
    top: 0,
    left: 0,
    itemWidth: 12,
    itemHeight: 12,
    itemGap: 14,
    icon: "roundRect",
    type: "scroll",
    textStyle: {color: c.muted, fontSize: 12.5},
    pageTextStyle: {color: c.muted},
    pageIconColor: c.accent,
    pageIconInactiveColor: c.line,
    ...more,
  });
  const slider = c => [
    {
      type: "slider",
      height: 18,
      bottom: 6,
      left: 12,
      right: 18,
      showDetail: false,
      showDataShadow: false,
      brushSelect: false,
      borderColor: c.line,
      backgroundColor: "transparent",
      fillerColor: c.soft,
      handleStyle: {color: c.card, borderColor: c.muted},
      moveHandleStyle: {color: c.line},
      moveHandleSize: 5,
      filterMode: "none",
    },
    {type: "inside", zoomOnMouseWheel: "ctrl", moveOnMouseMove: true, moveOnMouseWheel: false, filterMode: "none"},
  ];
  // A line of a tooltip.
  const row = (name, value, colour) =>
    `<div style="display:flex;gap:18px;justify-content:space-between"><span>${
      colour
        ? `<span style="display:inline-block;width:10px;height:10px;border-radius:3px;margin-right:7px;background:${colour}"></span>`
        : ""
    }${escaped(name)}</span><b style="font-weight:600">${escaped(value)}</b></div>`;
  const tip = (title, ...rows) =>
    `<div style="margin-bottom:3px;max-width:320px;white-space:normal;overflow-wrap:anywhere">${escaped(title)}</div>${rows.join("")}`;
  const escaped = text =>
    String(text).replace(/[&<>"]/g, c => ({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})[c]);

  function draw(one) {
    const option = one.option(colours());
    const reason = typeof option === "string" ? option : null;
    one.note.hidden = reason === null;
    one.note.textContent = reason || "";
    one.place.hidden = reason !== null;
    if (reason !== null || !library) return;
    one.place.style.height = `${one.height()}px`;
    if (!one.chart) {
      one.chart = library.init(one.place, null, {renderer: "canvas"});
      if (one.group) one.chart.on("datazoom", event => follow(one, event));
    }
    one.chart.resize();
    one.chart.setOption({...base(colours()), ...option}, {notMerge: true});
  }

  // Charts of one group show the same piece of their axis.
  let following = false;
  function follow(from, event) {
    if (following) return;
    following = true;
    const {start, end} = event.batch ? event.batch[0] : event;
    for (const one of drawn)
      if (one !== from && one.chart && one.group === from.group)
        one.chart.dispatchAction({type: "dataZoom", dataZoomIndex: 0, start, end});
    following = false;
  }

  // spec: title, label, controls, height() or height, group, option(colours) that returns ECharts' option or why
  // there is nothing to draw, table() that returns an element.
  function figure(spec) {
    const one = {
      option: spec.option,
      group: spec.group,
      note: element("p", {class: "note", hidden: true}),
      height: typeof spec.height === "function" ? spec.height : () => spec.height || 300,
      place: element("div", {class: "chart", role: "img", "aria-label": spec.label || spec.title}),
    };
    const data = element("div");
    const details = spec.table
      ? element("details", {class: "data", open: !library}, element("summary", {}, "Figures as a table"), data)
      : null;
    const fillTable = () => {
      if (details && details.open) data.replaceChildren(spec.table());
    };
    if (details) details.addEventListener("toggle", fillTable);
    fillTable();
    const made = element(
      "figure",
      {},
      element("div", {class: "head"}, element("h3", {}, spec.title), ...(spec.controls || [])),
      library ? one.place : null,
      one.note,
      details,
    );
    drawn.push(one);
    return {
      element: made,
      redraw: () => {
        draw(one);
        fillTable();
      },
    };
  }

  function drawAll() {
    for (const one of drawn) draw(one);
  }
  function start() {
    drawAll();
    let width = document.documentElement.clientWidth;
    new ResizeObserver(() => {
      if (document.documentElement.clientWidth === width) return;
      width = document.documentElement.clientWidth;
      drawAll();
    }).observe(document.documentElement);
  }
  return {
    figure,
    start,
    drawAll,
    axis,
    countAxis,
    tooltip,
    barTooltip,
    legend,
    slider,
    row,
    tip,
    colours,
    narrow,
    drawn,
    library,
  };
})();
