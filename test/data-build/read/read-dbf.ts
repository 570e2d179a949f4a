import { openDbf } from '../../../data-build/read/dbf.ts'
import type { Properties } from '../../../data-build/read/feature.ts'
import type { SourceFolder, SourcePath } from '../../../data-build/read/source-folder.ts'

/**
 * The rows of a table of attributes on its own (a `.dbf`, `.dbf.gz` or a member of a zip), with these fields or all.
 */
export async function readDbf(
  folder: SourceFolder,
  path: SourcePath,
  fields?: readonly string[],
): Promise<Properties[]> {
  const { file, bytes } = await folder.open(path)
  return [...openDbf(bytes, file).records(fields)]
}
