// SPDX-License-Identifier: BSD-3-Clause
// Figures for people, as units.cpp writes them.
const units = (() => {
  const digits = value => {
    const decimals = value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2;
    return String(Number(value.toFixed(decimals)));
  };
  const BYTES = ["B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
  const bytes = value => {
    let unit = 0;
    for (; value >= 1023.5 && unit + 1 < BYTES.length; ++unit) value /= 1024;
    return `${digits(unit === 0 ? Math.round(value) : value)} ${BYTES[unit]}`;
  };
  const TIMES = [
    [999.5, 1, "ns"],
    [999.5e3, 1e3, "µs"],
    [999.5e6, 1e6, "ms"],
    [119.5e9, 1e9, "s"],
    [7199.5e9, 60e9, "min"],
    [Infinity, 3600e9, "h"],
  ];
  const time = ns => {
    if (ns === 0) return "0 s";
    const [, length, name] = TIMES.find(([below]) => Math.abs(ns) < below);
    return `${digits(length === 1 ? Math.round(ns) : ns / length)} ${name}`;
  };
  // The unit in which an axis up to `ns` has round numbers.
  const timeUnit = ns => {
    const [, length, name] = ns >= 119.5e9 && ns < 600e9 ? [0, 1e9, "s"] : TIMES.find(([below]) => ns < below);
    return {length, name};
  };
  const count = value =>
    Math.round(value)
      .toString()
      .replace(/\B(?=(\d{3})+$)/g, ",");
  // For axes, where room is short: 12k, 3.4M.
  const shortCount = value => {
    for (const [size, letter] of [
      [1e12, "T"],
      [1e9, "G"],
      [1e6, "M"],
      [1e4, "k"],
    ])
      if (value >= size) return digits(value / (letter === "k" ? 1e3 : size)) + letter;
    return digits(value);
  };
  const percent = share => {
    const value = 100 * share;
    if (value <= 0) return "0 %";
    if (value < 0.1) return "less than 0.1 %";
    if (value >= 99.5 && value < 100) return "more than 99 %";
    return value < 9.95 ? `${Number(value.toFixed(1))} %` : `${Math.round(value)} %`;
  };
  // In tables.
  const shortPercent = share =>
    share > 0 && share < 0.001 ? "<0.1 %" : share >= 0.995 && share < 1 ? ">99 %" : percent(share);
  // Where an axis up to `most` has its lines, about four, at round numbers of its unit.
  const step = (most, lengths) => {
    const wanted = Math.max(most, 1e-9) / 4;
    const length = [...lengths].reverse().find(l => l <= most) || lengths[0];
    const times = [0.25, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 250, 500].find(n => n * length >= wanted * 0.8) || 1000;
    const interval = length * times;
    return {interval, max: Math.max(Math.ceil(most / interval - 1e-9), 1) * interval};
  };
  const byteStep = most =>
    step(
      most,
      BYTES.map((_, i) => 1024 ** i),
    );
  const timeStep = most => step(most, [1, 1e3, 1e6, 1e9, 60e9, 3600e9]);
  const plural = (number, one, several) => `${count(number)} ${number === 1 ? one : several}`;
  // The last parts of a path that fit.
  const shortPath = (path, length) => {
    if (path.length <= length) return path;
    const name = path.slice(path.lastIndexOf("/") + 1);
    return name.length + 2 <= length
      ? "…" + path.slice(path.length - length + 1).replace(/^[^/]*(?=\/)/, "")
      : name.slice(0, Math.ceil(length / 2) - 1) + "…" + name.slice(name.length - Math.floor(length / 2));
  };
  return {
    bytes,
    time,
    timeUnit,
    count,
    shortCount,
    percent,
    shortPercent,
    byteStep,
    timeStep,
    plural,
    shortPath,
    rate: value => `${bytes(value)}/s`,
  };
})();
