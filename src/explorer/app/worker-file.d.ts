/** Names of the workers' scripts beside the page, with the hash of what they hold; the build puts them in. */
declare const workerFile: {
  readonly engine: string
  /** What it imports. */
  readonly engineChunk: string
  readonly batch: string
  readonly table: string
  readonly mapLibre: string
}
