import type { Vicinage } from '../vicinage.ts'
import { gzipMember } from './files/gzip-member.ts'
import { answerRowGroup } from './parquet/answer-row-group.ts'
import { openInputFile } from './parquet/open-input-file.ts'
import { pieceAnswerer } from './piece-answerer.ts'
import type { Job, Task, TaskAnswer } from './task.ts'

/** Answers the tasks of a job, one at a time. */
export function taskAnswerer(vicinage: Vicinage, { plan, question, gzip }: Job): (task: Task) => Promise<TaskAnswer> {
  if (plan.format === 'parquet') {
    return async (rowGroup) => {
      const file = await openInputFile(plan.path)
      try {
        return await answerRowGroup(vicinage, file, plan.parquet, question, rowGroup as number)
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
