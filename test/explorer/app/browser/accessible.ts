import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Opened } from './explorer-page.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Lists axe's findings for these rules, or for its default rules. Needs `bypassCSP`. */
export async function violationsOf(page: Page, rules?: readonly string[]): Promise<AxeResults['violations']> {
  await page.evaluate(axe)
  const run = `axe.run(${JSON.stringify(rules ? { runOnly: rules } : {})})`
  return ((await page.evaluate(run)) as AxeResults).violations
}

/**
 * Expects that axe finds nothing serious on the page, and that the page does not scroll sideways. Needs `bypassCSP`.
 */
export async function expectAccessible({ page }: Opened, what: string): Promise<void> {
  const serious = (await violationsOf(page)).filter(({ impact }) => impact === 'serious' || impact === 'critical')
  expect([what, serious.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])]).toEqual([what, []])
  const [wide, room] = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth])
  expect([what, wide]).toEqual([what, Math.min(wide, room)])
}
