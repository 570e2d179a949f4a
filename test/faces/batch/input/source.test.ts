import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { BatchError, damagedInput } from '../../../../src/faces/batch/errors.ts'
import { gzipMember, inflateGzip } from '../../../../src/faces/batch/input/gzip.ts'
import { checkUnchanged, inputIdentity } from '../../../../src/faces/batch/input/identity.ts'
import { openSource, type Source } from '../../../../src/faces/batch/input/source.ts'
import { asNobody, folder, lines, namedPipe } from '../output/fixtures/run.ts'
import { shout } from '../output/shouting-run.ts'

async function* yieldAll(parts: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* parts
}

/** Reads the rest of a source. Its bytes are copied because they are valid only until the next read. */
async function all(source: Source): Promise<Buffer> {
  const parts: Buffer[] = []
  for (let part = await source.read(); part !== null; part = await source.read()) parts.push(Buffer.from(part))
  await source.close()
  return Buffer.concat(parts)
}

function file(name: string, content: string | Uint8Array): string {
  const path = join(folder(), name)
  writeFileSync(path, content)
  return path
}

/** 3 MB of lines, which take several reads. */
const text = Buffer.from(lines(60_000))

/** Returns a gzip file of many members of different lengths, so that they end anywhere within the reads. */
function manyMembers(content: Buffer): Buffer {
  const members: Uint8Array[] = []
  for (let at = 0, size = 1; at < content.length; at += size, size = (size * 7 + 3) % 5003) {
    if (size === 0) size = 11
    members.push(gzipSync(content.subarray(at, at + size), { level: 0 }))
  }
  return Buffer.concat(members)
}

const compressed = [
  gzipSync(text),
  manyMembers(text),
  Buffer.concat([gzipMember(text), gzipMember(text.subarray(0, 0))]),
]

describe('an input source', () => {
  it.each([0, 1, 1_048_576, 2_000_000, text.length])('reads a file from byte %i onward', async (start) => {
    const source = await openSource(file('in.csv', text), { start })
    expect(source.size).toBe(text.length)
    expect(source.position()).toBe(start)
    expect((await all(source)).equals(text.subarray(start))).toBe(true)
    expect(source.position()).toBe(text.length)
  })

  it.each([0, 1, 1_048_576, 2_000_000, text.length])(
    'reads compressed files from byte %i of the uncompressed text onward',
    async (start) => {
      for (const stored of compressed) {
        const source = await openSource(file('in.csv.GZ', stored), { start })
        expect(source.size).toBe(stored.length)
        expect((await all(source)).equals(text.subarray(start))).toBe(true)
        expect(source.position()).toBe(stored.length)
      }
    },
  )

  it('prefers the gzip option to the file name', async () => {
    expect((await all(await openSource(file('in.csv', gzipSync('abc')), { gzip: true }))).toString()).toBe('abc')
    expect(await all(await openSource(file('in.gz', 'abc'), { gzip: false }))).toEqual(Buffer.from('abc'))
  })

  it.each(['in.csv', 'in.csv.gz'])('returns its beginning and can still be read completely: %s', async (name) => {
    const path = file(name, name.endsWith('.gz') ? gzipSync(text) : text)
    const source = await openSource(path)
    for (const most of [10, 1_048_576, 1_048_577, 5, 2_500_000]) {
      const { bytes, last } = await source.head(most)
      expect(text.subarray(0, most).equals(bytes)).toBe(true)
      expect(last).toBe(false)
    }
    expect((await all(source)).equals(text)).toBe(true)
  })

  it('reports whether its beginning is the whole input', async () => {
    const path = file('in.csv', 'abc')
    for (const [most, bytes, last] of [
      [2, 'ab', false],
      [3, 'abc', true],
      [4, 'abc', true],
    ] as const) {
      const source = await openSource(path)
      const head = await source.head(most)
      expect([Buffer.from(head.bytes).toString(), head.last]).toEqual([bytes, last])
      expect((await all(source)).toString()).toBe('abc')
    }
    const empty = await openSource(file('empty', ''))
    expect((await empty.head(100)).last).toBe(true)
    expect((await all(empty)).length).toBe(0)
  })

  it('reads data appended to a file after it was opened', async () => {
    const path = file('in.csv', 'abc')
    const source = await openSource(path)
    appendFileSync(path, 'def')
    expect((await all(source)).toString()).toBe('abcdef')
  })

  it('reads named pipes, which cannot seek', async () => {
    const pipe = namedPipe()
    for (const start of [0, 1_500_000]) {
      const writer = spawn('bash', ['-c', 'cat "$0" > "$1"', file('in.csv', text), pipe])
      const source = await openSource(pipe, { start })
      expect(source.size).toBeNull()
      expect((await all(source)).equals(text.subarray(start))).toBe(true)
      writer.kill()
    }
  })

  it.each(['< "$2"', '< <(cat "$2")'])('reads standard input redirected by %s', (redirection) => {
    const script = `
      import { openSource } from ${JSON.stringify(new URL('../../../../src/faces/batch/input/source.ts', import.meta.url))}
      const source = await openSource('-', { gzip: true, start: 5 })
      await source.head(7)
      for (let bytes; (bytes = await source.read()); ) process.stdout.write(bytes.slice())
      await source.close()
      console.error(source.name, source.size, source.position())`
    const path = file('in.csv.gz', gzipSync(text))
    const command = `"$0" --import tsx --input-type=module -e "$1" ${redirection}`
    const { stdout, stderr } = spawnSync('bash', ['-c', command, process.execPath, script, path], {
      maxBuffer: 1 << 26,
    })
    expect(stderr.toString()).toBe(`standard input null ${gzipSync(text).length}\n`)
    expect(stdout.equals(text.subarray(5))).toBe(true)
  })
})

describe('a damaged input source', () => {
  it('throws a one-sentence error if it cannot be opened', async () => {
    const directory = folder()
    await expect(openSource(join(directory, 'none.csv'))).rejects.toThrow(
      new BatchError(`There is no file ${directory}/none.csv.`),
    )
    await expect(openSource(directory)).rejects.toThrow(
      `${directory} is a folder: name a file, or score its files one by one`,
    )
    const path = file('in.csv', 'abc')
    await expect(openSource(join(path, 'x.csv'))).rejects.toThrow(new BatchError(`There is no file ${path}/x.csv.`))
    await expect(openSource(path, { start: 4 })).rejects.toThrow(
      'in.csv was truncated: it has 3 bytes, but the run continues at byte 4. Restore the file or start over.',
    )
    mkdirSync(join(directory, 'a.gz'))
    await expect(openSource(join(directory, 'a.gz'))).rejects.toThrow('is a folder')
  })

  it('throws a one-sentence error if the user lacks permission to read it', async () => {
    const path = file('in.csv', 'abc')
    chmodSync(path, 0)
    await asNobody(() =>
      expect(openSource(path)).rejects.toThrow(
        new BatchError(`${path} cannot be read: this user does not have permission.`),
      ),
    )
  })

  const two = Buffer.concat([gzipSync('first,1\n'.repeat(50)), gzipSync('second,2\n'.repeat(50))])
  const ending = gzipSync('first,1\n'.repeat(50)).length

  it('throws an error wherever gzip data is truncated, except between two members', async () => {
    expect(gunzipSync(two).length).toBe(850)
    for (let length = 0; length < two.length; length++) {
      const source = await openSource(file('in.csv.gz', two.subarray(0, length)))
      // A file of 0 bytes is empty, not cut off.
      if (length === 0 || length === ending) expect((await all(source)).length).toBe(length === 0 ? 0 : 400)
      else
        await expect(all(source)).rejects.toThrow(
          damagedInput(`${source.name} is cut off: its gzip data ends early, at byte ${length}.`),
        )
      await source.close()
    }
  })

  it('never returns wrong text and never hangs if a bit of gzip data is flipped', async () => {
    const whole = gunzipSync(two).toString()
    const refused: unknown[] = []
    // Flip two or three bits of each byte, so that each of the eight bit positions is flipped at some byte.
    for (let bit = 0; bit < 8 * two.length; bit += 3) {
      const damaged = Buffer.from(two)
      damaged[bit >> 3] ^= 1 << (bit & 7)
      const source = await openSource(file('in.csv.gz', damaged))
      const inflated = await all(source).catch((error: unknown) => {
        refused.push(error)
        return null
      })
      // Damage to the time or the operating system in a header is not detected, but does not change the content.
      if (inflated !== null) expect(inflated.toString()).toBe(whole)
      await source.close()
    }
    expect(refused.every((error) => error instanceof BatchError)).toBe(true)
    expect(refused.length).toBeGreaterThan((8 * (two.length - 20 - 10)) / 3)
  })

  it('is accepted with zeros after the gzip data, however the reads are split', async () => {
    const whole = gunzipSync(two)
    for (const zeros of [1, 2_000_000]) {
      const source = await openSource(file('in.csv.gz', Buffer.concat([two, Buffer.alloc(zeros)])))
      expect((await all(source)).equals(whole)).toBe(true)
      await source.close()
    }
    const padded = Buffer.concat([two, Buffer.alloc(6)])
    for (let at = two.length - 3; at <= padded.length; at++)
      for (const more of ['', 'x']) {
        const parts = [padded.subarray(0, at), padded.subarray(at), Buffer.from(more)].filter(
          ({ length }) => length > 0,
        )
        const inflated: Uint8Array[] = []
        const reading = (async () => {
          for await (const bytes of inflateGzip(yieldAll(parts), 'in.gz')) inflated.push(Uint8Array.from(bytes))
          return Buffer.concat(inflated).equals(whole)
        })()
        if (more === '') expect(await reading, `cut at ${at}`).toBe(true)
        else await expect(reading).rejects.toThrow(/^in\.gz (has other data after|is damaged)/)
      }
  })

  it('throws an error if anything else follows the gzip data', async () => {
    for (const rest of ['more', '\0more', `${'\0'.repeat(2_000_000)}more`]) {
      const source = await openSource(file('in.csv.gz', Buffer.concat([two, Buffer.from(rest)])))
      await expect(all(source)).rejects.toThrow(/in\.csv\.gz (has other data after|is damaged)/)
      await source.close()
    }
  })

  it('throws an error if gzip data ends before the start position', async () => {
    const source = await openSource(file('in.csv.gz', two), { start: 851 })
    await expect(all(source)).rejects.toThrow(
      'in.csv.gz was truncated: it has 850 bytes, but the run continues at byte 851. Restore the file or start over.',
    )
    await source.close()
  })

  it('can be closed at any time', async () => {
    for (const content of [text, gzipSync(text)]) {
      const source = await openSource(file(content === text ? 'in.csv' : 'in.csv.gz', content))
      expect(await source.close()).toBeUndefined()
      const begun = await openSource(file(content === text ? 'in.csv' : 'in.csv.gz', content))
      await begun.read()
      await begun.close()
      expect(await begun.close()).toBeUndefined()
    }
  })
})

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

describe('the identity of an input file', () => {
  it.each([0, 1, 65_535, 65_536, 65_537, 200_000])(
    'consists of size, modification time and hashes of both ends (%i bytes)',
    async (size) => {
      const path = join(folder(), 'in.csv')
      const bytes = Buffer.from(lines(10_000)).subarray(0, size)
      writeFileSync(path, bytes)
      utimesSync(path, 1_700_000_000, 1_700_000_000)
      expect(await inputIdentity(path)).toEqual({
        size,
        modified: '2023-11-14T22:13:20.000000000Z',
        first: sha256(bytes.subarray(0, 65_536)),
        last: sha256(bytes.subarray(Math.max(0, size - 65_536))),
      })
    },
  )

  it('is null for pipes and standard input', async () => {
    const pipe = namedPipe()
    expect(await inputIdentity(pipe)).toBeNull()
    expect(await inputIdentity('-')).toBeNull()
    const none = join(folder(), 'none')
    await expect(inputIdentity(none)).rejects.toThrow(new BatchError(`There is no file ${none}.`))
  })
})

describe('a run whose input changes while it is read', () => {
  it.each([
    ['grows', (path: string) => appendFileSync(path, 'more\n')],
    ['is rewritten', (path: string) => utimesSync(path, 1, 1)],
    ['is removed', (path: string) => unlinkSync(path)],
  ])('produces no output if the input %s', async (_, change) => {
    const directory = folder()
    const input = join(directory, 'in.csv')
    const output = join(directory, 'out.csv')
    writeFileSync(input, lines(20_000))
    const identity = (await inputIdentity(input))!
    await checkUnchanged(input, identity)
    await expect(shout(input, output, { pace: 5, onOpen: () => change(input) })).rejects.toThrow(
      /^.*in\.csv (changed|was removed) while being read, so the output was discarded\. Start over with --force/,
    )
    await expect(checkUnchanged(input, identity)).rejects.toThrow(BatchError)
    expect(existsSync(output)).toBe(false)
    if (!existsSync(input)) return
    await expect(shout(input, output, { resume: true })).rejects.toThrow(
      /belongs to another run with a different input\./,
    )
    await shout(input, output, { force: true })
    expect(readdirSync(directory).sort()).toEqual(['in.csv', 'out.csv'])
  })
})
