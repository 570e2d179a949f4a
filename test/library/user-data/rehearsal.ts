import { existsSync, readFileSync } from 'node:fs'
import { downloadStreets } from '../../../data-build/streets/download-streets.ts'
import type {
  DownloadOptions,
  DownloadProgress,
  DownloadSummary,
} from '../../../src/library/user-data/shipped-pipeline.ts'
import type { WrittenShard } from '../../../src/library/user-data/streets.ts'
import { addrfeatZip } from '../../answers/geocode/streets/fixtures/addrfeat.ts'
import { fileServer, type Route } from '../../data-build/fetch/file-server.ts'

const REAL = '../shared/data/addresses/tiger/tl_2021_30059_addrfeat.zip'

/**
 * Meagher County, Montana, as published by the Census Bureau if the file is available, otherwise an invented county
 * with the same code.
 */
export const meagher: Uint8Array = existsSync(REAL) ? new Uint8Array(readFileSync(REAL)) : countyZip('30059')

/** Returns the zip of a county with `streets` streets of one range each. */
export function countyZip(county: string, streets = 40): Uint8Array {
  return addrfeatZip(
    Array.from({ length: streets }, (_, i) => ({
      name: `${String.fromCharCode(65 + (i % 26))}${i * 7919} St`,
      left: [String(1 + 2 * i), String(99 + 2 * i)] as const,
    })),
    county,
  )
}

/** Returns the path of a county's zip on the server. */
export function pathOf(county: string): string {
  return `/addrfeat/tl_2025_${county}_addrfeat.zip`
}

/** Starts a server like the Census Bureau's on the loopback interface, with a route for each county. */
export async function agency(routes: Readonly<Record<string, Route>>) {
  const server = await fileServer(
    Object.fromEntries(Object.entries(routes).map(([county, route]) => [pathOf(county), route])),
  )
  return { ...server, mirror: `${server.origin}/addrfeat`, counties: Object.keys(routes) }
}

interface Run {
  readonly summary: DownloadSummary
  readonly notes: readonly string[]
  readonly shards: readonly WrittenShard[]
  readonly progress: readonly DownloadProgress[]
}

/** Downloads with short timeouts for tests. */
export async function downloaded(
  counties: readonly string[],
  folder: string,
  mirror: string,
  changes: Partial<DownloadOptions> = {},
): Promise<Run> {
  const notes: string[] = []
  const shards: WrittenShard[] = []
  const progress: DownloadProgress[] = []
  const summary = await downloadStreets(counties, folder, {
    ...{ year: 2025, mirror, renew: false, userAgent: 'vicinage-test', signal: new AbortController().signal },
    ...{ patience: { backoffMs: 2, idleMs: 250 } },
    onNote: (note) => notes.push(note),
    onShard: (shard) => shards.push(shard),
    onProgress: (one) => progress.push(one),
    ...changes,
  })
  return { summary, notes, shards, progress }
}
