import { expose } from 'comlink'
import { writeScored } from './scored-file.ts'

const worker = { write: writeScored }

/** Writes a scored file in another format. */
export type TableWorker = typeof worker

expose(worker)
