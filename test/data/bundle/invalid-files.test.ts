import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { BundleError } from '../../../src/base/errors.ts'
import { openBundle, readManifest } from '../../../src/data/bundle/data-folder.ts'
import { dataFolder } from '../../../src/data/bundle/disk-folder.ts'
import { readBundle } from '../../../src/data/bundle/read.ts'
import { codesOfPage, FILES } from './invalid-files.ts'

/** Words expected in the error message for each file, so that no file is rejected for a fault other than its own. */
const REASONS: Readonly<Record<string, string>> = {
  empty: 'is empty',
  'other-magic': 'starts with "Vicinage"',
  'future-version': 'has format version 3, expected 2: it was written by a newer vicinage',
  'older-version': 'has format version 1, expected 2: it was written for an older vicinage',
  cut: 'is 300 bytes long, expected 301',
  followed: 'is 302 bytes long, expected 301',
  'header-too-long': 'declares a header of 1000000 bytes',
  'header-string-too-long': 'declares length 4294967280 for the string',
  'header-array-too-long': 'declares length 4294967295 for the array',
  'header-extension': 'contains an extension type',
  'header-too-deep': 'is nested deeper than the 16 levels',
  'header-number-as-key': 'has a map key at byte 28 that is not a string',
  'header-integer-too-large': 'at meta.unit: expected JSON value',
  'header-followed': 'ends at byte 226 of the 227',
  'header-unknown-field': 'expected no "extra"',
  'header-missing-field': 'at sources: expected array',
  'header-changed': 'its head has SHA-256',
  'wrong-hash': 'its head has SHA-256',
  'section-changed': "its section 'zeros' has a different CRC-32",
  'section-beyond-the-file': "section 'zeros' that ends at byte 4000000300",
  'section-twice': "section 'heights' that appears twice",
  'section-of-another-size': 'stores 6 uncompressed bytes, expected 8',
  'section-too-large': 'declares 5225 decoded bytes, expected at most 5224',
  'section-short': 'inflates to 64 bytes), expected exactly 65',
  'section-long': 'inflates to more than 63 bytes',
  'section-no-deflate': 'invalid block type',
  'section-left-over': 'ends after 5 stored bytes',
  'block-beyond-the-file': 'has blocks that end at byte 4294967587, expected 315',
  'block-short-of-the-file': 'has blocks that end at byte 314, expected 315',
  'block-changed': "its block 1 of 'rows' has a different CRC-32",
  'part-short': 'whose lengths add up to 22 bytes, expected 23',
  'part-beyond-its-block': 'whose lengths add up to 124 bytes, expected 12',
  'part-length-without-end': 'whose lengths end in the middle of a number',
  'part-length-too-long': 'or contain a number of more than 32 bits, at byte 5',
  'part-elements-missing': "has 4 elements of 'low' in its blocks, expected 5",
  'part-inflates-to-less': 'inflates to 4 bytes), expected exactly 5',
  'part-inflates-to-more': 'inflates to more than 5 bytes',
  'folder-not-json': 'is not JSON',
  'folder-older-format': 'has format 1, expected 2',
  'folder-file-missing': 'tiny.bundle is missing',
  'folder-other-hash': `has SHA-256 bc1c2569c102a8aba9cad19790b4f45b6d929cf9079ed787ef2806b293a069f2, expected ${'0'.repeat(64)}`,
  'folder-longer-file': 'has 301 bytes, expected 300 as manifest.json says',
  'folder-shorter-file': 'has 301 bytes, expected 302 as manifest.json says',
  'folder-outside': "has an unexpected 'bundles.0.file'",
}

async function refusal(name: string): Promise<unknown> {
  const path = `${FILES}/invalid/${name}`
  try {
    if (name.startsWith('folder-')) {
      const folder = dataFolder(path)
      const manifest = await readManifest(folder)
      for (const entry of manifest.bundles) await openBundle(folder, entry)
    } else await readBundle(new Uint8Array(readFileSync(`${path}.bundle`)), name)
  } catch (error) {
    return error
  }
}

describe('the sample files of docs/reference/bundle-format.md', () => {
  const codes = codesOfPage()

  it('are all listed in the table of that page', () => {
    const files = readdirSync(`${FILES}/invalid`).map((file) => file.replace(/\.bundle$/, ''))
    expect(files.sort()).toEqual([...codes.keys()].sort())
    expect(Object.keys(REASONS)).toEqual([...codes.keys()])
  })

  it.each(Object.entries(REASONS))('include %s, which is rejected with its documented code', async (name, reason) => {
    const error = await refusal(name)
    expect(error).toBeInstanceOf(BundleError)
    const { code, message } = error as BundleError
    expect(message).toContain(reason)
    expect(code).toBe(codes.get(name))
  })

  it('can be read if they are in the folder `valid`', async () => {
    const read = (file: string) => readBundle(new Uint8Array(readFileSync(`${FILES}/valid/${file}`)), file)
    const tiny = await read('tiny.bundle')
    expect(tiny.section('heights', 'u16')).toEqual(new Uint16Array([10, 500, 65535]))
    const blocks = await read('blocks.bundle')
    expect(blocks.section('low', 'u8')).toEqual(new Uint8Array([1, 2, 3, 4, 5]))
    expect(blocks.section('high', 'u16')).toEqual(new Uint16Array([500, 600]))
  })
})
