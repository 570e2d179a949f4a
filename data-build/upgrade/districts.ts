import { basename, dirname } from 'node:path'
import { coveredStates, type State } from '../../src/base/states.ts'
import { TIGER_EDITIONS, type UpgradeOptions } from '../../src/library/user-data/shipped-pipeline.ts'
import { nationalSchoolsSources } from '../catalog/schools-and-parks.ts'
import { districtColumns, districtsBundle, districtsIn } from '../districts/districts-bundle.ts'
import { type RatedDistrict, readDistrictFile } from '../districts/read-districts.ts'
import { Editions } from '../fetch/editions.ts'
import { planDownloads } from '../fetch/plan.ts'
import { featureFilesIn } from '../read/feature-file.ts'
import { SourceFolder, type UsedFile } from '../read/source-folder.ts'
import type { WantedFile } from './agency-reader.ts'
import { type LayerUpgrade, type ServedPart, servedFiles } from './layer-upgrade.ts'
import type { NewPart } from './part.ts'
import { CENSUS, censusSource, fileId } from './read-layers.ts'

/**
 * The Census Bureau's school districts, with a file per state and district type. They replace the package's districts.
 */
export const districtsUpgrade: LayerUpgrade = {
  async fromFiles({ from }) {
    const files = (await Promise.all(from.map(featureFilesIn))).flat()
    const parts: NewPart[] = []
    for (const file of files) parts.push(await districtsPart(fileId([file]), [file], basename(file)))
    return parts
  },
  agency: { address: CENSUS, parts: servedParts },
  putOver(base, parts) {
    return districtsBundle(
      parts.reduce((all, { bundle }) => replaced(all, districtsIn(bundle)), districtsIn(base)),
      [],
    )
  },
}

/** States that have elementary and secondary districts in addition to unified ones. */
const SPLIT_STATES = ['CA', 'TX']

function servedParts({ counties }: UpgradeOptions, address: string): readonly ServedPart[] {
  const states = coveredStates.filter(({ fips }) => counties?.some((county) => county.startsWith(fips)) ?? true)
  const editions = new Editions(TIGER_EDITIONS)
  return states.map((state) => {
    const part = { id: `agency-${state.fips}`, description: `school districts of ${state.name}` }
    return servedFiles(
      part,
      editions,
      (year) => districtFiles(state, address, year),
      (paths, used) => districtsPart(part.id, paths, `TIGER/Line, ${state.name}`, used),
    )
  })
}

/**
 * Returns the files of a state's districts. A newer edition counts only if it has every district type of the state,
 * because the types are published one after the other.
 */
function districtFiles(state: State, address: string, year: number): readonly WantedFile[] {
  const { files } = planDownloads(nationalSchoolsSources, { states: [state], only: ['school-districts-tiger'] })
  const isOldest = year === TIGER_EDITIONS.at(-1)
  return files.map(({ mayBeMissing, ...file }) => {
    const inEdition = (text: string) => text.replaceAll('2025', String(year))
    const isNeeded = SPLIT_STATES.includes(state.postal) && !isOldest
    return {
      ...file,
      ...(mayBeMissing !== undefined && !isNeeded && { mayBeMissing }),
      name: inEdition(basename(file.path)),
      url: inEdition(file.url).replace(CENSUS, address),
    }
  })
}

/** @param paths files in one folder */
async function districtsPart(
  id: string,
  paths: readonly string[],
  name: string,
  served?: readonly UsedFile[],
): Promise<NewPart> {
  const folder = new SourceFolder(dirname(paths[0]))
  const all = (await Promise.all(paths.map((path) => readDistrictFile(folder, basename(path))))).flat()
  const districts = all.filter(({ state }) => coveredStates.some(({ fips }) => fips === state))
  const files = served ?? folder.used()
  const file = basename(files[0]?.path.replace(/#.*/, '') ?? '')
  return {
    id,
    files,
    source: censusSource(`districts-${id}`, `School districts: ${name}`, file, 'tiger-line-file', files),
    content: () =>
      districts.length === 0
        ? null
        : { meta: {}, ...districtColumns(districts.map((district) => ({ ...district, rating: null }))) },
  }
}

/**
 * Replaces all districts of a state and type with the districts of a newer file. Keeps ratings and Florida's names.
 * Also keeps grades that the file lacks.
 */
function replaced(before: readonly RatedDistrict[], now: readonly RatedDistrict[]): RatedDistrict[] {
  const previous = new Map(before.map((district) => [district.geoid, district]))
  const kinds = new Set(now.map(({ state, type }) => `${state} ${type}`))
  const geoids = new Set(now.map(({ geoid }) => geoid))
  const kept = before.filter(({ state, type, geoid }) => !kinds.has(`${state} ${type}`) && !geoids.has(geoid))
  return [
    ...kept,
    ...now.map((district): RatedDistrict => {
      const old = previous.get(district.geoid)
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
