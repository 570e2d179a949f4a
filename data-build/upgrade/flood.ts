import { zoneWords } from '../../src/answers/dimensions/flood.ts'
import { LayerError } from '../../src/library/user-data/layer-error.ts'
import { FEDERAL } from '../catalog/source.ts'
import { TransferError } from '../fetch/request.ts'
import type { Feature, FeatureLayer, Properties } from '../read/feature.ts'
import { featureFilesIn } from '../read/feature-file.ts'
import { SourceError } from '../read/source-error.ts'
import { floodZoneScore, floodZones, getText, isKnownKind, plainText } from '../score/flood/zones.ts'
import { zoneValues } from '../score/zone-values.ts'
import type { AgencyReader } from './agency-reader.ts'
import type { LayerUpgrade, ServedPart } from './layer-upgrade.ts'
import { type NewPart, NoMap } from './part.ts'
import { zonesPart } from './part-bundle.ts'
import { putZonesOver } from './put-over.ts'
import { fileId, type Layer, layersAt, readOn } from './read-layers.ts'
import { Counts, outlineRemarks, refuseHoles } from './remarks.ts'

const ZONES = 'S_FLD_HAZ_AR'
const PANELS = 'S_FIRM_PAN'

/** FEMA's flood zones by county, from NFHL zips or FEMA's map service. */
export const floodUpgrade: LayerUpgrade = {
  fromFiles: async ({ from, mapped, counties }) => [await floodFromFiles(from, mapped, counties)],
  agency: {
    address: 'https://hazards.fema.gov/arcgis/rest/services/public/',
    service: 'NFHL/MapServer',
    parts({ counties }, address, countyName) {
      if (counties === null)
        throw new LayerError(
          'Flood zones are published by county: name counties with --county 48201, or a state with --states TX.',
        )
      return counties.map((county) => served(county, countyName(county), `${address}NFHL/MapServer/`))
    },
  },
  putOver: putZonesOver,
}

const ZONE_FIELDS = {
  fields: [['FLD_ZONE'], ['ZONE_SUBTY']],
  more: ['STATIC_BFE', 'V_DATUM', 'DEPTH', 'LEN_UNIT', 'DFIRM_ID'],
}
const PANEL_FIELDS = { fields: [['PANEL_TYP']], more: ['PNP_REASON', 'EFF_DATE', 'DFIRM_ID'] }

function served(county: string, name: string, service: string): ServedPart {
  const where = `DFIRM_ID='${county}C'`
  const part: ServedPart = {
    id: `agency-${county}`,
    description: `flood zones of ${name}`,
    async read(reader) {
      const layers = await reader.features(part, [
        { url: `${service}28`, where, ...ZONE_FIELDS },
        { url: `${service}3`, where, ...PANEL_FIELDS },
      ])
      if (layers === null) return null
      const [zones, panels] = layers
      if (zones.features.length + zones.skipped === 0) return noMap(name, county, service, panels, reader)
      return floodPart(part.id, [zones], [panels], county)
    },
  }
  return part
}

/** Fields in FEMA's list of digital maps that may identify a study. */
const STUDY_FIELDS = ['STUDY_ID', 'DFIRM_ID', 'STUDY', 'ID']

/**
 * Returns `NoMap` for a county without zones, unless its panels or FEMA's list of maps show that the county has a
 * digital map.
 * @throws {TransferError} if the county has a digital map
 */
async function noMap(
  name: string,
  county: string,
  service: string,
  panels: Layer,
  reader: AgencyReader,
): Promise<NoMap> {
  const advice = 'its map is incomplete at the moment, so try again later'
  if (panels.features.length > 0)
    throw new TransferError(`FEMA has ${panels.features.length} panels for ${name} but returned no zones; ${advice}`)
  const listed = await reader.count(`${service}0`, STUDY_FIELDS, `${county}C`).catch((error) => {
    if (error instanceof TransferError && !error.certificate) return null
    throw error
  })
  if (listed !== null && listed > 0)
    throw new TransferError(`FEMA lists a digital map of ${name} but returned no zones; ${advice}`)
  return new NoMap(`FEMA has no digital map of ${name}`)
}

/**
 * Reads FEMA's flood zones from files: NFHL zips of counties with the layers S_FLD_HAZ_AR and S_FIRM_PAN, or GeoJSON of
 * the zones.
 *
 * @param panels files with the mapped panels, for zones that come without panels
 * @param counties the county of zones that do not name their county; null if the county is in `DFIRM_ID`
 * @throws {SourceError} if a file is not a flood map
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

/** Returns an empty list for a zip that has zones but no panels. */
function ifAbsent(error: unknown): [] {
  if (error instanceof SourceError && /S_FIRM_PAN/.test(error.message)) return []
  throw error
}

/**
 * Creates a part from flood zones in FEMA's classification. Within the panels of their county, land without a zone is
 * outside all flood zones.
 */
function floodPart(id: string, zones: readonly Layer[], panels: readonly Layer[], county: string | null): NewPart {
  const oddPanels = new Counts()
  const oddZones = new Counts()
  const oddKinds = new Counts()
  const mapped = panels.flatMap(({ features }) =>
    features.map(({ properties, polygons }) => {
      const unknownText = oddPanelText(properties)
      if (unknownText !== null) oddPanels.add(unknownText)
      const score = panelScore(properties)
      const note = getNote(score, score === floodZones.undetermined ? 'D' : 'X', {})
      return { polygon: polygons.flat(), score, note, county: getCounty(properties) ?? county }
    }),
  )
  const isMapped = mapped.some(({ score }) => score > 0)
  if (isMapped && zones.some(({ skipped }) => skipped > 0)) refuseHoles(zones, 'outside all flood zones')
  const zoneLayers = zones.flatMap((layer) => {
    const before = oddZones.total
    const scored = layer.features.map(({ properties, polygons }) => {
      const zone = getText(properties, 'FLD_ZONE')
      const kind = getText(properties, 'ZONE_SUBTY')
      const score = floodZoneScore(zone, kind)
      if (score === undefined) oddZones.add([zone, plainText(zone) === 'X' ? kind : null].filter(Boolean).join(', '))
      else if (!isKnownKind(kind)) oddKinds.add(`${zone}, ${kind}`)
      // Score 0 keeps the estimate for land in an unknown zone.
      return { polygon: polygons.flat(), score: score ?? 0, note: getNote(score ?? 0, zone ?? '', properties) }
    })
    // A layer in which most zones are unknown is a different map.
    if (oddZones.total > before && 2 * (oddZones.total - before) >= scored.length) refuseZones(layer)
    return scored
  })
  const counts = [
    [oddZones, zoneLayers.length, 'zones have a type that FEMA does not use; places in them keep the estimated score'],
    [oddKinds, zoneLayers.length, 'zones have an unknown subtype, which is ignored'],
    [
      oddPanels,
      mapped.length,
      'panels have an unknown status; unless the status says "printed", places outside their zones keep the estimated score',
    ],
  ] as const
  const remarks = counts.flatMap(([odd, all, words]) =>
    odd.total === 0
      ? []
      : [`${odd.total} of ${all} ${words.replace(/^(zones|panels)/, `$1 of ${county ?? id}`)}: ${odd}`],
  )
  // Zones with score 0 come first, so that they replace the score of a panel but not the score of another zone. The
  // most severe zones come last, so that they win where zones overlap.
  zoneLayers.sort((a, b) => Number(b.score === 0) - Number(a.score === 0) || b.score - a.score)
  const files = [...zones, ...panels].flatMap(({ used }) => used)
  const unique = files.filter(({ sha256 }, i) => files.findIndex((file) => file.sha256 === sha256) === i)
  const effective = effectiveDate(panels)
  return zonesPart(
    {
      id,
      files: unique,
      remarks: [...remarks, ...[...zones, ...panels].flatMap(outlineRemarks)],
      source: {
        id: `fema-nfhl-${id}`,
        agency: 'Federal Emergency Management Agency',
        title: `National Flood Hazard Layer: ${[...new Set(zones.map(({ name }) => name))].join(', ')}`,
        vintage: `${effective === null ? '' : `in effect since ${effective}; `}${readOn(unique)}`,
        licence: FEDERAL,
        address: 'https://www.fema.gov/flood-maps/national-flood-hazard-layer',
      },
    },
    zoneValues([...mapped.filter(({ score }) => score > 0), ...zoneLayers]),
    [],
  )
}

/** @throws {SourceError} that names the first zone that FEMA does not use */
function refuseZones({ name, features }: Layer): never {
  const scoreAt = ({ properties }: Feature) =>
    floodZoneScore(getText(properties, 'FLD_ZONE'), getText(properties, 'ZONE_SUBTY'))
  const row = features.findIndex((feature) => scoreAt(feature) === undefined)
  const zone = getText(features[row].properties, 'FLD_ZONE')
  const found = zone === null ? 'no flood zone' : `the flood zone "${zone.slice(0, 80)}"`
  throw new SourceError({ file: name, row: row + 1, found, expectation: "one of FEMA's flood zones in FLD_ZONE" })
}

const PANEL_TYPES = /^(COUNTY ?WIDE|COMMUNITY[ -]BASED|STATE ?WIDE),? ?(PANEL )?(NOT )?PRINTED$|\bUNMAPPED\b/

/**
 * Returns the score of a place that is on a panel but in no zone. The place counts as outside all zones unless the
 * panel was not printed because all of its land is in one zone. Returns 0 if the land is unmapped, or if FEMA does not
 * publish the panel's type.
 */
export function panelScore(properties: Properties): number {
  const type = panelType(properties)
  const reason = plainText(getText(properties, 'PNP_REASON'))
  const isUnmapped = type?.includes('UNMAPPED') || /NOT INCLUDED|UNMAPPED/.test(reason)
  // The panel was not printed because all of it is in one of these zones. A place without a drawn zone lacks data, so
  // it does not count as outside all zones.
  const isAllZone = /\bZONES? (A[EHO]?|A99|VE?)\b/.test(reason)
  if (isUnmapped || isAllZone || (type !== null && !PANEL_TYPES.test(type) && !type.includes('PRINTED'))) return 0
  return /\bZONE D\b/.test(reason) ? floodZones.undetermined : floodZones.minimal
}

/** Returns `PANEL_TYP` in uppercase, or null for outlines that are not map panels, which lack this field. */
function panelType(properties: Properties): string | null {
  const isPanel = 'PANEL_TYP' in properties || 'panel_typ' in properties
  return isPanel ? plainText(getText(properties, 'PANEL_TYP')).replace(/[\s,.;]+$/, '') : null
}

/** Returns the type of a panel as written, or null if FEMA publishes that type. */
function oddPanelText(properties: Properties): string | null {
  if (panelType(properties) === null) return null
  const text = getText(properties, 'PANEL_TYP') ?? ''
  return PANEL_TYPES.test(text.trim().toUpperCase()) ? null : text
}

/** Describes a zone: `zone AE, 1% or higher chance of flooding in any year; base flood elevation 52.3 ft (NAVD88)`. */
export function getNote(score: number, zone: string, properties: Properties): string | null {
  if (score === 0) return null
  const name = plainText(zone)
  const words = zoneWords(score).replace(/^(shaded )?zone [\w/]+, /, '')
  const shaded = score === floodZones.fiveHundredYear && name === 'X' ? 'shaded ' : ''
  const unit = /^M/.test(plainText(getText(properties, 'LEN_UNIT'))) ? 'm' : 'ft'
  const elevation = getNumber(properties, 'STATIC_BFE')
  const depth = getNumber(properties, 'DEPTH')
  const datum = getDatum(properties)
  return [
    `${shaded}zone ${name}, ${words}`,
    ...(elevation === null ? [] : [`base flood elevation ${elevation} ${unit}${datum ? ` (${datum})` : ''}`]),
    ...(depth === null ? [] : [`flood depth ${depth} ${unit}`]),
  ].join('; ')
}

const DATUMS = ['NAVD88', 'NGVD29', 'LMSL', 'MSL', 'IGLD85', 'PRVD02', 'VIVD09', 'GUVD04', 'NMVD03', 'ASVD02', 'LTD']

/**
 * Returns the vertical datum if it is on FEMA's list, with `NAVD 88` and `NAVD 1988` as `NAVD88`. Returns null for
 * anything else.
 */
function getDatum(properties: Properties): string | null {
  const name = plainText(getText(properties, 'V_DATUM'))
    .replace(/[\s_.-]/g, '')
    .replace(/^([A-Z]+)(?:19|20)(\d\d)$/, '$1$2')
  return DATUMS.includes(name) ? name : null
}

/** Returns the county of a `DFIRM_ID` such as `48201C`, or null if the ID belongs to a community. */
function getCounty(properties: Properties): string | null {
  return /^(\d{5})C$/.exec(getText(properties, 'DFIRM_ID') ?? '')?.[1] ?? null
}

/** Returns the latest effective date of the panels. Dates in the files are milliseconds since 1970 or YYYYMMDD. */
function effectiveDate(panels: readonly FeatureLayer[]): string | null {
  const dates = panels.flatMap(({ features }) =>
    features.flatMap(({ properties }) => {
      const date = properties.EFF_DATE ?? properties.eff_date ?? null
      const text = String(date)
      if (/^\d{8}$/.test(text)) return [text.replace(/(\d{4})(\d\d)(\d\d)/, '$1-$2-$3')]
      const day = typeof date === 'number' ? new Date(date) : new Date(Number.NaN)
      // Years after 2100 are placeholders: 9999 means "not yet".
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

/** Returns the number in a field, or null for non-numeric strings and FEMA's -9999 and -8888. */
function getNumber(properties: Properties, name: string): number | null {
  const text = getText(properties, name)
  const value = text === null || text.trim() === '' ? Number.NaN : Number(text)
  return Number.isFinite(value) && value > -1000 ? value : null
}
