import { copyFile, link, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { coveredStates } from '../../src/base/states.ts'
import { createPattern, getSources } from '../catalog/catalog.ts'
import { nationalSchoolsSources } from '../catalog/schools-and-parks.ts'
import { Editions } from '../fetch/editions.ts'
import { planDownloads } from '../fetch/plan.ts'
import { SourceError } from '../read/source-error.ts'
import { isFolder, SourceFolder, type UsedFile } from '../read/source-folder.ts'
import { averageRatios, schoolsBundle } from '../schools/bundle.ts'
import { JoinReport } from '../schools/join-report.ts'
import { readNationalSchools, withFigures } from '../schools/national/schools.ts'
import { rateSchools } from '../schools/ratings.ts'
import { readStateSchools } from '../schools/read-schools.ts'
import { getRatingScheme, type RatedSchool } from '../schools/school.ts'
import { schoolsIn } from '../schools/schools-in.ts'
import { type LayerUpgrade, servedFiles } from './layer-upgrade.ts'
import type { NewPart } from './part.ts'
import { fileId, readOn } from './read-layers.ts'

const NCES = 'https://nces.ed.gov/'
/** The national school files, by catalog ID. */
const NATIONAL = ['ccd-directory', 'ccd-membership', 'ccd-staff', 'edge-geocodes']

/** The open public schools of a newer list. Ratings and other facts that the list lacks come from the package. */
export const schoolsUpgrade: LayerUpgrade = {
  async fromFiles({ from }) {
    const files = (await Promise.all(from.map(schoolFilesIn))).flat()
    return [await schoolsPart(fileId(from), files)]
  },
  agency: {
    address: NCES,
    note: "The package's ratings are kept, because NCES does not publish ratings. For newer ratings, pass a state's rating files and its school directory with --from. The files are on the states' websites: cde.ca.gov/ds/si/ds/pubschls.asp and cde.ca.gov/ta/ac/cm, tea.texas.gov/texas-schools/accountability, fldoe.org/accountability/accountability-reporting/school-grades.",
    parts(_, address) {
      const part = { id: 'agency-nces', description: 'public schools of the nation' }
      const { files } = planDownloads(nationalSchoolsSources, { states: coveredStates, only: NATIONAL })
      const wanted = files.map((file) => ({
        ...file,
        name: basename(file.path),
        url: file.url.replace(NCES, address),
      }))
      return [
        servedFiles(
          part,
          new Editions([2025]),
          () => wanted,
          (paths, used) => schoolsPart(part.id, paths, used),
        ),
      ]
    },
  },
  putOver(base, parts) {
    const before = schoolsIn(base, 'package')
    const stored = parts.map(({ id, bundle }) => schoolsIn({ ...bundle, kind: 'schools' }, id))
    const schools = stored.reduce<readonly RatedSchool[]>((all, { schools }) => withNewer(all, schools), before.schools)
    const all = [before, ...stored]
    const schemes = new Set(schools.map(({ figure }) => figure?.scheme))
    return schoolsBundle({
      schools,
      districtNames: new Map(before.schools.flatMap(({ leaId, leaName }) => (leaName ? [[leaId, leaName]] : []))),
      averageRatios: averageRatios(schools),
      directories: all.flatMap(({ directories }) => directories),
      ratingSchemes: all.flatMap(({ ratingSchemes }) => ratingSchemes).filter(({ id }) => schemes.has(id)),
      sources: [],
    })
  },
}

/** Replaces the schools of every state that a newer list includes. Keeps facts that the list lacks. */
function withNewer(before: readonly RatedSchool[], now: readonly RatedSchool[]): readonly RatedSchool[] {
  const listed = new Set(now.map(({ state }) => state))
  const previous = new Map(before.map((school) => [school.ncesId, school]))
  const filled = withFigures(now, before).map((school, i) => {
    return { ...school, rating: now[i].figure === null ? (previous.get(school.ncesId)?.rating ?? null) : now[i].rating }
  })
  const ids = new Set(now.map(({ ncesId }) => ncesId))
  return [...before.filter(({ state, ncesId }) => !listed.has(state) && !ids.has(ncesId)), ...filled]
}

async function schoolsPart(id: string, paths: readonly string[], used?: readonly UsedFile[]): Promise<NewPart> {
  const { schools, directories, files } = await readSchools(paths)
  return {
    id,
    files: used ?? files,
    source: {
      id: `schools-${id}`,
      agency: directories.map(({ name }) => name.replace(/,.*/, '')).join('; '),
      title: `Public schools: ${directories.map(({ name, year }) => `${name} ${year}`).join('; ')}`,
      vintage: `${Math.max(...directories.map(({ year }) => year))}; ${readOn(used ?? files)}`,
      licence: 'public domain (U.S. government work), or public record of the state',
      address: 'https://nces.ed.gov/ccd/files.asp',
    },
    content() {
      if (schools.length === 0) return null
      const schemes = new Set(schools.flatMap(({ figure }) => figure?.scheme ?? []))
      const { meta, sections, blocks } = schoolsBundle({
        schools,
        directories,
        districtNames: new Map(),
        averageRatios: [],
        sources: [],
        ratingSchemes: [...schemes].sort().map(getRatingScheme),
      })
      return { meta: meta!, sections, ...(blocks && { blocks }) }
    },
  }
}

/**
 * Reads the schools in files. The pipeline's loaders find files by their path in the sources folder, so this function
 * creates a folder of hard links.
 */
async function readSchools(paths: readonly string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'vicinage-schools-'))
  try {
    for (const path of paths) {
      const place = join(folder, getPlace(path) ?? refuseName(path))
      await mkdir(dirname(place), { recursive: true })
      // Copies the file if it is on another file system, because hard links cannot cross file systems.
      await link(path, place).catch(() => copyFile(path, place))
    }
    const sources = new SourceFolder(folder)
    const report = new JoinReport()
    const states = await readStateSchools(sources, report)
    const national = await readNationalSchools(sources, report)
    const directories = national ? [national.directory] : states.directories
    if (directories.length === 0) {
      const expectation = 'ccd_sch_029_….zip and EDGE_GEOCODE_PUBLICSCH_….zip, or the directory of a state'
      throw new SourceError({ file: paths[0], found: 'no directory of schools in these files', expectation })
    }
    const open = national ? withFigures(national.schools, states.schools) : states.schools
    const covered = open.filter(({ state }) => coveredStates.some(({ postal }) => postal === state))
    const files = [...sources.used(), ...(national?.streamed ?? [])]
    return { schools: rateSchools(covered), directories, files: files.map(named) }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function named(file: UsedFile): UsedFile {
  return { ...file, path: basename(file.path) }
}

/** Returns the path of a file in the sources folder by its name, or undefined if the catalog has no such file. */
function getPlace(path: string): string | undefined {
  const places = getSources('schools').map((source) => ({ source, place: `${dirname(source.path)}/${basename(path)}` }))
  return places.find(({ source, place }) => createPattern(source.path).test(place))?.place
}

function refuseName(path: string): never {
  const expectation = 'a name as published, such as ccd_sch_029_2425_w_1a_073025.zip or EDGE_GEOCODE_PUBLICSCH_2425.zip'
  throw new SourceError({ file: path, found: 'a file with an unexpected name', expectation })
}

/**
 * Lists the school files at a path: the path itself if it is a file, or the files in the folder and its subfolders that
 * the catalog knows by name.
 */
async function schoolFilesIn(path: string): Promise<readonly string[]> {
  if (!(await isFolder(path))) return [path]
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  const files = entries.flatMap((entry) => (entry.isFile() ? [join(entry.parentPath, entry.name)] : []))
  const placed = files.filter((file) => getPlace(file) !== undefined).sort()
  if (placed.length > 0) return placed
  throw new SourceError({
    file: path,
    found: 'no file of schools in this folder',
    expectation: 'files named as NCES publishes them',
  })
}
