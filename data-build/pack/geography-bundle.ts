import { createHash } from 'node:crypto'
import type { BundleContent, SectionContent } from '../../src/bundle/write.ts'
import { rasterSections } from '../../src/raster/in-bundle.ts'
import { sourcesOfFeed } from '../catalog/catalog.ts'
import type { Geography } from '../create-context.ts'
import { readCsv, text } from '../read/csv.ts'

/** The bundle of the areas that all dimensions share. Its `build` is a digest of its own content. */
export async function geographyBundle(geography: Geography): Promise<BundleContent & { readonly build: string }> {
  const { blockGroups, zoneRaster, candidates } = geography
  const sections: SectionContent[] = [
    ...rasterSections('tracts', zoneRaster.meta.full, zoneRaster.arrays),
    { name: 'zone.first', data: candidates.first },
    { name: 'zone.candidates', data: candidates.blockGroup },
    { name: 'centre.lat', data: Int32Array.from(blockGroups.lat, (lat) => Math.round(lat * 1e6)) },
    { name: 'centre.lon', data: Int32Array.from(blockGroups.lon, (lon) => Math.round(lon * 1e6)) },
    { name: 'centre.county', data: Uint32Array.from(blockGroups.county, Number) },
    { name: 'centre.tract', data: Uint32Array.from(blockGroups.id, (id) => Number(id.slice(5))) },
  ]
  const digest = createHash('sha256')
  for (const { name, data } of sections) digest.update(name).update(data)
  const build = digest.digest('hex').slice(0, 16)
  // Not among what the digest names: people number nothing.
  sections.push({ name: 'centre.people', data: Uint16Array.from(blockGroups.population) })
  return {
    kind: 'geography',
    id: 'geography',
    build,
    meta: { build, tracts: zoneRaster.meta, counties: await countyNames(geography) },
    sources: sourcesOfFeed('geography'),
    sections,
  }
}

async function countyNames({ sources }: Geography): Promise<Record<string, string>> {
  const { columns } = await readCsv(
    sources,
    'census/gazetteer/2019_Gaz_counties_national.txt.gz',
    { GEOID: text({ pattern: /^\d{5}$/ }), NAME: text({ required: true }) },
    { delimiter: '\t' },
  )
  const wanted = columns.GEOID.flatMap((fips, i) =>
    /^(06|12|48)/.test(fips) ? [[fips, columns.NAME[i]] as const] : [],
  )
  return Object.fromEntries(wanted)
}
