import { createHash } from 'node:crypto'
import { differences, ROWS, rowParts } from '../../src/data/bundle/columns.ts'
import type { SectionContent } from '../../src/data/bundle/write.ts'
import { CENTERS_IN_BLOCK } from '../../src/data/geography.ts'
import { type NamedRaster, rasterSections } from '../../src/data/raster/in-bundle.ts'
import { sourcesOfFeed } from '../catalog/catalog.ts'
import type { Geography } from '../create-context.ts'
import { DATA_VERSION } from '../data-version.ts'
import { readCountyGazetteer } from '../read/county-gazetteer.ts'
import { text } from '../read/csv.ts'
import { peopleAround } from '../score/vibe-inputs.ts'
import type { PackedContent } from './blocks.ts'

/**
 * Builds the bundle of the areas that all dimensions share. Its `build` is a digest of the data that the area numbers
 * depend on.
 * @param people raster of the population density, encoded like `peopleAround`; the bundle has no density without it
 */
export async function geographyBundle(
  geography: Geography,
  people?: Omit<NamedRaster, 'name'>,
): Promise<PackedContent & { readonly build: string }> {
  const { blockGroups, zoneRaster, candidates } = geography
  const { first, blockGroup } = candidates
  const tracts = { name: 'tracts', meta: zoneRaster.meta, arrays: zoneRaster.arrays }
  const rasters = rasterSections([tracts])
  const columns = {
    'centre.lat': differences(
      Int32Array.from(blockGroups.lat, (lat) => Math.round(lat * 1e6)),
      CENTERS_IN_BLOCK,
    ),
    'centre.lon': differences(
      Int32Array.from(blockGroups.lon, (lon) => Math.round(lon * 1e6)),
      CENTERS_IN_BLOCK,
    ),
    'centre.tract': differences(
      Uint32Array.from(blockGroups.id, (id) => Number(id.slice(5))),
      CENTERS_IN_BLOCK,
    ),
  }
  // Zones and block groups are in the same order, so nearly every block-group number is the previous number plus 1. A
  // column of ones compresses well.
  const areas: SectionContent[] = [
    { name: 'zone.count', data: Uint8Array.from(first.subarray(1), (end, zone) => end - first[zone]) },
    { name: 'zone.steps', data: blockGroup.map((group, i) => group - (blockGroup[i - 1] ?? 0)) },
    { name: 'centre.county', data: Uint32Array.from(blockGroups.county, Number) },
  ]
  const digest = createHash('sha256')
  for (const { name, data } of [...areas, ...rasters.sections]) digest.update(name).update(data)
  for (const [name, data] of Object.entries(columns)) digest.update(name).update(data)
  for (const { sections } of rasters.blocks)
    for (const { name, parts } of sections) for (const part of parts) digest.update(name).update(part)
  const build = digest.digest('hex').slice(0, 16)
  // Populations are excluded from the digest because the area numbers do not depend on them.
  const population = { 'centre.people': Uint16Array.from(blockGroups.population) }
  const { offset, step } = peopleAround
  const density = people && { raster: people.meta, offset, step }
  const stored = people ? rasterSections([tracts, { ...people, name: 'density' }]) : rasters
  return {
    kind: 'geography',
    id: 'geography',
    build,
    meta: {
      build,
      version: DATA_VERSION,
      tracts: zoneRaster.meta,
      ...(density ? { density } : {}),
      counties: await countyNames(geography),
    },
    sources: sourcesOfFeed('geography'),
    sections: [...areas, ...stored.sections],
    blocks: [...stored.blocks, { name: ROWS, sections: rowParts({ ...columns, ...population }, CENTERS_IN_BLOCK) }],
  }
}

async function countyNames({ sources }: Geography): Promise<Record<string, string>> {
  const { rows } = await readCountyGazetteer(sources, {
    fips: text({ heading: 'GEOID', pattern: /^\d{5}$/ }),
    name: text({ heading: 'NAME', required: true }),
  })
  const wanted = rows.filter(({ fips }) => /^(06|12|48)/.test(fips)).map(({ fips, name }) => [fips, name])
  return Object.fromEntries(wanted)
}
