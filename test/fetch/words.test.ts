import { describe, expect, it } from 'vitest'
import type { FileResult, FileState } from '../../data-build/fetch/fetch-file.ts'
import { progressLine } from '../../data-build/fetch/progress-line.ts'
import { retryAfter } from '../../data-build/fetch/retry.ts'
import { resultLine, sizeWords, summaryText } from '../../data-build/fetch/words.ts'
import { planned } from './made-run.ts'

const fetched = {
  path: 'made/file.zip',
  source: 'made',
  url: 'u',
  finalUrl: 'u',
  bytes: 2_500_000,
  sha256: '0',
  servedBytes: 2_500_000,
  etag: null,
  lastModified: null,
  time: '',
}
const result = (state: FileState, received: number, notes: readonly string[] = []): FileResult => {
  return { file: planned('u'), state, received, ms: 2000, notes, fetched }
}

describe('the words of a run', () => {
  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [1000, '1.0 kB'],
    [13_352_819, '13.4 MB'],
    [4.2e9, '4.2 GB'],
  ])('write %i bytes as %s', (bytes, words) => expect(sizeWords(bytes)).toBe(words))

  it('give a file one line with state, size, speed and path, and notes below', () => {
    const line = resultLine(result('new', 2_500_000, ['moved to v']))
    expect(line).toBe(`new             2.5 MB     1.3 MB/s  made/file.zip\n            moved to v`)
    expect(resultLine(result('unchanged', 0))).toBe('unchanged       2.5 MB               made/file.zip')
    // What lies in the folder is not what failed to come.
    expect(resultLine(result('failed', 0))).not.toContain('MB')
  })

  it('count the files of each state at the end', () => {
    const text = summaryText(
      [result('new', 10), result('failed', 5), result('new', 20)],
      [{ source: 'made', same: 0, other: 2, fresh: 0 }],
    )
    expect(text.split('\n').map((line) => line.replace(/ +/g, ' '))).toEqual([
      'state files received',
      'new 2 30 B',
      'failed 1 5 B',
      '',
      'source files against dist-data/manifest.json',
      'made 2 other',
    ])
  })
})

describe('the progress line', () => {
  const stream = (isTTY: boolean) => {
    const written: string[] = []
    const write = (text: string) => written.push(text)
    return { written, stream: { isTTY, columns: 60, write } as unknown as NodeJS.WriteStream }
  }

  it('is silent where there is no terminal', () => {
    const { written, stream: pipe } = stream(false)
    const line = progressLine(pipe, 2)
    line.arrived('a/b.zip', 10, 10, 100)
    line.print('done')
    line.clear()
    expect(written).toEqual(['done\n'])
  })

  it('fits the terminal, counts every chunk, and is drawn at most five times a second', () => {
    let now = 1000
    const { written, stream: terminal } = stream(true)
    const line = progressLine(terminal, 2, () => now)
    now += 1000
    for (let i = 1; i <= 100; i++) line.arrived('a/long-name-of-a-file-that-goes-on-and-on.zip', 10, 10 * i, 2000)
    expect(written).toHaveLength(1)
    now += 200
    line.arrived('a/long-name-of-a-file-that-goes-on-and-on.zip', 1000, 2000, 2000)
    expect(written[1]).toContain('0/2 files, 2.0 kB, 1.7 kB/s')
    for (const text of written) expect(text.replace('\r\u001B[K', '').length).toBeLessThan(60)
  })
})

describe('Retry-After', () => {
  const now = Date.UTC(2026, 10, 21, 10, 0, 0)
  it.each([
    [null, undefined],
    ['7', 7000],
    ['Sat, 21 Nov 2026 10:00:30 GMT', 30_000],
    ['Sat, 21 Nov 2026 09:00:00 GMT', 0],
    ['soon', undefined],
  ])('of %j is %j ms', (header, ms) => expect(retryAfter(header, now)).toBe(ms))
})
