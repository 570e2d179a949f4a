import { readFile, rename, writeFile } from 'node:fs/promises'

/** Inserts a generated table into a Markdown file, between the comments that mark its place. */
export async function updateDocs(path: string, name: string, table: string): Promise<void> {
  const text = withTable(await readFile(path, 'utf8'), name, table)
  await writeFile(`${path}.new`, text)
  await rename(`${path}.new`, path)
}

/**
 * Returns the text with the table between `<!-- name -->` and `<!-- /name -->`.
 *
 * @throws {RangeError} unless each comment occurs once, in this order
 */
export function withTable(text: string, name: string, table: string): string {
  const [start, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`]
  const parts = text.split(start)
  const after = parts.length === 2 ? parts[1].split(end) : []
  if (after.length !== 2)
    throw new RangeError(`The page must mark where the table goes with ${start} followed by ${end}, each exactly once.`)
  return `${parts[0]}${start}\n\n${table}\n\n${end}${after[1]}`
}
