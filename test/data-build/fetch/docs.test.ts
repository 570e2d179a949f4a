import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { sources } from '../../../data-build/catalog/catalog.ts'
import { markdownTable } from '../../../data-build/catalog/markdown-table.ts'
import { withTable } from '../../../data-build/docs-table.ts'

it('docs/reference/data.md contains the current table of the catalog (npm run data:fetch -- --docs writes it)', async () => {
  const text = await readFile(new URL('../../../docs/reference/data.md', import.meta.url), 'utf8')
  expect(withTable(text, 'sources', markdownTable(sources))).toBe(text)
})

it('every source in the catalog has a license, a page or "not stated", and at least one use', () => {
  const table = markdownTable(sources).split('\n')
  expect(table).toHaveLength(sources.length + 2)
  for (const row of table) expect(row.split(' | ')).toHaveLength(7)
  for (const { id, license, feeds, address } of sources) {
    expect([id, license.length > 0, feeds.length > 0, URL.canParse(address) || address === 'not stated']).toEqual([
      id,
      true,
      true,
      true,
    ])
  }
})
