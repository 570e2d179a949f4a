import { expose } from 'comlink'
import { writeScored } from './scored-file.ts'

const worker = { write: writeScored }

/** Worker that writes a scored file in another format. */
export type TableWorker = typeof worker

expose(worker)
