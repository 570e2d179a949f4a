import { zoneWords } from '../../src/answers/dimensions/flood.ts'
import { LayerError } from '../../src/library/user-data/layer-error.ts'
import { FEDERAL } from '../catalog/source.ts'
import type { FeatureLayer, Properties } from '../read/feature.ts'
import { featureFilesIn } from '../read/feature-file.ts'
import { SourceError } from '../read/source-error.ts'
import { floodZoneScore, floodZones, textOf } from '../score/flood/zones.ts'
import { zoneValues } from '../score/zone-values.ts'
import type { LayerUpgrade, ServedPart } from './layer-upgrade.ts'
import type { NewPart } from './part.ts'
import { zonesPart } from './part-bundle.ts'
import { putZonesOver } from './put-over.ts'
import { fileId, type Layer, layersAt, readOn } from './read-layers.ts'

const [ZONES, PANELS] = ['S_FLD_HAZ_AR', 'S_FIRM_PAN']

/** FEMA's flood zones, county by county: NFHL zips, or its map service. */
export const floodUpgrade: LayerUpgrade = {
  fromFiles: async ({ from, mapped, counties }) => [await floodFromFiles(from, mapped, counties)],
  agency: {
    address: 'https://hazards.fema.gov/arcgis/rest/services/public/',
    parts({ counties }, address) {
      if (counties === null)
        throw new LayerError(
          'Flood zones come county by county: name some with --county 48201, or a state with --states TX.',
        )
      return counties.map((county) => served(county, `${address}NFHL/MapServer/`))
    },
  },
  putOver: putZonesOver,
}

const ZONE_FIELDS = { fields: [['FLD_ZONE'], ['ZONE_SUBTY']], more: ['STATIC_BFE', 'V_DATUM', 'DEPTH', 'DFIRM_ID'] }
const PANEL_FIELDS = { fields: [['PANEL_TYP']], more: ['PNP_REASON', 'EFF_DATE', 'DFIRM_ID'] }

function served(county: string, service: string): ServedPart {
  const where = `DFIRM_ID='${county}C'`
  const one: ServedPart = {
    ...{ id: `agency-${county}`, what: `flood zones of county ${county}` },
    async read(reader) {
      const layers = await reader.features(one, [
        { url: `${service}28`, where, ...ZONE_FIELDS },
        { url: `${service}3`, where, ...PANEL_FIELDS },
      ])
      return layers && floodPart(one.id, [layers[0]], [layers[1]], county)
    },
  }
  return one
}

/**
 * FEMA's flood zones in files: NFHL zips of counties with the layers S_FLD_HAZ_AR and S_FIRM_PAN, or GeoJSON of the
 * zones.
 *
 * @param panels files with the panels that are mapped, where the zones come without them
 * @param counties the county of zones that do not name it; null: it is in `DFIRM_ID`
 * @throws {SourceError} when a file is not such a map
 */
async function floodFromFiles(
  paths: readonly string[],
  panels: readonly string[],
  counties: readonly string[] | null,
): Promise<NewPart> {
  const [zones, mapped]: [Layer[], Layer[]] = [[], []]
  for (const path of paths)
    for (const file of await featureFilesIn(path)) {
      const isZip = /\.zip$/i.test(file)
      zones.push(...(await layersAt([file], isZip ? ZONES : undefined)))
      if (isZip) mapped.push(...(await layersAt([file], PANELS).catch(ifAbsent)))
    }
  mapped.push(...(await layersAt(panels)))
  return floodPart(fileId(paths), zones, mapped, counties?.length === 1 ? counties[0] : null)
}

/** A zip of zones alone has no panels. */
function ifAbsent(error: unknown): [] {
  if (error instanceof SourceError && /S_FIRM_PAN/.test(error.message)) return []
  throw error
}

/**
 * Flood zones with what FEMA says of them. Within the panels of their county, what is in no zone is outside all zones.
 */
function floodPart(id: string, zones: readonly Layer[], panels: readonly Layer[], county: string | null): NewPart {
  const mapped = panels.flatMap(({ features }) =>
    features.map(({ properties, polygons }) => {
      const score = panelScore(properties)
      const note = noteOf(score, score === floodZones.undetermined ? 'D' : 'X', {})
      return { polygon: polygons.flat(), score, note, county: countyOf(properties) ?? county }
    }),
  )
  const found = zones.flatMap(({ name, features }) =>
    features.map(({ properties, polygons }, i) => {
      const zone = textOf(properties, 'FLD_ZONE')
      const score = floodZoneScore(zone, textOf(properties, 'ZONE_SUBTY'))
      if (score !== undefined) return { polygon: polygons.flat(), score, note: noteOf(score, zone ?? '', properties) }
      const said = zone === null ? 'no flood zone' : `the flood zone "${zone}"`
      throw new SourceError({ file: name, row: i + 1, found: said, expectation: "one of FEMA's in FLD_ZONE" })
    }),
  )
  // Land that the map leaves out takes the panel back; of zones that overlap, the most severe wins.
  found.sort((a, b) => Number(b.score === 0) - Number(a.score === 0) || b.score - a.score)
  const files = [...zones, ...panels].flatMap(({ used }) => used)
  const unique = files.filter(({ sha256 }, i) => files.findIndex((file) => file.sha256 === sha256) === i)
  const effective = effectiveDate(panels)
  return zonesPart(
    {
      ...{ id, files: unique },
      source: {
        id: `fema-nfhl-${id}`,
        agency: 'Federal Emergency Management Agency',
        title: `National Flood Hazard Layer: ${[...new Set(zones.map(({ name }) => name))].join(', ')}`,
        vintage: `${effective === null ? '' : `in effect since ${effective}; `}${readOn(unique)}`,
        licence: FEDERAL,
        address: 'https://www.fema.gov/flood-maps/national-flood-hazard-layer',
      },
    },
    zoneValues([...mapped.filter(({ score }) => score > 0), ...found]),
    [],
  )
}

/**
 * Of a place in no zone of a panel: outside all zones, unless the panel says why it was not printed; 0 where nothing is
 * mapped.
 */
export function panelScore(properties: Properties): number {
  const [type, reason] = ['PANEL_TYP', 'PNP_REASON'].map((name) => (textOf(properties, name) ?? '').toUpperCase())
  if (type.includes('UNMAPPED') || reason.includes('NOT INCLUDED') || reason.includes('UNMAPPED')) return 0
  return /\bZONE D\b/.test(reason) ? floodZones.undetermined : floodZones.minimal
}

/** `zone AE, 1 % or higher chance of flooding in any year; base flood elevation 52.3 ft (NAVD88)`. */
export function noteOf(score: number, zone: string, properties: Properties): string | null {
  if (score === 0) return null
  const name = zone.trim().toUpperCase()
  const words = zoneWords(score).replace(/^(shaded )?zone [\w/]+, /, '')
  const shaded = score === floodZones.fiveHundredYear && name === 'X' ? 'shaded ' : ''
  const elevation = numberOf(properties, 'STATIC_BFE')
  const depth = numberOf(properties, 'DEPTH')
  const datum = textOf(properties, 'V_DATUM')?.trim()
  return [
    `${shaded}zone ${name}, ${words}`,
    ...(elevation === null ? [] : [`base flood elevation ${elevation} ft${datum ? ` (${datum})` : ''}`]),
    ...(depth === null ? [] : [`flood depth ${depth} ft`]),
  ].join('; ')
}

/** The county of a `DFIRM_ID` such as `48201C`; null where it is that of a community. */
function countyOf(properties: Properties): string | null {
  return /^(\d{5})C$/.exec(textOf(properties, 'DFIRM_ID') ?? '')?.[1] ?? null
}

/** The latest day from which a panel is in effect: milliseconds since 1970, or YYYYMMDD. */
function effectiveDate(panels: readonly FeatureLayer[]): string | null {
  const dates = panels.flatMap(({ features }) =>
    features.flatMap(({ properties }) => {
      const date = properties.EFF_DATE ?? properties.eff_date ?? null
      const text = String(date)
      if (/^\d{8}$/.test(text)) return [text.replace(/(\d{4})(\d\d)(\d\d)/, '$1-$2-$3')]
      const day = typeof date === 'number' ? new Date(date) : new Date(Number.NaN)
      // 9999 stands for "not yet".
      return Number.isNaN(day.getTime()) || day.getFullYear() > 2100 ? [] : [day.toISOString().slice(0, 10)]
    }),
  )
  return (
    dates
      .filter((date) => date < '2100')
      .sort()
      .at(-1) ?? null
  )
}

/** Null for FEMA's -9999, and for what is not a number. */
function numberOf(properties: Properties, name: string): number | null {
  const text = textOf(properties, name)
  const value = text === null || text.trim() === '' ? Number.NaN : Number(text)
  return Number.isFinite(value) && value > -1000 ? value : null
}
