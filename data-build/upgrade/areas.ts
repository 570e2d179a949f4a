import { UNIT } from '../../src/answers/districts/outlines.ts'
import { coveredStates } from '../../src/base/states.ts'
import type { UpgradeOptions } from '../../src/library/user-data/shipped-pipeline.ts'
import { areasContent, areasIn } from '../areas/areas-bundle.ts'
import { areasOf } from '../areas/read-areas.ts'
import { type LayerUpgrade, type ServedPart, servedLayer } from './layer-upgrade.ts'
import type { NewPart } from './part.ts'
import { CENSUS, censusSource, fileId, type Layer, layersAt } from './read-layers.ts'

/**
 * The Census Bureau's outlines of ZIPs and cities, cartographic boundary or TIGER/Line files, in place of those of the
 * package.
 */
export const areasUpgrade: LayerUpgrade = {
  async fromFiles({ from }) {
    return (await layersAt(from)).map((layer) => areasPart(fileId([layer.name]), layer))
  },
  agency: {
    address: CENSUS,
    note: 'The outlines of ZIPs are one file of the whole country, some 60 MB, whatever the state; cities come by state, 1 to 4 MB each.',
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

/** Bytes, half of the smallest of these files. */
const [LEAST_ZIPS, LEAST_CITIES] = [20_000_000, 300_000]

function servedParts({ counties }: UpgradeOptions, address: string): readonly ServedPart[] {
  const served = (id: string, what: string, path: string, leastBytes: number) =>
    servedLayer({ id, what }, address + path, leastBytes, areasPart)
  const wanted = coveredStates.filter(({ fips }) => counties?.some((county) => county.startsWith(fips)) ?? true)
  return [
    served('agency-zips', 'outlines of ZIPs', 'GENZ2020/shp/cb_2020_us_zcta520_500k.zip', LEAST_ZIPS),
    ...wanted.map(({ fips, name }) => {
      const path = `GENZ2024/shp/cb_2024_${fips}_place_500k.zip`
      return served(`agency-cities-${fips}`, `outlines of the cities of ${name}`, path, LEAST_CITIES)
    }),
  ]
}

function areasPart(id: string, layer: Layer): NewPart {
  const { what, areas } = areasOf(layer.features, layer.name)
  return {
    ...{ id, files: layer.used },
    source: censusSource(id, `${what}: ${layer.name}`, layer.name, 'cartographic-boundary', layer.used),
    content: () => (areas.length === 0 ? null : areasContent(areas, UNIT)),
  }
}
