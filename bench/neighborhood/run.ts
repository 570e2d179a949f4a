import { execFileSync } from 'node:child_process'
import { type Answers, countyMean, judge, nearestBlockGroup, readRows, recordsIn, TASKS } from './judge.ts'

/**
 * Judges an engine: `npx tsx bench/neighborhood/run.ts COMMAND…`. The command reads places from its standard input, a
 * CSV of `id,lat,lon`, and writes a CSV with `id` and a column for each task that it answers. Without a command, prints
 * the two baselines.
 */
const [command, ...args] = process.argv.slice(2)
const rows = readRows()
const engines: readonly (readonly [name: string, answers: Answers])[] = [
  ['county mean', countyMean(rows)],
  ['nearest block group', nearestBlockGroup(rows)],
  ...(command === undefined ? [] : [[[command, ...args].join(' '), answersOf(command, args)] as const]),
]
console.log(`| engine | ${TASKS.join(' | ')} | answered | digest |\n|---|${'--:|'.repeat(TASKS.length + 1)}---|`)
for (const [name, answers] of engines) {
  const { results, digest } = judge(rows, answers)
  const answered = results.reduce((sum, result) => sum + result.answered, 0)
  const share = Math.round((100 * answered) / results.reduce((sum, { judged }) => sum + judged, 0))
  console.log(
    `| ${name} | ${results.map(({ rho, within }) => `${rho.toFixed(2)}, ${within.toFixed(2)}`).join(' | ')} | ${share}% | ${digest} |`,
  )
}

/** Runs the command. An empty cell means no answer. */
function answersOf(program: string, args: readonly string[]): Answers {
  const input = ['id,lat,lon', ...rows.map(({ id, lat, lon }) => `${id},${lat},${lon}`)].join('\n')
  const output = execFileSync(program, args, { input: `${input}\n`, encoding: 'utf8', maxBuffer: 2 ** 28 })
  return new Map(
    recordsIn(output).map((record) => {
      const answeredTasks = TASKS.filter((task) => (record[task] ?? '') !== '')
      return [record.id, Object.fromEntries(answeredTasks.map((task) => [task, Number(record[task])]))]
    }),
  )
}
