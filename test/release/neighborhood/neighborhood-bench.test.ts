import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { countyMean, judge, nearestBlockGroup, readRows, TASKS } from '../../../bench/neighborhood/judge.ts'
import { builtVicinage } from '../../library/built.ts'

const readme = readFileSync('bench/neighborhood/README.md', 'utf8')
const rows = readRows()

describe('neighborhood-bench', () => {
  it('splits places by whole census tracts, so that no judged place shares a tract with a known place', () => {
    const tractsOf = (fold: string) => new Set(rows.filter((row) => row.fold === fold).map(({ id }) => id.slice(0, 11)))
    const known = tractsOf('known')
    expect([...tractsOf('judged')].filter((tract) => known.has(tract))).toEqual([])
    expect(new Set(rows.map(({ county }) => county)).size).toBe(12)
  })

  it('rates a perfect engine as 1, and a perfectly inverted engine as -1', () => {
    const answers = (sign: number) =>
      new Map(rows.map(({ id, truth }) => [id, Object.fromEntries(TASKS.map((task) => [task, sign * truth[task]]))]))
    for (const sign of [1, -1])
      for (const { rho, within } of judge(rows, answers(sign)).results) {
        expect(rho).toBeCloseTo(sign, 10)
        expect(within).toBeCloseTo(sign, 10)
      }
  })

  it('matches the baselines in the README', () => {
    for (const [name, answers] of [
      ['county mean', countyMean(rows)],
      ['nearest block group', nearestBlockGroup(rows)],
    ] as const) {
      const { results, digest } = judge(rows, answers)
      const figures = results.map(({ rho, within }) => `${rho.toFixed(2)}, ${within.toFixed(2)}`).join(' | ')
      expect(readme).toContain(`| ${name} | ${figures} | 100% | ${digest} |`)
    }
  })

  it('rates the library close to the figures in the README, with a reproducible digest', async () => {
    const vicinage = await builtVicinage()
    const scored = () =>
      new Map(
        rows.map(({ id, lat, lon }) => {
          const scores = vicinage.scores({ lat, lon }, { dimensions: TASKS, description: false })
          return [id, Object.fromEntries(TASKS.map((task) => [task, scores[task].score || Number.NaN]))]
        }),
      )
    const { results, digest } = judge(rows, scored())
    expect(judge(rows, scored()).digest).toBe(digest)
    const [, line] = /^\| vicinage, data [\d.]+ \|(.*)\| 100% /m.exec(readme)!
    const told = line.split('|').flatMap((cell) => (cell.trim() === '' ? [] : [cell.split(',').map(Number)]))
    results.forEach(({ rho, within, answered, judged }, i) => {
      expect(Math.abs(rho - told[i][0])).toBeLessThan(0.03)
      expect(Math.abs(within - told[i][1])).toBeLessThan(0.03)
      expect(answered).toBe(judged)
    })
  })
})
