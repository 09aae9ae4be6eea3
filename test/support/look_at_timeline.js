// SPDX-License-Identifier: BSD-3-Clause
// Opens a timeline in Perfetto's user interface and asks its engine what it has understood.
// usage: node look_at_timeline.js PLAYWRIGHT CHROMIUM URL PROFILE SCREENSHOT; prints one JSON object.
'use strict';
const [, , playwright, executablePath, url, profile, screenshot] = process.argv;
const { chromium } = require(playwright);

const flags = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync'];

async function query(page, sql) {
  return page.evaluate(async (text) => {
    const result = await window.app.trace.engine.query(text);
    const columns = result.columns();
    const rows = [];
    for (const row = result.iter({}); row.valid(); row.next()) rows.push(columns.map((name) => String(row.get(name))));
    return rows;
  }, sql);
}

(async () => {
  const browser = await chromium.launchPersistentContext(profile,
    { executablePath, headless: true, viewport: { width: 1400, height: 900 }, args: flags });
  const page = await browser.newPage();
  await page.goto(url);
  await page.waitForFunction(() => window.app && window.app.trace && window.app.trace.engine, null, { timeout: 90000 });
  await page.waitForTimeout(2000);
  const rows = await query(page, 'select p.pid, t.tid, t.name, count(*), max(s.depth) from slice s join thread_track k ' +
    'on s.track_id = k.id join thread t using (utid) join process p using (upid) group by utid order by 1, 2');
  const problems = await query(page, "select name, value from stats where severity in ('error', 'data_loss') and value > 0");
  const counters = await query(page, 'select distinct name from counter_track order by 1');
  await page.screenshot({ path: screenshot });
  console.log(JSON.stringify({ rows, problems, counters }));
  await browser.close();
})().catch((error) => { console.error(String(error)); process.exit(1); });
