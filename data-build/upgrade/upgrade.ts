import { LayerError } from '../../src/library/user-data/layer-error.ts'
import {
  UPGRADES,
  type UpgradableLayer,
  type UpgradedBundle,
  type UpgradeOptions,
  type UpgradeSummary,
  type UpgradesPlace,
} from '../../src/library/user-data/shipped-pipeline.ts'
import { byHandText, TransferError } from '../fetch/request.ts'
import { SourceError } from '../read/source-error.ts'
import { withLayerFolder } from '../user-data/layer-folder.ts'
import { AgencyReader } from './agency-reader.ts'
import type { FileOptions } from './layer-upgrade.ts'
import { layerUpgrades } from './layers.ts'
import { partNames, UpgradesFolder } from './upgrades-folder.ts'

/** Maps in a row that fail before a run is given up: then it is the server, the address or the line. */
const MOST_IN_A_ROW = 3

/** See `DataBuild`. */
export async function upgradeLayer(id: UpgradableLayer, options: UpgradeOptions): Promise<UpgradeSummary> {
  return inFolder(options, async (folder) => {
    const { from } = options
    const come =
      from === null
        ? await download(id, folder, options)
        : await read(id, folder, { ...options, from }).catch((error) => {
            if (options.signal.aborted) return { painted: [], failed: [] }
            throw error
          })
    return { ...come, bundles: await folder.publish(options) }
  })
}

type Come = Pick<UpgradeSummary, 'painted' | 'failed'>

/** @throws {LayerError} where nothing of the files is in the data */
async function read(id: UpgradableLayer, folder: UpgradesFolder, options: FileOptions): Promise<Come> {
  const painted = await folder.putParts(id, await layerUpgrades[id].fromFiles(options))
  if (painted.length > 0) return { painted, failed: [] }
  throw new LayerError(
    `Nothing that ${options.from.join(', ')} shows is in California, Texas or Florida: nothing was changed. Expected ${UPGRADES[id].files}.`,
  )
}

/** @throws {LayerError} for a layer that comes from files only */
async function download(id: UpgradableLayer, folder: UpgradesFolder, options: UpgradeOptions): Promise<Come> {
  const { agency } = layerUpgrades[id]
  if (agency === null)
    throw new LayerError(`${id} is upgraded from files: name some with --from FILE, ${UPGRADES[id].files}.`)
  const { address } = agency
  const parts = agency.parts(options, options.mirror === undefined ? address : options.mirror.replace(/\/*$/, '/'))
  const inPlace = await folder.parts(id)
  const reader = new AgencyReader(options, inPlace)
  reader.noteUntried(id, address)
  if (agency.note !== undefined && inPlace.length === 0) options.onNote(agency.note)
  const painted: string[] = []
  const failed: { map: string; reason: string }[] = []
  let inARow = 0
  for (const part of parts) {
    if (options.signal.aborted || inARow >= MOST_IN_A_ROW) break
    try {
      const made = await part.read(reader)
      if (made !== null) {
        if ((await folder.putParts(id, [made])).length === 0)
          throw new TransferError('nothing of it is in California, Texas or Florida')
        painted.push(made.id)
      }
      await reader.done(part)
      inARow = 0
    } catch (error) {
      if (options.signal.aborted) break
      if (!(error instanceof TransferError || error instanceof SourceError)) throw error
      failed.push({ map: part.what, reason: reasonOf(error, id) })
      inARow++
    }
  }
  await reader.end()
  return { painted, failed }
}

/** Why a map did not come and, if its files can be fetched with a browser, how. */
function reasonOf(error: TransferError | SourceError, id: UpgradableLayer): string {
  const byHand = error instanceof TransferError ? error.byHand : null
  if (byHand === null) return error.message
  return `${error.message}. ${byHandText(byHand, `vicinage data upgrade ${id}`)}`
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

/** See `DataBuild`. */
export async function installedUpgrades(folder: string): Promise<readonly string[]> {
  return partNames(folder)
}
