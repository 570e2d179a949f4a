import { existsSync } from 'node:fs'
import { describe } from 'vitest'

/** The agencies' files, seen from the project's root, of which they are no part. */
export const SHARED = '../shared/data'

const isHere = existsSync(SHARED)
if (!isHere) console.warn(`skipped: the agencies’ files are not in ${SHARED}`)

/** Tests on them, skipped where they are absent. */
export const withAgencyFiles = describe.skipIf(!isHere)
