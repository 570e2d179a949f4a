import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { floodZoneScore } from '../../../data-build/score/flood/zones.ts'
import { getNote, panelScore } from '../../../data-build/upgrade/flood.ts'
import { boxRing, polygonFeature } from '../../data/geography/box-ring.ts'
import { emptyFolder } from '../../support/empty-folder.ts'
import { writtenFile } from '../../support/written-file.ts'
import { dbfBytes, POLYGON, shpBytes } from '../read/shapefile-bytes.ts'
import { painted, randomZones, TEXAS, upgraded, type Zone } from './fixtures/data.ts'
import { agrees } from './flood-county.ts'

const KINDS = [
  ['AE', '', '431.5', 45],
  ['X', '0.2 PCT ANNUAL CHANCE FLOOD HAZARD', '-9999', 150],
  ['AO', '', '-9999', 65],
  ['OPEN WATER', '', '-9999', 0],
] as const
const zones = randomZones(12, TEXAS, (i) => ({ kind: i % 4 }), 33)
/** A panel that extends beyond the county to the west, where it must not answer. */
const panel: Zone = polygonFeature({}, boxRing(-98, 30.2, -97.7, 30.3))
const map = [
  { zone: panel, value: 255 },
  ...painted(zones.map((zone) => ({ zone, value: KINDS[zone.properties.kind as number][3] as number }))),
]

function shapefile(
  name: string,
  features: readonly Zone[],
  fields: readonly string[],
  rows: readonly (readonly string[])[],
) {
  const shapes = features.map(({ geometry }) => geometry.coordinates as [number, number][][])
  const columns = fields.map((field) => ({ name: field, type: 'C' as const, length: 40 }))
  return { [`${name}.shp`]: shpBytes(POLYGON, shapes), [`${name}.dbf`]: dbfBytes(columns, rows) }
}

/** Writes the zip of a county in the layout of FEMA's download. */
function nfhl(withPanels = true): string {
  const rows = zones.map(({ properties }) => {
    const [zone, subtype, elevation] = KINDS[properties.kind as number]
    return [zone, subtype, elevation, '48453C']
  })
  const parts = {
    ...shapefile('S_FLD_HAZ_AR', zones, ['FLD_ZONE', 'ZONE_SUBTY', 'STATIC_BFE', 'DFIRM_ID'], rows),
    ...(withPanels &&
      shapefile(
        'S_FIRM_PAN',
        [panel],
        ['PANEL_TYP', 'EFF_DATE', 'DFIRM_ID'],
        [['Countywide, Panel Printed', '20190502', '48453C']],
      )),
  }
  return writtenFile('NFHL_48453C.zip', zipSync(parts))
}

describe('a flood upgrade from a county zip', () => {
  it.each([true, false])('scores places by the zones and panels in the zip (panels: %s)', async (withPanels) => {
    const out = emptyFolder()
    const { summary } = await upgraded('flood', out, { from: [nfhl(withPanels)] })
    expect(summary.painted).toEqual(['file-nfhl-48453c'])
    const now = await agrees(out, 'flood', TEXAS, withPanels ? map : map.slice(1))
    expect(now.dimensions().find(({ id }) => id === 'flood')?.sources[0].vintage).toMatch(
      withPanels ? /^in effect since 2019-05-02; read / : /^read /,
    )
  })

  it('is rejected with the row number of a zone that is not a FEMA zone', async () => {
    const rows = [
      ['AE', ''],
      ['Q', ''],
    ]
    const odd = shapefile('S_FLD_HAZ_AR', zones.slice(0, 2), ['FLD_ZONE', 'ZONE_SUBTY'], rows)
    const file = writtenFile('odd.zip', zipSync(odd))
    await expect(upgraded('flood', emptyFolder(), { from: [file] })).rejects.toThrow(
      'odd.zip, row 2: the flood zone "Q"; expected one of FEMA\'s flood zones in FLD_ZONE.',
    )
  })
})

describe('a flood upgrade from a state file geodatabase', () => {
  const database = zipSync({
    'NFHL_48_20260601.gdb/a00000001.gdbtable': new Uint8Array(40),
    'NFHL_48_20260601.gdb/gdb': new Uint8Array(4),
  })

  it('is rejected with the command for converting it to a readable file', async () => {
    const file = writtenFile('NFHL_48_20260601.zip', database)
    await expect(upgraded('flood', emptyFolder(), { from: [file] })).rejects.toThrow(
      `a file geodatabase, which is not supported; expected a shapefile, GeoJSON or FlatGeobuf; convert it with: ogr2ogr -f FlatGeobuf -t_srs EPSG:4326 S_FLD_HAZ_AR.fgb "/vsizip/${file}/NFHL_48_20260601.gdb" S_FLD_HAZ_AR.`,
    )
  })

  it('is rejected if the geodatabase is a folder', async () => {
    const folder = join(emptyFolder(), 'NFHL_48.gdb')
    mkdirSync(folder)
    await expect(upgraded('flood', emptyFolder(), { from: [folder] })).rejects.toThrow(
      /a file geodatabase, .* ogr2ogr /,
    )
  })
})

describe('the flood zone reader', () => {
  it.each([
    ['ADMINISTRATIVE FLOODWAY', 20],
    ['COMMUNITY ENCROACHMENT AREA', 20],
    ['STATE ENCROACHMENT AREA ', 20],
    ['FLOWAGE EASEMENT AREA', 20],
    ['NARROW FLOODWAY', 20],
    ['<Null>', 45],
    ["'", 45],
  ])('scores type AE with %j as %i', (kind, score) => {
    expect(floodZoneScore('AE', kind)).toBe(score)
  })

  it.each([
    ['AREA WITH FLOOD HAZARD DUE TO NON-ACCREDITED LEVEE SYSTEM', 150],
    ['AREA WITH REDUCED FLOOD HAZARD DUE TO PROVISIONALLY ACCREDITED LEVEE SYSTEM', 175],
    ['AREA WITH REDUCED FLOOD RISK DUE TO LEVEE  ', 175],
    ['SOMETHING ELSE', undefined],
    [' ', 255],
  ])('scores type X with %j as %s', (kind, score) => {
    expect(floodZoneScore('X', kind)).toBe(score)
  })

  it.each(['-9999', '-8888', '<Null>', ' ', 'unknown', 'NOPE88'])(
    'omits the unrecognized datum %j from the note',
    (V_DATUM) => {
      expect(getNote(45, 'AE', { STATIC_BFE: 452.3, V_DATUM })).toMatch(/base flood elevation 452\.3 ft$/)
    },
  )

  it.each([
    ['NAVD 88', 'NAVD88'],
    ['NGVD 1929', 'NGVD29'],
  ])('writes the datum %j to the note as %s', (V_DATUM, name) => {
    expect(getNote(45, 'AE', { STATIC_BFE: 452.3, V_DATUM })).toContain(`452.3 ft (${name})`)
  })
})

describe('the FEMA flood map of a place', () => {
  it('is described in a note that names the zone and its elevation or depth', () => {
    expect(getNote(55, 'AH', { STATIC_BFE: 12, V_DATUM: 'NAVD88' })).toBe(
      'zone AH, 1% annual chance of shallow ponding; base flood elevation 12 ft (NAVD88)',
    )
    expect(getNote(65, 'AO', { DEPTH: 2, STATIC_BFE: -9999 })).toBe(
      'zone AO, 1% annual chance of shallow sheet flow; flood depth 2 ft',
    )
    expect(getNote(1, 'VE', {})).toBe('zone VE, coastal flooding with waves')
    expect(getNote(0, 'OPEN WATER', {})).toBeNull()
  })

  it('is scored by its panel if there are no zones', () => {
    expect(panelScore({ PANEL_TYP: 'Countywide, Panel Printed', PNP_REASON: null })).toBe(255)
    expect(panelScore({ PANEL_TYP: 'Countywide, Not Printed', PNP_REASON: 'No Special Flood Hazard Areas' })).toBe(255)
    expect(panelScore({ PANEL_TYP: 'Countywide, Not Printed', PNP_REASON: 'All Zone D' })).toBe(110)
    expect(panelScore({ PANEL_TYP: 'Countywide, Not Printed', PNP_REASON: 'Area Not Included' })).toBe(0)
    expect(panelScore({ PANEL_TYP: 'Unmapped Community' })).toBe(0)
  })
})
