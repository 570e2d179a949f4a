import { mkdirSync, rmSync } from 'node:fs'
import type { TestProject } from 'vitest/node'

/**
 * Creates the folder for the temporary files of a test run, readable by every user. Returns a function that removes it.
 */
export default function setup({ config }: TestProject): () => void {
  const folder = config.env.TMPDIR as string
  mkdirSync(folder, { recursive: true, mode: 0o755 })
  return () => rmSync(folder, { recursive: true, force: true })
}
