import type { Vicinage } from '../library.ts'
import { AnswerData } from './answer-data.ts'
import { areaOperations } from './area-operations.ts'
import type { Engine, Priority } from './engine.ts'
import type { EngineData } from './engine-data.ts'
import { fitSource } from './fit.ts'
import type { ScoreSource } from './map-library.ts'
import { type LibraryNeeds, openLibrary } from './open-library.ts'
import { placeOperations } from './place-operations.ts'
import { scoreOperations } from './score-operations.ts'

/** The operations that answer about places and areas. */
type AnswerOperations = Omit<Engine, 'prepare' | 'tile' | 'drawAhead' | 'estimates' | 'onLoading'>

/**
 * Engine operations other than drawing tiles. These operations are a separate chunk because the first map does not need
 * them.
 */
export interface Answers {
  readonly operations: AnswerOperations
  /** Opens the library after loading all requested data for all places, so that no later call has to wait for data. */
  open(needs: LibraryNeeds): Promise<Vicinage>
  /** Returns a score source with the fit of each place to the priorities. */
  fitSource(source: ScoreSource, priorities: readonly Priority[]): Promise<ScoreSource>
}

/** Returns the operations for the panels, which use the same data as the map. */
export function openAnswers(engineData: EngineData): Answers {
  const data = new AnswerData(engineData)
  return {
    operations: { ...scoreOperations(data), ...placeOperations(data), ...areaOperations(data) },
    open: (needs) => openLibrary(data, needs),
    async fitSource(source, priorities) {
      await data.loadAreaCode()
      return fitSource(source, data, priorities)
    },
  }
}
