import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openVicinage } from '../../../src/index.ts'
import { geoJson, metersToEdge, placesIn, randomZones, TEXAS, valueAt } from '../../data-build/upgrade/fixtures/data.ts'
import { userDataAt } from '../../library/user-data/fixtures/user-data.ts'
import { ended, KILLS, killed, killedOften } from '../../library/user-data/killing.ts'
import { emptyFolder } from '../../support/empty-folder.ts'
import { skippedName } from '../../support/skipped-name.ts'

const zones = randomZones(400, TEXAS, (i) => ({ score: 1 + (i % 255) }), 9)
const before = randomZones(3, TEXAS, () => ({ score: 77 }), 10)
const what = ['--id', 'canopy', '--name', 'Tree canopy', '--low', 'bare', '--high', 'leafy', '--score', 'score']

function layer(home: string, file: string, more: readonly string[] = [], within: readonly string[] = []): ChildProcess {
  const argv = [...within, process.execPath, 'dist/cli.js', 'layer', 'add', file, ...what, ...more]
  const child = spawn(argv[0], argv.slice(1), {
    env: { ...process.env, VICINAGE_DATA_HOME: home },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

/** Returns a command prefix that mounts an 8 kB disk over a folder. The mount ends with the process. */
function tinyDisk(folder: string): string[] {
  return [
    'unshare',
    '--user',
    '--map-root-user',
    '--mount',
    'sh',
    '-c',
    `mount -t tmpfs -o size=8k tmpfs '${folder}' && exec "$0" "$@"`,
  ]
}

function hasTinyDisks(): boolean {
  try {
    const [command, ...argv] = [...tinyDisk(emptyFolder()), 'true']
    execFileSync(command, argv, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

describe('the command `vicinage layer add`', () => {
  it('leaves either the old or the new layer if killed at any moment, and succeeds on the next run', {
    timeout: 300_000,
  }, async () => {
    const [whole, home, files] = [emptyFolder(), userDataAt(emptyFolder()), emptyFolder()]
    const [file, old] = [geoJson(files, 'new.geojson', zones), geoJson(files, 'old.geojson', before)]
    expect(await ended(layer(whole, file))).toMatchObject({ code: 0 })
    const bytes = readFileSync(join(whole, 'layers', 'canopy.bundle'))
    expect(await ended(layer(home, old))).toMatchObject({ code: 0 })
    const bundle = join(home, 'layers', 'canopy.bundle')
    const first = readFileSync(bundle)
    const started = performance.now()
    expect(await ended(layer(home, file, ['--replace']))).toMatchObject({ code: 0 })
    const lasts = performance.now() - started
    await killedOften(async (i) => {
      writeFileSync(bundle, first)
      // The kills are spread over the whole run, from before the file is read to after the layer is written.
      const after = (lasts * (i + 1)) / KILLS
      const end = await killed(layer(home, file, ['--replace']), { after, hasBegun: null, patience: 60_000 })
      const now = readFileSync(bundle)
      expect(now.equals(first) || now.equals(bytes)).toBe(true)
      return end
    })
    expect(await ended(layer(home, file, ['--replace']))).toMatchObject({ code: 0, err: '' })
    expect(readdirSync(join(home, 'layers'))).toEqual(['canopy.bundle'])
    expect(readFileSync(bundle).equals(bytes)).toBe(true)
    const opened = await openVicinage<'canopy'>({ dimensions: ['canopy'], schools: false, geocoder: false })
    const painted = zones.map((zone) => ({ zone, value: zone.properties.score as number }))
    let far = 0
    for (const { lon, lat } of placesIn(TEXAS, 2000)) {
      if (metersToEdge(zones, lon, lat) < 93) continue
      far++
      expect(opened.score('canopy', { lon, lat }).score).toBe(valueAt(painted, lon, lat) ?? 0)
    }
    expect(far).toBeGreaterThan(50)
  })

  it.skipIf(!hasTinyDisks())(
    skippedName('reports a full disk and leaves nothing behind', !hasTinyDisks(), 'where no disk can be mounted'),
    { timeout: 60_000 },
    async () => {
      const [home, files] = [emptyFolder(), emptyFolder()]
      mkdirSync(join(home, 'layers'))
      const file = geoJson(files, 'new.geojson', zones)
      const { code, err } = await ended(layer(home, file, [], tinyDisk(join(home, 'layers'))))
      expect({ code, err }).toMatchObject({
        code: 1,
        err: expect.stringMatching(/^vicinage: The disk that contains .*layers is full: free some space/),
      })
      expect(readdirSync(join(home, 'layers'))).toEqual([])
    },
  )
})
