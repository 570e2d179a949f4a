/** Serves the explorer at `/explore`. */
export interface Explorer {
  /** Whether there is a file of this name: `page.js`, `data/flood.bundle`. */
  has(name: string): boolean
  /** Answers GET and HEAD of such a file. */
  answer(name: string, request: Request): Promise<FileAnswer>
}

export interface FileAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array | null
}
