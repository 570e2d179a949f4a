import { writeFileSync } from 'node:fs'
import fc from 'fast-check'
import { afterAll } from 'vitest'
import type { Request } from './session.ts'

// Failures are not shrunk, because shrinking would take longer than all tests.
fc.configureGlobal({ ...fc.readConfigureGlobal(), endOnFailure: true })

// Writes the blocks that a test file has run, if the sources are marked (`marked` in `operators.ts`).
afterAll(() => {
  const { marks }: Request = JSON.parse(process.env.VICINAGE_MUTATION!)
  const { mutationBlocks } = globalThis as { mutationBlocks?: Set<string> }
  if (marks) writeFileSync(marks.output, JSON.stringify([...(mutationBlocks ?? [])]))
})
