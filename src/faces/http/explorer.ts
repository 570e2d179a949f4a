import type { RequestPool } from './pool.ts'

/** The explorer as the HTTP service sees it: named files, served at `/explore`. */
export interface Explorer {
  /** Returns whether a file of this name exists: `page.js`, `data/flood.bundle`. */
  has(name: string): boolean
  /** Answers a GET or HEAD request for such a file. What takes long to make is made by the `pool`, where there is one. */
  answer(name: string, request: Request, pool?: RequestPool | null): Promise<FileAnswer>
}

/** A file, or the reason why there is none. */
export type FileAnswer = Response
