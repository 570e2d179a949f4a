/** Names of the workers' scripts next to the page, with content hashes. The build fills them in. */
declare const workerFile: {
  readonly engine: string
  /** Script that the engine's worker imports, and the chunk that this one imports. */
  readonly engineMain: string
  readonly engineChunk: string
  readonly batch: string
  readonly table: string
  readonly mapLibre: string
}
