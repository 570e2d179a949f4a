import type { FetchedFile } from './fetched-record.ts'

/** The part of `dist-data/manifest.json` that names the files the bundles were built from. */
export interface BuiltFrom {
  readonly sources: readonly {
    readonly id: string
    readonly files: readonly { readonly path: string; readonly sha256: string }[]
  }[]
}

/** How the fetched files of one source stand to those that the bundles were built from. */
export interface SinceManifest {
  readonly source: string
  /** Files with the same SHA-256 as in the manifest, under whatever name. */
  readonly same: number
  /** Files whose name the manifest has with another SHA-256. */
  readonly other: number
  /** Files of which the manifest knows neither name nor SHA-256. */
  readonly fresh: number
}

/** What has changed since the bundles were built, by source in the order of the files. */
export function sinceManifest(manifest: BuiltFrom, files: readonly FetchedFile[]): readonly SinceManifest[] {
  return [...new Set(files.map((file) => file.source))].map((source) => {
    const built = manifest.sources.find((entry) => entry.id === source)?.files ?? []
    let [same, other, fresh] = [0, 0, 0]
    for (const file of files) {
      if (file.source !== source) continue
      if (built.some(({ sha256 }) => sha256 === file.sha256)) same++
      else if (built.some(({ path }) => path === file.path)) other++
      else fresh++
    }
    return { source, same, other, fresh }
  })
}

/** "2 same, 1 other, 1 new". */
export function sinceWords({ same, other, fresh }: SinceManifest): string {
  const parts = [same && `${same} same`, other && `${other} other`, fresh && `${fresh} new`]
  return parts.filter((part) => part !== 0).join(', ')
}
