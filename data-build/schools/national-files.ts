import type { SourceFolder } from '../read/source-folder.ts'
import { filesLike } from './newest-file.ts'

/** A yearly file of NCES. */
export interface NationalFile {
  readonly path: string
  /** The calendar year in which its school year starts: 2023 for 2023-24. */
  readonly year: number
}

/** The files of the Common Core of Data and of EDGE that make the schools of the nation. */
export interface NationalFiles {
  /** CCD 029. */
  readonly directory: NationalFile
  /** EDGE geocodes. */
  readonly places: NationalFile | null
  /** CCD 052. */
  readonly membership: NationalFile | null
  /** CCD 059. */
  readonly staff: NationalFile | null
}

const FOLDER = 'schools/nces'
// ccd_sch_052_2324_l_1a_073124.zip: survey, school year, wide or long, release (0a preliminary, 1a and later final), day.
const CCD = /^ccd_sch_(029|052|059)_(\d\d)(\d\d)(?:_[a-z]_?(\d[a-z]))?[^/]*\.(?:zip|csv|csv\.gz)$/i
const EDGE = /^EDGE_GEOCODE_PUBLICSCH_(\d\d)(\d\d)\.(?:zip|txt|txt\.gz|csv|csv\.gz|xlsx|dbf|dbf\.gz)$/i

/**
 * The files of the newest school year that has a directory, each in its latest release; files of another year where that
 * year has none. Null when the folder `schools/nces` has no directory.
 */
export function nationalFiles(sources: SourceFolder): NationalFiles | null {
  const ccd = filesLike(sources, FOLDER, CCD).flatMap((path) => {
    const [, survey, first, second, release = ''] = CCD.exec(nameOf(path)) as RegExpExecArray
    return dated(path, first, second, release.toLowerCase()).map((file) => ({ ...file, survey }))
  })
  const edge = filesLike(sources, FOLDER, EDGE).flatMap((path) => {
    const [, first, second] = EDGE.exec(nameOf(path)) as RegExpExecArray
    // Text is the quickest to read, a workbook the slowest.
    const rank = path.search(/\.zip$/i) !== -1 ? '4' : path.search(/\.(txt|csv)(\.gz)?$/i) !== -1 ? '3' : '2'
    return dated(path, first, second, /\.xlsx$/i.test(path) ? '1' : rank)
  })
  const of = (survey: string) => ccd.filter((file) => file.survey === survey)
  const directory = newest(of('029'), null)
  if (directory === null) return null
  return {
    directory,
    places: newest(edge, directory.year),
    membership: newest(of('052'), directory.year),
    staff: newest(of('059'), directory.year),
  }
}

interface Candidate extends NationalFile {
  /** Of two files of a year, the one with the higher rank counts. */
  readonly rank: string
}

/** The file with its year; none when the two halves of its name are no school year. */
function dated(path: string, first: string, second: string, rank: string): readonly Candidate[] {
  return (Number(first) + 1) % 100 === Number(second) ? [{ path, year: 2000 + Number(first), rank }] : []
}

/** The last release of the wanted year, else of the newest year there is. */
function newest(files: readonly Candidate[], wanted: number | null): NationalFile | null {
  const year = files.some((file) => file.year === wanted) ? wanted : Math.max(...files.map((file) => file.year))
  const ofYear = files.filter((file) => file.year === year)
  if (ofYear.length === 0) return null
  const { path } = ofYear.reduce((best, file) => (file.rank >= best.rank ? file : best))
  return { path, year: ofYear[0].year }
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
