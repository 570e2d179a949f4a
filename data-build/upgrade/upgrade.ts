import type {
  UpgradableLayer,
  UpgradedBundle,
  UpgradeOptions,
  UpgradeSummary,
  UpgradesPlace,
} from '../../src/user-data/data-build.ts'
import { LayerError } from '../../src/user-data/layer-error.ts'
import type { FactSpec } from '../context.ts'
import { SourceError } from '../read/source-error.ts'
import { withLayerFolder } from '../user-data/layer-folder.ts'
import { fireFacts, fireFromFiles } from './fire.ts'
import { UpgradesFolder } from './upgrades-folder.ts'
import type { ZoneMap } from './zone-map.ts'

/** How a layer is read. */
interface OfficialLayer {
  readonly facts: readonly FactSpec[]
  fromFiles(options: UpgradeOptions & { readonly from: readonly string[] }): Promise<readonly ZoneMap[]>
}

const layers: Readonly<Record<UpgradableLayer, OfficialLayer>> = {
  fire: {
    facts: fireFacts,
    fromFiles: async ({ from, mapped }) => [await fireFromFiles(from, mapped)],
  },
}

/** See `DataBuild`. */
export async function upgradeLayer(id: UpgradableLayer, options: UpgradeOptions): Promise<UpgradeSummary> {
  const { facts, fromFiles } = layers[id]
  return inFolder(options, async (folder) => {
    const { from } = options
    const painted: string[] = []
    if (from !== null)
      for (const map of await fromFiles({ ...options, from }))
        if (await folder.putPart(id, map, facts)) painted.push(map.id)
    if (painted.length === 0)
      throw new LayerError(
        `Nothing that ${from?.join(', ')} shows is in California, Texas or Florida: nothing was changed. Expected zones in degrees, or with a projection.`,
      )
    return { painted, failed: [], bundles: await folder.publish(options) }
  })
}

/** See `DataBuild`. */
export async function upgradeAgain(place: UpgradesPlace): Promise<readonly UpgradedBundle[]> {
  return inFolder(place, (folder) => folder.publish(place))
}

/** See `DataBuild`. */
export async function removeUpgrade(id: UpgradableLayer, place: UpgradesPlace): Promise<number> {
  return inFolder(place, async (folder) => {
    const removed = await folder.removeParts(id)
    await folder.publish(place)
    return removed
  })
}

/** Runs with the folder of upgrades to itself. */
async function inFolder<T>({ folder, data }: UpgradesPlace, run: (folder: UpgradesFolder) => Promise<T>): Promise<T> {
  return withLayerFolder(folder, async () => {
    try {
      return await run(await UpgradesFolder.open(folder, data))
    } catch (cause) {
      throw cause instanceof SourceError ? new LayerError(cause.message, { cause }) : cause
    }
  })
}
