import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { addStreetFiles } from '../../../data-build/streets/add-streets.ts'
import { NotLoadedError, type OpenOptions, openVicinage, STATUS, type Vicinage } from '../../../src/index.ts'
import { addrfeatZip, written } from '../../answers/geocode/streets/fixtures/addrfeat.ts'
import { emptyFolder } from '../../support/empty-folder.ts'
import { builtVicinage } from '../built.ts'
import { address, type Change, memoryServer } from './memory-server.ts'

const folder = fileURLToPath(new URL('../../../dist-data', import.meta.url))
const austin = { lat: 30.2672, lon: -97.7431 }
const walkability = { dimensions: ['walkability'], schools: false } as const satisfies Partial<OpenOptions>

let whole: Vicinage
beforeAll(async () => {
  whole = await builtVicinage()
})

/** Opens a vicinage around a place and returns it with its server. */
async function opened(options: Partial<OpenOptions> = {}, change?: Change) {
  const server = memoryServer(folder, change)
  const vicinage = await openVicinage({ data: address, around: austin, fetch: server.fetch, ...options })
  return { server, vicinage }
}

/** Returns all answers of a vicinage about a place. */
function answersOf(vicinage: Vicinage, place: { lat: number; lon: number }) {
  return {
    scores: vicinage.scores(place, { percentiles: true }),
    explained: [vicinage.explain('flood', place), vicinage.explain('ideological-lean', place)],
    around: vicinage.place(place),
    districts: vicinage.schools.districts(place),
    schools: vicinage.schools.schoolRatings({ ...place, limit: 10 }),
    high: vicinage.schools.schoolRatings({ ...place, limit: 10, level: ['high'] }),
  }
}

/** Returns a box around a place that reaches `degrees` of latitude to each side. */
function boxAround({ lat, lon }: { lat: number; lon: number }, degrees: number) {
  return { west: lon - degrees, south: lat - degrees, east: lon + degrees, north: lat + degrees }
}

describe('a vicinage opened around a place', () => {
  it.each([
    ['where four tiles meet, north of Austin', { lat: 30.4, lon: -97.6 }, 6000],
    ['the desert of West Texas', { lat: 31.2, lon: -103.5 }, 25_000],
    ['the shore of Miami', { lat: 25.7617, lon: -80.1918 }, 10_000],
    ['the northern border of California', { lat: 42, lon: -122.3 }, 12_000],
  ])('returns the same answers as the whole data at 2,000 places: %s', async (_, place, radius) => {
    const { vicinage } = await opened({ around: { ...place, radius } })
    const within = (radius / 111_195) * 0.9999
    const near = fc.record({
      lat: fc.double({ min: place.lat - within, max: place.lat + within, noNaN: true }),
      lon: fc.double({ min: place.lon - within, max: place.lon + within, noNaN: true }),
    })
    const places = fc.sample(near, 2000)
    for (const somewhere of places.slice(0, 12))
      expect(answersOf(vicinage, somewhere)).toEqual(answersOf(whole, somewhere))
    const lat = Float64Array.from(places, (somewhere) => somewhere.lat)
    const lon = Float64Array.from(places, (somewhere) => somewhere.lon)
    const same = (some: Record<string, Uint8Array>, all: Record<string, Uint8Array>) => {
      for (const [id, column] of Object.entries(all)) expect(Buffer.compare(some[id], column), id).toBe(0)
    }
    same(vicinage.scoreColumns({ lat, lon }), whole.scoreColumns({ lat, lon }))
    same(vicinage.basisColumns({ lat, lon }), whole.basisColumns({ lat, lon }))
  })

  it.each([
    ['Houston, where some votes are measured and some modeled', { lat: 29.76, lon: -95.37 }],
    ['the Keys, where centers of population are in the sea', { lat: 24.72, lon: -81.05 }],
  ])('returns the same answers about areas as the whole data: %s', async (_, place) => {
    const { vicinage } = await opened({ around: { ...place, radius: 20_000 } })
    for (const radius of [300, 2000, 8900]) {
      expect(vicinage.area({ ...place, radius })).toEqual(whole.area({ ...place, radius }))
      expect(vicinage.scoresAround({ ...place, radius })).toEqual(whole.scoresAround({ ...place, radius }))
    }
    const request = {
      where: { walkability: { min: 120 }, fire: { min: 1 } },
      within: { ...place, radius: 4000 },
    } as const
    const unnamed = ({ areas, ...rest }: ReturnType<Vicinage['find']>) => ({
      ...rest,
      areas: areas.map(({ name: _, city: __, zip: ___, neighborhood: ____, ...area }) => area),
    })
    expect(unnamed(vicinage.find(request))).toEqual(unnamed(whole.find(request)))
  })

  it('returns correct answers on both sides of a tile boundary, whichever tile is loaded first', async () => {
    // Tiles span 32 arc-minutes. 30.4 and -97.6 are on their seams.
    const { vicinage } = await opened({ around: { lat: 30.405, lon: -97.605, radius: 300 }, ...walkability })
    await vicinage.load({ box: boxAround({ lat: 30.395, lon: -97.595 }, 0.006) })
    for (const step of [-2e-3, -1e-4, -1e-9, 0, 1e-9, 1e-4, 2e-3]) {
      const place = { lat: 30.4 + step, lon: -97.6 + step }
      expect(vicinage.score('walkability', place)).toEqual(whole.score('walkability', place))
    }
  })

  it('loads at most 1.5 MB for all dimensions and 0.5 MB for the first dimension', async () => {
    for (const around of [austin, { lat: 34.0522, lon: -118.2437 }, { lat: 32.7767, lon: -96.797 }]) {
      const all = await opened({ around })
      expect(all.server.bytes()).toBeLessThan(1_500_000)
      expect(all.server.asked.length).toBeLessThan(80)
      const first = await opened({ around, dimensions: ['noise-levels'], schools: false })
      expect(first.server.bytes()).toBeLessThan(500_000)
      expect(first.server.asked.length).toBeLessThan(12)
    }
  })
})

describe('a place that is not loaded', () => {
  it('throws NotLoadedError in every method and never scores 0', async () => {
    const { vicinage } = await opened({ around: { ...austin, radius: 3000 } })
    const dallas = { lat: 32.7767, lon: -96.797 }
    const columns = { lat: Float64Array.of(austin.lat, dallas.lat), lon: Float64Array.of(austin.lon, dallas.lon) }
    const questions: Record<string, () => unknown> = {
      score: () => vicinage.score('walkability', dallas),
      vibe: () => vicinage.vibe.walkability(dallas),
      scores: () => vicinage.scores(dallas),
      explain: () => vicinage.explain('fire', dallas),
      edge: () => vicinage.edge('fire', dallas),
      place: () => vicinage.place(dallas),
      reverse: () => vicinage.reverse(dallas),
      scoreColumns: () => vicinage.scoreColumns(columns),
      basisColumns: () => vicinage.basisColumns(columns),
      scoresAround: () => vicinage.scoresAround({ ...dallas, radius: 500 }),
      area: () => vicinage.area({ ...dallas, radius: 500 }),
      areaOverTheEdge: () => vicinage.area({ ...austin, radius: 5000 }),
      county: () => vicinage.area({ county: '48453' }),
      state: () => vicinage.area({ state: 'TX' }),
      tract: () => vicinage.area({ tract: '48453001100' }),
      find: () => vicinage.find({ where: { walkability: { min: 100 } }, within: { ...dallas, radius: 500 } }),
      rank: () => vicinage.rank('walkability', { of: 'county' }),
      districts: () => vicinage.schools.districts(dallas),
      nearSchools: () => vicinage.schools.schoolRatings({ ...dallas, limit: 10 }),
      school: () => vicinage.schools.school({ nces_id: whole.schools.schoolRatings(dallas).schools[0].nces_id }),
      geocode: () => vicinage.geocode('Austin, TX'),
      share: () => vicinage.share(),
      withLayer: () => vicinage.withLayer({ id: 'own', features: [], score: 'inside' } as never),
      newYork: () => vicinage.score('walkability', { lat: 40.7, lon: -74 }),
    }
    for (const [name, ask] of Object.entries(questions)) expect(ask, name).toThrow(NotLoadedError)
    expect(questions.score).toThrow(
      'The place is not loaded at 32.7767, -96.797. Load it first with `await vicinage.load({ box: { west, south, east, north } })`.',
    )
    expect(() => vicinage.score('walkability', { lat: 32.7767123456789, lon: -96.7970000000001 })).toThrow(
      'The place is not loaded at 32.77671, -96.797. ',
    )
    expect(questions.areaOverTheEdge).toThrow(
      /loaded only in part\. Load the rest first with `await vicinage\.load\(\{ box: \{ west: -97\.\d+, south: 30\.\d+, /,
    )
  })

  it('makes edge() throw NotLoadedError, unless the nearest edge is already certain', async () => {
    const [wide, narrow] = [await opened({ around: { ...austin, radius: 3000 } }), await opened()]
    for (const dimension of ['districts', 'insurance-coverage'] as const) {
      expect(wide.vicinage.edge(dimension, austin)).toEqual(whole.edge(dimension, austin))
      const { distance_meters } = whole.edge(dimension, austin)!
      if (distance_meters > 1400) expect(() => narrow.vicinage.edge(dimension, austin)).toThrow(NotLoadedError)
    }
    expect(() => wide.vicinage.edge('fire', austin)).toThrow(NotLoadedError)
  })

  it('is marked by its own code in the status column, with scores of 0', async () => {
    const { vicinage } = await opened(walkability)
    const lat = Float64Array.of(austin.lat, 32.7767, Number.NaN)
    const lon = Float64Array.of(austin.lon, -96.797, 0)
    const answer = vicinage.scoreColumns({ lat, lon, statusColumn: true })
    expect([...answer.statusColumn]).toEqual([STATUS.scored, STATUS.notLoaded, STATUS.badCoordinate])
    expect([...answer.walkability]).toEqual([whole.score('walkability', austin).score, 0, 0])
  })

  it('can be loaded with the box suggested in the error', async () => {
    const { vicinage } = await opened({ ...walkability, around: { ...austin, radius: 3000 } })
    const circle = { ...austin, radius: 2000, dimensions: ['walkability'] } as const
    let message = ''
    try {
      vicinage.scoresAround(circle)
    } catch (error) {
      message = String(error)
    }
    const sides = /west: (\S+), south: (\S+), east: (\S+), north: (\S+) /.exec(message)!.slice(1).map(Number)
    const [west, south, east, north] = sides
    const box = { west, south, east, north }
    await vicinage.load({ box })
    expect(vicinage.scoresAround(circle)).toEqual(
      (await openVicinage({ data: folder, ...walkability })).scoresAround(circle),
    )
  })

  it('can be loaded for a single additional dimension', async () => {
    const { vicinage, server } = await opened(walkability)
    expect(() => vicinage.score('fire', austin)).toThrow(NotLoadedError)
    server.asked.length = 0
    await vicinage.load({ dimensions: ['fire'] })
    expect(new Set(server.asked.map(({ file }) => file))).toEqual(new Set(['fire.bundle']))
    expect(vicinage.score('fire', austin)).toEqual(whole.score('fire', austin))
    const houston = { lat: 29.76, lon: -95.37 }
    await vicinage.load({ box: boxAround(houston, 0.01), dimensions: ['flood'] })
    expect(() => vicinage.score('walkability', houston)).toThrow(
      "Walkability is not loaded at 29.76, -95.37. Load it first with `await vicinage.load({ box: { west, south, east, north }, dimensions: ['walkability'] })`.",
    )
    expect(vicinage.scores(houston)).toEqual({ flood: whole.score('flood', houston) })
  })
})

describe('loading more data', () => {
  it('requests nothing twice and preserves loaded data', async () => {
    const { vicinage, server } = await opened(walkability)
    const before = server.asked.length
    await vicinage.load({ box: boxAround(austin, 0.001) })
    expect(server.asked.length).toBe(before)
    const { schools } = vicinage
    await vicinage.load({ schools: true })
    expect(new Set(server.asked.slice(before).map(({ file }) => file))).toEqual(
      new Set(['districts.bundle', 'schools.bundle']),
    )
    expect(schools.schoolRatings(austin)).toEqual(whole.schools.schoolRatings(austin))
    expect(vicinage.score('walkability', austin)).toEqual(whole.score('walkability', austin))
  })

  it('with the geocoder enables addresses, even in methods taken from the vicinage earlier', async () => {
    const { vicinage, server } = await opened(walkability)
    const { tools } = vicinage
    expect(() => vicinage.geocode('78704')).toThrow(NotLoadedError)
    expect(vicinage.reverse(austin)).toMatchObject({ city: null, county: { fips: '48453' } })
    await vicinage.load({ geocoder: true })
    expect(vicinage.geocode('78704')).toEqual(whole.geocode('78704'))
    expect(tools.geocodeSingle({ address: '78704' })).toEqual(whole.tools.geocodeSingle({ address: '78704' }))
    expect(vicinage.reverse(austin)).toEqual(whole.reverse(austin))
    const before = server.asked.length
    await vicinage.load({ geocoder: true })
    expect(server.asked.length).toBe(before)
    const eager = await opened({ ...walkability, geocoder: true })
    expect(eager.vicinage.geocode('78704')).toEqual(whole.geocode('78704'))
    expect((await opened(walkability)).vicinage.tools).not.toBe(tools)
    expect(() => vicinage.find({ where: { walkability: { min: 1 } }, within: { zip: '78704' } })).toThrow(
      NotLoadedError,
    )
  })

  it('with the geocoder fetches the street index of the counties around the place', async () => {
    const streets = emptyFolder()
    const rows = [{ name: 'Nowhere Trl', left: ['101', '199'], right: ['100', '198'], zip: '78701' }] as const
    const zip = written(streets, 'tl_2025_48453_addrfeat.zip', addrfeatZip(rows, '48453'))
    await addStreetFiles([zip], join(streets, 'out'))
    const layers = memoryServer(join(streets, 'out'))
    const server = memoryServer(folder)
    const fetch: typeof globalThis.fetch = (input, init) =>
      (String(input).includes('/streets/') ? layers : server).fetch(input, init)
    const options = { data: address, fetch, streets: 'http://data.test/streets/', ...walkability }
    const vicinage = await openVicinage({ ...options, around: { lat: 29.76, lon: -95.37 }, geocoder: true })
    const asked = '125 Nowhere Trl, Austin, TX 78701'
    expect(vicinage.geocode(asked).layer).not.toBe('street_range')
    expect(vicinage.suggest('nowhere tr').map(({ layer }) => layer)).not.toContain('street')
    await vicinage.load({ box: boxAround(austin, 0.01) })
    const inFolder = await openVicinage({ data: folder, streets: join(streets, 'out'), ...walkability })
    expect(vicinage.geocode(asked)).toEqual(inFolder.geocode(asked))
    expect(inFolder.suggest('nowhere tr')[0].label).toBe('Nowhere Trl, Austin, TX')
    expect(vicinage.suggest('nowhere tr')).toEqual(inFolder.suggest('nowhere tr'))
    expect(vicinage.geocode(asked).layer).toBe('street_range')
    // Each county is requested once. 48201 has no street index and 48453 has address ranges.
    expect(layers.asked.map(({ file }) => file).sort()).toEqual(['streets-48453.bundle'])
    expect(layers.missed.sort()).toEqual(['points-48201.bundle', 'points-48453.bundle', 'streets-48201.bundle'])
    await expect(openVicinage({ data: folder, streets: 'http://data.test/streets/' })).rejects.toThrow(
      'A street index on a server is loaded place by place: open with `around`',
    )
  })

  it('for several boxes at once preserves every box', async () => {
    const { vicinage } = await opened(walkability)
    const places = [-99, -98.4, -96, -95.3].map((lon) => ({ lat: 30, lon }))
    await Promise.all(places.map((place) => vicinage.load({ box: boxAround(place, 0.02) })))
    for (const place of places) expect(vicinage.score('walkability', place)).toEqual(whole.score('walkability', place))
  })

  it('for a box without land, across a border or larger than the data returns the same answers as all data', async () => {
    const { vicinage, server } = await opened({ dimensions: ['fire'], schools: false })
    const before = server.bytes()
    await vicinage.load({ box: { west: -70, south: 40, east: -69, north: 41 } })
    expect(server.bytes()).toBe(before)
    expect(vicinage.score('fire', { lat: 40.5, lon: -69.5 })).toEqual(whole.score('fire', { lat: 40.5, lon: -69.5 }))
    await vicinage.load({ box: { west: -180, south: -90, east: 180, north: 90 } })
    const lat = Float64Array.from({ length: 2000 }, (_, i) => 24 + ((i * 7919) % 1800) / 100)
    const lon = Float64Array.from({ length: 2000 }, (_, i) => -125 + ((i * 104729) % 4500) / 100)
    const request = { lat, lon, dimensions: ['fire'], statusColumn: true } as const
    expect(vicinage.scoreColumns(request)).toEqual(whole.scoreColumns(request))
    expect(Math.max(...vicinage.scoreColumns(request).fire)).toBeGreaterThan(0)
  })

  it.each([
    [{ box: { west: 1, south: 2 } }, 'box must be { west, south, east, north }'],
    [{ box: { west: -97, south: 30, east: -98, north: 31 } }, 'west ≤ east'],
    [{ box: { west: -97, south: Number.NaN, east: -96, north: 31 } }, 'box must be'],
    [{ boxes: [-97, 30, -96, 31] }, "There is no option 'boxes': did you mean 'box'?"],
    [{ dimensions: ['hail'] }, "There is no dimension 'hail'"],
  ])('rejects %j', async (request, words) => {
    const vicinage = await openVicinage({ data: folder, around: austin, dimensions: [], schools: false })
    await expect(vicinage.load(request as never)).rejects.toThrow(words)
  })

  it('has no effect if all data is loaded, and throws NotLoadedError for data that was turned off', async () => {
    await whole.load({ box: { west: -98, south: 30, east: -97, north: 31 }, dimensions: ['fire'] })
    const fire = await openVicinage({ data: folder, dimensions: ['fire'], schools: false, geocoder: false })
    await expect(fire.load({ dimensions: ['flood'] })).rejects.toThrow(NotLoadedError)
  })

  it.each([
    [{ ...austin, radius: -1 }, 'around.radius must be 0 to 2,000,000'],
    [{ ...austin, radius: '5' }, 'around.radius must be'],
    [{ lat: 95, lon: 0 }, 'lat'],
    [{ lat: 30 }, 'lon'],
    [{ ...austin, km: 5 }, "There is no option 'km'"],
  ])('rejects %j as the value of the option around', async (around, words) => {
    await expect(opened({ around: around as never })).rejects.toThrow(words)
  })
})

describe('a data server', () => {
  it('without range support sends each whole file only once', async () => {
    const { vicinage, server } = await opened(
      { dimensions: ['insurance-coverage', 'fire'], schools: false },
      ({ file }) => (file === 'manifest.json' ? undefined : wholeFile(file)),
    )
    expect(vicinage.score('fire', austin)).toEqual(whole.score('fire', austin))
    await vicinage.load({ box: { west: -98, south: 30, east: -97, north: 31 } })
    const files = server.asked.map(({ file }) => file)
    expect(files.length).toBe(new Set(files).size)
  })

  it.each<[string, Change, string]>([
    [
      'changes a file between two requests, with a new tag',
      ({ before, body }) => partial(body, before === 0 ? '"one"' : '"two"'),
      'it changed on the server while being read',
    ],
    [
      'changes a file without a tag',
      ({ before, body }) => (before === 0 ? undefined : partial(body.fill(7), null)),
      'is damaged, or changed while being read',
    ],
    [
      'truncates a response',
      ({ before, body }) => (before ? partial(body.slice(0, -1)) : undefined),
      'bytes arrived from byte',
    ],
    [
      'has a bundle that differs from its manifest',
      ({ file, body, before }) => {
        if (file === 'walkability.bundle' && before === 0) body[40] ^= 1
        return undefined
      },
      'walkability.bundle',
    ],
    ['fails', ({ before }) => (before === 0 ? undefined : new Response(null, { status: 500 })), 'HTTP 500'],
    ['has lost a file', ({ before }) => (before === 0 ? undefined : new Response(null, { status: 404 })), 'is missing'],
  ])('that %s causes an error', async (_, change, words) => {
    await expect(opened(walkability, change)).rejects.toThrow(words)
  })

  it('that fails later leaves the loaded data intact, and loading can be retried', async () => {
    let fails = false
    const { vicinage } = await opened(walkability, () => (fails ? new Response(null, { status: 500 }) : undefined))
    const expected = vicinage.score('walkability', austin)
    const sanAntonio = { lat: 29.4, lon: -98.5 }
    const box = boxAround(sanAntonio, 0.01)
    fails = true
    await expect(vicinage.load({ box })).rejects.toThrow('HTTP 500')
    expect(vicinage.score('walkability', austin)).toEqual(expected)
    expect(() => vicinage.score('walkability', sanAntonio)).toThrow(NotLoadedError)
    fails = false
    await vicinage.load({ box })
    expect(vicinage.score('walkability', sanAntonio)).toEqual(whole.score('walkability', sanAntonio))
  })

  it('that sends nothing is abandoned after the timeout', async () => {
    const server = memoryServer(folder)
    let hanging = false
    const sometimes: typeof globalThis.fetch = (input, init) =>
      hanging ? aborted(init?.signal) : server.fetch(input, init)
    const options = { data: address, around: austin, fetch: sometimes, timeout: 20, ...walkability }
    const vicinage = await openVicinage(options)
    hanging = true
    await expect(vicinage.load({ dimensions: ['fire'] })).rejects.toThrow('the server sent nothing for 0.02 seconds')
    await expect(openVicinage(options)).rejects.toThrow('the server sent nothing')
  })

  it('receives no more requests after the caller aborts', async () => {
    const reason = new Error('the user went elsewhere')
    const controller = new AbortController()
    const { vicinage } = await opened(walkability, ({ file }) => {
      if (file === 'fire.bundle') controller.abort(reason)
      return undefined
    })
    await expect(vicinage.load({ dimensions: ['fire'], signal: controller.signal })).rejects.toBe(reason)
    await expect(vicinage.load({ dimensions: ['fire'], signal: controller.signal })).rejects.toBe(reason)
    expect(() => vicinage.score('fire', austin)).toThrow(NotLoadedError)
    await vicinage.load({ dimensions: ['fire'] })
    expect(vicinage.score('fire', austin)).toEqual(whole.score('fire', austin))
    await expect(opened({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
  })

  it('does not delay a caller who aborts while another load hangs', async () => {
    let go = () => {}
    const hanging = new Promise<undefined>((resolve) => {
      go = () => resolve(undefined)
    })
    const { vicinage } = await opened(walkability, ({ file }) => (file === 'fire.bundle' ? hanging : undefined))
    const first = vicinage.load({ dimensions: ['fire'] })
    const reason = new Error('the user went elsewhere')
    const controller = new AbortController()
    const second = vicinage.load({ dimensions: ['flood'], signal: controller.signal })
    controller.abort(reason)
    await expect(second).rejects.toBe(reason)
    go()
    await first
    expect(vicinage.score('fire', austin)).toEqual(whole.score('fire', austin))
  })

  it('causes progress reports with increasing bytes, up to the total', async () => {
    const told: { file: string; bytes: number; total: number }[] = []
    const { server } = await opened({ ...walkability, onProgress: (progress) => told.push(progress) })
    expect(told.at(-1)).toMatchObject({ bytes: server.bytes(), total: server.bytes() })
    for (const [i, { bytes, total }] of told.entries()) {
      expect(bytes).toBeGreaterThan(i === 0 ? 0 : told[i - 1].bytes)
      expect(total).toBeGreaterThanOrEqual(bytes)
    }
  })
})

describe('a local folder opened around a place', () => {
  it('returns the same score as the whole data', async () => {
    const vicinage = await openVicinage({ data: folder, around: austin, ...walkability })
    expect(vicinage.score('walkability', austin)).toEqual(whole.score('walkability', austin))
  })
})

function wholeFile(file: string): Response {
  return new Response(new Uint8Array(readFileSync(join(folder, file))))
}

function partial(body: Uint8Array<ArrayBuffer>, etag: string | null = '"one"'): Response {
  return new Response(body, { status: 206, headers: etag === null ? {} : { etag } })
}

function aborted(signal: AbortSignal | null | undefined): Promise<never> {
  return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
}
