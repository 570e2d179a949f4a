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

/** Opens map tiles and their TileJSON, for the option `tiles` of `createApp`. Imports the code that draws them. */
export function openTileServer<Id extends string = DimensionId>(
  vicinage: TileData<Id>,
  options: TileServerOptions = {},
): Promise<TileServer> {
  return attempt('openTileServer(vicinage: object, options?: object)', [vicinage, options], async () =>
    (await import('../map/tile-server.ts')).createTileServer(vicinage, options),
  )
}

/**
 * Opens threads that answer everything that costs more than a score (areas, rankings, searches, edges), for the option
 * `pool` of `createApp`. There is one thread for every two processors, started by the first such request. They share
 * the memory of the data. `streets` and `userData` must be the same as for `vicinage`. Needs Node.
 */
export function openRequestPool(
  vicinage: { share(): object },
  options: { readonly streets?: string | URL; readonly userData?: boolean } = {},
): Promise<RequestPool> {
  return attempt('openRequestPool(vicinage: object, options?: object)', [vicinage, options], async () =>
    (await import('./request-pool.ts')).requestPool({ ...options, shared: vicinage.share() as SharedVicinage }),
  )
}

// Code that needs files is imported on demand, because workers have none.

/** Opens the keys of a file written by `vicinage keys`, and reads it again when it changes. Needs Node. */
export function openKeyFile(path: string, options: KeyFileOptions = {}): Promise<Keys & { close(): void }> {
  return attempt('openKeyFile(path: string, options?: object)', [path, options], async () =>
    (await import('./key-file.ts')).openKeyFile(path, options),
  )
}

/**
 * Opens monthly counts that survive the process: a JSON file readable by its owner only. A missing file counts as
 * empty. Changes are written at most once a second and on `close`. Only one process at a time can use it, guarded by
 * `FILE.lock`; several processes can share their counts in Redis instead. Needs Node.
 *
 * @throws {LimitsError} when the file is in use, damaged, of a later version, or cannot be read
 */
export function openUsageFile(path: string, options: UsageFileOptions = {}): Promise<Usage> {
  return attempt('openUsageFile(path: string, options?: object)', [path, options], async () =>
    (await import('./usage-file.ts')).openUsageFile(path, options),
  )
}
