import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { pages } from '../docs/blocks.ts'

interface Manifest {
  readonly name: string
  readonly type: string
  readonly license: string
  readonly sideEffects: readonly string[]
  readonly main: string
  readonly types: string
  readonly engines: Readonly<Record<string, string>>
  readonly files: readonly string[]
  readonly exports: Readonly<Record<string, string | Entry>>
  readonly bin: Readonly<Record<string, string>>
  readonly scripts: Readonly<Record<string, string>>
  readonly dependencies: Readonly<Record<string, string>>
  readonly peerDependencies: Readonly<Record<string, string>>
  readonly peerDependenciesMeta: Readonly<Record<string, { readonly optional: boolean }>>
  readonly devDependencies: Readonly<Record<string, string>>
}

interface Entry {
  readonly types: string
  readonly module?: string
  readonly node?: { readonly import: string; readonly default: string }
  readonly default: string
}

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest

/** Folders that are bundled into the package with everything they import. */
const ofTheExplorer = ['src/explorer/app']

describe('package.json', () => {
  it('contains the expected name, type, license and engines', () => {
    const { name, type, license, sideEffects, engines } = manifest
    expect({ name, type, license, sideEffects, engines }).toEqual({
      name: 'vicinage',
      type: 'module',
      // Licenses of the code, of the votes in one bundle, and of the neighborhoods in another.
      license: 'MIT AND CC-BY-SA-4.0 AND CC-BY-SA-3.0',
      // Importing the element registers it.
      sideEffects: ['./dist/element.js'],
      engines: { node: '>=20.19' },
    })
    expect(readFileSync('LICENSE', 'utf8')).toContain('MIT License')
  })

  it('includes code and data in the tarball, but not the sources', () => {
    expect(manifest.files).toEqual(expect.arrayContaining(['dist', 'dist-data']))
    for (const folder of ['src', 'data-build', 'test', 'bench']) expect(manifest.files).not.toContain(folder)
  })

  it('lists the types of every entry first, next to its code', () => {
    for (const [path, entry] of Object.entries(manifest.exports)) {
      if (typeof entry === 'string') {
        expect([path, entry]).toEqual(['./package.json', './package.json'])
        continue
      }
      const file = entry.default.replace(/\.js$/, '')
      // Only Node imports the entry that says which package to install. Bundlers report a missing package themselves,
      // and reject top-level await.
      const inNode = { import: `${file}-in-node.js`, default: entry.default }
      const withPeers = { module: entry.default, node: inNode }
      expect(Object.entries(entry)).toEqual(
        Object.entries({ types: entry.types, ...('node' in entry ? withPeers : {}), default: entry.default }),
      )
      expect(entry.types).toBe(entry.default.replace(/\.js$/, '.d.ts'))
    }
    const { main, types } = manifest
    expect({ types, default: main }).toEqual(manifest.exports['.'])
  })

  // Declarations are built only for the slow suite. publint and attw check them.
  it('lists only files created by the build', () => {
    const entries = Object.values(manifest.exports).flatMap((entry) =>
      typeof entry === 'string' ? [entry] : [entry.default, entry.node?.import ?? entry.default],
    )
    for (const file of [...entries, ...Object.values(manifest.bin)]) expect(existsSync(file), file).toBe(true)
    for (const file of Object.values(manifest.bin))
      expect(readFileSync(file, 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/)
  })

  it('lists exactly the dependencies imported by the code', () => {
    const used = packagesIn('src', ofTheExplorer)
    const needed = { ...manifest.dependencies, ...manifest.peerDependencies }
    // tsx is used only by tests, which start threads from the sources. commander, pino and h3-js are bundled into the
    // command line. Types may come from a package of declarations, and from maplibre-gl, because the base map is
    // described in its types.
    const missing = used.filter(
      (name) =>
        !(
          name in needed ||
          ['tsx', 'commander', 'pino', 'h3-js', 'maplibre-gl'].includes(name) ||
          `@types/${name}` in manifest.devDependencies
        ),
    )
    expect(missing, 'imported by src, not a dependency').toEqual([])
    const unused = Object.keys(needed).filter((name) => !used.includes(name))
    expect(unused, 'a dependency that src does not import').toEqual([])
  })

  it('lists the packages of the adapters as optional peers', () => {
    for (const name of Object.keys(manifest.peerDependencies)) {
      expect(manifest.peerDependenciesMeta[name], name).toEqual({ optional: true })
      expect(manifest.devDependencies[name], name).toBeDefined()
    }
  })

  it('lists all packages imported by the pipeline and the tests', () => {
    const known = { ...manifest.dependencies, ...manifest.devDependencies }
    for (const folder of ['data-build', 'test', 'bench', ...ofTheExplorer]) {
      // Types may come from a package of declarations. esbuild comes with tsup, which uses it to bundle.
      const unknown = packagesIn(folder).filter(
        (name) => !(name in known || `@types/${name}` in known || name === 'esbuild'),
      )
      expect(unknown, folder).toEqual([])
    }
  })

  it('belongs to a library that imports no file from outside src, such as the pipeline', () => {
    for (const [file, paths] of importsIn('src'))
      for (const path of paths) if (path.startsWith('.')) expect(join(file, '..', path), file).toMatch(/^src\//)
  })
})

describe('the documentation', () => {
  it('includes the pages of all folders in docs', () => {
    for (const page of ['docs/guide/batch.md', 'docs/reference/api.md', 'docs/internals/architecture.md'])
      expect(pages).toContain(page)
  })

  it.each(pages)('contains only commands and files that exist: %s', (page) => {
    const text = readFileSync(page, 'utf8')
    const scripts = Array.from(text.matchAll(/npm run ([\w:-]+)/g), ([, script]) => script)
    for (const script of scripts) expect(Object.keys(manifest.scripts)).toContain(script)
    const files = Array.from(text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g), ([, file]) =>
      join(page, '..', file),
    )
    for (const file of files) expect(existsSync(file), file).toBe(true)
  })

  it('starts with a README of at most 12 kB that shows the two commands for a clone', () => {
    const readme = readFileSync('README.md', 'utf8')
    expect(Buffer.byteLength(readme)).toBeLessThanOrEqual(12_000)
    for (const command of ['npm ci && npm start', 'npm ci && npm test']) expect(readme).toContain(command)
  })
})

describe('the built package', () => {
  it.each(['http', 'mcp', 'cluster'])('exports the same names in Node as in bundles: vicinage/%s', async (entry) => {
    const [inNode, bundled] = await Promise.all([import(`vicinage/${entry}`), import(resolve(`dist/${entry}.js`))])
    expect(Object.keys(inNode).sort()).toEqual(Object.keys(bundled).sort())
  })

  it('returns scores from its own data when imported by name', async () => {
    const code =
      "import { openVicinage } from 'vicinage'; const v = await openVicinage({ dimensions: ['insurance-coverage'] });" +
      "console.log(v.score('insurance-coverage', { lat: 30.2672, lon: -97.7431 }).score)"
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', code])
    expect(Number(stdout)).toBeGreaterThan(0)
  })
})

/**
 * Lists the packages that the files of a folder import, except files in `without`. Node's own modules and type imports
 * are left out.
 */
function packagesIn(folder: string, without: readonly string[] = []): string[] {
  const files = importsIn(folder).filter(([file]) => !without.some((other) => file.startsWith(`${other}/`)))
  const names = files.flatMap(([, paths]) =>
    paths
      .filter((path) => !/^[.]|^node:/.test(path) && !builtinModules.includes(path))
      .map((path) =>
        path
          .split('/')
          .slice(0, path.startsWith('@') ? 2 : 1)
          .join('/'),
      )
      .filter((name) => name !== manifest.name),
  )
  return [...new Set(names)]
}

function importsIn(folder: string): [file: string, paths: string[]][] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(tsx?|mjs)$/.test(file))
    .map((file) => {
      const code = readFileSync(join(folder, file), 'utf8')
      const statements = code.matchAll(/^(?:import|export)\b(?:[^'"]*?\bfrom)?\s+['"]([^'"\n]+)['"]/gm)
      const dynamic = code.matchAll(/\bimport\(['"]([^'"]+)['"]\)/g)
      return [join(folder, file), [...statements, ...dynamic].map(([, path]) => path)]
    })
}
