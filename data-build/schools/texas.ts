import type { SourceFolder } from '../read/source-folder.ts'
import { gradeRange, gradesBetween, schoolLevel } from './grades.ts'
import type { JoinReport } from './join-report.ts'
import { type EdgeSchool, firstPlaceIn, readEdge2014 } from './places.ts'
import {
  directoryId,
  type RatingFigure,
  type School,
  type StateSchools,
  type StudentGroups,
  schemeId,
} from './school.ts'
import {
  type AskTedCampus,
  type CcdCampus,
  type RawAddress,
  readAskTed,
  readSitesOf2015,
  readTexasCcd,
  type SiteOf2015,
  type TexasCcd,
} from './texas-directories.ts'
import { readStudentGroups, readTexasRatings, type TexasCampus, type TexasRatings } from './texas-ratings.ts'
import { readableCity, readablePhone, readableStreet, readableWebsite, readableZip } from './text/contacts.ts'
import { readableDistrictName, readableSchoolName } from './text/names.ts'

/** What the files say about one campus. */
interface Campus {
  readonly number: string
  readonly ncesId: string
  readonly ccd?: CcdCampus | undefined
  readonly askTed?: AskTedCampus | undefined
  readonly site?: SiteOf2015 | undefined
  /** Newest first; only the years that list the campus. */
  readonly ratings: readonly { readonly year: number; readonly campus: TexasCampus }[]
}

/**
 * The open campuses of Texas: NCES ids from the Common Core of Data (and, for campuses that opened in 2014-15, by address
 * from the EDGE list); open means that AskTED calls the campus active or that the newest accountability ratings list it.
 * The newest of the ratings, AskTED and the Common Core gives name and grades. Null where the folder has no Common Core.
 */
export async function readTexasSchools(sources: SourceFolder, report: JoinReport): Promise<StateSchools | null> {
  const ccd = await readTexasCcd(sources)
  if (!ccd) return null
  const edge = await readEdge2014(sources)
  const askTed = await readAskTed(sources)
  const sites = await readSitesOf2015(sources)
  const ratings = await readTexasRatings(sources)
  const groups = await readStudentGroups(sources)

  const opened = matchNewCampuses(edge, ccd, sites, askTed)
  const ids = new Map([
    ...[...ccd.campuses].map(([number, { ncesId }]) => [number, ncesId] as const),
    ...opened.ncesIds,
  ])
  const campuses = [...ids].map(([number, ncesId]) => ({
    number,
    ncesId,
    ccd: ccd.campuses.get(number),
    askTed: askTed.get(number),
    site: sites.get(number),
    ratings: ratings.flatMap(({ year, campuses }) => {
      const campus = campuses.get(number)
      return campus ? [{ year, campus }] : []
    }),
  }))
  const newestYear = ratings[0]?.year
  const open = campuses.filter((campus) => {
    if (campus.ratings[0] && campus.ratings[0].year === newestYear) return true
    return campus.askTed ? campus.askTed.status === 'Active' : askTed.size === 0 && campus.ccd?.operating === true
  })
  const schools: School[] = []
  const olderFigures = new Map<string, readonly RatingFigure[]>()
  const unplaced: string[] = []
  const seen = new Set<string>()
  for (const campus of open) {
    const place = firstPlaceIn('TX', [edge.get(campus.ncesId), campus.ccd, campus.site])
    if (!place || seen.has(campus.ncesId)) {
      unplaced.push(label(campus))
      continue
    }
    seen.add(campus.ncesId)
    const figures = figuresOf(campus)
    schools.push({
      ...describe(campus, groups.get(campus.number) ?? null),
      lat: place.lat,
      lon: place.lon,
      directory: directoryId('tx-ccd', ccd.year),
      figure: figures[0] ?? null,
    })
    olderFigures.set(campus.ncesId, figures.slice(1))
  }

  report.join({
    name: `Texas: NCES ids of EDGE 2014-15 that CCD ${ccd.year} lacks → campus number by address`,
    matched: opened.ncesIds.size,
    of: opened.ncesIds.size + opened.unmatched.length,
    unmatched: opened.unmatched,
  })
  const stillOpen = new Set(open)
  const closed = campuses.filter((campus) => !stillOpen.has(campus))
  report.join({
    name: 'Texas: campuses with an NCES id that are still open',
    matched: open.length,
    of: campuses.length,
    unmatched: closed.map(label),
  })
  report.join({
    name: 'Texas: of these, with a place in the state, each id once',
    matched: schools.length,
    of: open.length,
    unmatched: unplaced,
  })
  for (const year of ratings) reportRatings(year, ids, schools, report)
  if (groups.size > 0) {
    const unmatched = [...groups.keys()].filter((number) => !seen.has(ids.get(number) ?? ''))
    report.join({
      name: 'Texas: student groups → our schools',
      matched: groups.size - unmatched.length,
      of: groups.size,
      unmatched,
    })
  }
  return { schools, olderFigures }
}

/** All but what the whole state is needed for. */
function describe(campus: Campus, groups: StudentGroups | null): Omit<School, 'lat' | 'lon' | 'directory' | 'figure'> {
  const { ccd, askTed, site, ratings, ncesId } = campus
  const newest = ratings[0]?.campus
  const grades =
    gradeRange(newest?.grades ?? '') ??
    gradeRange(askTed?.grades ?? '') ??
    gradesBetween(ccd?.lowestGrade ?? '', ccd?.highestGrade ?? '') ??
    gradeRange(site?.grades ?? '')
  const address = siteAddress(askTed, ccd, site)
  const districtName = askTed?.districtName || ccd?.districtName || site?.districtName
  return {
    ncesId,
    leaId: ncesId.slice(0, 7),
    leaName: districtName ? readableDistrictName(districtName) : null,
    name: readableSchoolName(newest?.name || askTed?.name || ccd?.name || site?.name || campus.number),
    level: schoolLevel(grades, newest?.schoolType ?? ''),
    lowestGrade: grades?.[0] ?? null,
    highestGrade: grades?.[1] ?? null,
    street: address ? readableStreet(address.street) : null,
    city: address && address.city !== '' ? readableCity(address.city) : null,
    state: 'TX',
    zip: address ? readableZip(address.zip.slice(0, 5), address.zip.slice(6)) : null,
    phone: readablePhone(askTed?.phone ?? '') ?? readablePhone(ccd?.phone ?? ''),
    website: readableWebsite(askTed?.website ?? ''),
    students: newest?.students ?? askTed?.students ?? null,
    teachers: null,
    groups,
  }
}

function figuresOf({ ratings }: Campus): readonly RatingFigure[] {
  return ratings.flatMap(({ year, campus }) => {
    const { score, unrounded } = campus
    if (score === null) return []
    return [{ scheme: schemeId('tx', year), value: score, ...(unrounded === null ? {} : { unrounded }) }]
  })
}

/** The first address of a site; AskTED also lists post-office boxes, which come last. */
function siteAddress(...addresses: readonly (RawAddress | undefined)[]): RawAddress | undefined {
  const written = addresses.filter((address) => address !== undefined && address.street !== '')
  return written.find((address) => !/\bBOX\b/i.test(address!.street)) ?? written[0]
}

function reportRatings(
  { year, campuses }: TexasRatings,
  ids: ReadonlyMap<string, string>,
  schools: readonly School[],
  report: JoinReport,
): void {
  const scheme = schemeId('tx', year)
  const rated = schools.filter((school) => school.figure?.scheme === scheme).length
  const known = new Set(schools.map((school) => school.ncesId))
  const join = (name: string, numbers: readonly string[]) => {
    const unmatched = numbers.filter((number) => !known.has(ids.get(number) ?? ''))
    report.join({
      name,
      matched: numbers.length - unmatched.length,
      of: numbers.length,
      unmatched: unmatched.map((number) => `${number} ${campuses.get(number)?.name}`),
    })
  }
  const all = [...campuses.keys()]
  join(`Texas: campuses of the ${year} accountability ratings → our schools`, all)
  join(
    `Texas: campuses with an overall score of ${year} → our schools`,
    all.filter((number) => campuses.get(number)?.score !== null),
  )
  report.join({
    name: `Texas: our schools with a figure of ${year}`,
    matched: rated,
    of: schools.length,
    unmatched: [],
  })
}

function label({ number, ncesId, ccd, askTed, site }: Campus): string {
  return `${ncesId} (campus ${number}) ${askTed?.name ?? ccd?.name ?? site?.name ?? ''}`
}

/** What became of the schools that NCES placed in 2014-15 but that the Common Core of Data of 2013-14 does not list yet. */
interface NewCampuses {
  /** NCES id by campus number. */
  readonly ncesIds: ReadonlyMap<string, string>
  /** The others, in words. */
  readonly unmatched: readonly string[]
}

/**
 * Ties NCES ids that the directory lacks to campus numbers by street and ZIP code: the lists of addresses are tried in
 * order, and exactly one campus that the directory lacks must be there. Ids that claim the same campus are left out, and
 * so is an id whose LEA is known to be another than that of the campus.
 */
function matchNewCampuses(
  edge: ReadonlyMap<string, EdgeSchool>,
  ccd: TexasCcd,
  ...lists: readonly ReadonlyMap<string, RawAddress>[]
): NewCampuses {
  const listed = new Set([...ccd.campuses.values()].map((campus) => campus.ncesId))
  const missing = [...edge].filter(([ncesId]) => ncesId.startsWith('48') && !listed.has(ncesId))
  const campusesAt = lists.map((list) => byAddress(list, ccd))
  const numbersOfLea = new Map([...ccd.leaOfDistrict].map(([number, lea]) => [lea, number]))

  const claims = new Map<string, string[]>()
  for (const [ncesId, school] of missing) {
    const found = campusesAt.map((at) => at.get(addressKey(school)) ?? []).find((campuses) => campuses.length === 1)
    if (!found) continue
    const [campus] = found
    const district = campus.slice(0, 6)
    const sameLea = numbersOfLea.has(ncesId.slice(0, 7))
      ? numbersOfLea.get(ncesId.slice(0, 7)) === district
      : !ccd.leaOfDistrict.has(district)
    if (sameLea) claims.set(campus, [...(claims.get(campus) ?? []), ncesId])
  }
  const ncesIds = new Map([...claims].filter(([, ids]) => ids.length === 1).map(([campus, [id]]) => [campus, id]))
  const matched = new Set(ncesIds.values())
  const unmatched = missing
    .filter(([ncesId]) => !matched.has(ncesId))
    .map(([ncesId, { street, city, zip }]) => `${ncesId} ${street}, ${city} ${zip}`)
  return { ncesIds, unmatched }
}

function byAddress(list: ReadonlyMap<string, RawAddress>, ccd: TexasCcd): ReadonlyMap<string, readonly string[]> {
  const at = new Map<string, string[]>()
  for (const [campus, address] of list) {
    if (ccd.campuses.has(campus) || address.street === '') continue
    const key = addressKey(address)
    const campuses = at.get(key)
    if (campuses) campuses.push(campus)
    else at.set(key, [campus])
  }
  return at
}

function addressKey({ street, zip }: RawAddress): string {
  return `${street.toUpperCase().replace(/[^A-Z0-9]/g, '')} ${zip.slice(0, 5)}`
}
