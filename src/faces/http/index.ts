import type { DimensionId } from '../../answers/dimensions/catalog.ts'
import { attempt } from '../../base/parameters/guard.ts'
import type { SharedVicinage } from '../../library/bundles.ts'
import type { TileData, TileServer, TileServerOptions } from '../map/tile-server.ts'
import type { KeyFileOptions } from './key-file.ts'
import type { Keys } from './keys.ts'
import type { Usage } from './limits.ts'
import type { RequestPool } from './pool.ts'
import type { UsageFileOptions } from './usage-file.ts'

export type { Cost } from '../../library/contract/endpoint.ts'
export type { DrawTile, TileData, TileName, TileServer, TileServerOptions } from '../map/tile-server.ts'
export { type AppOptions, createApp } from './app.ts'
export type { Explorer, FileAnswer } from './explorer.ts'
export type { KeyFileOptions } from './key-file.ts'
export type { ApiKey, Keys, Rate } from './keys.ts'
export { knownKeys } from './keys.ts'
export type { Limits, LimitsError, MemoryLimitsOptions, Usage, Verdict, Window } from './limits.ts'
export { memoryLimits } from './limits.ts'
export type { Log, RequestLine } from './log.ts'
export type { McpHandler } from './mcp-route.ts'
export type { Charge, PoolAnswer, PoolTask, RequestPool, TaskHead } from './pool.ts'
export type { ReceivedBody } from './request-body.ts'
export type { UsageFileOptions } from './usage-file.ts'

/** Opens map tiles and their TileJSON for the `tiles` option of `createApp`. Loads the drawing code on demand. */
export function openTileServer<Id extends string = DimensionId>(
  vicinage: TileData<Id>,
  options: TileServerOptions = {},
): Promise<TileServer> {
  return attempt('openTileServer(vicinage: object, options?: object)', [vicinage, options], async () =>
    (await import('../map/tile-server.ts')).createTileServer(vicinage, options),
  )
}

/**
 * Opens a pool of threads for the `pool` option of `createApp`. The threads answer all requests that cost more than a
 * score (areas, rankings, searches, edges). There is one thread for every two processors, started by the first such
 * request. The threads share the memory of the data. `streets` and `userData` must be the same as for `vicinage`.
 * Requires Node.
 */
export function openRequestPool(
  vicinage: { share(): object },
  options: { readonly streets?: string | URL; readonly userData?: boolean } = {},
): Promise<RequestPool> {
  return attempt('openRequestPool(vicinage: object, options?: object)', [vicinage, options], async () =>
    (await import('./request-pool.ts')).requestPool({ ...options, shared: vicinage.share() as SharedVicinage }),
  )
}

// Code that uses the file system is imported on demand, because workers have no file system.

/** Opens the keys in a file written by `vicinage keys`, and reloads the file when it changes. Requires Node. */
export function openKeyFile(path: string, options: KeyFileOptions = {}): Promise<Keys & { close(): void }> {
  return attempt('openKeyFile(path: string, options?: object)', [path, options], async () =>
    (await import('./key-file.ts')).openKeyFile(path, options),
  )
}

/**
 * Opens monthly counts that survive a restart. They are stored in a JSON file that only its owner can read. A missing
 * file counts as empty. Changes are written at most once a second and on `close`. Only one process at a time can use
 * the file, which is enforced with `FILE.lock`. Several processes can share their counts in Redis instead. Requires
 * Node.
 *
 * @throws {LimitsError} if the file is in use, damaged, from a later version, or cannot be read
 */
export function openUsageFile(path: string, options: UsageFileOptions = {}): Promise<Usage> {
  return attempt('openUsageFile(path: string, options?: object)', [path, options], async () =>
    (await import('./usage-file.ts')).openUsageFile(path, options),
  )
}
