import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig, mergeConfig } from 'vitest/config'
import base from '../../../vitest.config.ts'
import { marked } from './operators.ts'
import type { Request } from './session.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** Changes a source in memory, not on disk, as `session-process.mjs` requests. */
const mutant = {
  name: 'mutant',
  enforce: 'pre' as const,
  load(id: string) {
    const { change, marks }: Request = JSON.parse(process.env.VICINAGE_MUTATION!)
    const file = relative(root, id.replace(/\?.*/, ''))
    if (file === change?.file) {
      const text = readFileSync(id, 'utf8')
      return text.slice(0, change.start) + change.replacement + text.slice(change.end)
    }
    return marks?.folders.some((folder) => file.startsWith(`${folder}/`))
      ? marked(readFileSync(id, 'utf8'), file)
      : null
  },
}

const [fast] = base.test!.projects as readonly object[]

// Adds the plugin to the project itself, because every project has its own plugins.
export default mergeConfig(
  fast,
  defineConfig({ plugins: [mutant], test: { bail: 1, setupFiles: './test/release/mutation/each-file.ts' } }),
)
