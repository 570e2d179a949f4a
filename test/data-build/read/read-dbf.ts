import { openDbf } from '../../../data-build/read/dbf.ts'
import type { Properties } from '../../../data-build/read/feature.ts'
import type { SourceFolder, SourcePath } from '../../../data-build/read/source-folder.ts'

/**
 * Reads the rows of an attribute table without shapes (a `.dbf`, a `.dbf.gz` or a member of a zip), with the given
 * fields or all of them.
 */
export async function readDbf(
  folder: SourceFolder,
  path: SourcePath,
  fields?: readonly string[],
): Promise<Properties[]> {
  const { file, bytes } = await folder.open(path)
  return [...openDbf(bytes, file).records(fields)]
}
