import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { userDataAt } from '../../library/user-data/fixtures/user-data.ts'
import { emptyFolder } from '../../support/empty-folder.ts'

/** Runs `vicinage batch - -` of the built command line on `input`. */
function piped(input: string | Uint8Array, ...options: readonly string[]) {
  userDataAt(emptyFolder())
  const argv = ['dist/cli.js', 'batch', '-', '-', '--dimensions', 'urban-rural', '--quiet', ...options]
  const { status, stdout, stderr } = spawnSync(process.execPath, argv, { input, encoding: 'utf8' })
  return { status, out: stdout.trim().split(/\r?\n/), err: stderr }
}

it.each<[string, string, RegExp]>([
  ['CSV', 'id,lat,lon\n7,30.2672,-97.7431\n', /^7,30\.2672,-97\.7431,\d+,$/],
  ['tabs', 'id\tlat\tlon\n7\t30.2672\t-97.7431\n', /^7\t30\.2672\t-97\.7431\t\d+\t?$/],
  ['NDJSON', '{"id":7,"lat":30.2672,"lon":-97.7431}\n', /"id":7,.*"urban-rural":\d+/],
  [
    'NDJSON after a byte order mark and blank lines',
    '\ufeff\n\n{"id":7,"lat":30.2672,"lon":-97.7431}\n',
    /"urban-rural":\d+/,
  ],
])('vicinage batch recognizes the format of standard input by its first bytes: %s', (_, input, last) => {
  const { status, out, err } = piped(input)
  expect(status, err).toBe(0)
  expect(out.at(-1)).toMatch(last)
})

it('vicinage batch prefers --format to the first bytes of standard input', () => {
  expect(piped('lat,lon\n30.2672,-97.7431\n', '--format', 'ndjson')).toMatchObject({ status: 2 })
})

it.each<[string, string | Uint8Array, RegExp]>([
  ['an empty input', '', /Standard input is empty/],
  ['Parquet', new TextEncoder().encode('PAR1xxxxxxxx'), /Parquet cannot be read from standard input/],
  ['a JSON array', '[{"lat":30.2672,"lon":-97.7431}]\n', /JSON/],
])('vicinage batch rejects %s from standard input with a one-sentence error', (_, input, sentence) => {
  const { status, err } = piped(input)
  expect(status).toBe(2)
  expect(err).toMatch(sentence)
})
