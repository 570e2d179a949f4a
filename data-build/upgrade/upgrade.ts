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
import type { Agency, FileOptions } from './layer-upgrade.ts'
import { layerUpgrades } from './layers.ts'
import { NoMap } from './part.ts'
import { partNames, UpgradesFolder } from './upgrades-folder.ts'

/** Number of consecutive failed downloads after which to check whether the server is up. */
const MAX_CONSECUTIVE = 3

/** See `DataBuild`. */
export async function upgradeLayer(id: UpgradableLayer, options: UpgradeOptions): Promise<UpgradeSummary> {
  return inFolder(options, async (folder) => {
    const { from } = options
    const come =
      from === null
        ? await download(id, folder, options)
        : await read(id, folder, { ...options, from }).catch((error) => {
            if (options.signal.aborted) return NOTHING
            throw error
          })
    return { ...come, bundles: await folder.publish(options) }
  })
}

type Come = Omit<UpgradeSummary, 'bundles'>

const NOTHING: Come = { painted: [], unchanged: [], unmapped: [], failed: [], untried: [], remarks: [] }

/** @throws {LayerError} if the files contain nothing within the coverage area */
async function read(id: UpgradableLayer, folder: UpgradesFolder, options: FileOptions): Promise<Come> {
  const parts = await layerUpgrades[id].fromFiles(options)
  const painted = await folder.putParts(id, parts)
  if (painted.length > 0) return { ...NOTHING, painted, remarks: parts.flatMap(({ remarks = [] }) => remarks) }
  throw new LayerError(
    `Nothing in ${options.from.join(', ')} is in California, Texas or Florida, so nothing was changed. Expected ${UPGRADES[id].files}.`,
  )
}

/** @throws {LayerError} for a layer that is only available from files */
async function download(id: UpgradableLayer, folder: UpgradesFolder, options: UpgradeOptions): Promise<Come> {
  const { agency } = layerUpgrades[id]
  if (agency === null)
    throw new LayerError(`${id} can only be upgraded from files. Name them with --from FILE: ${UPGRADES[id].files}.`)
  const address = options.mirror === undefined ? agency.address : options.mirror.replace(/\/*$/, '/')
  const parts = agency.parts(options, address, (fips) => folder.geography.countyNames[fips] ?? `county ${fips}`)
  const inPlace = await folder.parts(id)
  const reader = new AgencyReader(options, inPlace)
  reader.noteUntried(id, agency.address)
  if (agency.note !== undefined && inPlace.length === 0) options.onNote(agency.note)
  const run = new Run()
  for (const part of parts) {
    if (options.signal.aborted || run.isOver) {
      run.untried.push(part.description)
      continue
    }
    try {
      const read = await part.read(reader)
      if (read instanceof NoMap) {
        const stays = inPlace.some((mapped) => mapped.id === part.id) ? 'map in place' : 'estimate'
        run.unmapped.push({ map: part.description, reason: `${read.reason}; the ${stays} is kept` })
      } else if (read === null) run.unchanged.push(part.description)
      else {
        const painted = await folder.putParts(id, [read])
        if (painted.length > 0) run.remarks.push(...(read.remarks ?? []))
        else run.failed.push({ map: part.description, reason: 'no part of it is in California, Texas or Florida' })
        run.painted.push(...painted)
      }
      await reader.done(part)
      run.inARow = 0
    } catch (error) {
      if (options.signal.aborted) run.untried.push(part.description)
      else await run.addFailure(part.description, checked(error), id, () => isUp(agency, address, reader))
    }
  }
  await reader.end()
  const { painted, unchanged, unmapped, failed, untried, remarks } = run
  return { painted, unchanged, unmapped, failed, untried, remarks }
}

/** Returns an error caused by the server or the map, and rethrows any other error. */
function checked(error: unknown): TransferError | SourceError {
  if (error instanceof TransferError || error instanceof SourceError) return error
  throw error
}

async function isUp({ service }: Agency, address: string, reader: AgencyReader): Promise<boolean> {
  return service !== undefined && (await reader.isAnswering(address + service))
}

/** Results of a run so far. */
class Run {
  readonly painted: string[] = []
  readonly unchanged: string[] = []
  readonly unmapped: { readonly map: string; readonly reason: string }[] = []
  readonly failed: { readonly map: string; readonly reason: string }[] = []
  readonly untried: string[] = []
  readonly remarks: string[] = []
  /** Number of consecutive failed downloads. */
  inARow = 0
  /** Whether another download would fail the same way. */
  isOver = false

  /** Records a map that could not be downloaded. */
  async addFailure(
    map: string,
    error: TransferError | SourceError,
    id: UpgradableLayer,
    isServerUp: () => Promise<boolean>,
  ): Promise<void> {
    this.failed.push({ map, reason: getReason(error, id) })
    // A map that is invalid does not end the run, because the next map may be readable.
    if (error instanceof SourceError) return
    if (error.certificate) this.isOver = true
    else if (++this.inARow >= MAX_CONSECUTIVE) {
      this.isOver = !(await isServerUp())
      this.inARow = 0
    }
  }
}

/** Explains why a map could not be downloaded and, if its files can be fetched with a browser, how to do so. */
function getReason(error: TransferError | SourceError, id: UpgradableLayer): string {
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

/** Runs a task while other processes cannot change the upgrades folder. */
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
