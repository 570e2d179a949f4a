import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { zipSync } from 'fflate'
import { addStreetFiles } from '../../../../data-build/streets/add-streets.ts'
import type { SearchArea } from '../../../../src/answers/geocode/layers.ts'
import { type ParsedAddress, parseAddress } from '../../../../src/answers/geocode/parse/parse-address.ts'
import type { Streets } from '../../../../src/answers/geocode/streets/streets.ts'
import { dbfBytes, POLYLINE, shpBytes } from '../../../data-build/read/shapefile-bytes.ts'
import { emptyFolder } from '../../../support/empty-folder.ts'

/** A row of an ADDRFEAT file; by default an edge 1 km to the east along 30° N, with no range on either side. */
export interface MadeRow {
  readonly name: string
  readonly tlid?: string
  /** From and to, as written. */
  readonly left?: readonly [from: string, to: string]
  readonly right?: readonly [from: string, to: string]
  readonly zip?: string
  readonly parity?: string
  readonly line?: readonly (readonly [lon: number, lat: number])[]
}

/** 1 km to the east along 30° N. */
export const EAST = [
  [-97, 30],
  [-96.9896158, 30],
] as const

const FIELDS = 'TLID FULLNAME LFROMHN LTOHN RFROMHN RTOHN ZIPL ZIPR PARITYL PARITYR'.split(' ')

/** The zip of an ADDRFEAT shapefile in the published layout. */
export function addrfeatZip(rows: readonly MadeRow[], county = '48001'): Uint8Array {
  const fields = FIELDS.map((name) => ({ name, type: 'C' as const, length: name === 'FULLNAME' ? 100 : 12 }))
  const texts = rows.map(({ name, tlid, left, right, zip = '78701', parity }, i) => {
    const parityOf = (range: readonly [string, string] | undefined) =>
      range === undefined ? '' : (parity ?? (Number(range[0]) % 2 === 1 ? 'O' : 'E'))
    return [
      tlid ?? String(1000 + i),
      name,
      ...(left ?? ['', '']),
      ...(right ?? ['', '']),
      left ? zip : '',
      right ? zip : '',
      parityOf(left),
      parityOf(right),
    ]
  })
  const stem = `tl_2025_${county}_addrfeat`
  const files = {
    [`${stem}.shp`]: shpBytes(
      POLYLINE,
      rows.map(({ line = EAST }) => [line]),
    ),
    [`${stem}.dbf`]: dbfBytes(fields, texts),
  }
  // The same bytes whenever it is made.
  return zipSync(files, { mtime: '2025-09-01T12:00:00' })
}

/** Writes a file into a folder and answers its path. */
export function written(folder: string, name: string, content: string | Uint8Array): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

/** A folder of layers of these rows, by county. */
export async function streetFolder(counties: Readonly<Record<string, readonly MadeRow[]>>): Promise<string> {
  const folder = emptyFolder()
  const files = Object.entries(counties).map(([county, rows]) =>
    written(folder, `tl_2025_${county}_addrfeat.zip`, addrfeatZip(rows, county)),
  )
  await addStreetFiles(files, join(folder, 'out'))
  return join(folder, 'out')
}

/** The candidates for an address, with their addresses written out. */
export function ask(streets: Streets, address: string) {
  const parsed = parseAddress(address)
  return streets.find(parsed, whereOf(parsed)).map((found) => ({ ...found, address: found.address(null) }))
}

/** Where an address says it is, by nothing but its own words. */
function whereOf({ zip, city, state }: ParsedAddress): SearchArea {
  return {
    zip: zip?.text ?? null,
    city: city?.text ?? null,
    state: state?.text ?? null,
    zips: zip === null ? [] : [zip.text],
    counties: [],
  }
}
