import { readFileSync } from 'node:fs'

/** Folder of the files on which readers of the format can be tried. */
export const FILES = 'docs/reference/bundle-format'

/** Returns the error code of each invalid file, as the table of the specification says. */
export function codesOfPage(): ReadonlyMap<string, string> {
  const page = readFileSync('docs/reference/bundle-format.md', 'utf8')
  const table = /^\| file \| fault \| code \|\n\|---\|---\|---\|\n((?:\|.*\n)+)/m.exec(page)?.[1] ?? ''
  return new Map([...table.matchAll(/^\| `([a-z-]+)` \|.*\| `([a-z_]+)` \|$/gm)].map(([, file, code]) => [file, code]))
}
