import { OutlinedPlaces } from '../src/answers/areas/outlined-places.ts'
import type { BundleSource } from '../src/data/bundle/header.ts'
import type { BundleContent } from '../src/data/bundle/write.ts'
import { areasBundle } from './areas/areas-bundle.ts'
import { readOutlinedAreas } from './areas/read-areas.ts'
import { baseMapBundle } from './base-map/base-map-bundle.ts'
import { readBaseMapLayers } from './base-map/read-base-map.ts'
import { sourcesOfFeed } from './catalog/catalog.ts'
import { districtsBundle } from './districts/districts-bundle.ts'
import { readDowntowns } from './geocode/downtowns.ts'
import { readGazetteer } from './geocode/gazetteer.ts'
import { gazetteerBundle } from './geocode/gazetteer-bundle.ts'
import { readLandmarks } from './geocode/landmarks.ts'
import { landmarksBundle } from './geocode/landmarks-bundle.ts'
import { type RangeCounts, readRangeCounts } from './geocode/place-files.ts'
import { readPublicPlaces } from './geocode/public-places.ts'
import { publicPlacesBundle } from './geocode/public-places-bundle.ts'
import { neighborhoodsBundle } from './neighborhoods/neighborhoods-bundle.ts'
import {
  type NamedArea,
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
import { getRatingScheme } from './schools/school.ts'
import { readKnownAddresses } from './streets/known-addresses.ts'
import { type KnownStreets, knownStreets } from './streets/known-streets.ts'
import { knownStreetsBundle } from './streets/known-streets-bundle.ts'

/** Layers that are looked up by key or point and have no scores. They do not depend on the geography of the scores. */
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
/** Layers whose input includes the schools or the school districts. */
const schoolLayers: ReadonlySet<LookupLayer> = new Set([
  ...(['schools', 'districts', 'public-places', 'streets', 'streets-brands'] as const),
])

export interface PackedLookups {
  readonly bundles: readonly PackedBundle[]
  readonly used: readonly UsedFile[]
  /** Report on how the school files were joined, with every unmatched record. Null if no schools were read. */
  readonly joins: string | null
}

/** Returns the ZIP code and the city whose outlines contain a point. Returns '' for a missing ZIP code or city. */
function areasAt(outlined: OutlinedPlaces, lat: number, lon: number) {
  const zip = outlined.at('zip', lon, lat)
  const city = outlined.at('city', lon, lat)
  return { zip: zip < 0 ? '' : outlined.code(zip), city: city < 0 ? '' : (outlined.name(city) ?? '') }
}

/** Reads the sources of the requested layers and packs the layers. */
export async function packLookups(
  directory: string,
  wanted: readonly LookupLayer[],
  report: (line: string) => void,
): Promise<PackedLookups> {
  const sources = new SourceFolder(directory)
  const joins = new JoinReport()
  const read = wanted.some((layer) => schoolLayers.has(layer)) ? await readSchoolsAndDistricts(sources, joins) : null
  const withPlaces = wanted.some((layer) => layer === 'places' || layer === 'base-map')
  const withAreas = withPlaces || wanted.includes('areas') || wanted.includes('public-places')
  const areas = withAreas ? await readOutlinedAreas(sources) : null
  const outlines = areas && areasBundle(areas, [])
  const outlined = outlines && new OutlinedPlaces(memoryBundle(outlines))
  const places = withPlaces ? await readGazetteer(sources, outlined!, await readDowntowns(sources, outlined!)) : null
  for (const line of joins.summary()) report(line)

  const used = () => [...sources.used(), ...(read?.streamed ?? [])]
  const sourcesOf = (layer: LookupLayer) => sourcesOfFeed(layer, used())
  const neighborhoods = async (layer: LookupLayer, areas: Promise<readonly NamedArea[]>) => {
    const named = await areas
    return { content: neighborhoodsBundle(layer, named, sourcesOf(layer)), rows: named.length }
  }
  let streetsRead: Promise<KnownStreets> | null = null
  const streets = async (layer: LookupLayer, of: (streetData: KnownStreets) => Parameters<typeof packStreets>[1]) => {
    streetsRead ??= readKnownAddresses(sources, read!.schools).then(knownStreets)
    const [addresses, ranges] = [of(await streetsRead), await readRangeCounts(sources)]
    return packStreets(layer, addresses, ranges, [...sourcesOf('public-places'), ...sourcesOf(layer)])
  }
  const packers: Readonly<Record<LookupLayer, () => PackedBundle | Promise<PackedBundle>>> = {
    schools: () => packSchools(read!, sourcesOf('schools')),
    districts: () => ({
      content: districtsBundle(read!.districts, sourcesOf('districts')),
      rows: read!.districts.length,
    }),
    areas: () => ({ content: { ...outlines!, sources: sourcesOf('areas') }, rows: areas!.length }),
    places: () => ({
      content: gazetteerBundle(places!, sourcesOf('places')),
      rows: Object.values(places!).flat().length,
    }),
    'public-places': async () => {
      const list = await readPublicPlaces(read!.schools, sources, (lat, lon) => areasAt(outlined!, lat, lon))
      return { content: publicPlacesBundle(list, sourcesOf('public-places')), rows: list.length }
    },
    // Neighborhoods under different licenses are in different bundles.
    neighborhoods: () => neighborhoods('neighborhoods', readCityNeighborhoods(sources)),
    'neighborhoods-zillow': () => neighborhoods('neighborhoods-zillow', readZillowNeighborhoods(sources)),
    'neighborhoods-gnis': () => neighborhoods('neighborhoods-gnis', readFloridaPlaces(sources)),
    landmarks: async () => {
      const landmarks = await readLandmarks(sources)
      return { content: landmarksBundle(landmarks, sourcesOf('landmarks')), rows: landmarks.length }
    },
    'base-map': async () => {
      const layers = await readBaseMapLayers(sources, places!)
      return { content: baseMapBundle(layers, sourcesOf('base-map')), rows: layers.labels.length }
    },
    streets: () => streets('streets', ({ streets, grids }) => ({ streets, grids })),
    'streets-brands': () => streets('streets-brands', ({ ofBrands }) => ({ streets: ofBrands, grids: [] })),
  }
  const bundles: PackedBundle[] = []
  for (const layer of wanted) {
    bundles.push(await packers[layer]())
    report(`${layer} packed`)
  }
  return { bundles, used: used(), joins: read && joins.text() }
}

function packSchools(
  { schools, districts, directories }: SchoolsAndDistricts,
  sources: BundleContent['sources'],
): PackedBundle {
  const schemes = new Set(schools.flatMap(({ figure }) => figure?.scheme ?? []))
  const content = schoolsBundle({
    ...{ schools, directories, sources },
    districtNames: new Map(districts.map(({ geoid, name }) => [geoid, name])),
    averageRatios: averageRatios(schools),
    ratingSchemes: [...schemes].sort().map(getRatingScheme),
  })
  return { content, rows: schools.length }
}

function packStreets(
  layer: LookupLayer,
  { streets, grids }: Pick<KnownStreets, 'streets' | 'grids'>,
  ranges: RangeCounts,
  sources: readonly BundleSource[],
): PackedBundle {
  const rows = streets.reduce((sum, { numbers }) => sum + numbers.length, 0)
  return { content: knownStreetsBundle(layer, streets, ranges, sources, grids), rows }
}
