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
 * `ROOM=raster` tries one room, `FILE=columns` the files of that name, `MUTANTS=100` that many changes of each room (40
 * by default), `SEED=2` others, `WIDER=0` only the tests of the room. Ends with 1 if tests notice less than 85% of the
 * changes of a room. Changes that no test can notice are listed in `listed.ts` with their reasons, and are not counted.
 *
 * A change is tried with the test files that run the changed block: first those of its room, then those that use the
 * room, the quickest first, as many as take 30 seconds together (`WIDER`).
 */
const root = fileURLToPath(new URL('../../..', import.meta.url))
const { ROOM, FILE = '', MUTANTS = '40', SEED = '1', WIDER = '30' } = process.env
const ENOUGH = 0.85
/** Milliseconds that a test file of a room and one outside it may take. Slower ones are not used. */
const SLOW_FILE = 60_000
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

/** Draws a sample, always the same for a seed. All changes are equally likely, and seeds do not resemble each other. */
function sampled<T>(all: readonly T[], count: number, seed: number): T[] {
  return all
    .map((one, at) => ({ one, key: createHash('sha256').update(`${seed} ${at}`).digest('hex') }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .slice(0, count)
    .map(({ one }) => one)
}

/** Returns the tests that run a changed block, those of the room first and the quickest first. */
function testsFor(mutant: FileMutant, own: readonly Reach[], wider: readonly Reach[]): Reach[] {
  const block = `${mutant.file}:${mutant.block}`
  const [near, far] = [own, wider].map((all) =>
    all.filter(({ blocks }) => blocks.has(block)).sort((a, b) => a.milliseconds - b.milliseconds),
  )
  let rest = 1000 * Number(WIDER)
  for (const { milliseconds } of far) rest -= milliseconds
  while (rest < 0) rest += far.pop()!.milliseconds
  return [...near, ...far]
}

const session = new Session()

/** Tries a change with tests. Returns null if they do not end. */
async function tried(change: FileMutant, tests: readonly Reach[]): Promise<Answer | null> {
  let answer: Answer | null = UNREACHED
  // The quickest file alone, because it tells soonest that a change never ends.
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
  const widerFiles = WIDER === '0' ? [] : testFilesIn(room.wider).filter((file) => !ownFiles.includes(file))
  const wider = await findReach(session, widerFiles, folders, SLOW_WIDER_FILE)
  const all = mutantsOf(room)
  const noticing = new Set(own.filter(({ blocks }) => blocks.size > 0).map(({ test }) => test))
  let noticed = 0
  let hung = 0
  let count = 0
  for (const mutant of sampled(all, Number(MUTANTS), Number(SEED))) {
    if (getReason(mutant) !== null) continue
    count++
    const tests = testsFor(mutant, own, wider)
    const answer = await tried(mutant, tests)
    if (answer?.isPassed) {
      const { file, line, operator, before, replacement } = mutant
      const by = tests.length > 0 ? `${tests.length} files` : 'no test runs it'
      console.log(`Unnoticed: ${file}:${line}, ${operator}: ${before}  ->  ${replacement.slice(0, 80)} (${by})`)
    } else {
      noticed++
      if (answer === null) hung++
      else if (answer.failed) noticing.add(answer.failed)
    }
  }
  // They failed because of the changes, not because they ran together.
  const unchanged = await session.run({ tests: [...noticing] }, 600_000)
  if (!unchanged?.isPassed) throw new Error(`Unchanged, a test fails: ${unchanged?.failed}`)
  const share = noticed / count
  if (share < ENOUGH) isEnough = false
  const sum = `${noticed} of ${count}, ${(100 * share).toFixed(0)}%`
  console.log(
    `${room.name}: tests notice ${sum}, ${hung} of them because they do not end, of ${all.length} possible changes (SEED=${SEED})`,
  )
}
session.end()
process.exitCode = isEnough ? 0 : 1
