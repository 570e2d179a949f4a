import type { Explorer } from './explorer.ts'
import type { KeyFileOptions } from './key-file.ts'
import type { Keys } from './keys.ts'

export { type AppOptions, createApp } from './app.ts'
export type { Explorer, FileAnswer } from './explorer.ts'
export type { ApiKey, Keys, Rate } from './keys.ts'
export { knownKeys } from './keys.ts'
export type { Limits, Verdict, Window } from './limits.ts'
export type { Log, RequestLine } from './log.ts'
export { type MemoryLimitsOptions, memoryLimits, type Usage } from './memory-limits.ts'
export { openUsageFile, type UsageFileOptions } from './usage-file.ts'

/** The keys of a file that `vicinage keys` makes, read again when it changes. Needs Node. */
export async function openKeyFile(path: string, options: KeyFileOptions = {}): Promise<Keys & { close(): void }> {
  // Not imported at the start: workers have no files.
  return (await import('./key-file.ts')).openKeyFile(path, options)
}

/**
 * The explorer with the bundles of a data folder, by default those of the package; null where its page is not built. Needs Node.
 *
 * @throws {BundleError} without a data folder that can be read
 */
export async function openExplorer(data?: string | URL): Promise<Explorer | null> {
  return (await import('./explorer.ts')).openExplorer(data)
}
