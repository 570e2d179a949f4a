import { FIELD } from '../../src/answers/geocode/public-places/columns.ts'
import { SCALE } from '../../src/data/bundle/paths.ts'
import type { BundleContent } from '../../src/data/bundle/write.ts'
import { SourceError } from '../read/source-error.ts'
import { compare } from '../statistics.ts'
import type { PublicPlace } from './public-places.ts'

/**
 * Builds the bundle of public places. Rows are sorted by ZIP and from south to north, so that neighboring rows differ
 * little and compress well. Addresses and names are stored as text with one line per row. The index is built when the
 * bundle is opened.
 * @throws SourceError naming the first invalid place
 */
export function publicPlacesBundle(places: readonly PublicPlace[], sources: BundleContent['sources']): BundleContent {
  for (const place of places) check(place)
  const rows = places.toSorted(
    (a, b) => compare(a.zip, b.zip) || a.lat - b.lat || a.lon - b.lon || compare(getText(a), getText(b)),
  )
  const states = [...new Set(rows.map(({ state }) => state))].sort()
  const cities = [...new Set(rows.map(({ city }) => city))].sort()
  const cityNumber = new Map(cities.map((city, i) => [city, i]))
  const firsts = rows.flatMap(({ zip }, row) => (row > 0 && rows[row - 1].zip === zip ? [] : [row]))
  for (let row = 1; row < rows.length; row++)
    if (rows[row].zip === rows[row - 1].zip && rows[row].state !== rows[row - 1].state)
      refuse(
        rows[row],
        `is in ${rows[row].state}`,
        `${rows[row - 1].state}, like the other rows for ZIP ${rows[row].zip}`,
      )
  return {
    kind: 'public-places',
    id: 'public-places',
    meta: { states },
    sources,
    sections: [
      { name: 'zip', data: Uint32Array.from(firsts, (row) => Number(rows[row].zip)) },
      { name: 'zip.end', data: Uint32Array.from(firsts, (_, i) => firsts[i + 1] ?? rows.length) },
      { name: 'zip.state', data: Uint8Array.from(firsts, (row) => states.indexOf(rows[row].state)) },
      { name: 'place.lat', data: steps(rows.map(({ lat }) => lat)) },
      { name: 'place.lon', data: steps(rows.map(({ lon }) => lon)) },
      { name: 'place.city', data: Uint16Array.from(rows, ({ city }) => cityNumber.get(city)!) },
      { name: 'place.address', data: lines(rows.map(getAddress)) },
      { name: 'place.names', data: lines(rows.map(({ names }) => names.join(FIELD))) },
      { name: 'city', data: lines(cities) },
    ],
  }
}

function check(place: PublicPlace): void {
  const { zip, state, lat, lon, names, city } = place
  if (!/^\d{5}$/.test(zip)) refuse(place, `has the ZIP '${zip}'`, 'five digits')
  if (!/^[A-Z]{2}$/.test(state)) refuse(place, `is in '${state}'`, 'a two-letter state code')
  if (!(Math.abs(lat) <= 90 && Math.abs(lon) <= 180)) refuse(place, `is at ${lat}, ${lon}`, 'degrees')
  if (names.length === 0 || names.includes('')) refuse(place, 'has no name', 'a name')
  if (/[\n]/.test(city) || /[|\n]/.test([...names, ...Object.values(place.address ?? {})].join('')))
    refuse(place, 'has a string that contains | or a line break', 'normalized texts')
}

function refuse(place: PublicPlace, found: string, expectation: string): never {
  throw new SourceError({
    file: 'public places',
    found: `${place.names[0] ?? getAddress(place)} ${found}`,
    expectation,
  })
}

function getAddress({ address }: PublicPlace): string {
  if (address === null) return ''
  const { number, predirectional, street, suffix, postdirectional } = address
  return [number, predirectional, street, suffix, postdirectional].join(FIELD)
}

function getText(place: PublicPlace): string {
  return `${getAddress(place)} ${place.names.join(FIELD)}`
}

/** Converts degrees to whole units and returns the differences between consecutive values. */
function steps(values: readonly number[]): Int32Array {
  const whole = Int32Array.from(values, (value) => Math.round(value * SCALE))
  return whole.map((value, i) => value - (i === 0 ? 0 : whole[i - 1]))
}

function lines(texts: readonly string[]): Uint8Array {
  return new TextEncoder().encode(texts.map((text) => `${text}\n`).join(''))
}
