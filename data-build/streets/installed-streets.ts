import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { namesIn } from '../../src/base/locks/write-whole.ts'
import type { InstalledCounty } from '../../src/library/user-data/shipped-pipeline.ts'
import { withLayerFolder } from '../user-data/layer-folder.ts'
import { getShard } from './add-streets.ts'
import { DOWNLOADS } from './download-streets.ts'

/** See `DataBuild`. */
export async function removeStreets(codes: readonly string[], folder: string): Promise<readonly string[]> {
  return withLayerFolder(folder, async () => {
    const isMeant = (county: string | undefined) =>
      county !== undefined && codes.some((code) => county.startsWith(code))
    const shards = await namesIn(folder, (name) => isMeant(/^(?:streets|points)-(\d{5})\.bundle$/.exec(name)?.[1]))
    const downloads = join(folder, DOWNLOADS)
    const begun = await namesIn(downloads, (name) => isMeant(/^tl_\d{4}_(\d{5})_addrfeat\.zip/.exec(name)?.[1]))
    for (const name of shards) await rm(join(folder, name))
    for (const name of begun) await rm(join(downloads, name))
    if ((await namesIn(folder, (name) => name.endsWith('.bundle'))).length === 0)
      await rm(downloads, { recursive: true, force: true })
    return shards
  })
}

/** See `DataBuild`. */
export async function installedStreets(folder: string): Promise<readonly InstalledCounty[]> {
  const names = await namesIn(folder, (name) => /^streets-\d{5}\.bundle$/.test(name))
  return names
    .map((name) => name.slice('streets-'.length, -'.bundle'.length))
    .map((county) => ({ county, year: getShard(folder, county)?.year ?? null }))
}
