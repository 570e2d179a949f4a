import { zipSync } from 'fflate'
import { seeded } from './points.ts'

/** Number of address ranges in the part of a ZIP code that is in a county. */
export interface ZipCount {
  readonly zip: string
  readonly ranges: number
}

interface Block {
  readonly street: string
  readonly zip: string
  /** First house number of the left side. The right side has the next number. */
  readonly first: number
  readonly isDescending: boolean
  readonly hasRight: boolean
  readonly line: readonly (readonly [lon: number, lat: number])[]
}

const FIELDS = [
  ['TLID', 10],
  ['TFIDL', 10],
  ['TFIDR', 10],
  ['ARIDL', 22],
  ['ARIDR', 22],
  ['LINEARID', 22],
  ['FULLNAME', 100],
  ['LFROMHN', 12],
  ['LTOHN', 12],
  ['RFROMHN', 12],
  ['RTOHN', 12],
  ['ZIPL', 5],
  ['ZIPR', 5],
  ['EDGE_MTFCC', 5],
  ['ROAD_MTFCC', 5],
  ['PARITYL', 1],
  ['PARITYR', 1],
] as const

/**
 * Returns a ZIP archive with the ADDRFEAT shapefile of a county: invented streets, with the requested number of address
 * ranges per ZIP code.
 */
export function generatedCounty(county: string, zips: readonly ZipCount[]): Uint8Array {
  const blocks = blocksOf(county, zips)
  const stem = `tl_2025_${county}_addrfeat`
  return zipSync({ [`${stem}.shp`]: shpOf(blocks), [`${stem}.dbf`]: dbfOf(blocks) }, { level: 1 })
}

/** Returns addresses to look up in a generated county: exact, misspelled and unknown ones. */
export function generatedAddresses(
  county: string,
  zips: readonly ZipCount[],
  state: string,
): Record<string, readonly string[]> {
  const random = seeded(Number(county) + 7)
  const blocks = blocksOf(county, zips)
  const some = Array.from({ length: 20_000 }, () => blocks[Math.floor(random() * blocks.length)])
  const line = (number: number, street: string, zip: string) => `${number} ${street}, ${state} ${zip}`
  const misspelled = (street: string) => {
    const at = street.search(/[A-Z]{6}/)
    return at < 0 ? street : street.slice(0, at + 3) + street.slice(at + 4)
  }
  return {
    'exact addresses': some.map(({ first, street, zip }) => line(first + 20, street, zip)),
    'misspelled streets': some.map(({ first, street, zip }) => line(first + 20, misspelled(street), zip)),
    'unknown streets': some.map(({ first, zip }, i) => line(first, `SUNQUIXOTIC${i} DR`, zip)),
  }
}

const SYLLABLES =
  'AL AR BEL BRI CAL CAR COL DA DEL EL FAIR FAL GLEN GRA HAR HILL KEN LA LIN LOR MAR MER MON NOR OAK PAL PIN RAN RED RIV ROS SAN SUN TAL TER VAL VIS WAL WES WIN'.split(
    ' ',
  )
const ENDINGS = 'A BROOK DALE ER FIELD FORD IA LAND LEY MONT O RIDGE STONE TON VIEW WOOD'.split(' ')
const COMMON =
  'MAIN OAK PARK 1ST 2ND 3RD 4TH 5TH PINE MAPLE CEDAR ELM LAKE HILL WASHINGTON LINCOLN JACKSON MADISON CHURCH RIVER'.split(
    ' ',
  )
const SUFFIXES = 'ST AVE DR LN CT RD BLVD WAY CIR PL'.split(' ')
const PREFIXES = ['', '', '', '', '', 'N ', 'S ', 'E ', 'W ']

/**
 * Returns the blocks of streets on a grid, one grid per ZIP code. A street has about ten blocks of 100 m; east-west and
 * north-south streets alternate.
 */
function blocksOf(county: string, zips: readonly ZipCount[]): Block[] {
  const random = seeded(Number(county))
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)]
  const blocks: Block[] = []
  zips.forEach(({ zip, ranges }, z) => {
    const lon = -100 + (z % 20) * 0.08
    const lat = 30 + Math.floor(z / 20) * 0.08
    let left = ranges
    for (let row = 0; left > 0; row++) {
      const name = random() < 0.1 ? pick(COMMON) : pick(SYLLABLES) + pick(SYLLABLES) + pick(ENDINGS)
      const street = `${pick(PREFIXES)}${name} ${pick(SUFFIXES)}`
      const start = 100 * Math.ceil(random() * 80) + 1
      const isDescending = random() < 0.3
      const length = Math.ceil(random() * 20)
      for (let block = 0; block < length && left > 0; block++) {
        const hasRight = left > 1 && random() < 0.8
        const first = start + 100 * (isDescending ? length - block : block)
        blocks.push({ street, zip, first, isDescending, hasRight, line: lineOf(lon, lat, row, block, random) })
        left -= hasRight ? 2 : 1
      }
    }
  })
  return blocks
}

/** Returns the line of a block. Its crossings are up to 30 m off the grid, and it has up to five bends in between. */
function lineOf(lon: number, lat: number, row: number, block: number, random: () => number): Block['line'] {
  const inner = Math.floor(random() * 6)
  const crossing = (step: number) => [step * 0.001 + shift(row, step, 1), row * 0.001 + shift(row, step, 2)] as const
  const [x0, y0] = crossing(block)
  const [x1, y1] = crossing(block + 1)
  return Array.from({ length: inner + 2 }, (_, i) => {
    const t = i / (inner + 1)
    const bend = () => (i === 0 || i === inner + 1 ? 0 : (random() - 0.5) * 2e-4)
    const along = x0 + (x1 - x0) * t + bend()
    const across = y0 + (y1 - y0) * t + bend()
    const [x, y] = row % 2 === 0 ? [along, across] : [across, along]
    return [Math.round((lon + x) * 1e6) / 1e6, Math.round((lat + y) * 1e6) / 1e6] as const
  })
}

function shift(row: number, step: number, axis: number): number {
  return (seeded(row * 1000 + step * 2 + axis)() - 0.5) * 6e-4
}

function shpOf(blocks: readonly Block[]): Uint8Array {
  const length = blocks.reduce((sum, { line }) => sum + 56 + 16 * line.length, 100)
  const bytes = new Uint8Array(length)
  const view = new DataView(bytes.buffer)
  view.setInt32(0, 9994)
  view.setInt32(24, length / 2)
  view.setInt32(32, 3, true)
  let at = 100
  blocks.forEach(({ line }, i) => {
    view.setInt32(at, i + 1)
    view.setInt32(at + 4, (48 + 16 * line.length) / 2)
    view.setInt32(at + 8, 3, true)
    view.setInt32(at + 44, 1, true)
    view.setInt32(at + 48, line.length, true)
    at += 56
    for (const [x, y] of line) {
      view.setFloat64(at, x, true)
      view.setFloat64(at + 8, y, true)
      at += 16
    }
  })
  return bytes
}

function dbfOf(blocks: readonly Block[]): Uint8Array {
  const headerBytes = 33 + 32 * FIELDS.length
  const rowBytes = FIELDS.reduce((sum, [, length]) => sum + length, 1)
  const bytes = new Uint8Array(headerBytes + rowBytes * blocks.length).fill(32, headerBytes)
  const view = new DataView(bytes.buffer)
  bytes[0] = 3
  view.setUint32(4, blocks.length, true)
  view.setUint16(8, headerBytes, true)
  view.setUint16(10, rowBytes, true)
  const write = (text: string, at: number) => {
    for (let i = 0; i < text.length; i++) bytes[at + i] = text.charCodeAt(i)
  }
  FIELDS.forEach(([name, length], i) => {
    write(name, 32 + 32 * i)
    bytes[32 + 32 * i + 11] = 67
    bytes[32 + 32 * i + 16] = length
  })
  bytes[headerBytes - 1] = 13
  blocks.forEach(({ street, zip, first, isDescending, hasRight }, row) => {
    const ends = [first, first + 98]
    if (isDescending) ends.reverse()
    const right = hasRight ? ends.map((number) => String(number + 1)) : ['', '']
    const texts = [
      String(1e8 + row),
      '',
      '',
      '',
      '',
      '',
      street,
      ...ends.map(String),
      ...right,
      zip,
      hasRight ? zip : '',
    ]
    let at = headerBytes + row * rowBytes + 1
    FIELDS.forEach(([, length], i) => {
      write(texts[i] ?? '', at)
      at += length
    })
  })
  return bytes
}
