import { strToU8 } from 'fflate'
import { describe, expect, it } from 'vitest'
import { fetchSettings } from '../../../data-build/fetch/request.ts'
import { type FileProbe, type Probe, probes } from '../../../data-build/probe/addresses.ts'
import { probeTable, runProbes } from '../../../data-build/probe/run-probes.ts'
import { allAgencies } from './all-agencies.ts'
import type { FileFailure } from './files.ts'

/**
 * Makes the Census Bureau's and NCES's files that the probes expect for an edition. 0 is the newest edition and 1 is
 * the edition before it.
 */
function filesOf(edition: number, change: (probe: FileProbe, bytes: Uint8Array) => Uint8Array = (_, bytes) => bytes) {
  const files = probes.filter((probe): probe is FileProbe => probe.kind === 'file')
  return new Map(
    files.map((probe) => {
      const { url } = probe.editions[Math.min(edition, probe.editions.length - 1)]
      const start = strToU8(probe.start === 'PK' ? 'PK\u0003\u0004' : `${probe.start}|more\n`)
      const bytes = new Uint8Array(probe.leastBytes)
      bytes.set(start)
      return [new URL(url).pathname, change(probe, bytes)] as const
    }),
  )
}

/**
 * Maps a real address to the loopback server. A file keeps its path, and a service keeps the part below its folder,
 * which `--mirror` replaces.
 */
const onMirror = (mirror: string) => (url: string) =>
  mirror.slice(0, -1) + new URL(url).pathname.replace(/^.*\/rest\/services(\/public)?\//, '/')

async function results(
  files: ReadonlyMap<string, Uint8Array>,
  { only = () => true, failure }: { only?: (probe: Probe) => boolean; failure?: FileFailure } = {},
) {
  const agencies = await allAgencies(files)
  if (failure !== undefined) agencies.setFaults({ arcgis: { always: 'status-503' }, files: { always: failure } })
  const settings = fetchSettings('vicinage-test', agencies.patience)
  const chosen = probes.filter(only)
  const all = await runProbes(chosen, settings, new AbortController().signal, { moved: onMirror(agencies.mirror) })
  return { all, asked: agencies.asked() }
}

const verdicts = (all: readonly { id: string; verdict: string }[]) =>
  Object.fromEntries(all.map(({ id, verdict }) => [id, verdict]))
const isFile = ({ kind }: Probe) => kind === 'file'

describe('npm run data:probe', () => {
  it('reports every address as expected, with one request each', async () => {
    const { all, asked } = await results(filesOf(0))
    expect(all.filter(({ verdict }) => verdict !== 'as expected')).toEqual([])
    expect(asked).toBe(probes.length)
    expect(probeTable(all)).toContain(`${probes.length} addresses: 0 different, 0 not reached, 0 older edition`)
  })

  it('reports that the newest edition is not published yet', async () => {
    const { all } = await results(filesOf(1), { only: ({ id }) => id === 'addrfeat' || id === 'zips' })
    expect(verdicts(all)).toEqual({ addrfeat: 'older edition', zips: 'as expected' })
  })

  it.each<[string, (bytes: Uint8Array) => Uint8Array, string]>([
    ['a file that shrank', (bytes) => bytes.subarray(0, 700), 'different'],
    ['a file of another kind', (bytes) => bytes.fill(82, 0, 300), 'different'],
    ['an HTML page', () => strToU8('<html>'), 'not reached'],
    ['an empty body', () => new Uint8Array(0), 'not reached'],
  ])('reports %s', async (_, change, verdict) => {
    const { all } = await results(
      filesOf(0, (_, bytes) => change(bytes)),
      { only: ({ id }) => id === 'roads' || id === 'acs-b27010' },
    )
    expect(new Set(Object.values(verdicts(all)))).toEqual(new Set([verdict]))
  })

  it.each<[FileFailure, string]>([
    ['status-403', 'not reached'],
    ['status-503', 'not reached'],
    ['reset', 'not reached'],
    ['status-429', 'not reached'],
  ])('reports that a failing server (%s) could not be reached, not that it changed', async (failure, verdict) => {
    const { all } = await results(filesOf(0), { failure })
    expect(new Set(Object.values(verdicts(all)))).toEqual(new Set([verdict]))
  })

  it('reports missing files', async () => {
    const { all } = await results(new Map(), { only: isFile })
    expect(new Set(Object.values(verdicts(all)))).toEqual(new Set(['different']))
  })
})
