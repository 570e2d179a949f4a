import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Creates a folder. It is removed with all temporary files at the end of the run (`temporary-folder.ts`). */
export function emptyFolder(): string {
  return mkdtempSync(join(tmpdir(), 'vicinage-'))
}
