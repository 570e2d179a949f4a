import { type CsvSpec, readRecords } from './csv.ts'
import type { SourceFolder } from './source-folder.ts'

/** Editions of the Census Bureau's gazetteer of counties, newest first. Until 2024, fields are separated by tabs. */
const EDITIONS: readonly { readonly path: string; readonly delimiter: '|' | '\t' }[] = [
  { path: 'census/gazetteer/2026_Gaz_counties_national.txt.gz', delimiter: '|' },
  { path: 'census/gazetteer/2025_Gaz_counties_national.txt.gz', delimiter: '|' },
  { path: 'census/gazetteer/2019_Gaz_counties_national.txt.gz', delimiter: '\t' },
]

/** Reads the given columns of the newest county gazetteer in the folder. Returns the rows and the path of the file. */
export async function readCountyGazetteer<S extends CsvSpec>(sources: SourceFolder, spec: S) {
  const { path, delimiter } = EDITIONS.find(({ path }) => sources.has(path)) ?? EDITIONS[EDITIONS.length - 1]
  return { path, rows: await readRecords(sources, path, spec, { delimiter }) }
}
