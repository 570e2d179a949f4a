import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import { expect } from 'vitest'
import type { Opened } from './explorer-page.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Axe finds nothing serious on the page, and it does not scroll sideways. Needs `bypassCSP`. */
export async function expectAccessible({ page }: Opened, what: string): Promise<void> {
  await page.evaluate(axe)
  const { violations } = (await page.evaluate('axe.run()')) as AxeResults
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  expect([what, serious.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])]).toEqual([what, []])
  const [wide, room] = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth])
  expect([what, wide]).toEqual([what, Math.min(wide, room)])
}
