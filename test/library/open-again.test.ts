import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { BundleError } from '../../src/index.ts'
import { readBundles } from '../../src/library/open.ts'
import { copiedFolder, folderFixture } from './fixtures/folder.ts'

describe('a folder opened a second time', () => {
  it('shares its bytes in memory, whether opened in sequence or in parallel', async () => {
    const data = await copiedFolder()
    const [first, ...others] = await Promise.all([1, 2, 3, 4].map(() => readBundles({ data })))
    for (const bundles of [...others, await readBundles({ data })]) {
      expect(bundles.geography).toBe(first.geography)
      for (const [i, bundle] of bundles.dimensions.entries()) expect(bundle).toBe(first.dimensions[i])
    }
    expect((await readBundles({ data: await folderFixture() })).geography).not.toBe(first.geography)
  })

  it('is read again if a file has changed', async () => {
    const data = await copiedFolder()
    const file = join(data, 'walkability.bundle')
    const before = readFileSync(file)
    const first = await readBundles({ data })
    const damaged = Buffer.from(before)
    damaged[damaged.length - 40] ^= 1
    writeFileSync(file, damaged)
    await expect(readBundles({ data })).rejects.toThrow(BundleError)
    writeFileSync(file, before)
    const again = await readBundles({ data })
    expect(again.geography).toBe(first.geography)
    expect(again.dimensions.find((bundle) => bundle?.id === 'walkability')).not.toBe(
      first.dimensions.find((bundle) => bundle?.id === 'walkability'),
    )
  })
})
