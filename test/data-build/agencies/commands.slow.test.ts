import { describe, expect, it } from 'vitest'
import { openVicinage } from '../../../src/library/open.ts'
import { emptyFolder } from '../../support/empty-folder.ts'
import { type Faults, noFaults } from './all-agencies.ts'
import type { Failure } from './arcgis.ts'
import type { FileFailure } from './files.ts'
import { bytesIn, commands, differences, rehearsal, type Served } from './rehearsal.ts'

/** A label, the faults of the agencies' servers, and whether a command may fail because of them. */
type FaultCase = readonly [name: string, faults: Faults, mayFail: boolean]

const onLayers = (arcgis: Faults['arcgis']): Faults => ({ arcgis, files: {} })
const onFiles = (files: Faults['files']): Faults => ({ arcgis: {}, files })

const failures: readonly Failure[] = [
  'json-500',
  'json-400',
  'json-429',
  'json-gateway',
  'status-429',
  'status-503',
  'html-504',
  'html-200',
  'empty-200',
  'cut',
  'reset',
]
const fileFailures: readonly FileFailure[] = [
  'html-200',
  'empty-200',
  'status-429',
  'status-429-with-time',
  'status-503',
  'cut',
  'reset',
]
const heavy: readonly Failure[] = ['json-500', 'json-400', 'html-504', 'cut']

const cases: Readonly<Record<Served, readonly FaultCase[]>> = {
  layers: [
    ...failures.map(
      (how): FaultCase => [`a fifth of requests ends in ${how}`, onLayers({ passing: { [how]: 0.2 } }), false],
    ),
    ...heavy.map(
      (how): FaultCase => [`pages over 60 vertices end in ${how}`, onLayers({ heavy: { vertices: 60, how } }), false],
    ),
    ...(['header', 'body'] as const).map(
      (where): FaultCase => [
        `three requests are throttled, with the time in the ${where}`,
        onLayers({ throttle: { how: 'json-429', requests: 3, retryAfter: 20, where } }),
        false,
      ],
    ),
    ['requests for more than three ids fail', onLayers({ heavyIds: { zones: 3, how: 'json-500' } }), false],
    ['an outage of 30 s', { ...noFaults(), outageAt: 1 }, false],
    ...([...failures, 'json-498', 'json-499', 'gone'] as const).map(
      (always): FaultCase => [`every request ends in ${always}`, onLayers({ always }), true],
    ),
  ],
  files: [
    ...fileFailures.map(
      (how): FaultCase => [`a fifth of requests ends in ${how}`, onFiles({ passing: { [how]: 0.2 } }), false],
    ),
    ...fileFailures
      .filter((how) => how !== 'cut' && how !== 'reset')
      .map(
        (how): FaultCase => [
          `${how} for 45 s after each second file`,
          onFiles({ throttle: { after: 2, seconds: 45, how } }),
          false,
        ],
      ),
    ['an outage of 30 s', { ...noFaults(), outageAt: 0.5 }, false],
    ...([...fileFailures, 'status-403'] as const).map(
      (always): FaultCase => [`every request ends in ${always}`, onFiles({ always }), true],
    ),
  ],
}

/** Words from internal errors, which a server fault must never cause. */
const ENGINE = /\b(undefined|NaN|TypeError|RangeError|ReferenceError|Cannot read|is not a function|at \S+:\d+:\d+)\b/

const isWhole = process.env.VICINAGE_REHEARSAL === 'whole'

describe.each(commands)('%s', (name, served, argv, file) => {
  const own: readonly FaultCase[] =
    file === ''
      ? cases[served]
      : [
          ...cases[served],
          ...(['html-200', 'empty-200', 'status-403'] as const).map(
            (how): FaultCase => [
              `one file is never served, by ${how}`,
              onFiles({ never: { paths: [file], how } }),
              true,
            ],
          ),
        ]
  // In CI, each case runs with some commands and each command with some cases. `npm run data:rehearse` runs the whole
  // table.
  const turn = commands.findIndex(([other]) => other === name)
  const chosen = own.filter((_, i) => isWhole || (i + turn) % 12 === 0)

  it(`succeeds, or fails with a one-sentence error and completes on the next run: ${chosen.map(([label]) => label).join('; ')}`, {
    timeout: 60_000 * (1 + chosen.length),
  }, async () => {
    const run = await rehearsal(argv)
    const first = emptyFolder()
    expect(await run(noFaults(), first)).toMatchObject({ code: 0 })
    const expected = bytesIn(first)
    for (const [label, faults, mayFail] of chosen) {
      const home = emptyFolder()
      const bad = await run(faults, home)
      expect(bad.err + bad.out, label).not.toMatch(ENGINE)
      if (bad.code !== 0) {
        expect(mayFail, `${label}: ${bad.err}`).toBe(true)
        expect(bad.err, label).toMatch(/^vicinage: .+/m)
        // A failed run leaves only complete files, and the data can still be queried.
        const parts = [...bytesIn(home)].filter(([path]) => /\/parts\/|\/streets-/.test(path))
        for (const [path, bytes] of parts) expect(bytes.equals(expected.get(path)!), `${label}: ${path}`).toBe(true)
        const { score } = (await openVicinage()).score('urban-rural', { lat: 29.76, lon: -95.37 })
        expect(score, label).toBeGreaterThan(0)
        expect(await run(noFaults(), home), label).toMatchObject({ code: 0 })
      }
      expect(differences(bytesIn(home), expected), label).toEqual([])
    }
  })
})
