import { basename } from 'node:path'
import { TextColumn, textSections } from '../../src/bundle/columns.ts'
import type { Bundle } from '../../src/bundle/read.ts'
import { outlinesIn } from '../../src/districts/outlines.ts'
import { coveredStates, stateOfZip } from '../../src/states.ts'
import type { UpgradeOptions } from '../../src/user-data/data-build.ts'
import { outlineSections } from '../districts/encode-outlines.ts'
import type { PackedContent } from '../pack/blocks.ts'
import type { Properties, Ring } from '../read/feature.ts'
import { SourceError } from '../read/source-error.ts'
import type { LayerUpgrade, ServedPart } from './layer-upgrade.ts'
import type { NewPart, PartContent } from './part.ts'
import { digestOf } from './part-bundle.ts'
import { CENSUS, editionOf, fileId, type Layer, layersAt, readOn } from './read-layers.ts'

/** The Census Bureau's outlines of ZIPs and cities, cartographic boundary or TIGER/Line files. The package has none. */
export const areasUpgrade: LayerUpgrade = {
  isNew: true,
  async fromFiles({ from }) {
    return (await layersAt(from)).map((layer) => areasPart(fileId([layer.name]), layer))
  },
  agency: {
    address: CENSUS,
    note: 'The outlines of ZIPs are one file of the whole country, some 60 MB, whatever the state; cities come by state, 1 to 4 MB each.',
    parts: servedParts,
  },
  putOver: (_, parts) => ({
    kind: 'areas',
    id: 'areas',
    ...areasContent(
      parts.flatMap(({ bundle }) => areasIn(bundle)),
      { upgraded: `areas-${digestOf(parts)}` },
    ),
    sources: parts.map(({ source }) => source),
  }),
}

/** Bytes, half of the smallest of these files. */
const [LEAST_ZIPS, LEAST_CITIES] = [20_000_000, 300_000]

function servedParts({ counties }: UpgradeOptions, address: string): readonly ServedPart[] {
  const served = (id: string, what: string, path: string, leastBytes: number): ServedPart => ({
    ...{ id, what },
    async read(reader) {
      const files = await reader.files({ id, what }, [
        { name: basename(path), url: address + path, leastBytes, kind: 'zip' },
      ])
      if (files === null) return null
      const [layer] = await layersAt([files[0].file])
      return areasPart(id, { ...layer, used: files.map(({ used }) => used) })
    },
  })
  const wanted = coveredStates.filter(({ fips }) => counties?.some((county) => county.startsWith(fips)) ?? true)
  return [
    served('agency-zips', 'outlines of ZIPs', 'GENZ2020/shp/cb_2020_us_zcta520_500k.zip', LEAST_ZIPS),
    ...wanted.map(({ fips, name }) => {
      const path = `GENZ2024/shp/cb_2024_${fips}_place_500k.zip`
      return served(`agency-cities-${fips}`, `outlines of the cities of ${name}`, path, LEAST_CITIES)
    }),
  ]
}

interface Outlined {
  /** The ZIP, or the 7-digit GEOID of a place. */
  readonly code: string
  /** Of a city. */
  readonly name: string | null
  readonly rings: readonly Ring[]
}

function areasPart(id: string, layer: Layer): NewPart {
  const { what, areas } = areasOf(layer)
  return {
    ...{ id, files: layer.used },
    source: {
      id: `census-${id}`,
      agency: 'U.S. Census Bureau',
      title: `${what}: ${layer.name}`,
      vintage: `${editionOf(layer.name)}${readOn(layer.used)}`,
      licence: 'public domain (U.S. government work)',
      address: 'https://www.census.gov/geographies/mapping-files/time-series/geo/cartographic-boundary.html',
    },
    content: () => (areas.length === 0 ? null : areasContent(areas, {})),
  }
}

/** The areas of a file that are in the covered states; of several cities of one name the one to mean first goes first. */
function areasOf({ features, name: file }: Layer): { readonly what: string; readonly areas: readonly Outlined[] } {
  const [first] = features
  const zipField = ['ZCTA5CE20', 'ZCTA5CE10', 'ZCTA5CE'].find((field) => field in (first?.properties ?? {}))
  const rings = (i: number) => features[i].polygons.flat()
  const refuse = (i: number, found: string, expectation: string): never => {
    throw new SourceError({ file, row: i + 1, found, expectation })
  }
  if (zipField !== undefined) {
    const zips = features.map(({ properties }, i): Outlined => {
      const code = textOf(properties, zipField)
      if (!/^\d{5}$/.test(code)) refuse(i, `the ZIP '${code}'`, 'five digits')
      return { code, name: null, rings: rings(i) }
    })
    return { what: 'ZIP Code Tabulation Areas', areas: zips.filter(({ code }) => stateOfZip(code) !== null) }
  }
  if (first === undefined || !('PLACEFP' in first.properties))
    return refuse(0, 'no ZIPs or cities', 'ZCTA5CE20 of ZIPs, or PLACEFP, GEOID and NAME of census places')
  const cities = features.map(({ properties }, i) => {
    const [code, name] = [textOf(properties, 'GEOID'), textOf(properties, 'NAME')]
    if (!/^\d{7}$/.test(code) || name === '') refuse(i, `the GEOID '${code}' and the NAME '${name}'`, 'both of a place')
    // 57: a census designated place, which has no government.
    const isCity = textOf(properties, 'LSAD') !== '57'
    return { code, name, rings: rings(i), isCity, land: Number(properties.ALAND ?? 0) }
  })
  const covered = cities.filter(({ code }) => coveredStates.some(({ fips }) => fips === code.slice(0, 2)))
  covered.sort((a, b) => Number(b.isCity) - Number(a.isCity) || b.land - a.land)
  return { what: 'Places', areas: covered }
}

function textOf(properties: Properties, name: string): string {
  return String(properties[name] ?? '').trim()
}

/** ZIPs, then cities; of an area that is there twice the later outline. */
function areasContent(
  all: readonly Outlined[],
  meta: { readonly upgraded?: string },
): PartContent & Pick<PackedContent, 'meta'> {
  const latest = [...new Map(all.map((area) => [area.code, area])).values()]
  const zips = latest.filter(({ code }) => code.length === 5)
  const areas = [...zips, ...latest.filter(({ code }) => code.length !== 5)]
  const outlines = outlineSections(areas.map(({ rings }) => rings))
  return {
    meta: { ...meta, zips: zips.length },
    sections: [
      ...textSections(
        'code',
        areas.map(({ code }) => code),
      ),
      ...textSections(
        'name',
        areas.map(({ name }) => name),
      ),
      ...outlines.sections,
    ],
    blocks: outlines.blocks,
  }
}

/** What `areasContent` wrote. */
function areasIn(bundle: Bundle): readonly Outlined[] {
  const [codes, names] = ['code', 'name'].map((section) => new TextColumn(bundle, section))
  const { coordinates, districtStart, ringStart } = outlinesIn(bundle, codes.length).all()
  return Array.from({ length: codes.length }, (_, i) => ({
    code: codes.at(i) ?? '',
    name: names.at(i),
    rings: Array.from({ length: districtStart[i + 1] - districtStart[i] }, (_, k) => {
      const ring = districtStart[i] + k
      return coordinates.subarray(ringStart[ring] * 2, ringStart[ring + 1] * 2)
    }),
  }))
}
