import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { getReason } from './listed.ts'
import { type Mutant, mutantsIn } from './operators.ts'
import { findReach, type Reach, sourcesIn, testFilesIn } from './reach.ts'
import { type Room, rooms } from './rooms.ts'
import { type Answer, Session } from './session.ts'

/**
 * Makes small changes to sources, one at a time, and checks whether tests notice: `npm run test:mutation`.
 * `ROOM=raster` tries one room, `FILE=columns` only files of that name, `MUTANTS=100` that many changes of each room
 * (40 by default), `SEED=2` a different sample, and `WIDER=0` uses only the tests of the room. Exits with 1 if tests
 * notice less than 85% of the changes of a room. Changes that no test can notice are listed in `listed.ts` with their
 * reasons, and are not counted.
 *
 * A change is tried with the test files of its room that run the changed block, the quickest first. Changes that these
 * tests do not notice are tried with other files that use the room, as many as take 30 seconds in total (`WIDER`).
 */
const root = fileURLToPath(new URL('../../..', import.meta.url))
const { ROOM, FILE = '', MUTANTS = '40', SEED = '1', WIDER = '30' } = process.env
const ENOUGH = 0.85
/** Maximum processor time in milliseconds of a test file of a room. Slower files are not used. */
const SLOW_FILE = 60_000
/** Maximum processor time in milliseconds of a test file outside the room. */
const SLOW_WIDER_FILE = 20_000

const UNREACHED: Answer = { isPassed: true, milliseconds: 0 }

interface FileMutant extends Mutant {
  /** Path relative to the root of the repository. */
  readonly file: string
  readonly line: number
  /** Line before the change. */
  readonly before: string
}

/** Returns every change of a room, in the order of its files. */
function mutantsOf({ folder }: Room): FileMutant[] {
  return sourcesIn(folder)
    .filter((file) => file.includes(FILE))
    .flatMap((file) => {
      const text = readFileSync(join(root, file), 'utf8')
      const lines = text.split('\n')
      return mutantsIn(text).map((mutant) => {
        const line = text.slice(0, mutant.start).split('\n').length
        return { ...mutant, file, line, before: lines[line - 1].trim() }
      })
    })
}

function describe({ file, line, operator, before, replacement }: FileMutant): string {
  return `${file}:${line}, ${operator}: ${before}  ->  ${replacement.slice(0, 80)}`
}

/**
 * Draws a sample that is always the same for a seed. All changes are equally likely, and samples of different seeds are
 * unrelated.
 */
function sampled<T>(all: readonly T[], count: number, seed: number): T[] {
  return all
    .map((one, at) => ({ one, key: createHash('sha256').update(`${seed} ${at}`).digest('hex') }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .slice(0, count)
    .map(({ one }) => one)
}

/**
 * Returns the tests that run a changed block, the quickest first, as many as take at most `most` milliseconds in total.
 */
function testsFor({ file, block }: FileMutant, all: readonly Reach[], most = Number.POSITIVE_INFINITY): Reach[] {
  const chosen = all
    .filter(({ blocks }) => blocks.has(`${file}:${block}`))
    .sort((a, b) => a.milliseconds - b.milliseconds)
  let sum = 0
  return chosen.filter(({ milliseconds }) => {
    sum += milliseconds
    return sum <= most
  })
}

const session = new Session()

/** Tries a change with tests. Returns null if they do not end. */
async function tried(change: FileMutant, tests: readonly Reach[]): Promise<Answer | null> {
  let answer: Answer | null = UNREACHED
  // The fastest file runs alone first, because it is the first to show that a change never ends.
  for (const files of [tests.slice(0, 1), tests.slice(1)]) {
    if (files.length === 0) return answer
    const limit = 10_000 + 2 * files.reduce((sum, { milliseconds }) => sum + milliseconds, 0)
    answer = await session.run({ tests: files.map(({ test }) => test), change }, limit)
    if (!answer?.isPassed) return answer
  }
  return answer
}

const chosen = rooms.filter(({ name }) => ROOM === undefined || ROOM.split(',').includes(name))
const folders = rooms.map(({ folder }) => folder)
let isEnough = true
for (const room of chosen) {
  const ownFiles = testFilesIn(room.tests)
  const own = await findReach(session, ownFiles, folders, SLOW_FILE)
  const all = mutantsOf(room)
  const noticing = new Set(own.filter(({ blocks }) => blocks.size > 0).map(({ test }) => test))
  const mutants = sampled(all, Number(MUTANTS), Number(SEED)).filter((mutant) => getReason(mutant) === null)
  let hung = 0

  /** Tries each change, and returns those that the tests do not notice. */
  async function getUnnoticed(changes: readonly FileMutant[], testsOf: (change: FileMutant) => Reach[]) {
    const unnoticed: FileMutant[] = []
    for (const change of changes) {
      const tests = testsOf(change)
      const answer = await tried(change, tests)
      if (answer?.isPassed) {
        unnoticed.push(change)
        console.log(`Passed by ${tests.length} files: ${describe(change)}`)
      } else if (answer === null) hung++
      else if (answer.failed) noticing.add(answer.failed)
    }
    return unnoticed
  }

  let unnoticed = await getUnnoticed(mutants, (change) => testsFor(change, own))
  const byRoom = mutants.length - unnoticed.length
  if (unnoticed.length > 0 && WIDER !== '0') {
    const widerFiles = testFilesIn(room.wider).filter((file) => !ownFiles.includes(file))
    const wider = await findReach(session, widerFiles, folders, SLOW_WIDER_FILE)
    unnoticed = await getUnnoticed(unnoticed, (change) => testsFor(change, wider, 1000 * Number(WIDER)))
  }
  for (const change of unnoticed) console.log(`Unnoticed: ${describe(change)}`)
  // Runs the tests without changes, to make sure that they failed because of the changes and not because they ran
  // together.
  const unchanged = await session.run({ tests: [...noticing] }, 600_000)
  if (!unchanged?.isPassed) throw new Error(`Unchanged, a test fails: ${unchanged?.failed}`)
  const noticed = mutants.length - unnoticed.length
  const share = noticed / mutants.length
  if (share < ENOUGH) isEnough = false
  const sum = `${noticed} of ${mutants.length}, ${(100 * share).toFixed(0)}%`
  const others = `${noticed - byRoom} of them only outside the room, ${hung} because they do not end`
  console.log(`${room.name}: tests notice ${sum}, ${others}, of ${all.length} possible changes (SEED=${SEED})`)
}
session.end()
process.exitCode = isEnough ? 0 : 1
