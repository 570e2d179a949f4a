import { mkdirSync, rmSync } from 'node:fs'
import type { TestProject } from 'vitest/node'

/** Makes the folder in which the tests of a run put their temporary files, for every user; returns what removes it. */
export default function setup({ config }: TestProject): () => void {
  const folder = config.env.TMPDIR as string
  mkdirSync(folder, { recursive: true, mode: 0o755 })
  return () => rmSync(folder, { recursive: true, force: true })
}
