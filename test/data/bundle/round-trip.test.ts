import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { memoryBundle } from '../../../data-build/pack/dimension-bundle.ts'
import { BundleError } from '../../../src/base/errors.ts'
import { TextColumn, textSections } from '../../../src/data/bundle/columns.ts'
import { readBundle, readHead } from '../../../src/data/bundle/read.ts'
import { writeBundle } from '../../../src/data/bundle/write.ts'

const source = { id: 'made', agency: 'Nobody', title: 'Made by hand', vintage: '2024', licence: 'public domain' }
const head = { kind: 'test', id: 'sample', meta: { unit: 'm', levels: [1, 2.5, null, true] }, sources: [source] }

const everyType = [
  { name: 'u8', data: new Uint8Array([0, 1, 255]) },
  { name: 'u16', data: new Uint16Array([0, 1, 65535]) },
  { name: 'u32', data: new Uint32Array([0, 1, 4294967295]) },
  { name: 'i32', data: new Int32Array([-2147483648, 0, 2147483647]) },
  { name: 'f32', data: new Float32Array([-0.5, Number.NaN, Number.POSITIVE_INFINITY]) },
  { name: 'f64', data: new Float64Array([-0, Math.PI, Number.MIN_VALUE]) },
] as const

describe('writeBundle and readBundle', () => {
  it('preserve every element type', async () => {
    const bundle = await readBundle(await writeBundle({ ...head, sections: everyType }), 'sample.bundle')
    expect(bundle).toMatchObject({ ...head, file: 'sample.bundle' })
    for (const { name, data } of everyType) expect(bundle.section(name, name)).toEqual(data)
  })

  it('preserve bundles without sections and sections without elements', async () => {
    expect((await readBundle(await writeBundle({ ...head, sections: [] }), 'a')).sections).toEqual([])
    for (const codec of ['none', 'deflate-raw'] as const) {
      const sections = [
        { name: 'empty', data: new Float64Array(0), codec },
        { name: 'after', data: new Uint8Array([7]), codec },
      ]
      const bundle = await readBundle(await writeBundle({ ...head, sections }), 'a')
      expect(bundle.section('empty', 'f64')).toEqual(new Float64Array(0))
      expect(bundle.section('after', 'u8')).toEqual(new Uint8Array([7]))
    }
  })

  it('preserve any section, aligned in a separate buffer, from any position in memory', async () => {
    const codec = fc.constantFrom('none', 'deflate-raw', undefined)
    const data = fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      fc.uint16Array({ maxLength: 300 }),
      fc.uint32Array({ maxLength: 300 }),
      fc.int32Array({ maxLength: 300 }),
      fc.float32Array({ maxLength: 300 }),
      fc.float64Array({ maxLength: 300 }),
    )
    const section = fc.record({ name: fc.stringMatching(/^[a-z][a-z0-9.-]{0,20}$/), data, codec })
    const sections = fc.uniqueArray(section, { maxLength: 6, selector: ({ name }) => name })
    await fc.assert(
      fc.asyncProperty(sections, fc.nat(9), async (made, shift) => {
        const content = made.map(({ name, data, codec }) => ({ name, data, ...(codec && { codec }) }))
        const written = await writeBundle({ ...head, sections: content })
        const moved = Buffer.concat([Buffer.alloc(shift), written]).subarray(shift)
        const bundle = await readBundle(moved, 'any.bundle')
        expect(bundle.sections.map(({ name }) => name)).toEqual(made.map(({ name }) => name))
        for (const [index, { name, data }] of made.entries()) {
          const read = bundle.section(name, bundle.sections[index]!.type)
          expect(read).toEqual(data)
          expect(read.byteOffset).toBe(0)
          expect(read.buffer.byteLength).toBe(data.byteLength)
        }
      }),
      { numRuns: 200 },
    )
  })

  it('copy sections from shared memory into ordinary memory', async () => {
    const data = new Uint32Array(3000).fill(5)
    const written = await writeBundle({ ...head, sections: [...everyType, { name: 'fives', data }] })
    const shared = new Uint8Array(new SharedArrayBuffer(written.length))
    shared.set(written)
    const bundle = await readBundle(shared, 'a')
    expect(bundle.meta).toEqual(head.meta)
    expect(bundle.section('fives', 'u32')).toEqual(data)
    expect(bundle.section('u16', 'u16').buffer).toBeInstanceOf(ArrayBuffer)
  })

  it('produce the same bytes every time', async () => {
    const content = { ...head, sections: [...everyType, { name: 'zeros', data: new Uint8Array(100_000) }] }
    const written = await writeBundle(content)
    expect(await writeBundle(content)).toEqual(written)
    const { sections } = (await readHead(written, written.length, 'a')).header
    expect(sections.at(-1)).toMatchObject({ codec: 'deflate-raw', length: 100_000 })
    expect(sections[0]).toMatchObject({ codec: 'none', bytes: 3 })
  })
})

describe('Bundle.section', () => {
  it('rejects an unknown name and a wrong type', async () => {
    const bundle = await readBundle(await writeBundle({ ...head, sections: everyType.slice(0, 2) }), 'x.bundle')
    expect(() => bundle.section('cells', 'u8')).toThrow(BundleError)
    expect(() => bundle.section('cells', 'u8')).toThrow("x.bundle has no section 'cells'")
    expect(() => bundle.section('u16', 'u8')).toThrow("x.bundle has a section 'u16' of type u16, expected u8.")
  })
})

describe('writeBundle', () => {
  const data = new Uint8Array(1)
  it.each([
    [
      'two sections with the same name',
      {
        ...head,
        sections: [
          { name: 'a', data },
          { name: 'a', data },
        ],
      },
      'twice',
    ],
    ['a section without a name', { ...head, sections: [{ name: '', data }] }, 'sections.0.name'],
    ['undefined in meta', { ...head, meta: { a: undefined }, sections: [] }, 'meta.a'],
    ['NaN in meta', { ...head, meta: { a: Number.NaN }, sections: [] }, 'meta.a'],
    ['a date in meta', { ...head, meta: { a: new Date(0) }, sections: [] }, 'meta.a'],
    ['bytes in meta', { ...head, meta: { a: data }, sections: [] }, 'meta.a'],
    ['a source without licence', { ...head, sources: [{ ...source, licence: '' }], sections: [] }, 'sources.0.licence'],
    ['a header above 1 MiB', { ...head, meta: { a: 'x'.repeat(2 ** 20) }, sections: [] }, 'at most 1048576'],
    [
      'too many decoded bytes',
      { ...head, sections: [{ name: 'a', data: new Uint8Array(2 ** 30 + 8), codec: 'none' as const }] },
      'decoded bytes',
    ],
  ])('rejects %s', async (_, content, message) => {
    const failure = await writeBundle(content).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(BundleError)
    expect((failure as Error).message).toContain(message)
  })
})

const opened = (bytes: Uint8Array, ends: Uint32Array) => {
  const sections = [
    { name: 'name.bytes', data: bytes },
    { name: 'name.ends', data: ends },
  ]
  return new TextColumn(memoryBundle({ kind: 'made', id: 'made', meta: {}, sources: [], sections }), 'name')
}

describe('a text column', () => {
  it('preserves every string, and null for a missing string', () => {
    fc.assert(
      fc.property(fc.array(fc.option(fc.string({ unit: 'grapheme', minLength: 1 }))), (texts) => {
        const [bytes, ends] = textSections('name', texts).map(({ data }) => data) as [Uint8Array, Uint32Array]
        const column = opened(bytes, ends)
        expect(texts.map((_, row) => column.at(row))).toEqual(texts)
        expect(column.length).toBe(texts.length)
      }),
    )
  })

  it.each([
    ['end before the previous one', [3, 2]],
    ['end past the bytes', [3, 6]],
  ])('rejects strings that %s', (_, ends) => {
    expect(() => opened(new Uint8Array(5), Uint32Array.from(ends))).toThrow(BundleError)
    expect(() => opened(new Uint8Array(5), Uint32Array.from(ends))).toThrow(
      "element 1 of section 'name.ends', expected 3 to 5",
    )
  })
})

const specification = readFileSync(new URL('../../../docs/reference/bundle-format.md', import.meta.url), 'utf8')

/**
 * Returns the bytes of the hex listing: 4 digits of position, up to 16 pairs of digits, then the same bytes as text.
 */
function listedBytes(): Buffer {
  const listing = /```hex\n([^`]*)```/.exec(specification)?.[1] ?? ''
  return Buffer.from(listing.replace(/^[0-9a-f]{4} {2}(.{1,47}).*$/gm, '$1').replace(/\s/g, ''), 'hex')
}

describe('the example in docs/reference/bundle-format.md', () => {
  const bytes = listedBytes()

  it('matches the documented length and SHA-256', () => {
    expect(specification).toContain(`${bytes.length} bytes with two sections`)
    const at = Number.parseInt(/\| ([0-9a-f]{4}) \| [^|]*\| SHA-256 of/.exec(specification)![1], 16)
    const digest = createHash('sha256').update(bytes.subarray(0, at)).digest()
    expect(digest.equals(bytes.subarray(at, at + 32))).toBe(true)
  })

  it('matches the file `tiny.bundle` next to the page', () => {
    expect(bytes.equals(readFileSync('docs/reference/bundle-format/valid/tiny.bundle'))).toBe(true)
  })

  it('contains the documented values', async () => {
    const bundle = await readBundle(bytes, 'tiny.bundle')
    expect(bundle).toMatchObject({ kind: 'example', id: 'tiny', meta: { unit: 'm' } })
    expect(bundle.section('heights', 'u16')).toEqual(new Uint16Array([10, 500, 65535]))
    expect(bundle.section('zeros', 'u8')).toEqual(new Uint8Array(64))
  })

  it('is written by writeBundle() byte for byte', async () => {
    const written = await writeBundle({
      kind: 'example',
      id: 'tiny',
      meta: { unit: 'm' },
      sources: [{ id: 'made', agency: 'Nobody', title: 'By hand', vintage: '2024', licence: 'CC0' }],
      sections: [
        { name: 'heights', data: new Uint16Array([10, 500, 65535]) },
        { name: 'zeros', data: new Uint8Array(64) },
      ],
    })
    expect(Buffer.from(written).equals(bytes)).toBe(true)
  })
})
