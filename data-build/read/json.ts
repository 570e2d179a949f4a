import { reasonOf, SourceError } from './source-error.ts'
import type { SourceFolder, SourcePath } from './source-folder.ts'

/** Reads a JSON file. The caller checks the shape. Throws a `SourceError` when it is not whole JSON. */
export async function readJson(folder: SourceFolder, path: SourcePath): Promise<unknown> {
  const { file, bytes } = await folder.open(path)
  return jsonOf(bytes, file)
}

/** The same for bytes in memory; a BOM is allowed. */
export function jsonOf(bytes: Uint8Array, file: string): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch (cause) {
    throw new SourceError(
      { file, found: `not whole JSON (${reasonOf(cause)})`, expectation: 'a JSON document' },
      { cause },
    )
  }
}
