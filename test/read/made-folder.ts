import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { SourceFolder } from '../../data-build/read/source-folder.ts'

/** A sources folder of files made by hand, deleted when the test ends. */
export function madeFolder(files: Readonly<Record<string, string | Uint8Array>>): SourceFolder {
  const directory = mkdtempSync(join(tmpdir(), 'vicinage-sources-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
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
