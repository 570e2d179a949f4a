import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../../data-build/statistics.ts'
import { OutlinedPlaces } from '../../../src/answers/areas/outlined-places.ts'
import { Districts } from '../../../src/answers/districts/districts.ts'
import { BundleError } from '../../../src/base/errors.ts'
import { openBundle, readManifest } from '../../../src/data/bundle/data-folder.ts'
import { dataFolder } from '../../../src/data/bundle/disk-folder.ts'
import { crc32 } from '../../../src/data/bundle/format.ts'
import { readBundle } from '../../../src/data/bundle/read.ts'
import { Geography } from '../../../src/data/geography.ts'
import { openVicinage } from '../../../src/library/open.ts'
import { codesOfPage, FILES } from '../../data/bundle/invalid-files.ts'
import { emptyFolder } from '../../support/empty-folder.ts'

const READER = 'examples/python-reader/reader.py'
/** Number of compared places. `npm run test:long` compares 100,000. */
const PLACES = Number(process.env.VICINAGE_READER_PLACES ?? 15_000)
/** Number of changed files. Python reads them more slowly than the library. */
const CHANGED = 1000

const hasPython = spawnSync('python3', ['-c', '']).status === 0
if (!hasPython) console.warn('skipped: the reader in Python, as python3 is not installed')

const folder = emptyFolder()

interface Place {
  readonly lat: number
  readonly lon: number
}

interface Row {
  /** Scores of the place by dimension. A score is an empty string if the data folder lacks the state of the place. */
  readonly scores: readonly (number | '')[]
  readonly districts: string
  readonly zip: string
}

function python(...args: string[]): string {
  return execFileSync('python3', ['-B', READER, ...args], { encoding: 'utf8', maxBuffer: 1 << 28 })
}

function rowsOfPython(data: string, places: readonly Place[]): { header: string; rows: readonly Row[] } {
  const file = join(folder, 'places.csv')
  writeFileSync(file, places.map(({ lat, lon }) => `${lat},${lon}\n`).join(''))
  const [header, ...lines] = python(data, '--places', file).trimEnd().split('\n')
  const rows = lines.map((line) => {
    const fields = line.split(',')
    return {
      scores: fields.slice(0, -2).map((score) => (score === '' ? '' : Number(score))),
      districts: fields.at(-2)!,
      zip: fields.at(-1)!,
    }
  })
  return { header, rows }
}

/** Opens the parts of the library that the reader is compared with. */
async function openLibrary(data: string) {
  const source = dataFolder(data)
  const manifest = await readManifest(source)
  const open = (id: string) => openBundle(source, manifest.bundles.find((entry) => entry.id === id)!)
  const dimensions = manifest.bundles.filter(({ kind }) => kind === 'dimension').map(({ id }) => id)
  const vicinage = await openVicinage({ data, geocoder: false, schools: false })
  const geography = new Geography(await open('geography'))
  const districts = new Districts(await open('districts'))
  // `vicinage data copy` omits the outlines of ZIPs.
  const zips = manifest.bundles.some(({ id }) => id === 'areas') ? new OutlinedPlaces(await open('areas')) : null
  const found = new Int32Array(districts.most)
  const row = ({ lat, lon }: Place): Row => ({
    scores: scoresOf({ lat, lon }),
    districts: Array.from(found.subarray(0, districts.at(lon, lat, found)), (one) => districts.geoid(one)).join(' '),
    zip: zips?.zipAt(lon, lat) ?? '',
  })
  const scoresOf = (place: Place) => {
    try {
      const scores = vicinage.scores(place, { description: false })
      return dimensions.map((id) => scores[id as keyof typeof scores].score)
    } catch (error) {
      if ((error as { code?: unknown }).code !== 'state_not_loaded') throw error
      return dimensions.map(() => '' as const)
    }
  }
  return { dimensions, geography, districts, row }
}

/**
 * Changes one to three bytes after the preamble, so that fields of msgpack or of the directory change their meaning.
 */
function changed(bytes: Buffer, random: () => number): Buffer {
  const made = Buffer.from(bytes)
  for (let left = 1 + Math.floor(random() * 3); left > 0; left--) {
    const at = 24 + Math.floor(random() * (bytes.length - 24))
    made[at] = random() < 0.5 ? made[at] ^ (1 << Math.floor(random() * 8)) : Math.floor(random() * 256)
  }
  return made
}

/** Corrects the checksums of the specification's example: first those of its two sections, then that of its head. */
function sealed(bytes: Buffer): Buffer {
  bytes.writeUInt32LE(crc32(bytes.subarray(0x122, 0x128)), 0xfa)
  bytes.writeUInt32LE(crc32(bytes.subarray(0x128)), 0xfe)
  createHash('sha256').update(bytes.subarray(0, 0x102)).digest().copy(bytes, 0x102)
  return bytes
}

async function outcome(bytes: Uint8Array, file: string): Promise<string> {
  try {
    await readBundle(bytes, file)
    return 'ok'
  } catch (error) {
    if (error instanceof BundleError) return error.code
    throw error
  }
}

type Library = Awaited<ReturnType<typeof openLibrary>>

/** Draws places all over the states, near homes, on borders of cells and of districts, and at the ends of the globe. */
function drawn({ geography, districts }: Library, count: number, seed: number): readonly Place[] {
  const random = seededRandom(seed)
  const below = (end: number) => Math.floor(random() * end)
  const states = [
    { south: 32.4, north: 42.1, west: -124.6, east: -114 },
    { south: 25.7, north: 36.6, west: -106.8, east: -93.4 },
    { south: 24.4, north: 31.1, west: -87.8, east: -79.9 },
  ]
  const anywhere = (): Place => {
    const { south, north, west, east } = states[below(states.length)]
    return { lat: south + random() * (north - south), lon: west + random() * (east - west) }
  }
  const nearHomes = (): Place => {
    const { lat, lon } = geography.getCenter(below(geography.size))
    return { lat: lat + (random() - 0.5) * 0.02, lon: lon + (random() - 0.5) * 0.02 }
  }
  const betweenCells = (): Place => {
    const { lat, lon } = nearHomes()
    const step = [1, 2, 7.5, 10, 15, 1920][below(6)]
    const onLine = (degrees: number) => (Math.round((degrees * 3600) / step) * step) / 3600
    return { lat: onLine(lat), lon: random() < 0.5 ? onLine(lon) : lon }
  }
  const onBorder = (): Place => {
    const rings = districts.outline(below(districts.count))
    const ring = rings[below(rings.length)]
    const at = 2 * below(ring.length / 2 - 1)
    // A vertex, or the middle of an edge, which is usually slightly off the border.
    const share = random() < 0.5 ? 0 : 0.5
    return {
      lat: ring[at + 1] + share * (ring[at + 3] - ring[at + 1]),
      lon: ring[at] + share * (ring[at + 2] - ring[at]),
    }
  }
  const ends = [-90, -0, 90].flatMap((lat) => [-180, 0, 180].map((lon) => ({ lat, lon })))
  const kinds = [anywhere, anywhere, nearHomes, nearHomes, betweenCells, onBorder]
  return [...ends, ...Array.from({ length: count - ends.length }, (_, i) => kinds[i % kinds.length]())]
}

/** Compares both readers and returns the library's rows, in the order of the squares of the places. */
function compared(data: string, library: Library, drawn: readonly Place[]): readonly Row[] {
  // Nearby places follow each other so that the Python reader decodes each block once.
  const square = ({ lat, lon }: Place) => 1000 * Math.floor(2 * lat) + Math.floor(2 * lon)
  const places = [...drawn].sort((a, b) => square(a) - square(b))
  const { header, rows } = rowsOfPython(data, places)
  expect(header).toBe([...library.dimensions, 'districts', 'zip'].join())
  expect(rows.length).toBe(places.length)
  const expected = places.map(library.row)
  const different = places.flatMap((place, i) =>
    JSON.stringify(rows[i]) === JSON.stringify(expected[i]) ? [] : [{ place, python: rows[i], library: expected[i] }],
  )
  expect({ count: different.length, first: different.slice(0, 3) }).toEqual({ count: 0, first: [] })
  return expected
}

describe.skipIf(!hasPython)('examples/python-reader', () => {
  it(`returns the same fourteen scores, districts and ZIP as the library at ${PLACES} places`, async () => {
    const library = await openLibrary('dist-data')
    expect(library.dimensions.length).toBe(14)
    const rows = compared('dist-data', library, drawn(library, PLACES, 54))
    // The comparison has enough places with an answer.
    for (const column of library.dimensions.keys())
      expect(rows.filter(({ scores }) => scores[column] !== 0).length).toBeGreaterThan(PLACES / 100)
    expect(rows.filter(({ districts }) => districts !== '').length).toBeGreaterThan(PLACES / 2)
    expect(rows.filter(({ districts }) => districts.includes(' ')).length).toBeGreaterThan(PLACES / 100)
    expect(rows.filter(({ zip }) => zip !== '').length).toBeGreaterThan(PLACES / 2)
  }, 600_000)

  it('reads a folder copied without two states, and distinguishes their land from the sea', async () => {
    const data = join(folder, 'florida')
    execFileSync(process.execPath, [
      'dist/cli.js',
      'data',
      'copy',
      '--states',
      'FL',
      '--schools',
      '--geocoder',
      '--out',
      data,
    ])
    const library = await openLibrary(data)
    const rows = compared(data, library, drawn(library, 3_000, 12))
    expect(rows.filter(({ scores }) => scores[0] === '').length).toBeGreaterThan(250)
    expect(rows.filter(({ scores }) => Number(scores[0]) > 0).length).toBeGreaterThan(250)
  }, 120_000)

  it('rejects every invalid file of the specification with the documented code, and reads the valid files', () => {
    const paths = ['invalid', 'valid'].flatMap((kind) =>
      readdirSync(join(FILES, kind)).map((file) => join(FILES, kind, file)),
    )
    const codes = new Map(
      python('--check', ...paths)
        .trimEnd()
        .split('\n')
        .map((line) => {
          const [path, code] = line.split(': ')
          return [path.slice(FILES.length + 1).replace(/\.bundle$/, ''), code]
        }),
    )
    const expected = [...codesOfPage()].map(([file, code]) => [`invalid/${file}`, code])
    expect(Object.fromEntries(codes)).toEqual({
      ...Object.fromEntries(expected),
      'valid/blocks': 'ok',
      'valid/tiny': 'ok',
    })
  })

  it(`accepts and rejects the same ${CHANGED} changed and resealed files as the library`, async () => {
    const made = join(folder, 'changed')
    mkdirSync(made)
    const tiny = readFileSync(join(FILES, 'valid/tiny.bundle'))
    const random = seededRandom(2)
    const files = Array.from({ length: CHANGED }, (_, i) => join(made, `${i}.bundle`))
    const expected: string[] = []
    for (const file of files) {
      const bytes = sealed(changed(tiny, random))
      writeFileSync(file, bytes)
      expected.push(await outcome(bytes, file))
    }
    const found = python('--check', ...files)
      .trimEnd()
      .split('\n')
      .map((line) => line.split(': ')[1])
    const different = files.flatMap((file, i) => (found[i] === expected[i] ? [] : [{ file, [found[i]]: expected[i] }]))
    expect(different).toEqual([])
    for (const either of ['ok', 'bundle_damaged'])
      expect(expected.filter((one) => one === either).length).toBeGreaterThan(CHANGED / 20)
  }, 120_000)

  it('prints a place as shown in its README, and runs the program in the README', () => {
    const readme = readFileSync('examples/python-reader/README.md', 'utf8')
    const [, place, shown] = /reader\.py dist-data (\S+ \S+)\n```\n\n```json\n([\s\S]*?)```/.exec(readme)!
    const answer = JSON.parse(python('dist-data', ...place.split(' ')))
    const sample = JSON.parse(shown.replace(/,\s*…/g, ''))
    expect(Object.keys(answer)).toEqual(Object.keys(sample))
    expect(answer).toMatchObject({ districts: sample.districts, zip: sample.zip })
    expect(Object.keys(answer.scores)).toEqual(expect.arrayContaining(Object.keys(sample.scores)))
    const [, program] = /```python\n([\s\S]*?)```/.exec(readme)!
    const env = { ...process.env, PYTHONPATH: 'examples/python-reader', PYTHONDONTWRITEBYTECODE: '1' }
    const printed = execFileSync('python3', ['-c', program], { env, encoding: 'utf8' })
    expect(printed).toBe(`${answer.scores.walkability} ${answer.zip}\n`)
  })

  it.each([
    [['nowhere', '30', '-97'], 'bundle_missing'],
    [['dist-data', '91', '0'], 'not on the globe'],
    [['dist-data', 'nan', '0'], 'not on the globe'],
    [['dist-data', 'north', 'west'], 'is not a place'],
    [['dist-data', '--places', 'nowhere.csv'], 'No such file'],
    [['dist-data'], 'prints one place as JSON'],
  ])('describes the error in %j, without a traceback', (args, words) => {
    const { status, stderr } = spawnSync('python3', ['-B', READER, ...args], { encoding: 'utf8' })
    expect(status).toBe(1)
    expect(stderr).toContain(words)
    expect(stderr).not.toContain('Traceback')
  })

  it('consists of at most 1,200 lines, and imports only the standard library', () => {
    const files = readdirSync('examples/python-reader').filter((file) => file.endsWith('.py'))
    const text = files.map((file) => readFileSync(join('examples/python-reader', file), 'utf8')).join('')
    expect(text.split('\n').length).toBeLessThanOrEqual(1200)
    const imported = [...text.matchAll(/^(?:import|from) (\w+)/gm)].map(([, name]) => name)
    const own = files.map((file) => file.replace('.py', ''))
    const names = JSON.stringify(imported.filter((name) => !own.includes(name)))
    const unknown = execFileSync('python3', [
      '-c',
      `import sys; print([name for name in ${names} if name not in sys.stdlib_module_names])`,
    ])
    expect(String(unknown).trim()).toBe('[]')
  })
})
