import { writeFileSync } from 'node:fs'
import { afterAll } from 'vitest'
import type { Request } from './session.ts'

// Writes the blocks that a test file has run, if the sources are marked (`marked` in `operators.ts`).
afterAll(() => {
  const { marks }: Request = JSON.parse(process.env.VICINAGE_MUTATION!)
  const { mutationBlocks } = globalThis as { mutationBlocks?: Set<string> }
  if (marks) writeFileSync(marks.output, JSON.stringify([...(mutationBlocks ?? [])]))
})
