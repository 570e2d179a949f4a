import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, readlink, symlink, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { writeSite } from '../../../src/explorer/site/write-site.ts'
import { emptyFolder } from '../../support/empty-folder.ts'

let folder: string
let site: string
beforeEach(async () => {
  folder = emptyFolder()
  site = join(folder, 'site')
})

const older = { 'index.html': 'vicinage 1', 'chunk-OLD.js': 'old', 'data/manifest.json': '{}', 'data/a.bundle': 'a' }
const newer = { 'index.html': 'vicinage 2', 'page.js': 'new', 'data/manifest.json': '{}', 'data/b.bundle': 'b' }

async function* filesOf(texts: Readonly<Record<string, string>>, failure?: Error) {
  for (const [name, text] of Object.entries(texts)) yield { name, bytes: new TextEncoder().encode(text) }
  if (failure !== undefined) throw failure
}

/** Reads every file below a folder by its path. */
async function textsIn(path: string): Promise<Record<string, string>> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => !entry.isDirectory()).map((entry) => join(entry.parentPath, entry.name))
  const texts = await Promise.all(
    files.map(async (file) => [file.slice(path.length + 1), await readFile(file, 'utf8')] as const),
  )
  return Object.fromEntries(texts)
}

describe('an explorer site', () => {
  it('is written to a new path, creating parent folders', async () => {
    await writeSite(join(folder, 'a/b/site'), filesOf(newer), false)
    expect(await textsIn(join(folder, 'a/b'))).toEqual(
      Object.fromEntries(Object.entries(newer).map(([name, text]) => [`site/${name}`, text])),
    )
  })

  it('is written into an empty folder', async () => {
    await mkdir(site)
    await writeSite(site, filesOf(newer), false)
    expect(await textsIn(site)).toEqual(newer)
  })

  it('replaces an earlier site completely', async () => {
    await writeSite(site, filesOf(older), false)
    await writeSite(`${site}/`, filesOf(newer), false)
    expect(await textsIn(site)).toEqual(newer)
    expect(await readdir(folder)).toEqual(['site'])
  })

  it.each([
    ['a domain name file', { ...older, CNAME: 'map.example' }],
    ['a folder', { ...older, 'photos/a.jpg': '' }],
    ['a file among the data', { ...older, 'data/notes.txt': '' }],
    ["somebody else's page", { ...older, 'index.html': 'mine' }],
    ['a page without data', { 'index.html': 'vicinage', 'page.js': '' }],
    ['an unrelated file', { 'notes.js': '' }],
  ])('is written only with force into a folder that contains %s', async (_, texts) => {
    for (const [name, text] of Object.entries(texts)) {
      await mkdir(join(site, name, '..'), { recursive: true })
      await writeFile(join(site, name), text)
    }
    await expect(writeSite(site, filesOf(newer), false)).rejects.toThrow(/contains files that are not part of a site/)
    expect(await textsIn(site)).toEqual(texts)
    await writeSite(site, filesOf(newer), true)
    expect(await textsIn(site)).toEqual({ ...texts, ...newer })
    expect(await readdir(folder)).toEqual(['site'])
  })

  it('preserves the earlier files if writing fails halfway', async () => {
    const failure = new Error('the disk is full')
    await expect(writeSite(site, filesOf(newer, failure), false)).rejects.toThrow(failure)
    expect(await readdir(folder)).toEqual([])
    await writeSite(site, filesOf(older), false)
    for (const force of [false, true]) {
      await expect(writeSite(site, filesOf(newer, failure), force)).rejects.toThrow(failure)
      expect(await textsIn(folder)).toEqual(
        Object.fromEntries(Object.entries(older).map(([name, text]) => [`site/${name}`, text])),
      )
    }
  })

  it('removes the leftovers of a killed process, but not the files of a running one', async () => {
    const ended = spawnSync(process.execPath, ['-e', '']).pid
    const [dead, running, elsewhere] = [`${ended}.${hostname()}`, `${process.ppid}.${hostname()}`, `${ended}.elsewhere`]
    await writeSite(site, filesOf(older), false)
    const left = [`site.${dead}.old`, `site.${running}.part`, `site.${elsewhere}.part`, 'site.notes.part', 'site2.part']
    for (const name of [...left, `site.${dead}.part`, `site.${process.pid}.${hostname()}.part`])
      await mkdir(join(folder, name, 'data'), { recursive: true })
    await expect(writeSite(site, filesOf(newer, new Error('stopped')), false)).rejects.toThrow('stopped')
    expect((await readdir(folder)).sort()).toEqual(['site', ...left].sort())
    await writeSite(site, filesOf(newer), false)
    expect((await readdir(folder)).sort()).toEqual(['site', ...left.slice(1)].sort())
    expect(await textsIn(site)).toEqual(newer)
  })

  it('is written to the target of a symbolic link, which is preserved', async () => {
    const link = join(folder, 'link')
    await symlink(site, link)
    await mkdir(site)
    for (const texts of [older, newer]) {
      await writeSite(link, filesOf(texts), false)
      expect(await textsIn(site)).toEqual(texts)
      expect(await readlink(link)).toBe(site)
    }
  })

  it.skipIf(!existsSync('/proc/self'))('is rejected below /proc', async () => {
    for (const nowhere of ['/proc/site', '/proc/a/b/site'])
      await expect(writeSite(nowhere, filesOf(newer), false)).rejects.toThrow(/cannot be written \(ENOENT\)\.$/)
  })

  it('fails with a one-sentence error if the folder is not writable', async () => {
    await writeFile(site, 'a file')
    await expect(writeSite(site, filesOf(newer), true)).rejects.toThrow(/is a file\.$/)
    await expect(writeSite(join(site, 'below'), filesOf(newer), true)).rejects.toThrow(
      /cannot be written \(ENOTDIR\)\.$/,
    )
    await symlink(join(folder, 'round'), join(folder, 'round'))
    await expect(writeSite(join(folder, 'round'), filesOf(newer), true)).rejects.toThrow(/\(ELOOP\)\.$/)
    expect(await readFile(site, 'utf8')).toBe('a file')
  })
})
