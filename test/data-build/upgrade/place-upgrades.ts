import { join } from 'node:path'
import { upgradeLayer } from '../../../data-build/shipped-pipeline.ts'
import type {
  UpgradableLayer,
  UpgradeOptions,
  UpgradeSummary,
} from '../../../src/library/user-data/shipped-pipeline.ts'

/** Upgrades the embedded data in a user's data folder, with settings for a test. */
export async function upgradedOwn(
  layer: UpgradableLayer,
  home: string,
  changes: Partial<UpgradeOptions> = {},
): Promise<{ summary: UpgradeSummary; notes: readonly string[] }> {
  const notes: string[] = []
  const summary = await upgradeLayer(layer, {
    ...{ folder: join(home, 'upgrades'), builder: 'made 2.0', userAgent: 'vicinage-test' },
    ...{ from: null, mapped: [], counties: null, signal: new AbortController().signal },
    ...{ patience: { backoffMs: 2, idleMs: 5000 } },
    onNote: (note) => notes.push(note),
    onProgress: () => {},
    ...changes,
  })
  return { summary, notes }
}
