import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { updateDocs, withTable } from '../../../data-build/docs-table.ts'
import { accuracyList } from '../../../data-build/validate/accuracy.ts'
import { getCard, readCard, writeCard } from '../../../data-build/validate/card.ts'
import type { Check } from '../../../data-build/validate/check.ts'
import { figure, markdownTables, summarize, textTable, verdict } from '../../../data-build/validate/tables.ts'
import { emptyFolder } from '../../support/empty-folder.ts'

const line = (dimension: string, check: string, value: number, reached: boolean | null, trial: number | null = null) =>
  ({ dimension, check, statistic: 'hit rate', value, n: 12_345, trial, reached }) satisfies Check

describe('the validation card', () => {
  let folder = ''
  beforeEach(async () => {
    folder = emptyFolder()
  })

  it('is written completely, can be read back, and leaves no other file', async () => {
    const card = getCard('b1', [line('privacy', 'estates', 2 / 3, true, 0.6)])
    await writeCard(folder, card)
    expect(card.checks[0].value).toBe(0.6667)
    expect(await readCard(folder)).toEqual(card)
    expect(await readdir(folder)).toEqual(['validation.json'])
  })

  it('is written with identical bytes for identical checks', async () => {
    const card = getCard('b1', [line('privacy', 'estates', 0.1 + 0.2, true)])
    const first = await readFile(await writeCard(folder, card))
    const again = await readFile(await writeCard(folder, getCard('b1', [line('privacy', 'estates', 0.3, true)])))
    expect(again.equals(first)).toBe(true)
  })

  it('is not replaced by a card in which a check has no value', async () => {
    await writeCard(folder, getCard('good', []))
    const odd = getCard('bad', [line('fire', 'zones', Number.NaN, null)])
    await expect(writeCard(folder, odd)).rejects.toThrow("'zones' of fire has the value NaN")
    expect((await readCard(folder)).build).toBe('good')
  })

  it('is rejected with advice if the file is missing or has another format', async () => {
    await expect(readCard(folder)).rejects.toThrow('npm run data:validate')
    await writeFile(join(folder, 'validation.json'), '{"format": 2}')
    await expect(readCard(folder)).rejects.toThrow("unexpected 'format'")
  })

  it('is written only between the marker comments on its page', async () => {
    const page = join(folder, 'validation.md')
    await writeFile(page, 'before\n<!-- validation -->\nold\n<!-- /validation -->\nafter\n')
    await updateDocs(page, 'validation', markdownTables(getCard('b1', [line('privacy', 'estates', 1, true, 1)])))
    const text = await readFile(page, 'utf8')
    expect(text.startsWith('before\n<!-- validation -->\n\n1 of 1 targets met.\n\n### privacy\n\n| check |')).toBe(true)
    expect(text).toContain('| estates | hit rate | 1 | 12,345 | 1 | ✓ |')
    expect(text.endsWith('|\n\n<!-- /validation -->\nafter\n')).toBe(true)
    expect(text).not.toContain('old')
  })

  it('is rejected if its page has no marker comments', () => {
    expect(() => withTable('nothing', 'validation', 'table')).toThrow('must mark where the table goes')
    expect(() => withTable('<!-- validation --> x', 'validation', 'table')).toThrow('must mark where the table goes')
  })
})

describe('the summary of the validation card', () => {
  const many = ['privacy', 'walkability', 'liveliness', 'flood', 'fire', 'noise-levels']
  const shared = many.map((id, i) =>
    line(id, 'outside', [0.99, 0.98, 1, 1, 0.5, 0.2][i], [true, true, true, true, false, null][i]),
  )

  it('combines dimensions that pass a check into one line that names the worst, and lists other dimensions separately', () => {
    const lines = summarize([line('geography', 'people', 1, true), ...shared])
    expect(lines.map(({ dimension, value, worst }) => ({ dimension, value, worst }))).toEqual([
      { dimension: '4 dimensions', value: 0.98, worst: 'walkability' },
      { dimension: 'fire', value: 0.5, worst: null },
      { dimension: 'noise-levels', value: 0.2, worst: null },
      { dimension: 'geography', value: 1, worst: null },
    ])
  })

  it('names the largest value as the worst if lower is better', () => {
    const steps = shared.map((check, i) => ({ ...check, statistic: 'mean points', value: i, reached: true }))
    expect(summarize(steps)).toMatchObject([{ dimension: '6 dimensions', value: 5, worst: 'noise-levels' }])
  })

  it('names no worst dimension if all are equal, and does not combine dimensions if there are only a few', () => {
    expect(summarize(shared.map((check) => ({ ...check, value: 1, reached: true })))[0].worst).toBeNull()
    expect(summarize(shared.slice(0, 3)).map(({ dimension }) => dimension)).toEqual(many.slice(0, 3))
  })

  it('ends with the number of targets met, and lists missed targets', () => {
    expect(verdict(shared.slice(0, 4))).toBe('4 of 4 targets met.')
    expect(verdict([...shared, line('privacy', 'estates', 0.9, false, 1)])).toBe(
      '4 of 6 targets met; missed:\n  fire: outside (0.5)\n  privacy: estates (0.9, trial 1)',
    )
  })

  it('lists each dimension once in columns, and wraps long words into further rows', () => {
    const words = Array.from({ length: 30 }, () => 'word').join(' ')
    const table = textTable(
      [line('fire', words, 0.25, null), line('fire', 'short', 12_345.6, false, 2)].map((check) => ({
        ...check,
        worst: null,
      })),
    )
    const rows = table.split('\n')
    expect(rows.filter((row) => row.startsWith('fire'))).toHaveLength(1)
    expect(rows.join(' ').match(/word/g)).toHaveLength(30)
    expect(Math.max(...rows.map((row) => row.length))).toBeLessThan(170)
    expect(rows.at(-1)).toMatch(/short +hit rate +12,346 +12,345 +2 {2}✗$/)
  })

  it('escapes bars in the cells of the markdown table', () => {
    const table = markdownTables(getCard('b', [line('fire', 'a | b', 1, null)]))
    expect(table.split('\n').at(-1)).toBe('| a \\| b | hit rate | 1 | 12,345 |  | – |')
  })

  it('combines the interval checks of a dimension in one row', () => {
    const checks = ['truth inside', 'mean width', 'one width for the whole dimension, to compare with'].map((what, i) =>
      line('fire', `80% intervals in counties that did not fit them (maps (2025)): ${what}`, i + 0.8, i === 0 || null),
    )
    const table = markdownTables(getCard('b', checks))
    expect(table.split('\n').at(-1)).toBe('| fire | maps (2025) | 0.8 |  | 1.8 | 2.8 | 12,345 | ✓ |')
  })

  it('formats numbers for readers', () => {
    expect([0.59142, 1, 40.6, 12_345.6, 90_221_915, -0.6407, 9999].map(figure)).toEqual([
      '0.5914',
      '1',
      '40.6',
      '12,346',
      '90,221,915',
      '-0.6407',
      '9999',
    ])
  })
})

describe('the figures of docs/reference/validation.md (npm run data:validate -- --docs writes them)', () => {
  it.each([
    ['docs/reference/validation.md', 'accuracy', accuracyList],
    ['docs/reference/validation.md', 'validation', markdownTables],
  ] as const)('match the card in %s', async (path, name, tableOf) => {
    const text = await readFile(path, 'utf8')
    expect(withTable(text, name, tableOf(await readCard('dist-data')))).toBe(text)
  })
})
