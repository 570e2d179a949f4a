import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'

const FOLDER = 'dist/explorer'
const built = existsSync(`${FOLDER}/index.html`)

/** Kilobytes of the page's scripts, compressed; issue 7 allows 350. MapLibre is counted apart. */
const MOST = 350

const textOf = (file: string) => readFileSync(`${FOLDER}/${file}`, 'utf8')

describe.skipIf(!built)(`the built explorer ${built ? '' : '(skipped before npm run build)'}`, () => {
  it('has the files that it names', () => {
    const html = textOf('index.html')
    const named = Array.from(html.matchAll(/\b(?:src|href)="([^"]+)"/g), ([, file]) => file)
    const workers = ['engine-worker.js', 'batch-worker.js', 'table-worker.js', 'maplibre-gl-worker.js']
    expect(named).toContain('page.js')
    for (const file of [...named, ...workers, ...loadedBy('page.js', /\bimport\("\.\/([^"]+)"\)/g)])
      expect(existsSync(`${FOLDER}/${file}`), file).toBe(true)
    for (const file of readdirSync(FOLDER)) expect(file).not.toMatch(/\.map$/)
    for (const file of readdirSync(FOLDER)) expect(textOf(file)).not.toContain('sourceMappingURL')
  })

  it('has no inline script or style, and a policy that allows nothing from elsewhere', () => {
    const html = textOf('index.html')
    const policy = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(html)![1]
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toMatch(/unsafe|\*|https?:/)
    expect(html).not.toMatch(/<style|\bstyle=|\bon\w+=|<script(?![^>]*\bsrc=)|\b(?:src|href)="(?:\w+:|\/)/i)
  })

  it('asks for nothing of elsewhere', () => {
    for (const file of readdirSync(FOLDER).filter((name) => name.endsWith('.css')))
      expect(textOf(file), file).not.toMatch(/url\((?!["']?(?:data:|#))|@import/)
    for (const file of readdirSync(FOLDER).filter((name) => name.endsWith('.js'))) {
      // Addresses in messages, names of schemas and of SVG; none is ever loaded.
      const hosts = Array.from(textOf(file).matchAll(/(?:https?|wss?):\/\/([\w.-]+\w)/g), ([, host]) => host)
      for (const host of hosts) expect(WORDS, `${host} in ${file}`).toContain(host)
      expect(textOf(file), file).not.toMatch(/\b(?:fetch|import|importScripts|Worker|EventSource)\(["'`]\w+:\/\//)
    }
  })

  it(`starts with less than ${MOST} kB of scripts, MapLibre apart`, () => {
    const first = loadedBy('page.js', /\bimport\b[^"'();]*["']\.\/([^"']+)["']/g)
    expect(first.filter((file) => file.includes('maplibre'))).toEqual([])
    const bytes = first.reduce((sum, file) => sum + gzipSync(textOf(file)).length, 0)
    expect(bytes / 1000).toBeLessThan(MOST)
    for (const worker of ['engine-worker.js', 'batch-worker.js'])
      expect(gzipSync(textOf(worker)).length / 1000, worker).toBeLessThan(MOST)
    const later = loadedBy('page.js', /\bimport\(["']\.\/([^"']+)["']\)/g)
    expect(later.some((file) => file.includes('maplibre'))).toBe(true)
  })

  it('brings the licenses of what it is made of', () => {
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

/** Hosts of addresses that are only ever read by people or compared. */
const WORDS = [
  'github.com',
  'json-schema.org',
  'maplibre.invalid',
  'maplibre.org',
  'wiki.openstreetmap.org',
  'www.w3.org',
]

/** A script and what it loads, and they in turn, where `pattern` finds the names. */
function loadedBy(file: string, pattern: RegExp): string[] {
  const files = [file]
  for (const one of files)
    for (const [, name] of textOf(one).matchAll(pattern)) if (!files.includes(name)) files.push(name)
  return files
}
