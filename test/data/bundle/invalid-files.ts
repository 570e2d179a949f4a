import { readFileSync } from 'node:fs'

/** Folder with the sample files for readers of the format. */
export const FILES = 'docs/reference/bundle-format'

/** Returns the error code of each invalid file, according to the table in the specification. */
export function codesOfPage(): ReadonlyMap<string, string> {
  const page = readFileSync('docs/reference/bundle-format.md', 'utf8')
  const table = /^\| file \| fault \| code \|\n\|---\|---\|---\|\n((?:\|.*\n)+)/m.exec(page)?.[1] ?? ''
  return new Map([...table.matchAll(/^\| `([a-z-]+)` \|.*\| `([a-z_]+)` \|$/gm)].map(([, file, code]) => [file, code]))
}
