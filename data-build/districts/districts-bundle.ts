import { DISTRICT_TYPES, NO_RATING } from '../../src/answers/districts/districts.ts'
import { outlinesIn } from '../../src/answers/districts/outlines.ts'
import { TextColumn, textSections } from '../../src/data/bundle/columns.ts'
import type { Bundle } from '../../src/data/bundle/read.ts'
import type { BundleContent } from '../../src/data/bundle/write.ts'
import { rasterSections } from '../../src/data/raster/in-bundle.ts'
import { getTexts, type PackedContent } from '../pack/blocks.ts'
import { paintBorderCells } from './border-cells.ts'
import { outlineSections } from './encode-outlines.ts'
import type { RatedDistrict } from './read-districts.ts'

/**
 * Cell size of the raster in arc-seconds, about 300 m. Points in cells that a border touches need an exact
 * point-in-polygon test: 3.4% of points spread over the land and 2.7% of residents. Cells half this size would halve
 * both shares but enlarge the bundle by a quarter without being faster.
 */
const CELL = 10

/**
 * Creates the school district bundle, sorted by GEOID.
 *
 * @throws {RangeError} naming the district whose GEOID, ring or rating does not fit into a bundle
 */
export function districtsBundle(
  unsorted: readonly RatedDistrict[],
  sources: BundleContent['sources'],
  step = CELL,
): PackedContent {
  const districts = [...unsorted].sort((a, b) => Number(a.geoid) - Number(b.geoid))
  districts.forEach((district, i) => {
    check(district, districts[i - 1])
  })
  const rings = districts.map((district) => district.rings)
  const { raster, start, members } = paintBorderCells(rings, step)
  const tiles = rasterSections([{ name: 'cells', ...raster }])
  const columns = districtColumns(districts)
  return {
    kind: 'districts',
    id: 'districts',
    meta: { cells: raster.meta },
    sources,
    sections: [
      ...tiles.sections,
      { name: 'set.start', data: start },
      { name: 'set.members', data: members },
      ...columns.sections,
    ],
    blocks: [...tiles.blocks, ...columns.blocks],
  }
}

/** Encodes the districts without the lookup raster. `districtsIn` decodes them. */
export function districtColumns(districts: readonly RatedDistrict[]) {
  const outlines = outlineSections(districts.map(({ rings }) => rings))
  return {
    sections: [
      ...outlines.sections,
      { name: 'geoid', data: Uint32Array.from(districts, ({ geoid }) => Number(geoid)) },
      { name: 'state', data: Uint8Array.from(districts, ({ state }) => Number(state)) },
      { name: 'type', data: Uint8Array.from(districts, ({ type }) => DISTRICT_TYPES.indexOf(type)) },
      ...textSections('name', column(districts, 'name')),
      ...textSections('grade.lowest', column(districts, 'lowestGrade')),
      ...textSections('grade.highest', column(districts, 'highestGrade')),
      { name: 'rating', data: Uint8Array.from(districts, ({ rating }) => rating?.rating ?? NO_RATING) },
      { name: 'rating.year', data: Uint16Array.from(districts, ({ rating }) => rating?.year ?? 0) },
      ...getTexts('rating.summary', districts, ({ rating }) => rating?.summary ?? null),
    ],
    blocks: outlines.blocks,
  }
}

/** Decodes the districts that `districtColumns` encoded. */
export function districtsIn(bundle: Bundle): RatedDistrict[] {
  const geoid = bundle.section('geoid', 'u32')
  const [state, type, rating] = ['state', 'type', 'rating'].map((name) => bundle.section(name, 'u8'))
  const year = bundle.section('rating.year', 'u16')
  const text = (name: string) => new TextColumn(bundle, name)
  const [name, lowest, highest, summary] = ['name', 'grade.lowest', 'grade.highest', 'rating.summary'].map(text)
  const { coordinates, districtStart, ringStart } = outlinesIn(bundle, geoid.length).all()
  return Array.from(geoid, (number, i) => {
    const code = String(number).padStart(7, '0')
    return {
      geoid: code,
      name: name.at(i) ?? code,
      type: DISTRICT_TYPES[type[i]],
      state: String(state[i]).padStart(2, '0'),
      lowestGrade: lowest.at(i),
      highestGrade: highest.at(i),
      rings: Array.from({ length: districtStart[i + 1] - districtStart[i] }, (_, k) => {
        const ring = districtStart[i] + k
        return coordinates.subarray(ringStart[ring] * 2, ringStart[ring + 1] * 2)
      }),
      rating: rating[i] === NO_RATING ? null : { rating: rating[i], summary: summary.at(i) ?? '', year: year[i] },
    }
  })
}

function column(districts: readonly RatedDistrict[], name: 'name' | 'lowestGrade' | 'highestGrade') {
  return districts.map((district) => district[name])
}

function check({ geoid, name, state, type, rating, rings }: RatedDistrict, before: RatedDistrict | undefined): void {
  const refuse = (found: string) => {
    throw new RangeError(`District ${geoid} (${name}) ${found}.`)
  }
  if (!/^\d{7}$/.test(geoid)) refuse('has a malformed geoid, expected 7 digits')
  if (geoid === before?.geoid) refuse('appears twice, expected each geoid once')
  if (!/^\d{2}$/.test(state)) refuse(`is in state '${state}', expected 2 digits`)
  if (!DISTRICT_TYPES.includes(type)) refuse(`is of type '${type}', expected one of ${DISTRICT_TYPES.join(', ')}`)
  if (rating && !(Number.isInteger(rating.rating) && rating.rating >= 0 && rating.rating <= 10))
    refuse(`has a rating of ${rating.rating}, expected a whole number from 0 to 10`)
  if (rating && !(Number.isInteger(rating.year) && rating.year >= 0 && rating.year <= 65_535))
    refuse(`has a rating for the year ${rating.year}, expected a calendar year`)
  for (const ring of rings) {
    if (ring.length < 2 || ring.length % 2 !== 0) refuse(`has a ring of ${ring.length} numbers, expected pairs`)
    if (ring[0] !== ring[ring.length - 2] || ring[1] !== ring[ring.length - 1])
      refuse(`has a ring that begins at ${ring[0]}, ${ring[1]} and does not end there`)
    for (let i = 0; i < ring.length; i += 2)
      if (!(Math.abs(ring[i]) <= 180 && Math.abs(ring[i + 1]) <= 90))
        refuse(`has a vertex at ${ring[i]}, ${ring[i + 1]}, expected degrees of longitude and latitude`)
  }
}
