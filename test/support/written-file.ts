import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { emptyFolder } from './empty-folder.ts'

/** Writes a file and returns its path. By default, the file is written to a new folder. */
export function writtenFile(name: string, content: string | Uint8Array, folder = emptyFolder()): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}
