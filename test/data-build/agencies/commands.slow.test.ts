import { describe, expect, it } from 'vitest'
import { openVicinage } from '../../../src/library/open.ts'
import { emptyFolder } from '../../support/empty-folder.ts'
import { type Mood, politeDay } from './all-agencies.ts'
import type { Failure } from './arcgis.ts'
import type { FileFailure } from './files.ts'
import { bytesIn, commands, differences, rehearsal, type Served } from './rehearsal.ts'

/** A kind of day on the agencies' servers, and whether a command may end with an error on it. */
type Day = readonly [name: string, mood: Mood, mayFail: boolean]

const onLayers = (arcgis: Mood['arcgis']): Mood => ({ arcgis, files: {} })
const onFiles = (files: Mood['files']): Mood => ({ arcgis: {}, files })

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

const days: Readonly<Record<Served, readonly Day[]>> = {
  layers: [
    ...failures.map((how): Day => [`a fifth of requests ends in ${how}`, onLayers({ passing: { [how]: 0.2 } }), false]),
    ...heavy.map(
      (how): Day => [`pages over 60 vertices end in ${how}`, onLayers({ heavy: { vertices: 60, how } }), false],
    ),
    ...(['header', 'body'] as const).map(
      (where): Day => [
        `three requests are throttled, with the time in the ${where}`,
        onLayers({ throttle: { how: 'json-429', requests: 3, retryAfter: 20, where } }),
        false,
      ],
    ),
    ['requests for more than three ids fail', onLayers({ heavyIds: { zones: 3, how: 'json-500' } }), false],
    ['an outage of 30 s', { ...politeDay(), outageAt: 1 }, false],
    ...([...failures, 'json-498', 'json-499', 'gone'] as const).map(
      (always): Day => [`every request ends in ${always}`, onLayers({ always }), true],
    ),
  ],
  files: [
    ...fileFailures.map(
      (how): Day => [`a fifth of requests ends in ${how}`, onFiles({ passing: { [how]: 0.2 } }), false],
    ),
    ...fileFailures
      .filter((how) => how !== 'cut' && how !== 'reset')
      .map(
        (how): Day => [
          `${how} for 45 s after each second file`,
          onFiles({ throttle: { after: 2, seconds: 45, how } }),
          false,
        ],
      ),
    ['an outage of 30 s', { ...politeDay(), outageAt: 0.5 }, false],
    ...([...fileFailures, 'status-403'] as const).map(
      (always): Day => [`every request ends in ${always}`, onFiles({ always }), true],
    ),
  ],
}

/** Words of an internal error of the program, which must never appear because of a server's fault. */
const ENGINE = /\b(undefined|NaN|TypeError|RangeError|ReferenceError|Cannot read|is not a function|at \S+:\d+:\d+)\b/

const isWhole = process.env.VICINAGE_REHEARSAL === 'whole'

describe.each(commands)('%s', (name, served, argv, file) => {
  const own: readonly Day[] =
    file === ''
      ? days[served]
      : [
          ...days[served],
          ...(['html-200', 'empty-200', 'status-403'] as const).map(
            (how): Day => [`one file is never served, by ${how}`, onFiles({ never: { paths: [file], how } }), true],
          ),
        ]
  // In CI, every day meets some commands and every command meets some days. `npm run data:rehearse` runs the whole
  // table.
  const turn = commands.findIndex(([other]) => other === name)
  const chosen = own.filter((_, i) => isWhole || (i + turn) % 12 === 0)

  it(`ends well, or fails with one sentence and completes on the next run, if ${chosen.map(([day]) => day).join('; if ')}`, {
    timeout: 60_000 * (1 + chosen.length),
  }, async () => {
    const run = await rehearsal(argv)
    const first = emptyFolder()
    expect(await run(politeDay(), first)).toMatchObject({ code: 0 })
    const polite = bytesIn(first)
    for (const [day, mood, mayFail] of chosen) {
      const home = emptyFolder()
      const bad = await run(mood, home)
      expect(bad.err + bad.out, day).not.toMatch(ENGINE)
      if (bad.code !== 0) {
        expect(mayFail, `${day}: ${bad.err}`).toBe(true)
        expect(bad.err, day).toMatch(/^vicinage: .+/m)
        // A failed run leaves only complete files in place, and the data still answers.
        const parts = [...bytesIn(home)].filter(([path]) => /\/parts\/|\/streets-/.test(path))
        for (const [path, bytes] of parts) expect(bytes.equals(polite.get(path)!), `${day}: ${path}`).toBe(true)
        const { score } = (await openVicinage()).score('urban-rural', { lat: 29.76, lon: -95.37 })
        expect(score, day).toBeGreaterThan(0)
        expect(await run(politeDay(), home), day).toMatchObject({ code: 0 })
      }
      expect(differences(bytesIn(home), polite), day).toEqual([])
    }
  })
})
