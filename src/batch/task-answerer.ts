import type { Vicinage } from '../vicinage.ts'
import { gzipMember } from './files/gzip-member.ts'
import { answerRowGroups } from './parquet/answer-row-groups.ts'
import { openInputFile } from './parquet/open-input-file.ts'
import type { RowGroups } from './parquet/row-groups.ts'
import { pieceAnswerer } from './piece-answerer.ts'
import { newPlaces } from './places.ts'
import type { Job, Task, TaskAnswer } from './task.ts'

/** Answers the tasks of a job, one at a time. */
export function taskAnswerer(vicinage: Vicinage, { plan, question, gzip }: Job): (task: Task) => Promise<TaskAnswer> {
  if (plan.format === 'parquet') {
    const places = newPlaces(0)
    return async (task) => {
      const file = await openInputFile(plan.path)
      try {
        return await answerRowGroups(vicinage, file, plan.parquet, question, task as RowGroups, places)
      } finally {
        await file.close()
      }
    }
  }
  const answerer = pieceAnswerer(vicinage, plan, question)
  return async (piece) => {
    const { bytes, counts } = answerer.answer(piece as Uint8Array)
    // The answerer keeps its buffer.
    return { bytes: gzip ? gzipMember(bytes) : bytes.slice(), counts }
  }
}
