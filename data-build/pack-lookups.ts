import { OutlinedPlaces } from '../src/areas/outlined-places.ts'
import { areasBundle } from './areas/areas-bundle.ts'
import { readOutlinedAreas } from './areas/read-areas.ts'
import { baseMapBundle } from './base-map/base-map-bundle.ts'
import { readBaseMapLayers } from './base-map/read-base-map.ts'
import { sourcesOfFeed } from './catalog/catalog.ts'
import { districtsBundle } from './districts/districts-bundle.ts'
import { readDowntowns } from './geocode/downtowns.ts'
import { readGazetteer } from './geocode/gazetteer.ts'
import { type GazetteerTables, gazetteerBundle } from './geocode/gazetteer-bundle.ts'
import { readLandmarks } from './geocode/landmarks.ts'
import { landmarksBundle } from './geocode/landmarks-bundle.ts'
import { readRangeCounts } from './geocode/place-files.ts'
import { readPublicPlaces } from './geocode/public-places.ts'
import { publicPlacesBundle } from './geocode/public-places-bundle.ts'
import { neighborhoodsBundle } from './neighborhoods/neighborhoods-bundle.ts'
import {
  readCityNeighborhoods,
  readFloridaPlaces,
  readZillowNeighborhoods,
} from './neighborhoods/read-neighborhoods.ts'
import { memoryBundle } from './pack/dimension-bundle.ts'
import type { PackedBundle } from './pack/write-folder.ts'
import { SourceFolder, type UsedFile } from './read/source-folder.ts'
import { averageRatios, schoolsBundle } from './schools/bundle.ts'
import { JoinReport } from './schools/join-report.ts'
import { readSchoolsAndDistricts, type SchoolsAndDistricts } from './schools/read-schools.ts'
import { ratingSchemeOf } from './schools/school.ts'
import { readKnownAddresses } from './streets/known-addresses.ts'
import { type KnownStreets, knownStreets } from './streets/known-streets.ts'
import { knownStreetsBundle } from './streets/known-streets-bundle.ts'

/** The layers that are looked up, not scored: they rest on no geography of scores. */
export const lookupLayers = [
  'schools',
  'districts',
  'areas',
  'places',
  'public-places',
  'neighborhoods',
  'neighborhoods-zillow',
  'neighborhoods-gnis',
  'landmarks',
  'base-map',
  'streets',
  'streets-brands',
] as const
export type LookupLayer = (typeof lookupLayers)[number]
/** Those made of schools or districts. */
const schoolLayers = ['schools', 'districts', 'public-places', 'streets', 'streets-brands'] as const
type SchoolLayer = (typeof schoolLayers)[number]

/** Names of neighborhoods, in a bundle for each license. */
const neighborhoods = {
  neighborhoods: readCityNeighborhoods,
  'neighborhoods-zillow': readZillowNeighborhoods,
  'neighborhoods-gnis': readFloridaPlaces,
}

export interface PackedLookups {
  readonly bundles: readonly PackedBundle[]
  readonly used: readonly UsedFile[]
  /** The joins of the schools' files, and every record that found no partner; null when no schools were read. */
  readonly joins: string | null
}

/** Reads what the wanted layers are made of, and packs them. */
export async function packLookups(
  directory: string,
  wanted: readonly LookupLayer[],
  report: (line: string) => void,
): Promise<PackedLookups> {
  const sources = new SourceFolder(directory)
  const joins = new JoinReport()
  const read = wanted.some(isSchoolLayer) ? await readSchoolsAndDistricts(sources, joins) : null
  const withPlaces = wanted.some((layer) => layer === 'places' || layer === 'base-map')
  const areas = withPlaces || wanted.includes('areas') ? await readOutlinedAreas(sources) : null
  const outlines = areas && areasBundle(areas, [])
  const outlined = outlines && new OutlinedPlaces(memoryBundle(outlines))
  const places = withPlaces ? await readGazetteer(sources, outlined!, await readDowntowns(sources, outlined!)) : null
  for (const line of joins.summary()) report(line)

  let known: Promise<KnownStreets> | null = null
  const streets = () => {
    known ??= readKnownAddresses(sources, read!.schools).then(knownStreets)
    return known
  }
  const used = () => [...sources.used(), ...(read?.streamed ?? [])]
  const bundles: PackedBundle[] = []
  for (const layer of wanted) {
    if (layer === 'areas')
      bundles.push({ content: { ...outlines!, sources: sourcesOfFeed('areas', used()) }, rows: areas!.length })
    else if (layer === 'places') bundles.push(packPlaces(places!, used))
    else if (layer === 'base-map') bundles.push(await packBaseMap(places!, sources, used))
    else if (layer === 'landmarks') bundles.push(await packLandmarks(sources, used))
    else if (isSchoolLayer(layer)) bundles.push(await pack(layer, read!, sources, used, streets))
    else bundles.push(await packNeighborhoods(layer, sources, used))
    report(`${layer} packed`)
  }
  return { bundles, used: used(), joins: read && joins.text() }
}

type Used = () => readonly UsedFile[]

function isSchoolLayer(layer: LookupLayer): layer is SchoolLayer {
  return (schoolLayers as readonly LookupLayer[]).includes(layer)
}

function packPlaces(tables: GazetteerTables, used: Used): PackedBundle {
  const rows = tables.zips.length + tables.cities.length + tables.counties.length + tables.states.length
  return { content: gazetteerBundle(tables, sourcesOfFeed('places', used())), rows }
}

async function packNeighborhoods(
  layer: keyof typeof neighborhoods,
  sources: SourceFolder,
  used: Used,
): Promise<PackedBundle> {
  const areas = await neighborhoods[layer](sources)
  return { content: neighborhoodsBundle(layer, areas, sourcesOfFeed(layer, used())), rows: areas.length }
}

async function packLandmarks(sources: SourceFolder, used: Used): Promise<PackedBundle> {
  const landmarks = await readLandmarks(sources)
  return { content: landmarksBundle(landmarks, sourcesOfFeed('landmarks', used())), rows: landmarks.length }
}

async function packBaseMap(places: GazetteerTables, sources: SourceFolder, used: Used): Promise<PackedBundle> {
  const layers = await readBaseMapLayers(sources, places)
  return { content: baseMapBundle(layers, sourcesOfFeed('base-map', used())), rows: layers.labels.length }
}

async function pack(
  layer: SchoolLayer,
  { schools, districts, directories }: SchoolsAndDistricts,
  sources: SourceFolder,
  used: Used,
  streets: () => Promise<KnownStreets>,
): Promise<PackedBundle> {
  switch (layer) {
    case 'schools': {
      const schemes = new Set(schools.flatMap(({ figure }) => figure?.scheme ?? []))
      const content = schoolsBundle({
        schools,
        districtNames: new Map(districts.map(({ geoid, name }) => [geoid, name])),
        averageRatios: averageRatios(schools),
        directories,
        ratingSchemes: [...schemes].sort().map(ratingSchemeOf),
        sources: sourcesOfFeed('schools', used()),
      })
      return { content, rows: schools.length }
    }
    case 'districts':
      return { content: districtsBundle(districts, sourcesOfFeed('districts', used())), rows: districts.length }
    case 'public-places': {
      const places = await readPublicPlaces(schools, sources)
      return { content: publicPlacesBundle(places, sourcesOfFeed('public-places', used())), rows: places.length }
    }
    case 'streets':
    case 'streets-brands': {
      const known = await streets()
      const wanted = layer === 'streets' ? known.streets : known.ofBrands
      const content = knownStreetsBundle(
        layer,
        wanted,
        await readRangeCounts(sources),
        [...sourcesOfFeed('public-places', used()), ...sourcesOfFeed(layer, used())],
        layer === 'streets' ? known.grids : [],
      )
      return { content, rows: wanted.reduce((sum, { numbers }) => sum + numbers.length, 0) }
    }
  }
}
