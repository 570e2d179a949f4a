import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { SourceFolder } from '../../../data-build/read/source-folder.ts'
import { emptyFolder } from '../../support/empty-folder.ts'

/** A sources folder of files made by hand, deleted when the test ends. */
export function madeFolder(files: Readonly<Record<string, string | Uint8Array>>): SourceFolder {
  const directory = emptyFolder()
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, path)), { recursive: true })
    writeFileSync(join(directory, path), content)
  }
  return new SourceFolder(directory)
}

/** The ASCII bytes of a text. */
export function ascii(written: string): Uint8Array {
  return new Uint8Array(Buffer.from(written, 'latin1'))
}
