import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { dimensions } from '../../../src/answers/dimensions/catalog.ts'

const PAGE = 'docs/reference/methods.md'
const REGION = /<!-- words -->\n[\s\S]*?<!-- end -->/

describe('the scale words', () => {
  // Update the page with: npx vitest run --project fast test/release/docs/scale-words.test.ts --update
  it('are listed on the methods page with their limits', async () => {
    const rows = dimensions.map(({ id, ladder }) => {
      return `| ${id} | ${ladder.map(([from, words]) => `${from} ${words.toLowerCase()}`).join(' · ')} |`
    })
    const table = ['| dimension | from a score of |', '|---|---|', ...rows].join('\n')
    const page = readFileSync(PAGE, 'utf8')
    expect(page).toMatch(REGION)
    await expect(page.replace(REGION, `<!-- words -->\n\n${table}\n\n<!-- end -->`)).toMatchFileSnapshot(
      `../../../${PAGE}`,
    )
  })
})
