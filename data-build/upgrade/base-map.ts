import { basename } from 'node:path'
import { coveredStates } from '../../src/base/states.ts'
import { STREET_KINDS, type StreetKind } from '../../src/data/base-map.ts'
import { TextColumn } from '../../src/data/bundle/columns.ts'
import { pathsIn } from '../../src/data/bundle/paths.ts'
import type { Bundle } from '../../src/data/bundle/read.ts'
import { LayerError } from '../../src/library/user-data/layer-error.ts'
import { TIGER_EDITIONS, type UpgradeOptions } from '../../src/library/user-data/shipped-pipeline.ts'
import { Editions } from '../fetch/editions.ts'
import { getTexts } from '../pack/blocks.ts'
import { linePathSections } from '../pack/paths.ts'
import { type Line, simplified } from '../read/feature.ts'
import { SourceError } from '../read/source-error.ts'
import { type LayerUpgrade, type ServedPart, servedLayer } from './layer-upgrade.ts'
import type { NewPart } from './part.ts'
import { CENSUS, censusSource, fileId, type Layer, layersAt } from './read-layers.ts'

/** Streets on the base map, by county (TIGER/Line ROADS). The package itself only has highways. */
export const baseMapUpgrade: LayerUpgrade = {
  async fromFiles({ from }) {
    return (await layersAt(from)).map((layer) => streetsPart(fileId([layer.name]), layer))
  },
  agency: { address: CENSUS, parts: servedParts },
  putOver(base, parts) {
    // If a county occurs twice, the later part wins.
    const byCounty = new Map(parts.map(({ bundle }) => [String(bundle.meta.county), bundle]))
    const streets = [...byCounty.values()].flatMap(streetsIn)
    const baseSections = base.sections.filter(({ name }) => !name.startsWith('streets.'))
    return {
      kind: 'base-map',
      id: 'base-map',
      meta: {},
      sections: [
        ...baseSections.map(({ name, type }) => ({ name, data: base.section(name, type) })),
        ...streetSections(streets),
      ],
    }
  },
}

/** Minimum file size in bytes. The smallest zips are from counties with a handful of roads. */
const MIN_BYTES = 3000

function servedParts({ counties }: UpgradeOptions, address: string): readonly ServedPart[] {
  if (counties === null)
    throw new LayerError(
      'Streets are published by county: name counties with --county 48453, or a state with --states TX.',
    )
  const editions = new Editions(TIGER_EDITIONS)
  return counties.map((county) => {
    const part = { id: `agency-${county}`, description: `streets of county ${county}` }
    const urlIn = (year: number) => `${address}TIGER${year}/ROADS/tl_${year}_${county}_roads.zip`
    return servedLayer(part, editions, urlIn, MIN_BYTES, streetsPart)
  })
}

interface Street {
  /** Street name, or an empty string. */
  readonly name: string
  readonly kind: StreetKind
  readonly line: Line
}

/**
 * Classes of roads to draw (MAF/TIGER feature class codes): highways and their ramps, then streets and private roads.
 * Tracks, alleys and walkways are not drawn.
 */
const KINDS: Readonly<Record<string, StreetKind>> = {
  S1100: 'major',
  S1200: 'major',
  S1630: 'major',
  S1400: 'local',
  S1640: 'local',
  S1740: 'local',
}

/** Tolerance in degrees for simplifying lines. It is about 3 m, or a third of a pixel at the closest zoom. */
const TOLERANCE = 0.00003

function streetsPart(id: string, { name: file, features, used }: Layer): NewPart {
  const county = /tl_\d{4}_(\d{5})_roads/i.exec(file)?.[1]
  const refuse = (found: string, expectation: string): never => {
    throw new SourceError({ file, found, expectation })
  }
  if (county === undefined)
    return refuse('a file with an unexpected name', 'tl_YYYY_FFFFF_roads.zip, where FFFFF is the county')
  const [first] = features
  if (first === undefined || first.lines.length === 0 || !('MTFCC' in first.properties))
    return refuse('no roads', 'lines with FULLNAME and MTFCC, as in TIGER/Line ROADS')
  const streets = features.flatMap(({ properties, lines }) => {
    const kind = KINDS[String(properties.MTFCC)]
    const name = String(properties.FULLNAME ?? '').trim()
    return kind === undefined ? [] : lines.map((line) => ({ name, kind, line: simplified(line, TOLERANCE) }))
  })
  return {
    id,
    files: used,
    source: censusSource(
      `roads-${county}`,
      `TIGER/Line roads of county ${county}`,
      basename(file),
      'tiger-line-file',
      used,
    ),
    content: () =>
      coveredStates.some(({ fips }) => county.startsWith(fips)) && streets.length > 0
        ? { meta: { county }, sections: streetSections(streets) }
        : null,
  }
}

function streetSections(streets: readonly Street[]) {
  const drawn = streets.filter(({ line }) => spans(line))
  return [
    ...linePathSections(
      'streets',
      drawn.map(({ line }) => line),
    ),
    ...getTexts('streets.name', drawn, ({ name }) => name),
    { name: 'streets.kind', data: Uint8Array.from(drawn, ({ kind }) => STREET_KINDS.indexOf(kind)) },
  ]
}

/** Checks whether a line is longer than the bundle's coordinate unit. A shorter line would become a point. */
function spans(line: Line): boolean {
  const units = (i: number) => Math.round(line[i] * 1e5)
  for (let i = 2; i < line.length; i++) if (units(i) !== units(i % 2)) return true
  return false
}

function streetsIn(bundle: Bundle): Street[] {
  const names = new TextColumn(bundle, 'streets.name')
  const kinds = bundle.section('streets.kind', 'u8')
  return pathsIn(bundle, 'streets', 2).map((path, i) => ({
    name: names.at(i) ?? '',
    kind: STREET_KINDS[kinds[i]],
    line: Float64Array.from(path.flat()),
  }))
}
