import type { RequestPool } from './pool.ts'

/** The explorer in the form that the HTTP service needs: named files, served at `/explore`. */
export interface Explorer {
  /** Checks whether a file of this name exists: `page.js`, `data/flood.bundle`. */
  has(name: string): boolean
  /** Answers a GET or HEAD request for such a file. Slow work is done by the `pool`, if there is one. */
  answer(name: string, request: Request, pool?: RequestPool | null): Promise<FileAnswer>
}

/** A response with the file, or with the error that explains why there is none. */
export type FileAnswer = Response
