import type { LatLon } from '../geography/center-index.ts'
import type { SourceFolder } from '../read/source-folder.ts'
import { groupBy } from '../statistics.ts'
import { gradeRange, gradesBetween, schoolLevel } from './grades.ts'
import type { JoinReport } from './join-report.ts'
import { apart, type EdgeSchool, firstPlaceIn, MOVED, type RawAddress, readEdge2014, siteAddress } from './places.ts'
import { letterIn, type RatingFigure, type School, type StateSchools, schemeId } from './school.ts'
import {
  type AskTedCampus,
  type CampusPoint,
  type CcdCampus,
  type CountedCampus,
  type ListedCampus,
  readAskTed,
  readCampusPoints,
  readPerformanceReports,
  readSitesOf2015,
  readTexasCcd,
  readTexasList,
  type SiteOf2015,
  type TexasCcd,
} from './texas-directories.ts'
import { readTexasRatings, type TexasCampus, type TexasRatings } from './texas-ratings.ts'
import { readableCity, readablePhone, readableStreet, readableWebsite, readableZip } from './text/contacts.ts'
import { readableDistrictName, readableSchoolName } from './text/names.ts'

/** Data about one campus from all files. */
interface Campus {
  /** 9-digit number: county, district and campus. */
  readonly number: string
  readonly listed?: ListedCampus | undefined
  readonly counted?: CountedCampus | undefined
  readonly point?: CampusPoint | undefined
  readonly ccd?: CcdCampus | undefined
  readonly askTed?: AskTedCampus | undefined
  readonly site?: SiteOf2015 | undefined
  /** Entry in the newest ratings, without a score if the campus was not rated. */
  readonly rated?: TexasCampus | undefined
  /** Entry in the ratings of the previous year. */
  readonly ratedBefore?: TexasCampus | undefined
}

/**
 * Reads the open campuses of Texas: all campuses in the state's newest list or the newest ratings (including
 * `Not Rated`). Without a list, reads the campuses that are active in AskTED. The NCES id comes from the Common Core of
 * Data, so that a campus keeps its id. For campuses that opened in 2014-15, it comes from the EDGE list, matched by
 * address; for later campuses, from the state's list. Returns null if the folder has no Common Core of Data.
 *
 * Most charter campuses have no id in any of these files. If the id of their LEA is known, a substitute id is built
 * from the LEA's seven digits, 99, and the last three digits of the campus number. NCES's own numbers do not reach 99.
 */
export async function readTexasSchools(sources: SourceFolder, report: JoinReport): Promise<StateSchools | null> {
  const ccd = await readTexasCcd(sources)
  if (!ccd) return null
  const edge = await readEdge2014(sources)
  const askTed = await readAskTed(sources)
  const sites = await readSitesOf2015(sources)
  const list = await readTexasList(sources)
  const points = await readCampusPoints(sources)
  const students = await readPerformanceReports(sources)
  const [newest, before] = await readTexasRatings(sources)

  const opened = matchNewCampuses(edge, ccd, sites, askTed)
  const ids = new Map<string, string>([
    ...[...(list?.campuses ?? [])].flatMap(([number, { ncesId }]) =>
      ncesId === '' ? [] : [[number, ncesId] as const],
    ),
    ...opened.ncesIds,
    ...[...ccd.campuses].map(([number, { ncesId }]) => [number, ncesId] as const),
  ])
  const numbers = new Set([
    ...ids.keys(),
    ...(list?.campuses.keys() ?? []),
    ...(newest?.campuses.keys() ?? []),
    ...(students?.campuses.keys() ?? []),
  ])
  const campuses = [...numbers].map(
    (number): Campus => ({
      number,
      listed: list?.campuses.get(number),
      counted: students?.campuses.get(number),
      point: points.get(number),
      ccd: ccd.campuses.get(number),
      askTed: askTed.get(number),
      site: sites.get(number),
      rated: newest?.campuses.get(number),
      ratedBefore: before?.campuses.get(number),
    }),
  )
  const open = campuses.filter(({ rated, listed, askTed: active, ccd: old }) => {
    if (rated || listed) return true
    return list === null && (active ? active.status === 'Active' : askTed.size === 0 && old?.operating === true)
  })
  const leas = new Map([
    ...ccd.leaOfDistrict,
    ...[...ids].map(([number, ncesId]) => [number.slice(0, 6), ncesId.slice(0, 7)] as const),
  ])
  const year = list?.year ?? ccd.year
  const directory = `tx-tea-${year}`
  const scheme = newest && schemeId(isUnrounded(newest) ? 'tx' : 'tx-ordered', newest.year)
  const schools = new Map<string, School>()
  const includedIds = new Set<string>()
  let standIns = 0
  for (const campus of open) {
    const id = ids.get(campus.number) ?? standIn(campus.number, leas)
    const { place, hasMoved } = getSite(campus, edge.get(ids.get(campus.number) ?? ''))
    if (id === null || !place || schools.has(id)) continue
    if (!ids.has(campus.number)) standIns++
    includedIds.add(campus.number)
    const figure = scheme ? getFigure(campus, scheme) : null
    schools.set(id, { ...describe(campus, id, hasMoved), lat: place.lat, lon: place.lon, directory, figure })
  }

  report.join({
    name: `Texas: NCES ids of EDGE 2014-15 that CCD ${ccd.year} lacks → campus number by address`,
    matched: opened.ncesIds.size,
    of: opened.ncesIds.size + opened.unmatched.length,
    unmatched: opened.unmatched,
  })
  const openCampuses = new Set(open)
  const isOpen = (campus: Campus) => openCampuses.has(campus)
  const hasId = ({ number }: Campus) => ids.has(number)
  const isOurs = ({ number }: Campus) => includedIds.has(number)
  report.match('Texas: campuses with an NCES id that are still open', campuses.filter(hasId), isOpen, label)
  report.match('Texas: open campuses with an NCES id', open, hasId, label)
  report.match('Texas: open campuses with a place in the state and an id or a stand-in', open, isOurs, label)
  if (newest) {
    const scored = open.filter(({ rated }) => rated?.score != null)
    report.match(`Texas: campuses with an overall score of ${newest.year} → our schools`, scored, isOurs, label)
  }
  if (students) {
    const still = `Texas: students of ${students.schoolYear} in campuses that are still open`
    const getStudents = ({ counted }: Campus) => counted?.students
    report.students(still, campuses, isOpen, getStudents)
    report.students('Texas: of these students, in our schools', open, isOurs, getStudents)
  }
  const agency = list
    ? `Texas Education Agency, schools of ${list.schoolYear}${students ? `, students of ${students.schoolYear}` : ''}`
    : 'National Center for Education Statistics, Common Core of Data (Texas)'
  const note =
    standIns === 0
      ? {}
      : {
          note: `No available list has the NCES id of ${standIns} Texas schools, most of them charter schools. Their nces_id is a stand-in: the district's id, 99 and the last three digits of the state's school number.`,
        }
  return { schools: [...schools.values()], directory: { id: directory, name: agency, year, ...note } }
}

function standIn(number: string, leas: ReadonlyMap<string, string>): string | null {
  const lea = leas.get(number.slice(0, 6))
  return lea === undefined ? null : `${lea}99${number.slice(6)}`
}

/**
 * Maximum distance in meters between the newest point of a campus and an older point. If the older point is farther
 * away, it and its address belong to another site. The limit is high because the points are roughly geocoded.
 */
const ADDRESS_IS_OLD = 5_000

/**
 * Returns the state's newest point, or an older point if it is for the same site, because older points are more
 * accurate.
 */
function getSite({ point, ccd, site }: Campus, edge: LatLon | undefined) {
  const older = firstPlaceIn('TX', [edge, ccd, site])
  const newest = firstPlaceIn('TX', [point])
  if (!older || !newest) return { place: newest ?? older, hasMoved: false }
  const meters = apart(older, newest)
  return { place: meters <= MOVED ? older : newest, hasMoved: meters > ADDRESS_IS_OLD }
}

/** Describes a campus, without the fields that depend on all campuses of the state. */
function describe(
  campus: Campus,
  ncesId: string,
  hasMoved: boolean,
): Omit<School, 'lat' | 'lon' | 'directory' | 'figure'> {
  const { number, listed, counted, point, ccd, askTed, site, rated } = campus
  const ranges = [listed?.grades, rated?.grades, point?.grades, askTed?.grades].map((text) => gradeRange(text ?? ''))
  const grades =
    ranges.find((range) => range !== null) ??
    gradesBetween(ccd?.lowestGrade ?? '', ccd?.highestGrade ?? '') ??
    gradeRange(site?.grades ?? '')
  const address = hasMoved ? undefined : siteAddress(askTed, ccd, site)
  const city = address?.city || listed?.city
  const name = rated?.name || listed?.name || counted?.name || point?.name || askTed?.name || ccd?.name || site?.name
  const districtName = [listed, counted, point, askTed, ccd, site].map((source) => source?.districtName).find(Boolean)
  const students = counted?.students ?? rated?.students ?? listed?.students ?? askTed?.students ?? null
  return {
    ncesId,
    leaId: ncesId.slice(0, 7),
    leaName: districtName ? readableDistrictName(districtName) : null,
    name: readableSchoolName(name || number),
    level: schoolLevel(grades, rated?.schoolType ?? '', listed?.schoolType ?? ''),
    lowestGrade: grades?.[0] ?? null,
    highestGrade: grades?.[1] ?? null,
    street: address ? readableStreet(address.street) : null,
    city: city ? readableCity(city) : null,
    state: 'TX',
    zip: address ? readableZip(address.zip.slice(0, 5), address.zip.slice(6)) : null,
    phone: readablePhone(askTed?.phone ?? '') ?? readablePhone(ccd?.phone ?? ''),
    website: readableWebsite(askTed?.website ?? ''),
    students,
    teachers: listed && isNear(students, listed.students) ? listed.teachers : null,
    groups: counted?.groups ?? null,
    ...listedAs(campus),
  }
}

/** Instruction types of programs for students in custody and after expulsions. */
const PROGRAM_TYPE = /^(jjaep|daep)\b/i

/** Describes a campus that the agency's fields identify as a program, as uncounted or as unopened. */
function listedAs({ listed, askTed, rated, ratedBefore }: Campus): Pick<School, 'listedAs'> {
  const enrollmentType = rated?.enrollmentType || ratedBefore?.enrollmentType
  // A few rated schools are listed as special assignment schools by mistake.
  const isAssigned = rated?.score == null && enrollmentType === 'SPECIAL ASSIGNMENT SCHOOL'
  if (isAssigned || PROGRAM_TYPE.test(listed?.instruction ?? '')) return { listedAs: 'program' }
  if (!listed || listed.students !== null) return {}
  return { listedAs: askTed?.status === 'Under Construction' ? 'unopened' : 'uncounted' }
}

/**
 * Checks whether two student counts differ by at most a fifth. Teachers and students are from different school years.
 * If the student counts of the two years differ more, the number of teachers would be misleading.
 */
function isNear(students: number | null, sameYear: number | null): boolean {
  return students !== null && sameYear !== null && Math.abs(students - sameYear) <= students / 5
}

/** Checks whether a year has unrounded scores, which distinguish schools with equal rounded scores. */
function isUnrounded({ campuses }: TexasRatings): boolean {
  return [...campuses.values()].some(({ unrounded }) => unrounded !== null)
}

function getFigure({ rated, ratedBefore }: Campus, scheme: string): RatingFigure | null {
  if (rated?.score == null) return null
  const { score, unrounded } = rated
  const letter = letterIn(rated.letter)
  if (unrounded !== null) return { scheme, value: score, finer: unrounded, ...letter }
  const earlier = ratedBefore?.unrounded ?? ratedBefore?.score
  // An earlier score only decides between equal scores: even a difference of 50 points changes the figure by less than
  // half a point. A school without an earlier score is ranked like a school whose score did not change.
  return { scheme, value: score, ...letter, ...(earlier == null ? {} : { finer: score + (earlier - score) / 103 }) }
}

function label({ number, listed, counted, askTed, ccd }: Campus): string {
  const name = listed?.name || counted?.name || askTed?.name || ccd?.name || ''
  return `campus ${number} ${name}${counted?.students ? `, ${counted.students} students` : ''}`
}

/**
 * Matches NCES ids of 2014-15 with campus numbers if the 2013-14 Common Core of Data has neither. An id and a campus
 * match if they have the same street and ZIP code. The address lists are tried in order: the first list in which
 * exactly one campus has the address of the id decides. Skips ids that claim the same campus, and ids whose LEA is
 * known to differ from the campus's LEA. Unmatched ids are reported.
 */
function matchNewCampuses(
  edge: ReadonlyMap<string, EdgeSchool>,
  ccd: TexasCcd,
  ...lists: readonly ReadonlyMap<string, RawAddress>[]
) {
  const listed = new Set([...ccd.campuses.values()].map((campus) => campus.ncesId))
  const missing = [...edge].filter(([ncesId]) => ncesId.startsWith('48') && !listed.has(ncesId))
  const campusesAt = lists.map((list) => byAddress(list, ccd))
  const numbersOfLea = new Map([...ccd.leaOfDistrict].map(([number, lea]) => [lea, number]))

  const claims = new Map<string, string[]>()
  for (const [ncesId, school] of missing) {
    const only = campusesAt.map((at) => at.get(addressKey(school)) ?? []).find((campuses) => campuses.length === 1)
    if (!only) continue
    const [campus] = only
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
  const missing = [...list].filter(([campus, { street }]) => !ccd.campuses.has(campus) && street !== '')
  const at = groupBy(missing, ([, address]) => addressKey(address))
  return new Map([...at].map(([key, entries]) => [key, entries.map(([campus]) => campus)]))
}

function addressKey({ street, zip }: RawAddress): string {
  return `${street.toUpperCase().replace(/[^A-Z0-9]/g, '')} ${zip.slice(0, 5)}`
}
