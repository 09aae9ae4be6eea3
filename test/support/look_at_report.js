// SPDX-License-Identifier: BSD-3-Clause
// Opens a report in headless Chromium, at several widths and in both themes, and prints what is wrong with it, a line each.
// usage: node look_at_report.js PLAYWRIGHT CHROMIUM PAGE [FOLDER FOR SCREENSHOTS]
"use strict";
const [, , library, executablePath, file, screenshots] = process.argv;
const {chromium} = require(library);
const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
const say = text => console.log(text.replace(/\n/g, " "));

// Of each figure: its title, whether it shows a chart or says why not, and how many colours the chart has.
const figures = () =>
  [...document.querySelectorAll("figure")].map(figure => {
    const note = figure.querySelector(".note"),
      canvas = figure.querySelector(".chart canvas");
    const colours = new Set();
    if (canvas && canvas.width && canvas.height) {
      const {data} = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
      for (let i = 0; i < data.length && colours.size < 64; i += 4)
        colours.add(`${data[i]},${data[i + 1]},${data[i + 2]},${data[i + 3]}`);
    }
    const place = figure.querySelector(".chart");
    return {
      title: figure.querySelector("h3").textContent,
      note: note.hidden ? null : note.textContent,
      hidden: !place || place.hidden,
      colours: colours.size,
    };
  });

async function open(browser, width, theme) {
  const context = await browser.newContext({viewport: {width, height: 900}, colorScheme: theme});
  const page = await context.newPage();
  const name = `${width} px, ${theme}`;
  page.on("console", message => {
    // Reading the canvas back is this script's doing.
    if (!message.text().includes("willReadFrequently")) say(`${name}: console: ${message.text()}`);
  });
  page.on("pageerror", error => say(`${name}: ${error.message}`));
  page.on("request", request => {
    if (!/^(file|data):/.test(request.url())) say(`${name}: asks the network for ${request.url()}`);
  });
  await page.goto(`file://${file}`);
  await page.waitForTimeout(200);
  return {context, page, name};
}

async function checkFigures(page, name) {
  for (const figure of await page.evaluate(figures)) {
    if (figure.note !== null ? !figure.note || !figure.hidden : figure.hidden || figure.colours < 8)
      say(`${name}: "${figure.title}" is empty (${JSON.stringify(figure)})`);
  }
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  if (over > 0) say(`${name}: the page is ${over} px too wide`);
}

// Where the first rectangle of a chart is, as it is drawn by hand; null for other charts.
const rectangle = place => {
  const chart = echarts.getInstanceByDom(place),
    series = chart.getOption().series.find(s => s.type === "custom" && s.data.length);
  if (!series || series.silent) return null;
  const [left, right, low, high] = series.data[Math.floor(series.data.length / 2)];
  return chart.convertToPixel({gridIndex: 0}, [(left + right) / 2, (low + high) / 2]);
};

// Moves over each chart until a tooltip appears.
async function checkTooltips(page, name) {
  for (const figure of await page.$$("figure")) {
    const chart = await figure.$(".chart canvas");
    if (!chart || !(await chart.isVisible())) continue;
    await chart.scrollIntoViewIfNeeded();
    const box = await chart.boundingBox();
    const text = () =>
      figure.evaluate(f => {
        const tip = [...f.querySelectorAll(".chart > div")].find(
          d => d.style.position === "absolute" && d.style.visibility !== "hidden" && d.textContent,
        );
        return tip ? tip.textContent : "";
      });
    let found = "";
    const at = await figure.$eval(".chart", rectangle);
    for (const [x, y] of at ? [at, [at[0] + 1, at[1] + 1]] : []) {
      await page.mouse.move(box.x + x, box.y + y);
      found = found || (await text());
    }
    for (let i = 1; i < 144 && !at && !found; ++i) {
      await page.mouse.move(box.x + (box.width * (i % 12)) / 12, box.y + box.height * (i / 144));
      found = await text();
    }
    if (!found) say(`${name}: "${await figure.$eval("h3", h => h.textContent)}" has no tooltip`);
    if (/NaN|undefined|Infinity/.test(found)) say(`${name}: tooltip "${found}"`);
    await page.mouse.move(2, 2);
  }
}

// Every choice can be made, every table opened and sorted.
async function checkControls(page, name) {
  for (const button of await page.$$(".choice button")) {
    await button.click();
    if ((await button.getAttribute("aria-pressed")) !== "true") say(`${name}: a choice does nothing`);
  }
  for (const summary of await page.$$("details.data > summary")) await summary.click();
  await page.waitForTimeout(100);
  const tables = await page.$$eval("table", all => all.map(t => t.tBodies[0].rows.length));
  if (tables.includes(0)) say(`${name}: a table is empty (${tables})`);
  for (const heading of await page.$$("th button")) if (await heading.isVisible()) await heading.click();
  for (const pick of await page.$$("select")) await pick.selectOption({index: (await pick.$$("option")).length - 1});
  const text = await page.evaluate(() => document.body.innerText);
  const odd = text.match(/.{0,40}(NaN|undefined|Infinity|\[object).{0,20}/);
  if (odd) say(`${name}: "${odd[0]}"`);
  await page.click("#theme");
  await page.emulateMedia({media: "print"});
  await page.emulateMedia({media: "screen"});
}

(async () => {
  const browser = await chromium.launch({executablePath, args: FLAGS});
  for (const [width, theme] of [
    [1400, "light"],
    [900, "dark"],
    [400, "light"],
  ]) {
    const {context, page, name} = await open(browser, width, theme);
    await checkFigures(page, name);
    if (screenshots) await page.screenshot({path: `${screenshots}/${width}-${theme}.png`, fullPage: true});
    if (width === 1400) await checkTooltips(page, name);
    if (width !== 900) await checkControls(page, name);
    await checkFigures(page, `${name}, after the controls`);
    await context.close();
  }
  await browser.close();
  say("done");
})();
