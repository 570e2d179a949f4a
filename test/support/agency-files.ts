import { existsSync } from 'node:fs'
import { describe } from 'vitest'

/**
 * Folder with the agencies' files, relative to the root of the project. The repository does not contain these files.
 */
export const SHARED = '../shared/data'

const isHere = existsSync(SHARED)
if (!isHere) console.warn(`skipped: the agencies’ files are not in ${SHARED}`)

/** Groups tests that read the agencies' files. They are skipped if the files are absent. */
export const withAgencyFiles = describe.skipIf(!isHere)
