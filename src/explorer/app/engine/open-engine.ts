import type { EmbeddedData } from '../embedded.ts'
import type { Vicinage } from '../library.ts'
import type { Answers } from './answers.ts'
import type { EarlyFiles } from './bundle-loader.ts'
import type { Engine } from './engine.ts'
import { EngineData } from './engine-data.ts'
import { LoadError } from './load-error.ts'
import type { LibraryNeeds } from './open-library.ts'
import { tileOperations } from './tile-operations.ts'

/** The engine, and the library it opens for files of rows. */
export interface OpenEngine extends Engine {
  /** Opens the library after loading all requested data for all places, so that no later call has to wait for data. */
  open(needs: LibraryNeeds): Promise<Vicinage>
}

/** Names of the operations in `answers.ts`. The file is loaded when any of these operations is first called. */
const ANSWERS: Readonly<Record<keyof Answers['operations'], true>> = {
  around: true,
  cityNear: true,
  nearestCity: true,
  isWater: true,
  neighborhood: true,
  score: true,
  explain: true,
  fit: true,
  districts: true,
  schools: true,
  schoolsOfDistrict: true,
  school: true,
  geocode: true,
  area: true,
  outline: true,
  streetLine: true,
  bestAreas: true,
  suggest: true,
  baseMap: true,
  nearLabels: true,
  streetCourses: true,
  agencies: true,
  districtBorders: true,
}

/**
 * Opens the engine on a folder of bundles, which are loaded place by place. Also runs in Node.
 *
 * @param source URL or path of the data folder, or the data embedded in the page
 * @param early files of the folder that were already requested
 */
export function openEngine(source: string | URL | EmbeddedData, early?: EarlyFiles): OpenEngine {
  const data = EngineData.open(source, early)
  let answers: Promise<Answers> | null = null
  const loadAnswers = () => {
    answers ??= import('./answers.ts').then(
      ({ openAnswers }) => openAnswers(data),
      () => {
        // The page must be reloaded, because browsers do not retry a script that has failed to load.
        throw new LoadError('answers', 'unfinished')
      },
    )
    return answers
  }
  const operations = Object.keys(ANSWERS).map((name) => {
    const call = async (...args: readonly unknown[]) => {
      const { operations } = await loadAnswers()
      return (operations as unknown as Record<string, (...args: readonly unknown[]) => unknown>)[name](...args)
    }
    return [name, call]
  })
  return {
    ...tileOperations(data, loadAnswers),
    ...(Object.fromEntries(operations) as Answers['operations']),
    open: async (needs) => (await loadAnswers()).open(needs),
    onLoading: (tell) => data.loader.onLoading(tell),
  }
}
