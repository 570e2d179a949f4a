import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { brotliDecompressSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'

const FOLDER = 'dist/explorer'

/** Maximum kilobytes of the page's scripts, compressed, without MapLibre, which is counted separately. */
const MOST = 350

const all = readdirSync(FOLDER).filter((name) => name !== 'in-file')
const files = all.filter((file) => !file.endsWith('.br'))
/** Worker scripts, which have a hash in their names and are not referenced by any page. */
const workers = files.filter((file) => /^(engine|batch|table|maplibre-gl)-worker-/.test(file))
/** Script that the page starts with. */
const start = files.find((file) => /^page-\w+\.js$/.test(file))!

const textOf = (file: string) => readFileSync(`${FOLDER}/${file}`, 'utf8')

describe('the built explorer', () => {
  it('contains all files named in its pages and scripts', () => {
    const html = textOf('index.html')
    const named = Array.from(html.matchAll(/\b(?:src|href)="([^"]+)"/g), ([, file]) => file)
    expect(named).toContain(start)
    const loaded = loadedBy(start, /\bimport\("\.\/([^"]+)"\)/g)
    const text = loaded.map(textOf).join()
    expect(workers.filter((file) => text.includes(`"${file}"`)).length).toBe(4)
    for (const file of [...named, ...loaded]) expect(existsSync(`${FOLDER}/${file}`), file).toBe(true)
    for (const file of files) expect(file).not.toMatch(/\.map$/)
    for (const file of files) expect(textOf(file)).not.toContain('sourceMappingURL')
  })

  it('uses content hashes in the names of cacheable files, and preloads the imports of its entry script', () => {
    const scripts = files.filter((file) => /\.(js|css)$/.test(file))
    for (const file of scripts) expect(file).toMatch(/^[\w-]+-[0-9A-Z]{8}\.(js|css)$/)
    const html = textOf('index.html')
    const [page] = loadedBy(start, /\bimport\(["']\.\/(main-[^"']+)["']\)/g).slice(1)
    for (const file of loadedBy(page, /\bimport\b[^"'();]*["']\.\/([^"']+)["']/g))
      expect(html).toContain(`<link rel="modulepreload" href="${file}">`)
  })

  it('contains a compressed copy of every script and stylesheet, with the same content', () => {
    for (const file of files.filter((file) => /\.(js|css)$/.test(file)))
      expect(brotliDecompressSync(readFileSync(`${FOLDER}/${file}.br`)).toString(), file).toBe(textOf(file))
  })

  it('contains no inline script or style, and a policy that allows nothing from other hosts', () => {
    const html = textOf('index.html')
    const policy = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(html)![1]
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toMatch(/unsafe|\*|https?:/)
    expect(html).not.toMatch(/<style|\bstyle=|\bon\w+=|<script(?![^>]*\bsrc=)|\b(?:src|href)="(?:\w+:|\/)/i)
  })

  it('requests nothing from other hosts', () => {
    for (const file of files.filter((name) => name.endsWith('.css')))
      expect(textOf(file), file).not.toMatch(/url\((?!["']?(?:data:|#))|@import/)
    for (const file of files.filter((name) => name.endsWith('.js'))) {
      // Hosts in messages, and in schema and SVG names. The page never contacts them.
      const hosts = Array.from(textOf(file).matchAll(/(?:https?|wss?):\/\/([\w.-]+\w)/g), ([, host]) => host)
      for (const host of hosts) expect(WORDS, `${host} in ${file}`).toContain(host)
      expect(textOf(file), file).not.toMatch(/\b(?:fetch|import|importScripts|Worker|EventSource)\(["'`]\w+:\/\//)
    }
  })

  it(`loads less than ${MOST} kB of scripts at startup, without MapLibre`, () => {
    const first = loadedBy(start, /\bimport\b[^"'();]*["']\.\/([^"']+)["']/g)
    expect(first.filter((file) => file.includes('maplibre'))).toEqual([])
    const bytes = first.reduce((sum, file) => sum + gzipSync(textOf(file)).length, 0)
    expect(bytes / 1000).toBeLessThan(MOST)
    for (const worker of workers.filter((file) => !file.includes('maplibre')))
      expect(gzipSync(textOf(worker)).length / 1000, worker).toBeLessThan(MOST)
    const later = loadedBy(start, /\bimport\(["']\.\/([^"']+)["']\)/g)
    expect(later.some((file) => file.includes('maplibre'))).toBe(true)
  })

  it('includes the licenses of the packages that it contains', () => {
    const text = textOf('THIRD-PARTY-LICENSES.txt')
    for (const [name, licence] of [
      ['maplibre-gl', /BSD-3-Clause[\s\S]*Redistribution and use in source and binary forms/],
      ['preact', /MIT[\s\S]*Permission is hereby granted/],
      ['@preact/signals', /MIT[\s\S]*Permission is hereby granted/],
      ['comlink', /Apache-2\.0[\s\S]*Apache License/],
      ['zod', /MIT[\s\S]*Permission is hereby granted/],
    ] as const) {
      const start = text.search(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+ \\(`, 'm'))
      expect(start, name).toBeGreaterThan(0)
      expect(text.slice(start, text.indexOf('-'.repeat(80), start)), name).toMatch(licence)
    }
  })
})

/** Hosts that appear in displayed text or are only compared. */
const WORDS = [
  'github.com',
  'msc.fema.gov', // maps of the agencies
  'osfm.fire.ca.gov',
  'www.openstreetmap.org', // links that a reader may follow
  'www.google.com',
  'maps.apple.com',
  'json-schema.org',
  'maplibre.invalid',
  'maplibre.org',
  'wiki.openstreetmap.org',
  'www.w3.org',
]

/** Lists a script and everything that it loads, directly or through other scripts. `pattern` finds the names. */
function loadedBy(file: string, pattern: RegExp): string[] {
  const files = [file]
  for (const one of files)
    for (const [, name] of textOf(one).matchAll(pattern)) if (!files.includes(name)) files.push(name)
  return files
}
