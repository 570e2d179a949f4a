import { afterAll, expect, it } from 'vitest'
import { type PackedContent, writePacked } from '../../../data-build/pack/blocks.ts'
import { BuildThreads } from '../../../data-build/pack/build-threads.ts'
import { SourceError } from '../../../data-build/read/source-error.ts'
import { folderFixture } from '../read/fixtures/folder.ts'

const threads = new BuildThreads(() => {})
afterAll(() => threads.stop())

const contentOf = (id: string): PackedContent => ({
  ...{ kind: 'places', id, meta: { id }, sources: [] },
  sections: [{ name: 'numbers', data: Uint32Array.from({ length: 3000 }, (_, i) => (i * i) % 997) }],
  blocks: [{ name: 'block', sections: [{ name: 'part', parts: [Uint8Array.of(1, 2, 3), new Uint8Array(500)] }] }],
})

it('build threads write the same bytes as the main thread, even with more bundles than threads', async () => {
  const contents = Array.from({ length: 9 }, (_, i) => contentOf(`made-${i}`))
  const written = await Promise.all(contents.map(threads.write))
  const alone = await Promise.all(contents.map((content) => writePacked(content)))
  expect(written.map((bytes) => Buffer.from(bytes).toString('hex'))).toEqual(
    alone.map((bytes) => Buffer.from(bytes).toString('hex')),
  )
})

it('a build thread passes on the error for a missing file, and continues to work', async () => {
  const missing = await threads.lookups(folderFixture({}).directory, ['landmarks']).catch((error: unknown) => error)
  expect(missing).toBeInstanceOf(SourceError)
  expect(missing).toMatchObject({ message: expect.stringContaining((missing as SourceError).file) })
  expect((missing as SourceError).file).not.toBe('')
  expect(await threads.write(contentOf('after'))).toBeInstanceOf(Uint8Array)
})
