import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Session } from './session.ts'

/** The blocks that a test file runs, and how long it takes. */
export interface Reach {
  readonly test: string
  readonly blocks: ReadonlySet<string>
  readonly milliseconds: number
}

const root = fileURLToPath(new URL('../../..', import.meta.url))
/** Folder in which measurements are kept between runs, because measuring takes a few minutes. */
const cache = join(root, 'node_modules/.cache/vicinage-mutation')

/** Returns the test files of the fast suite in files and folders. */
export function testFilesIn(paths: readonly string[]): string[] {
  const files = paths.flatMap((path) =>
    statSync(join(root, path)).isFile()
      ? [path]
      : readdirSync(join(root, path), { recursive: true, encoding: 'utf8' }).map((name) => join(path, name)),
  )
  return [...new Set(files)].filter((file) => /(?<!\.slow)\.test\.ts$/.test(file)).sort()
}

export function sourcesIn(folder: string): string[] {
  const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
  return files
    .filter((file) => file.endsWith('.ts'))
    .map((file) => join(folder, file))
    .sort()
}

/**
 * Runs each test file alone and records which blocks of code in the folders it executes. A test file that takes longer
 * than the given milliseconds, or fails because marked sources are slower, counts as running none.
 */
export async function findReach(
  session: Session,
  tests: readonly string[],
  folders: readonly string[],
  limit: number,
): Promise<Reach[]> {
  const sources = folders.flatMap(sourcesIn).map((file) => readFileSync(join(root, file), 'utf8'))
  mkdirSync(cache, { recursive: true })
  const output = join(tmpdir(), `vicinage-blocks-${process.pid}.json`)
  const reached: Reach[] = []
  for (const test of tests) {
    const key = createHash('sha256').update(JSON.stringify([test, readFileSync(join(root, test), 'utf8'), sources]))
    const kept = join(cache, `${key.digest('hex').slice(0, 32)}.json`)
    let measured = parsed(kept)
    if (measured === null) {
      const answer = await session.run({ tests: [test], marks: { folders, output } }, limit)
      if (!answer?.isPassed) console.log(`Not used, because it ${answer ? 'fails with marks' : 'is slow'}: ${test}`)
      measured = answer?.isPassed
        ? { blocks: parsed(output) as unknown as string[], milliseconds: answer.milliseconds }
        : LATE
      writeFileSync(kept, JSON.stringify(measured))
    }
    reached.push({ test, blocks: new Set(measured.blocks), milliseconds: measured.milliseconds })
  }
  rmSync(output, { force: true })
  return reached
}

interface Measured {
  readonly blocks: readonly string[]
  readonly milliseconds: number
}

const LATE: Measured = { blocks: [], milliseconds: 0 }

/** Returns the JSON of a file; null if there is none. */
function parsed(path: string): Measured | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return null
  }
}
