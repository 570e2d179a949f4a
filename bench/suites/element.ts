import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { launchChromium } from '../../test/explorer/app/browser/explorer-page.ts'
import { exampleSite } from '../../test/faces/element/example-site.ts'
import { listening } from '../../test/support/listening.ts'
import { openLine } from '../support/slow-line.ts'

/**
 * Measures the time to the first scores of `<vicinage-scores>` on a phone: `npm run bench:element`, with the number of
 * rounds as an optional argument.
 */
const ROUNDS = Number(process.argv[2] ?? 5)
const PHONE = { line: { megabits: 10, roundTrip: 40 }, slower: 4 }

const folder = mkdtempSync(join(tmpdir(), 'vicinage-element-'))
// The documentation recommends that web pages use a copy of the data that was made in this way.
const data = join(folder, 'data')
execFileSync(process.execPath, ['dist/cli.js', 'data', 'copy', '--out', data, '--web'], { stdio: 'ignore' })
const site = await exampleSite(folder, data)
await listening(site.server)
const browser = await launchChromium({ webGl: false })
const rounds = []
for (let round = 0; round < ROUNDS; round++) rounds.push(await measure(browser))
rounds.sort((a, b) => a.milliseconds - b.milliseconds)
const { milliseconds, code, read, requests } = rounds[ROUNDS >> 1]
console.log(`Chromium ${browser.version()} on ${cpus()[0].model.trim()}, processor ÷ ${PHONE.slower}, 10 Mbit/s, 40 ms`)
console.log(
  `first scores: ${Math.round(milliseconds)} ms (${Math.round(rounds[0].milliseconds)} to ${Math.round(rounds.at(-1)!.milliseconds)})`,
)
console.log(`${(code / 1e3).toFixed(0)} kB of code; ${(read / 1e3).toFixed(0)} kB of data; ${requests} requests`)
await browser.close()
site.server.closeAllConnections()
site.server.close()
rmSync(folder, { recursive: true })

/** Opens the page with an empty cache, and waits for the first scores. */
async function measure(browser: Browser) {
  const line = await openLine((site.server.address() as AddressInfo).port, PHONE.line)
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 })
  try {
    const page = await context.newPage()
    const cdp = await context.newCDPSession(page)
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: PHONE.slower })
    await page.addInitScript(() =>
      document.addEventListener('vicinage-scores', () => performance.mark('first scores'), { once: true }),
    )
    site.sent.length = 0
    await page.goto(`http://127.0.0.1:${line.port}/`, { waitUntil: 'commit' })
    const mark = await page.waitForFunction(() => performance.getEntriesByName('first scores')[0]?.startTime)
    const bytesOf = (isPart: (name: string) => boolean) =>
      site.sent.reduce((sum, { name, bytes }) => sum + (isPart(name) ? bytes : 0), 0)
    return {
      milliseconds: (await mark.jsonValue()) as number,
      code: bytesOf((name) => /\.(js|html)$/.test(name)),
      read: bytesOf((name) => /\.(bundle|json|squares)$/.test(name)),
      requests: site.sent.length,
    }
  } finally {
    await context.close()
    line.close()
  }
}
