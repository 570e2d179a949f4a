import type { SourceFolder } from '../read/source-folder.ts'

/** A file of a yearly series. */
export interface YearFile {
  readonly path: string
  readonly year: number
}

/**
 * The files of a folder whose names match, newest year first; none when the folder is absent. The pattern's first group
 * is the year, of four digits or of two (`SchoolGrades23.xlsx`). Of several files of one year the last name counts.
 */
export function filesByYear(sources: SourceFolder, folder: string, pattern: RegExp): readonly YearFile[] {
  const years = new Map<number, string>()
  for (const path of filesLike(sources, folder, pattern)) {
    const year = Number(pattern.exec(nameOf(path))?.[1])
    years.set(year < 100 ? 2000 + year : year, path)
  }
  return [...years].map(([year, path]) => ({ path, year })).sort((a, b) => b.year - a.year)
}

/** The files of a folder whose names match, in code-unit order; none when the folder is absent. */
export function filesLike(sources: SourceFolder, folder: string, pattern: RegExp): readonly string[] {
  return sources.has(folder) ? sources.list(folder).filter((path) => pattern.test(nameOf(path))) : []
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
