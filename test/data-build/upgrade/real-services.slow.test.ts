import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { boxRing, polygonFeature } from '../../data/geography/box-ring.ts'
import { emptyFolder } from '../../support/empty-folder.ts'
import { type AgencyLayer, type AgencyZone, arcgisServer, type Behaviors, type Failure } from '../agencies/arcgis.ts'
import { calfireLayers } from '../agencies/calfire.ts'
import { type FemaCounty, femaLayers } from '../agencies/fema.ts'
import { CALIFORNIA, fireFields, opened, paintedFire, randomZones, TEXAS, upgraded } from './fixtures/data.ts'
import { agrees, COUNTY, femaCounty, floodZones } from './flood-county.ts'

const flood = async (
  behaviors: Behaviors = {},
  { counties = [femaCounty], wanted = [COUNTY], changes = {} as Partial<AgencyLayer>, seed = 1 } = {},
) => {
  const server = await arcgisServer(
    femaLayers(() => counties, changes),
    behaviors,
    { seed },
  )
  const out = emptyFolder()
  const run = (patience = { backoffMs: 1, idleMs: 250 }) =>
    upgraded('flood', out, { mirror: server.mirror, counties: wanted, patience })
  return { ...server, out, run }
}
const pages = (asked: readonly string[]) => asked.filter((one) => one.includes('returnGeometry=true'))
/** Reads the bytes of everything that was painted. */
const partsOf = (out: string) =>
  readFileSync(join(out, `upgrades/parts/flood-agency-${COUNTY}.bundle`)).toString('base64')

/** The county with one zone of 3,000 vertices on top of the others. */
const heavyCounty: FemaCounty = {
  ...femaCounty,
  zones: [
    ...femaCounty.zones,
    polygonFeature(
      { FLD_ZONE: 'VE', ZONE_SUBTY: null, STATIC_BFE: 7, OBJECTID: 9_000_000 },
      Array.from({ length: 3001 }, (_, i): [number, number] => {
        const [angle, reach] = [((i % 3000) / 3000) * 2 * Math.PI, i % 2 === 0 ? 0.02 : 0.01993]
        return [-97.7 + reach * Math.cos(angle), 30.25 + reach * Math.sin(angle)]
      }),
    ),
  ],
}

describe('a feature page that the service can never send', () => {
  it.each<Failure>(['json-500', 'json-400', 'html-504', 'cut', 'silence'])(
    'is halved after %s, down to one feature if necessary',
    async (how) => {
      const { run, asked, out } = await flood({ heavy: { vertices: 60, how } })
      const { summary } = await run({ backoffMs: 1, idleMs: how === 'silence' ? 40 : 2000 })
      expect(summary).toMatchObject({ painted: [`agency-${COUNTY}`], failed: [], remarks: [] })
      expect(pages(asked).length).toBeLessThan(120)
      await agrees(out, 'flood', TEXAS, floodZones)
    },
  )

  it.each<Failure>(['json-500', 'html-504', 'cut'])(
    'is requested with a coarser outline if its only feature fails after %s, which the summary reports',
    async (how) => {
      const broken = { id: 9_000_000, offset: 0.0001, how }
      const { run } = await flood({ broken }, { counties: [heavyCounty] })
      const { summary } = await run()
      expect(summary.failed).toEqual([])
      expect(summary.remarks).toEqual([
        '1 feature of NFHL/MapServer/28 came only with a simplified outline, up to 11 m from the published one (OBJECTID 9000000)',
      ])
    },
  )

  it('is reported as a one-sentence failure of the county if no outline can be downloaded', async () => {
    const { run } = await flood({ broken: { id: 9_000_000, offset: 1, how: 'json-500' } }, { counties: [heavyCounty] })
    const { summary } = await run()
    expect(summary.failed[0].reason).toMatch(
      /^feature 9000000 of .*NFHL\/MapServer\/28 cannot be loaded even alone: the service reported error 500: Error performing query operation \(gave up after 12 attempts\)$/,
    )
  })

  it('is requested with a longer timeout after each silence', async () => {
    const { run, out, asked } = await flood({ slow: { msPerThousand: 1200 } })
    const { summary } = await run({ backoffMs: 1, idleMs: 60 })
    expect(summary.failed).toEqual([])
    expect(pages(asked).length).toBeLessThan(30)
    await agrees(out, 'flood', TEXAS, floodZones)
  })
})

describe('a temporary service failure', () => {
  it.each<Failure>([
    'json-400',
    'json-500',
    'json-gateway',
    'reset',
    'cut',
    'html-200',
    'empty-200',
    'status-503',
    'html-504',
  ])('is retried after %s', async (how) => {
    const { run, out } = await flood({ passing: { [how]: 0.3 } }, { seed: 3 })
    expect((await run()).summary).toMatchObject({ painted: [`agency-${COUNTY}`], failed: [] })
    await agrees(out, 'flood', TEXAS, floodZones)
  })

  it('is not reported if responses begin with a byte order mark', async () => {
    const { run } = await flood({ byteOrderMark: true })
    const { summary, notes } = await run()
    expect(summary).toMatchObject({ painted: [`agency-${COUNTY}`], failed: [] })
    expect(notes.join('\n')).not.toContain('retrying')
  })

  it.each<Failure>(['json-498', 'json-499'])('is not assumed after %s, so only one request is sent', async (always) => {
    const { run, asked } = await flood({ always })
    expect((await run()).summary.failed[0].reason).toMatch(/^the service reported error 49[89]: /)
    expect(asked).toHaveLength(1)
  })

  it.each([
    ['json-429', 'header'],
    ['json-429', 'body'],
    ['status-429', 'header'],
    ['status-429', 'body'],
  ] as const)('is retried after the time that a %s response specifies in its %s', async (how, where) => {
    const { run } = await flood({ throttle: { how, requests: 12, retryAfter: 0, where } })
    const { summary, notes } = await run({ backoffMs: 60_000, idleMs: 250 })
    expect(summary.failed).toEqual([])
    expect(notes.filter((note) => note.includes('retrying in 0.0 s'))).toHaveLength(12)
  })

  it('ends the run if the requested wait exceeds an hour', async () => {
    const { run } = await flood({ throttle: { how: 'json-429', requests: 99, retryAfter: 4000 } })
    expect((await run()).summary.failed[0].reason).toMatch(/error 429: .*; the server says to wait 4000 s$/)
  })

  it.each([1, 2, 3, 4])('does not change the output bytes, with seed %i', async (seed) => {
    const expected = await flood()
    await expected.run()
    const bad = await flood({ passing: { reset: 0.33, 'json-400': 0.1, 'json-500': 0.05, cut: 0.05 } }, { seed })
    for (let tries = 0; tries < 3; tries++)
      if ((await bad.run({ backoffMs: 1, idleMs: 2000 })).summary.failed.length === 0) break
    const named = (text: string) =>
      Buffer.from(text, 'base64')
        .toString('latin1')
        .replace(/127\.0\.0\.1:\d+/g, '')
    expect(named(partsOf(bad.out)).length).toBe(named(partsOf(expected.out)).length)
    await agrees(bad.out, 'flood', TEXAS, floodZones)
  })
})

it('an upgrade reads object IDs in ranges if the service cannot list all of them at once', async () => {
  const { run, out, notes } = await flood({ heavyIds: { zones: 4, how: 'json-500' } }).then(async (server) => ({
    ...server,
    notes: (await server.run()).notes,
  }))
  expect(notes.join('\n')).toContain('cannot list 18 object ids at once; reading them in ranges')
  expect((await run()).summary).toMatchObject({ unchanged: ['flood zones of Travis County'], failed: [] })
  await agrees(out, 'flood', TEXAS, floodZones)
})

it('an upgrade always requests outlines simplified to three meters and rounded to six decimals', async () => {
  const { run, asked } = await flood()
  await run()
  expect(pages(asked).length).toBeGreaterThan(1)
  for (const page of pages(asked)) expect(page).toMatch(/geometryPrecision=6&maxAllowableOffset=0\.000025/)
})

describe('a zone edited in place, without an editing date', () => {
  const edits: [string, (zone: AgencyZone) => AgencyZone][] = [
    ['its zone', (zone) => ({ ...zone, properties: { ...zone.properties, FLD_ZONE: 'VE' } })],
    ['its elevation', (zone) => ({ ...zone, properties: { ...zone.properties, STATIC_BFE: 99 } })],
    ['its outline', (zone) => ({ ...zone, geometry: randomZones(1, TEXAS, () => ({}), 99)[0].geometry })],
  ]
  it.each(edits)('is detected by a change of %s', async (_, edit) => {
    let zones = femaCounty.zones
    const { mirror } = await arcgisServer(femaLayers(() => [{ ...femaCounty, zones }]))
    const out = emptyFolder()
    const run = async () => (await upgraded('flood', out, { mirror, counties: [COUNTY] })).summary
    expect((await run()).painted).toHaveLength(1)
    expect(await run()).toMatchObject({ painted: [], unchanged: ['flood zones of Travis County'] })
    zones = [edit(zones[0]), ...zones.slice(1)]
    expect((await run()).painted).toHaveLength(1)
  })

  it('is detected by its attributes alone if the service reports the area of outlines', async () => {
    let area = 5
    const layers = femaLayers(() => [{ ...femaCounty, zones: femaCounty.zones.map((zone) => measured(zone, area)) }], {
      fields: ['DFIRM_ID', 'FLD_ZONE', 'ZONE_SUBTY', 'STATIC_BFE', 'SHAPE.STArea()'],
    })
    const { mirror, asked } = await arcgisServer(layers)
    const out = emptyFolder()
    const run = async () => (await upgraded('flood', out, { mirror, counties: [COUNTY] })).summary
    await run()
    const before = pages(asked).filter((one) => one.includes('/28/')).length
    expect((await run()).unchanged).toHaveLength(1)
    expect(pages(asked).filter((one) => one.includes('/28/'))).toHaveLength(before)
    area = 6
    expect((await run()).painted).toHaveLength(1)
  })
})

const measured = (zone: AgencyZone, area: number): AgencyZone => ({
  ...zone,
  properties: { ...zone.properties, 'SHAPE.STArea()': area },
})

describe('counties in a flood upgrade', () => {
  const without = ['48003', '48005', '48007', '48009', '48011', '48013']

  it('are skipped without ending the run if FEMA has no digital map of them', async () => {
    const { run } = await flood({}, { wanted: [...without, COUNTY] })
    const { summary } = await run()
    expect(summary).toMatchObject({ painted: [`agency-${COUNTY}`], failed: [], untried: [] })
    expect(summary.unmapped.map(({ reason }) => reason)).toEqual(
      without.map((county) => `FEMA has no digital map of county ${county}; the estimate is kept`),
    )
  })

  it('are reported as failed if FEMA lists a digital map but returns no zones', async () => {
    const { run } = await flood({}, { counties: [{ ...femaCounty, zones: [], panels: [] }] })
    expect((await run()).summary.failed).toEqual([
      {
        map: 'flood zones of Travis County',
        reason: expect.stringMatching(/^FEMA lists a digital map of Travis County but returned no zones/),
      },
    ])
    const panelsOnly = await flood({}, { counties: [{ ...femaCounty, zones: [] }] })
    expect((await panelsOnly.run()).summary.failed[0].reason).toMatch(/^FEMA has 3 panels for Travis County/)
  })

  it('are still tried after three failures if the service works, and listed as untried if it does not', async () => {
    const bad = ['48003', '48005', '48007'].map((county) => ({
      county,
      panels: [],
      zones: femaCounty.zones.map((zone, i) => ({
        ...zone,
        properties: { ...zone.properties, DFIRM_ID: `${county}C`, OBJECTID: Number(county) * 1000 + i },
      })),
    }))
    const counties = [...bad.map((county) => ({ ...county, zones: [] })), femaCounty]
    const { run, behaviors } = await flood({}, { counties, wanted: [...bad.map(({ county }) => county), COUNTY] })
    expect((await run()).summary).toMatchObject({ painted: [`agency-${COUNTY}`], untried: [], failed: [{}, {}, {}] })
    behaviors.outage = true
    expect((await run()).summary).toMatchObject({ failed: [{}, {}, {}], untried: ['flood zones of Travis County'] })
  })
})

describe('a flood zone without a usable outline or class', () => {
  const withZones = (change: (zone: AgencyZone, i: number) => AgencyZone, panels = femaCounty.panels) => ({
    counties: [{ ...femaCounty, panels, zones: femaCounty.zones.map(change) }],
  })

  it('is reported as a failure of its county if panels mark unmapped land as outside all zones', async () => {
    const hole = withZones((zone, i) => (i === 0 ? { ...zone, geometry: null } : zone))
    const { run } = await flood({}, hole)
    const { summary } = await run()
    expect(summary.painted).toEqual([])
    expect(summary.failed[0].reason).toBe(
      'NFHL/MapServer/28: 1 feature without an outline (OBJECTID 4000001), whose land would be recorded as outside all flood zones; expected an outline for each zone.',
    )
  })

  it('is only mentioned in the summary if there are no panels', async () => {
    const hole = withZones((zone, i) => (i === 0 ? { ...zone, geometry: null } : zone), [])
    const { run } = await flood({}, hole)
    const { summary } = await run()
    expect(summary.painted).toHaveLength(1)
    expect(summary.remarks).toEqual([
      '1 feature of NFHL/MapServer/28 has no outline (OBJECTID 4000001); earlier data is kept there',
    ])
  })

  it('is requested in full if its outline is degenerate', async () => {
    const tiny = polygonFeature({ FLD_ZONE: 'VE' }, boxRing(-97.7, 30.25, -97.699999, 30.250001))
    const { run } = await flood({}, { counties: [{ ...femaCounty, zones: [...femaCounty.zones, tiny] }] })
    expect((await run()).summary).toMatchObject({ painted: [`agency-${COUNTY}`], failed: [], remarks: [] })
  })

  it('is counted if its class is unknown, without replacing the estimate', async () => {
    const odd = withZones((zone, i) => (i === 3 ? { ...zone, properties: { FLD_ZONE: 'Q', ZONE_SUBTY: null } } : zone))
    const { run } = await flood({}, odd)
    expect((await run()).summary.remarks).toEqual([
      `1 of 18 zones of ${COUNTY} have a type that FEMA does not use; places in them keep the estimated score: "Q" (1)`,
    ])
  })

  it('is not inferred from panels with a stray quote, which are only counted', async () => {
    const panels = femaCounty.panels.map((panel, i) =>
      i === 0 ? { ...panel, properties: { ...panel.properties, PANEL_TYP: "Countywide, Panel Printed'" } } : panel,
    )
    const { run, out } = await flood({}, { counties: [{ ...femaCounty, panels }] })
    expect((await run()).summary.remarks).toEqual([
      expect.stringMatching(/^1 of 3 panels of 48453 have an unknown status; .*: "Countywide, Panel Printed'" \(1\)$/),
    ])
    await agrees(out, 'flood', TEXAS, floodZones)
  })
})

describe('a fire upgrade from the simulated services', () => {
  const local = randomZones(23, CALIFORNIA, fireFields('LRA'), 11)
  const state = randomZones(9, CALIFORNIA, fireFields('SRA'), 12)

  it('scores places by the zones, and skips the few zones of an unknown class', async () => {
    const odd = { ...local[0], properties: { ...local[0].properties, FHSZ_Description: 'Extreme' } }
    const { mirror } = await arcgisServer(
      calfireLayers(
        () => [odd, ...local.slice(1)],
        () => state,
      ),
      { passing: { reset: 0.2 } },
    )
    const out = emptyFolder()
    const { summary } = await upgraded('fire', out, { mirror })
    expect(summary.failed).toEqual([])
    expect(summary.remarks).toEqual([
      '1 of 23 zones of FHSALRA25_v1_All/FeatureServer/0, edited 2026-02-02 have an unknown class ("Extreme" (1)) and are skipped',
    ])
    await agrees(out, 'fire', CALIFORNIA, [local.slice(1), state].flatMap(paintedFire), 300)
    expect((await opened(out)).dimensions().some(({ id }) => id === 'fire')).toBe(true)
  })
})
