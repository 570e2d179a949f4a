import { basename, dirname } from 'node:path'
import { coveredStates } from '../../src/states.ts'
import type { UpgradeOptions } from '../../src/user-data/shipped-pipeline.ts'
import { nationalSchoolsSources } from '../catalog/schools-and-parks.ts'
import { districtColumns, districtsBundle, districtsIn } from '../districts/districts-bundle.ts'
import { type District, type RatedDistrict, readDistrictFile } from '../districts/read-districts.ts'
import { planDownloads } from '../fetch/plan.ts'
import { featureFilesIn } from '../read/feature-file.ts'
import { SourceFolder, type UsedFile } from '../read/source-folder.ts'
import type { LayerUpgrade, ServedPart } from './layer-upgrade.ts'
import type { NewPart } from './part.ts'
import { digestOf } from './part-bundle.ts'
import { CENSUS, editionOf, fileId, readOn } from './read-layers.ts'

/**
 * The Census Bureau's school districts, a file for each state and kind: its districts take the place of those of the
 * package.
 */
export const districtsUpgrade: LayerUpgrade = {
  async fromFiles({ from }) {
    const files = (await Promise.all(from.map(featureFilesIn))).flat()
    const parts: NewPart[] = []
    for (const file of files) parts.push(await partOf(fileId([file]), file))
    return parts
  },
  agency: { address: CENSUS, parts: servedParts },
  putOver(base, parts) {
    const before = base === null ? [] : districtsIn(base)
    const districts = parts.reduce((all, { bundle }) => replaced(all, districtsIn(bundle)), before)
    const sources = [...parts.map(({ source }) => source), ...(base?.sources ?? [])]
    const content = districtsBundle(districts, sources)
    return { ...content, meta: { ...content.meta, upgraded: `districts-${digestOf(parts)}` } }
  },
}

function servedParts({ counties }: UpgradeOptions, address: string): readonly ServedPart[] {
  const states = coveredStates.filter(({ fips }) => counties?.some((county) => county.startsWith(fips)) ?? true)
  return states.map((state): ServedPart => {
    const { files } = planDownloads(nationalSchoolsSources, { states: [state], only: ['school-districts-tiger'] })
    const part = { id: `agency-${state.fips}`, what: `school districts of ${state.name}` }
    return {
      ...part,
      async read(reader) {
        const came = await reader.files(
          part,
          files.map((file) => ({ ...file, name: basename(file.path), url: file.url.replace(CENSUS, address) })),
        )
        if (came === null) return null
        const all = await Promise.all(came.map(({ file }) => readFile(file)))
        return newPart(
          part.id,
          all.flat(),
          came.map(({ used }) => used),
          `TIGER/Line, ${state.name}`,
        )
      },
    }
  })
}

async function readFile(path: string): Promise<readonly District[]> {
  return readDistrictFile(new SourceFolder(dirname(path)), basename(path))
}

async function partOf(id: string, path: string): Promise<NewPart> {
  const folder = new SourceFolder(dirname(path))
  const districts = await readDistrictFile(folder, basename(path))
  return newPart(id, districts, folder.used(), basename(path))
}

function newPart(id: string, all: readonly District[], files: readonly UsedFile[], name: string): NewPart {
  const districts = all.filter(({ state }) => coveredStates.some(({ fips }) => fips === state))
  return {
    ...{ id, files },
    source: {
      id: `census-districts-${id}`,
      agency: 'U.S. Census Bureau',
      title: `School districts: ${name}`,
      vintage: `${editionOf(basename(files[0]?.path.replace(/#.*/, '') ?? ''))}${readOn(files)}`,
      licence: 'public domain (U.S. government work)',
      address: 'https://www.census.gov/geographies/mapping-files/time-series/geo/tiger-line-file.html',
    },
    content: () =>
      districts.length === 0
        ? null
        : { meta: {}, ...districtColumns(districts.map((district) => ({ ...district, rating: null }))) },
  }
}

/**
 * Districts with those of a newer file in place of all of the same state and kind. Ratings, and grades and Florida's
 * names where the file has no better ones, are those of before.
 */
function replaced(before: readonly RatedDistrict[], now: readonly RatedDistrict[]): RatedDistrict[] {
  const known = new Map(before.map((district) => [district.geoid, district]))
  const kinds = new Set(now.map(({ state, type }) => `${state} ${type}`))
  const geoids = new Set(now.map(({ geoid }) => geoid))
  const kept = before.filter(({ state, type, geoid }) => !kinds.has(`${state} ${type}`) && !geoids.has(geoid))
  return [
    ...kept,
    ...now.map((district): RatedDistrict => {
      const old = known.get(district.geoid)
      if (old === undefined) return district
      return {
        ...district,
        name: district.state === '12' ? old.name : district.name,
        lowestGrade: district.lowestGrade ?? old.lowestGrade,
        highestGrade: district.highestGrade ?? old.highestGrade,
        rating: old.rating,
      }
    }),
  ]
}
