import { getDimension } from '../../src/answers/dimensions/catalog.ts'
import { BundledDimension } from '../../src/answers/dimensions/loaded-dimension.ts'
import { BundleError } from '../../src/base/errors.ts'
import { openBundle, readManifest } from '../../src/data/bundle/data-folder.ts'
import type { DataFolder } from '../../src/data/bundle/folder.ts'
import { Geography as LoadedGeography } from '../../src/data/geography.ts'
import type { BlockGroups, StateFips } from '../context.ts'
import type { SurfaceGeography } from '../create-context.ts'
import { SourceError } from '../read/source-error.ts'
import type { SourceFolder } from '../read/source-folder.ts'
import { type Candidates, zoneAreas } from './candidates.ts'
import { getPercentile } from './percentile.ts'
import { kernelSources, pointView } from './views.ts'

/**
 * Opens the geography from a folder of bundles, for scores that can be built without the original source files. Bundles
 * do not contain the tract tables, so the methods that read them throw. `earlier` returns facts from the bundles in the
 * folder.
 * @throws {BundleError} when the folder has no geography
 */
export async function bundledGeography(
  sources: SourceFolder,
  folder: DataFolder,
  report: (line: string) => void,
): Promise<{ readonly geography: SurfaceGeography; readonly loaded: LoadedGeography }> {
  if ((await folder.read('manifest.json')) === null) throw notThere('manifest.json', folder)
  const { bundles } = await readManifest(folder)
  const open = (id: string) => {
    const entry = bundles.find((bundle) => bundle.id === id)
    if (!entry) throw notThere(`${id}.bundle`, folder)
    return openBundle(folder, entry)
  }
  const loaded = new LoadedGeography(await open('geography'))
  const blockGroups = getBlockGroups(loaded)
  const { lat, lon, population, areaKm2 } = blockGroups
  const kernels = kernelSources(lat, lon, population, areaKm2)
  const unknown = (table: string) => (): never => {
    throw new SourceError({
      file: `${folder.name}/geography.bundle`,
      found: `no ${table}`,
      expectation: 'the files of the geography in the sources folder',
    })
  }
  report(`geography of ${folder.name}, build ${loaded.build}`)
  const geography: SurfaceGeography = {
    sources,
    blockGroups,
    zoneRaster: loaded.zoneRaster,
    kernels,
    centers: pointView(kernels, lat, lon),
    eji: unknown('columns of the Environmental Justice Index'),
    byTract2010: unknown('census tracts of 2010'),
    byTract2020: unknown('tables by census tract'),
    percentile: (raw) => getPercentile(raw, population),
    report,
    async earlier(id, fact) {
      const dimension = new BundledDimension(getDimension(id), await open(id), loaded)
      return Float64Array.from(lat, (_, blockGroup) =>
        dimension.factsAt({ lat: lat[blockGroup], lon: lon[blockGroup], zone: 1, blockGroup })(fact),
      )
    },
  }
  return { geography, loaded }
}

function getBlockGroups(geography: LoadedGeography): BlockGroups {
  const numbers = Array.from({ length: geography.size }, (_, blockGroup) => blockGroup)
  const id = numbers.map((blockGroup) => geography.describe(blockGroup).blockGroup)
  const centers = numbers.map((blockGroup) => geography.getCenter(blockGroup))
  const lat = Float64Array.from(centers, (center) => center.lat)
  const lon = Float64Array.from(centers, (center) => center.lon)
  const unknown = new Float64Array(geography.size).fill(Number.NaN)
  return {
    count: geography.size,
    id,
    lat,
    lon,
    population: Float64Array.from(geography.people),
    dayPopulation: unknown,
    housingUnits: unknown,
    areaKm2: zoneAreas(geography.zoneRaster, getCandidates(geography), { count: geography.size, lat, lon }),
    tract2020: id.map((geoid) => geoid.slice(0, 11)),
    tract2010: id.map(() => ''),
    county: id.map((geoid) => geoid.slice(0, 5)),
    state: id.map((geoid) => geoid.slice(0, 2) as StateFips),
  }
}

function getCandidates(geography: LoadedGeography): Candidates {
  const zones = Array.from({ length: geography.zoneRaster.highest() }, (_, i) => geography.blockGroupsOfZone(i + 1))
  const first = new Uint32Array(zones.length + 1)
  zones.forEach(({ length }, i) => {
    first[i + 1] = first[i] + length
  })
  return { first, blockGroup: Uint16Array.from(zones.flatMap((groups) => [...groups])) }
}

function notThere(file: string, folder: DataFolder): BundleError {
  return new BundleError(
    `There is no ${file} in ${folder.name}. To build air quality from fetched files alone, the package's bundles are needed as well: copy dist-data to that folder, or omit --out.`,
  )
}
