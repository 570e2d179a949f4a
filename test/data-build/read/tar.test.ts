import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { openTar } from '../../../data-build/read/tar.ts'
import { ascii, folderFixture } from './fixtures/folder.ts'

describe('tar archives', () => {
  it('return their files by name, without folders', async () => {
    const bytes = tar(member('made/', '', '5'), member('made/b.txt', 'second'), member('made/a.txt', 'x'.repeat(600)))
    const archive = openTar(bytes, 'made.tar')
    expect(archive.members.map(({ name, size }) => [name, size])).toEqual([
      ['made/a.txt', 600],
      ['made/b.txt', 6],
    ])
    expect(Buffer.from(await archive.member('b.txt').bytes()).toString()).toBe('second')
  })

  it('are read from a sources folder if their name ends in .tar.gz', async () => {
    const folder = folderFixture({ 'made.tar.gz': gzipSync(tar(member('a.txt', 'text'))) })
    expect(Buffer.from(await folder.member('made.tar.gz', 'a.txt')).toString()).toBe('text')
  })

  it('are rejected if they are truncated or are not tar archives', () => {
    const whole = tar(member('a.txt', 'x'.repeat(2000)))
    expect(() => openTar(whole.subarray(0, 1500), 'cut.tar')).toThrow('cut.tar')
    expect(() => openTar(ascii('not a tar archive'.repeat(60)), 'other.tar')).toThrow('no header at byte 0')
  })
})

function tar(...members: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat([...members, Buffer.alloc(1024)]))
}

function member(name: string, content: string, type = '0'): Uint8Array {
  const header = Buffer.alloc(512)
  header.write(name, 0)
  header.write(`${content.length.toString(8).padStart(11, '0')}\0`, 124)
  header.write(type, 156)
  header.write('ustar\x0000', 257)
  return Buffer.concat([header, Buffer.from(content), Buffer.alloc((512 - (content.length % 512)) % 512)])
}
