import { open, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { firstDifference } from '../batch/files/first-difference.ts'
import { inputIdentity } from '../batch/files/input-identity.ts'
import { BatchError } from '../batch/rows.ts'
import type { Task } from '../batch/task.ts'
import { PartReader, partPath, writePart } from './part-file.ts'
import type { Piece, Run } from './run.ts'
import type { RunPools } from './run-pools.ts'

/**
 * Answers a piece of a run and leaves its part. Resolves to the rows it had; 0 where the part was there.
 *
 * @throws {BatchError} when the input is not the file that was submitted, or makes no sense; what else is thrown may pass
 */
export async function answerPiece(run: Run, piece: Piece, pools: RunPools): Promise<number> {
  if ((await stat(partPath(run, piece)).catch(() => null)) && (await new PartReader().read(run, piece))) return 0
  await stat(run.parts).catch((error) => missing(run.parts, error))
  await checkInput(run)
  const { start: from, end: to } = piece
  const task: Task = run.job.plan.format === 'parquet' ? { from, to } : await bytesOf(run.input, piece)
  const answer = await pools.answer(run, task)
  await writePart(run, piece, answer)
  return answer.counts.rows
}

async function checkInput({ input, identity }: Run): Promise<void> {
  await stat(input).catch((error) => missing(input, error))
  const difference = firstDifference(identity, await inputIdentity(input))
  if (difference === null) return
  throw new BatchError(`${input} on ${hostname()} is not the file that was submitted, ${difference}: submit it again.`)
}

async function bytesOf(path: string, { start, end }: Piece): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(end - start)
  const file = await open(path)
  try {
    for (let at = 0; at < bytes.length; ) {
      const { bytesRead } = await file.read(bytes, at, bytes.length - at, start + at)
      if (bytesRead === 0) throw new BatchError(`${path} ends before byte ${end}: it was cut short.`)
      at += bytesRead
    }
    return bytes
  } finally {
    await file.close()
  }
}

/** A disk that is not mounted on this machine; another worker may see it. */
function missing(path: string, { code }: NodeJS.ErrnoException): never {
  throw new Error(`${path} cannot be found on ${hostname()} (${code}): all machines have to see it under this path.`)
}
