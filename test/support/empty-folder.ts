import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A new folder. It goes with all temporary files at the end of the run (`temporary-folder.ts`). */
export function emptyFolder(): string {
  return mkdtempSync(join(tmpdir(), 'vicinage-'))
}
