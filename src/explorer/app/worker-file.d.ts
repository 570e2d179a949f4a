/** Names of the workers' scripts next to the page, with content hashes. The build fills them in. */
declare const workerFile: {
  readonly engine: string
  /** Script that the engine's worker imports. */
  readonly engineMain: string
  /** Chunk that `engineMain` imports. */
  readonly engineChunk: string
  readonly batch: string
  readonly table: string
  readonly mapLibre: string
}
