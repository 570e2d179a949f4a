import { readFileSync } from 'node:fs'
import { defineConfig, mergeConfig } from 'vitest/config'
import base from '../../../vitest.config.ts'
import type { Mutant } from './operators.ts'

interface Change extends Pick<Mutant, 'start' | 'end' | 'replacement'> {
  /** Absolute path of the changed file. */
  readonly path: string
}

/** Change that the runner requests. It is made in memory, not on disk. */
const change: Change | null = process.env.VICINAGE_MUTANT ? JSON.parse(process.env.VICINAGE_MUTANT) : null

const mutant = {
  name: 'mutant',
  enforce: 'pre' as const,
  load(id: string) {
    if (change === null || id.replace(/\?.*/, '') !== change.path) return null
    const text = readFileSync(change.path, 'utf8')
    return text.slice(0, change.start) + change.replacement + text.slice(change.end)
  },
}

const [fast] = base.test!.projects as readonly object[]

// Every project has its own plugins.
export default mergeConfig(fast, defineConfig({ plugins: [mutant], test: { bail: 1, reporters: ['dot'] } }))
