import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { reasonOf } from './listed.ts'
import { type Mutant, mutantsIn } from './operators.ts'
import { type Room, rooms } from './rooms.ts'

/**
 * Makes small changes to sources, one at a time, and checks whether the tests of their room notice: `npm run
 * test:mutation`. `ROOM=raster` tries one room, `MUTANTS=100` that many changes of each (40 by default), `SEED=2`
 * others. Ends with 1 if tests notice less than 85% of the changes of a room. Changes that no test can notice are
 * listed in `listed.ts` with their reasons, and are not counted.
 */
const root = fileURLToPath(new URL('../../..', import.meta.url))
const { ROOM, MUTANTS = '40', SEED = '1' } = process.env
const ENOUGH = 0.85

interface FileMutant extends Mutant {
  /** Path relative to the root of the repository. */
  readonly file: string
  readonly line: number
  /** Line before the change. */
  readonly before: string
}

/** Returns every change of a room, in the order of its files. */
function mutantsOf({ folder }: Room): FileMutant[] {
  const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).sort()
  return files
    .filter((file) => file.endsWith('.ts'))
    .flatMap((name) => {
      const file = join(folder, name)
      const text = readFileSync(join(root, file), 'utf8')
      const lines = text.split('\n')
      return mutantsIn(text).map((mutant) => {
        const line = text.slice(0, mutant.start).split('\n').length
        return { ...mutant, file, line, before: lines[line - 1].trim() }
      })
    })
}

/** Draws a sample, always the same for a seed. All changes are equally likely. */
function sampled<T>(all: readonly T[], count: number, seed: number): T[] {
  let state = seed
  const next = () => {
    // The random number generator of Park and Miller.
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
  next()
  return all
    .map((one) => ({ one, at: next() }))
    .sort((a, b) => a.at - b.at)
    .slice(0, count)
    .map(({ one }) => one)
}

type Outcome = 'killed' | 'survived' | 'hung'

/** Runs tests with a change, or without one. */
function outcomeOf(tests: readonly string[], mutant: FileMutant | null, milliseconds: number): Promise<Outcome> {
  const change = mutant && { ...mutant, path: join(root, mutant.file) }
  const child = spawn(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--config',
      'test/release/mutation/vitest.config.ts',
      '--maxWorkers=1',
      ...tests,
    ],
    // The child gets its own process group, so that its workers end with it.
    {
      cwd: root,
      stdio: 'ignore',
      detached: true,
      env: { ...process.env, VICINAGE_MUTANT: change === null ? '' : JSON.stringify(change) },
    },
  )
  return new Promise((resolve) => {
    const end = () => process.kill(-child.pid!, 'SIGKILL')
    const timer = setTimeout(() => {
      resolve('hung')
      end()
    }, milliseconds)
    child.once('exit', (code) => {
      clearTimeout(timer)
      resolve(code === 0 ? 'survived' : 'killed')
    })
  })
}

/** Returns the milliseconds after which a change has made these tests hang. */
async function limitOf(tests: readonly string[]): Promise<number> {
  const began = performance.now()
  if ((await outcomeOf(tests, null, 1_800_000)) !== 'survived') throw new Error(`Unchanged, some test fails: ${tests}`)
  return 2 * (performance.now() - began) + 10_000
}

let isEnough = true
for (const room of rooms.filter(({ name }) => ROOM === undefined || name === ROOM)) {
  const stages = [
    { tests: room.tests, limit: await limitOf(room.tests) },
    { tests: room.wider, limit: await limitOf(room.wider) },
  ]
  const all = mutantsOf(room)
  let noticed = 0
  let tried = 0
  for (const mutant of sampled(all, Number(MUTANTS), Number(SEED))) {
    const reason = reasonOf(mutant)
    if (reason !== null) continue
    tried++
    let outcome: Outcome = 'survived'
    for (const { tests, limit } of stages) if (outcome === 'survived') outcome = await outcomeOf(tests, mutant, limit)
    const { file, line, operator, before, replacement } = mutant
    if (outcome === 'survived')
      console.log(`Unnoticed: ${file}:${line}, ${operator}: ${before}  ->  ${replacement.slice(0, 80)}`)
    else noticed++
  }
  const share = noticed / tried
  if (share < ENOUGH) isEnough = false
  const sum = `${noticed} of ${tried}, ${(100 * share).toFixed(0)} %`
  console.log(`${room.name}: tests notice ${sum}, of ${all.length} possible changes (SEED=${SEED})`)
}
process.exitCode = isEnough ? 0 : 1
