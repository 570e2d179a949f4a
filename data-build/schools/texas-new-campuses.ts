import type { EdgeSchool } from './edge-2014.ts'
import type { TexasCcd } from './texas-ccd.ts'
import type { RawAddress } from './texas-directory.ts'

/** What became of the schools that NCES placed in 2014-15 but that the Common Core of Data of 2013-14 does not list yet. */
export interface NewCampuses {
  /** NCES id by campus number. */
  readonly ncesIds: ReadonlyMap<string, string>
  /** The others, in words. */
  readonly unmatched: readonly string[]
}

/**
 * Ties NCES ids that the directory lacks to campus numbers by street and ZIP code: the lists of addresses are tried in
 * order, and exactly one campus that the directory lacks must stand there. Ids that claim the same campus are left out, and
 * so is an id whose LEA is known to be another than that of the campus.
 */
export function matchNewCampuses(
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
