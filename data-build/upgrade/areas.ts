import { UNIT } from '../../src/answers/districts/outlines.ts'
import { coveredStates } from '../../src/base/states.ts'
import { LayerError } from '../../src/library/user-data/layer-error.ts'
import type { UpgradeOptions } from '../../src/library/user-data/shipped-pipeline.ts'
import { areasContent, areasIn } from '../areas/areas-bundle.ts'
import { getAreas } from '../areas/read-areas.ts'
import { type CensusCounts, isTable, readCensusCounts } from '../areas/read-census-counts.ts'
import { Editions } from '../fetch/editions.ts'
import { type LayerUpgrade, type ServedPart, servedLayer } from './layer-upgrade.ts'
import type { NewPart } from './part.ts'
import { CENSUS, censusSource, fileId, type Layer, layersAt } from './read-layers.ts'

/**
 * The Census Bureau's ZIP and city outlines, from cartographic boundary or TIGER/Line files. They replace the package's
 * outlines.
 */
export const areasUpgrade: LayerUpgrade = {
  async fromFiles({ from }) {
    const counts = await readCensusCounts(from)
    const maps = from.filter((path) => !isTable(path))
    if (maps.length === 0)
      throw new LayerError('Census counts are only used together with outlines: name a file of ZIPs or cities as well.')
    return (await layersAt(maps)).map((layer) => areasPart(fileId([layer.name]), layer, counts))
  },
  agency: {
    address: CENSUS,
    note: 'ZIP outlines come in one file for the whole country, about 60 MB, whichever states you choose; city outlines come in one file per state, 1 to 4 MB each.',
    parts: servedParts,
  },
  putOver: (base, parts) => ({
    kind: 'areas',
    id: 'areas',
    ...areasContent(
      [base, ...parts.map(({ bundle }) => bundle)].flatMap((bundle) => areasIn(bundle)),
      UNIT,
    ),
  }),
}

/** Minimum size in bytes of a file of ZIP outlines: half of the smallest known file. */
const MIN_ZIPS = 20_000_000
/** Minimum size in bytes of a file of city outlines: half of the smallest known file. */
const MIN_CITIES = 300_000

/** Editions of the city outlines. ZIPs have only one edition. */
const CITY_EDITIONS = [2025, 2024]

function servedParts({ counties }: UpgradeOptions, address: string): readonly ServedPart[] {
  const zips = { id: 'agency-zips', description: 'outlines of ZIPs' }
  const zipsIn = (year: number) => `${address}GENZ${year}/shp/cb_${year}_us_zcta520_500k.zip`
  const wanted = coveredStates.filter(({ fips }) => counties?.some((county) => county.startsWith(fips)) ?? true)
  const editions = new Editions(CITY_EDITIONS)
  return [
    servedLayer(zips, new Editions([2020]), zipsIn, MIN_ZIPS, areasPart),
    ...wanted.map(({ fips, name }) => {
      const part = { id: `agency-cities-${fips}`, description: `outlines of the cities of ${name}` }
      const citiesIn = (year: number) => `${address}GENZ${year}/shp/cb_${year}_${fips}_place_500k.zip`
      return servedLayer(part, editions, citiesIn, MIN_CITIES, areasPart)
    }),
  ]
}

const NO_COUNTS: CensusCounts = { people: new Map(), used: [] }

/** Creates a part from a layer of areas. Areas without a population count keep the package's count. */
function areasPart(id: string, layer: Layer, { people, used }: CensusCounts = NO_COUNTS): NewPart {
  const { title, areas } = getAreas(layer.features, layer.name)
  const counted = areas.map((area) => ({ ...area, people: people.get(area.code) ?? null }))
  const files = [...layer.used, ...used]
  return {
    id,
    files,
    source: censusSource(id, `${title}: ${layer.name}`, layer.name, 'cartographic-boundary', files),
    content: () => (areas.length === 0 ? null : areasContent(counted, UNIT)),
  }
}
