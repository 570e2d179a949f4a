import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { emptyFolder } from '../../support/empty-folder.ts'
import { errorBody, type Fault, featureServer, type ServedLayer } from './feature-server.ts'
import {
  CALIFORNIA,
  fireFields,
  metersToEdge,
  paintedFire,
  placesIn,
  randomZones,
  TEXAS,
  upgraded,
  valueAt,
} from './fixtures/data.ts'
import { agrees, COUNTY, floodLayers, floodZones } from './flood-county.ts'

const local = randomZones(23, CALIFORNIA, fireFields('LRA'), 11)
const state = randomZones(9, CALIFORNIA, fireFields('SRA'), 12)
/** The map of state land is painted over the map of local land. */
const fireZones = [local, state].flatMap(paintedFire)
const fireLayers = (changes: Partial<ServedLayer> = {}) => ({
  'FHSALRA25_v1_All/FeatureServer/0': {
    name: 'local',
    features: local,
    most: 5,
    wkid: 3857 as const,
    lastEdit: () => 1.75e12,
    ...changes,
  },
  'FHSZSRA_23_3/FeatureServer/0': { name: 'state', features: state, wkid: 3310 as const },
})

describe('a fire upgrade from feature services', () => {
  it('scores places by the downloaded features, read page by page in any projection', async () => {
    const { mirror, asked } = await featureServer(fireLayers())
    const out = emptyFolder()
    // A busy machine may be silent for a while, so the limit is 5 s.
    const patience = { backoffMs: 2, idleMs: 5000 }
    const { summary, notes } = await upgraded('fire', out, { mirror, patience })
    expect(summary).toMatchObject({ painted: ['agency-lra-2025', 'agency-sra-2024'], failed: [] })
    expect(notes).toEqual([])
    const now = await agrees(out, 'fire', CALIFORNIA, fireZones)
    expect(now.dimensions().find(({ id }) => id === 'fire')?.sources[0]).toMatchObject({
      title: 'Fire Hazard Severity Zones: FHSALRA25_v1_All/FeatureServer/0, edited 2025-06-15',
    })
    expect(asked.filter((one) => one.includes('outFields')).length).toBe(5 + 1)
    expect(readdirSync(join(out, 'upgrades')).sort()).toEqual([
      expect.stringMatching(/^fire-/),
      'manifest.json',
      'parts',
      'sources.json',
    ])
    // Nothing has changed, so only the layer without an editing date is read again.
    const again = asked.length
    expect((await upgraded('fire', out, { mirror })).summary).toMatchObject({
      painted: [],
      unchanged: ['fire zones of local land', 'fire zones of state land'],
      failed: [],
      bundles: [{ id: 'fire' }],
    })
    expect(asked.slice(again).filter((one) => one.includes('outFields') && one.includes('LRA'))).toEqual([])
  })

  it('halves a page that exceeds the service limit', async () => {
    const { mirror, asked } = await featureServer(fireLayers({ most: 3, said: 1000 }))
    const out = emptyFolder()
    await upgraded('fire', out, { mirror })
    await agrees(out, 'fire', CALIFORNIA, fireZones)
    expect(asked.filter((one) => one.includes('outFields')).length).toBeGreaterThan(9)
  })

  const json = { 'Content-Type': 'application/json' }
  /** Makes a fault that answers the request. */
  const answers =
    (how: (response: Parameters<Fault>[1]) => unknown): Fault =>
    (_, response) => {
      how(response)
      return true
    }
  const page = (url: URL) => url.searchParams.has('outFields')
  const sends = (body: string, type = 'application/json') =>
    answers((response) => response.writeHead(200, { 'Content-Type': type }).end(body))
  const begins = (response: Parameters<Fault>[1], headers = {}) =>
    response.writeHead(200, { ...json, ...headers }).write('{"features":[')
  it.each<[string, Fault, RegExp]>([
    [
      'status 503 with Retry-After',
      answers((response) => response.writeHead(503, { 'Retry-After': '0' }).end('busy')),
      /status 503/,
    ],
    [
      'an error with status 200',
      sends(JSON.stringify(errorBody(500, 'Error performing query operation'))),
      /error 500: Error performing query/,
    ],
    [
      'a page of rejection',
      sends('<html><head><title>Request Rejected</title></head></html>', 'text/html'),
      /a web page instead of data \("Request Rejected"\)/,
    ],
    [
      'JSON that breaks off',
      sends('{"objectIdFieldName":"OBJECTID","features":[{"attr'),
      /bytes that are not valid JSON/,
    ],
    [
      'a connection that breaks',
      answers((response) => {
        begins(response, { 'Content-Length': 5000 })
        setTimeout(() => response.destroy(), 5)
      }),
      /127\.0\.0\.1|terminated/,
    ],
    ['silence', answers((response) => begins(response)), /no bytes for 0\.25 s/],
  ])('reports %s and continues', async (_, answer, words) => {
    let faults = 0
    const { mirror } = await featureServer(
      fireLayers(),
      (request, response, url) => page(url) && faults++ < 2 && answer(request, response, url),
    )
    const out = emptyFolder()
    const { summary, notes } = await upgraded('fire', out, { mirror })
    expect(summary.failed).toEqual([])
    expect(notes[0]).toMatch(words)
    await agrees(out, 'fire', CALIFORNIA, fireZones)
  })

  const feature = (geometry: unknown) => JSON.stringify({ features: [{ attributes: { OBJECTID: 1 }, geometry }] })
  it.each<[string, string]>([
    ['without attributes', '{"features":[{"geometry":null}]}'],
    ['of null', '{"features":[null]}'],
    ['with curves in place of rings', feature({ curveRings: [] })],
    ['with null for a position', feature({ rings: [[null, [1, 2]]] })],
    ['with positions that are texts', feature({ rings: [[['a', 'b']]] })],
    ['off the globe', feature({ rings: [[[1e9, 1e9]]] })],
    ['that are not a list', '{"features":{}}'],
  ])('discards a page of features %s, and succeeds on the next run once the service works again', async (_, body) => {
    let isFaulty = true
    const bad = sends(body)
    const { mirror } = await featureServer(
      fireLayers(),
      (request, response, url) => isFaulty && page(url) && bad(request, response, url),
    )
    const out = emptyFolder()
    const { summary } = await upgraded('fire', out, { mirror })
    expect(summary.failed.map(({ reason }) => reason)).toEqual([
      expect.stringMatching(/cannot be loaded even alone: received .*gave up after \d+ attempts/),
      expect.stringMatching(/cannot be loaded even alone: received .*gave up after \d+ attempts/),
    ])
    isFaulty = false
    expect((await upgraded('fire', out, { mirror })).summary.failed).toEqual([])
    await agrees(out, 'fire', CALIFORNIA, fireZones)
  })

  it.each<[string, Partial<ServedLayer>, Fault, RegExp]>([
    ['is gone', {}, answers((response) => response.writeHead(404).end()), /file not found, status 404/],
    ['is refused', {}, sends(JSON.stringify(errorBody(499, 'Token Required'))), /error 499: Token Required/],
    [
      'has other fields',
      { features: local.map((zone) => ({ ...zone, properties: { Shape: 'x', FHSZ_Class: 'High' } })) },
      () => false,
      /has no field FHSZ_Description or FHSZ_Descr \(nearest: FHSZ_Class/,
    ],
    [
      'has an unknown class',
      { features: local.map((zone) => ({ ...zone, properties: { FHSZ_Description: 'Extreme', SRA: 'LRA' } })) },
      () => false,
      /the hazard class "Extreme"/,
    ],
    ['is empty', { now: () => [] }, () => false, /has none$/],
    ['changes all the time', { lastEdit: () => 86_400_000 * edits++ }, () => false, /it was edited while being read/],
  ])('preserves the earlier data if the layer %s', async (_, changes, answer, words) => {
    const out = emptyFolder()
    const good = await featureServer(fireLayers())
    await upgraded('fire', out, { mirror: good.mirror })
    const before = readFileSync(join(out, 'manifest.json'))
    const bad = await featureServer(
      fireLayers(changes),
      (request, response, url) => url.pathname.includes('LRA') && answer(request, response, url),
    )
    const { summary } = await upgraded('fire', out, { mirror: bad.mirror })
    expect(summary.failed).toHaveLength(1)
    expect(summary.failed[0]).toMatchObject({ map: 'fire zones of local land', reason: expect.stringMatching(words) })
    if (summary.painted.length === 0) expect(readFileSync(join(out, 'manifest.json')).equals(before)).toBe(true)
    await agrees(out, 'fire', CALIFORNIA, fireZones)
  })

  it('reads a layer again if the layer changed during the read', async () => {
    let pages = 0
    const now = () => (pages < 3 ? local.slice(0, 20) : local)
    const { mirror } = await featureServer(fireLayers({ now }), (_, __, url) => {
      if (page(url)) pages++
      return false
    })
    const out = emptyFolder()
    const { notes } = await upgraded('fire', out, { mirror })
    expect(notes.join()).toMatch(
      /it had 20 features and now has 23, so it changed while being read; reading it again from the start/,
    )
    await agrees(out, 'fire', CALIFORNIA, fireZones)
  })

  it('reports once that the default address was never tested, and rejects a list of counties', async () => {
    const out = emptyFolder()
    const stop = AbortSignal.abort('SIGINT')
    const { notes, summary } = await upgraded('fire', out, { signal: stop })
    expect(notes).toEqual([
      expect.stringMatching(
        /^Downloading from https:\/\/services1\.arcgis\.com\/.* was looked up but not tested before this version was released: .* vicinage data upgrade fire --from FILE\.\.\.$/,
      ),
    ])
    expect(summary).toMatchObject({ painted: [], bundles: [] })
    await expect(upgraded('fire', out, { counties: ['06037'] })).rejects.toThrow('omit --states and --county')
    await expect(upgraded('flood', out)).rejects.toThrow('name counties with --county 48201')
    expect(existsSync(join(out, 'upgrades', 'parts'))).toBe(false)
  })
})

let edits = 1

describe('a flood upgrade of a county', () => {
  it('scores places by the downloaded zones and panels', async () => {
    const { mirror } = await featureServer(floodLayers())
    const out = emptyFolder()
    const { summary } = await upgraded('flood', out, { mirror, counties: [COUNTY] })
    expect(summary).toMatchObject({ painted: [`agency-${COUNTY}`], failed: [] })
    const now = await agrees(out, 'flood', TEXAS, floodZones)
    const polygons = floodZones.map(({ zone }) => zone)
    const placeWith = (value: number) =>
      placesIn(TEXAS, 2000).find(
        ({ lon, lat }) => valueAt(floodZones, lon, lat) === value && metersToEdge(polygons, lon, lat) > 93,
      )!
    const words = (value: number) => now.score('flood', placeWith(value)).description
    expect(words(45)).toBe(
      'Very high flood risk: zone AE, 1% or higher chance of flooding in any year; base flood elevation 431.5 ft (FEMA flood map).',
    )
    expect(words(20)).toMatch(/: zone AE, regulatory floodway of a 1% annual chance flood \(FEMA flood map\)\.$/)
    expect(words(150)).toMatch(/: shaded zone X, 0\.2% chance of flooding/)
    expect(words(255)).toMatch(/: zone X, outside the mapped flood hazard zones/)
    expect(words(110)).toMatch(/: zone D, flooding possible, not studied/)
    const explained = now.explain('flood', placeWith(1))
    expect(explained).toMatchObject({ score: 1, basis: 'measured' })
    expect(explained.sources[0]).toMatchObject({ vintage: expect.stringMatching(/^in effect since 2017-07-14; read /) })
  })

  it('reports a county missing from the service, and upgrades the others', async () => {
    const { mirror } = await featureServer(floodLayers())
    const { summary } = await upgraded('flood', emptyFolder(), { mirror, counties: ['48001', COUNTY] })
    expect(summary.painted).toEqual([`agency-${COUNTY}`])
    expect(summary.failed).toEqual([])
    expect(summary.unmapped).toEqual([
      {
        map: 'flood zones of county 48001',
        reason: 'FEMA has no digital map of county 48001; the estimate is kept',
      },
    ])
  })
})
