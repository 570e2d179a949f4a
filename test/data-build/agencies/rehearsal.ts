import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { openVicinage } from '../../../src/library/open.ts'
import { consoleOf } from '../../faces/cli/console.ts'
import { userDataAt } from '../../library/user-data/fixtures/user-data.ts'
import { allAgencies, type Faults, HOUSTON } from './all-agencies.ts'
import { censusFiles } from './census.ts'
import { ncesFiles } from './nces.ts'

export type Served = 'layers' | 'files'

/**
 * Commands that download. Each row also says whether the agency serves layers or files, and has a part of the path of
 * one of its files.
 */
export const commands: readonly (readonly [name: string, served: Served, argv: readonly string[], file: string])[] = [
  ['fire', 'layers', ['data', 'upgrade', 'fire'], ''],
  ['flood', 'layers', ['data', 'upgrade', 'flood', '--county', '48201', '48157'], ''],
  ['streets', 'files', ['streets', 'add', '--county', '48201', '48157'], '48157_addrfeat'],
  ['districts', 'files', ['data', 'upgrade', 'districts', '--states', 'TX'], '48_unsd'],
  ['areas', 'files', ['data', 'upgrade', 'areas', '--states', 'TX'], 'place_500k'],
  ['base-map', 'files', ['data', 'upgrade', 'base-map', '--county', '48201', '48157'], '48157_roads'],
  ['insurance-coverage', 'files', ['data', 'upgrade', 'insurance-coverage'], 'b27010'],
  ['population-profile', 'files', ['data', 'upgrade', 'population-profile'], 'b01001'],
  ['schools', 'files', ['data', 'upgrade', 'schools'], 'EDGE'],
]

let files: Map<string, Uint8Array> | undefined

/** Returns the files that the agencies serve, made once. */
async function servedFiles(): Promise<ReadonlyMap<string, Uint8Array>> {
  if (files === undefined) {
    const census = await censusFiles({ counties: ['48201', '48157'], box: HOUSTON, editions: { roads: 2026 } })
    files = new Map([...census, ...ncesFiles()])
  }
  return files
}

/**
 * Reads all files of a data home with their bytes. Leaves out unfinished downloads, and former bundles, which stay on
 * disk for programs that still have them open.
 */
export function bytesIn(home: string): ReadonlyMap<string, Buffer> {
  const entries = readdirSync(home, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const paths = entries.map((entry) => join(entry.parentPath, entry.name)).filter((path) => !path.includes('downloads'))
  const all = new Map(paths.map((path) => [path.slice(home.length), readFileSync(path)]))
  const manifest = all.get('/upgrades/manifest.json')?.toString() ?? ''
  const isFormer = (path: string) => /^\/upgrades\/[^/]+\.bundle$/.test(path) && !manifest.includes(basename(path))
  return new Map([...all].filter(([path]) => !isFormer(path)))
}

/** Returns the names of the files that differ. */
export function differences(a: ReadonlyMap<string, Buffer>, b: ReadonlyMap<string, Buffer>): readonly string[] {
  return [...new Set([...a.keys(), ...b.keys()])].filter((path) => !a.get(path)?.equals(b.get(path) ?? Buffer.alloc(0)))
}

/**
 * Sets up a command with its own agency servers, and returns a function that runs it while they have the given faults.
 */
export async function rehearsal(argv: readonly string[]) {
  const agencies = await allAgencies(await servedFiles(), 3)
  return (faults: Faults, home: string) => {
    userDataAt(home)
    agencies.setFaults(faults)
    const terminal = { patience: agencies.patience, open: openVicinage }
    return consoleOf([...argv, '--mirror', agencies.mirror], terminal)
  }
}
