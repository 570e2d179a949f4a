import {
  AREA_UNIT,
  type AreasMeta,
  BOX_UNIT,
  NOT_COUNTED,
  OutlinedPlaces,
} from '../../src/answers/areas/outlined-places.ts'
import { readBox } from '../../src/base/geo/boxes.ts'
import type { Bundle } from '../../src/data/bundle/read.ts'
import { outlineSections } from '../districts/encode-outlines.ts'
import { getTexts, type PackedContent } from '../pack/blocks.ts'
import type { OutlinedArea } from './read-areas.ts'
import { simplifiedOutlines } from './simplify-outlines.ts'

/** Simplification tolerance in degrees, about 10 m. */
const TOLERANCE = 9e-5

/** Creates the bundle of ZIP code and city outlines. */
export function areasBundle(areas: readonly OutlinedArea[], sources: PackedContent['sources']): PackedContent {
  const simple = (kind: readonly OutlinedArea[]) => {
    const outlines = simplifiedOutlines(
      kind.map(({ rings }) => rings),
      TOLERANCE,
      AREA_UNIT,
    )
    return kind.map((area, i) => ({ ...area, rings: outlines[i] }))
  }
  const isZip = ({ code }: OutlinedArea) => code.length === 5
  const all = [...simple(areas.filter(isZip)), ...simple(areas.filter((area) => !isZip(area)))]
  return { kind: 'areas', id: 'areas', sources, ...areasContent(all, AREA_UNIT) }
}

/**
 * Encodes the areas, ZIP codes first, then cities. If an area occurs twice, the later outline is used. The later
 * population is also used unless it is unknown.
 * @param unit grid size in degrees; coordinates on the grid take less space than other coordinates
 */
export function areasContent(
  all: readonly OutlinedArea[],
  unit: number,
): Pick<PackedContent, 'meta' | 'sections' | 'blocks'> {
  const latest = new Map<string, OutlinedArea>()
  for (const area of all)
    latest.set(area.code, { ...area, people: area.people ?? latest.get(area.code)?.people ?? null })
  const zips = [...latest.values()].filter(({ code }) => code.length === 5)
  const areas = [...zips, ...[...latest.values()].filter(({ code }) => code.length !== 5)]
  const outlines = outlineSections(
    areas.map(({ rings }) => rings),
    unit,
    zips.length,
  )
  const block = outlines.sections[0].data
  const ringsOfBlock = outlines.blocks[0].sections[0].parts.map((): OutlinedArea['rings'][number][] => [])
  for (const [i, { rings }] of areas.entries()) ringsOfBlock[block[i]].push(...rings)
  const boxes = ringsOfBlock.map((rings) => {
    const { west, south, east, north } = readBox(rings)
    const southWest = [west, south].map((degrees) => Math.floor(degrees / BOX_UNIT))
    return [...southWest, ...[east, north].map((degrees) => Math.ceil(degrees / BOX_UNIT))]
  })
  return {
    meta: { zips: zips.length, unit } satisfies AreasMeta,
    sections: [
      { name: 'code', data: Uint32Array.from(areas, ({ code }) => Number(code)) },
      { name: 'people', data: Uint32Array.from(areas, ({ people }) => people ?? NOT_COUNTED) },
      ...getTexts('name', areas, ({ name }) => name),
      ...outlines.sections,
      { name: 'box', data: Int32Array.from(boxes.flat()) },
    ],
    blocks: outlines.blocks,
  }
}

/** Decodes the areas that `areasContent` encoded. */
export function areasIn(bundle: Bundle): readonly OutlinedArea[] {
  // Bundles of upgrade parts have the same sections but the kind `upgrade-part`, so the kind is replaced by the one
  // that `OutlinedPlaces` reads.
  const places = new OutlinedPlaces({ ...bundle, kind: 'areas' })
  return Array.from({ length: places.count }, (_, i) => ({
    code: places.code(i),
    name: places.name(i),
    people: places.people(i),
    rings: places.rings(i),
  }))
}
