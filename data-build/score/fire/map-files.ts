import { SourceError } from '../../read/source-error.ts'
import type { SourceFolder } from '../../read/source-folder.ts'

/** Draft maps of 2007, all classes, state, local and federal land. */
export const allClasses = 'calfire/all-classes'
/** Maps of local land, very high zones only. */
export const veryHighOnly = 'calfire/lra-very-high'
/** Adopted maps of 2007, state land. */
export const stateLand = 'calfire/sra-2007'

/**
 * Counties of which only the very high class is known, and whether the file covers the whole county
 * (`riverside-west`, `san-bernardino-se` do not).
 */
export function veryHighOnlyCounties(
  sources: SourceFolder,
): ReadonlyMap<string, { readonly path: string; readonly whole: boolean }> {
  const complete = new Set(zips(sources, allClasses).map(countyOf))
  const counties = new Map<string, { readonly path: string; readonly whole: boolean }>()
  for (const path of zips(sources, veryHighOnly)) {
    const county = countyOf(path)
    if (!complete.has(county))
      counties.set(county, { path, whole: !/-(n|s|e|w|ne|nw|se|sw|north|south|east|west)_/.test(path) })
  }
  return counties
}

/** Counties with both kinds of file: where the very-high-only rule can be judged by the other classes. */
export function countiesWithBothFiles(sources: SourceFolder): ReadonlySet<string> {
  const complete = new Set(zips(sources, allClasses).map(countyOf))
  return new Set(
    zips(sources, veryHighOnly)
      .map(countyOf)
      .filter((county) => complete.has(county)),
  )
}

/**
 * The five-digit county of a file of the maps of 2007, which bear the county's number in the alphabet
 * (`…__c19fhszl06_5.zip`, `…_c4.zip`, `…__fhszs06_3_46.zip`); the county's FIPS code is twice that less one.
 */
export function countyOf(path: string): string {
  const match = /_c(\d+)fhsz|_c(\d+)\.zip$|__fhszs\d+_\d+_(\d+)\.zip$/.exec(path)
  const number = Number(match?.[1] ?? match?.[2] ?? match?.[3])
  if (number >= 1 && number <= 58) return `06${String(2 * number - 1).padStart(3, '0')}`
  const found = 'no county number in the name'
  throw new SourceError({ file: path, found, expectation: "the file's published name, such as …__c19fhszl06_5.zip" })
}

/** The zips of a folder, in code-unit order. */
export function zips(sources: SourceFolder, directory: string): readonly string[] {
  return sources.list(directory).filter((path) => path.endsWith('.zip'))
}
