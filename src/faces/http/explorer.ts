import type { RequestPool } from './pool.ts'

/** Interface of the explorer for the HTTP service: named files, served at `/explore`. */
export interface Explorer {
  /** Checks whether a file such as `page.js` or `data/flood.bundle` exists. */
  has(name: string): boolean
  /** Answers a GET or HEAD request for a file. Slow work is done by the `pool`, if there is one. */
  answer(name: string, request: Request, pool?: RequestPool | null): Promise<FileAnswer>
}

/** A response with the file, or with an error that explains why the file is missing. */
export type FileAnswer = Response
