import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, join, parse } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild'
import { inputsOf, licensesOf } from './tsup.licenses.ts'

const ENGINE = 'src/explorer/app/engine/engine-worker.ts'
/**
 * Workers. Each is built as a single file, because modules in shared chunks would run in a different order than they
 * are imported.
 */
const WORKERS = {
  batch: 'src/explorer/app/batch/batch-worker.ts',
  table: 'src/explorer/app/batch/table-worker.ts',
  mapLibre: 'node_modules/maplibre-gl/dist/maplibre-gl-worker.mjs',
}

const IN_FILE = 'src/explorer/app/page-in-file.ts'

/**
 * Builds the page into the folder `out`, which is emptied first. Any file host can serve it, next to a folder `data/`.
 */
export async function buildExplorer(out: string): Promise<void> {
  await rm(out, { recursive: true, force: true })
  await mkdir(out, { recursive: true })
  const workers = await build(options(Object.values(WORKERS), out))
  // The first scores wait for this script, so everything that they do not need is in later chunks.
  const engine = await build({
    ...options([ENGINE], out),
    splitting: true,
    chunkNames: 'engine-[name]-[hash]',
    plugins: [oneLaterChunk],
  })
  const define = Object.fromEntries(
    Object.entries({ engine: ENGINE, engineMain: 'engine-main', engineChunk: 'engine-chunk', ...WORKERS }).map(
      ([id, source]) => {
        const name = `${parse(source).name}.js`
        return [`workerFile.${id}`, JSON.stringify(builtFile([engine, workers], name))]
      },
    ),
  )
  // The rest of the page and MapLibre are separate chunks, so that the worker starts before they arrive.
  const page = await build({ ...options(['src/explorer/app/page.ts'], out), splitting: true, define })
  // The same page as one script without MapLibre, for a page that is a single file.
  const inFile = {
    ...options([IN_FILE], join(out, 'in-file')),
    define,
    external: ['maplibre-gl'],
    entryNames: '[name]',
  }
  // A page opened from disk cannot start a worker that is a module.
  const classic = {
    ...inFile,
    entryPoints: [ENGINE],
    format: 'iife' as const,
    define: { 'import.meta.url': '""' },
  }
  const [single] = await Promise.all([build(inFile), build(classic)])
  const html = await readFile('src/explorer/app/index.html', 'utf8')
  const hashed = html.replace(/\b(src|href)="([\w-]+\.(?:js|css))"/g, (_, attribute, name) => {
    return `${attribute}="${builtFile([page, engine], name)}"`
  })
  await writeFile(join(out, 'index.html'), hashed)
  await copyFile('src/explorer/app/icon.svg', join(out, 'icon.svg'))
  const title = 'The scripts and styles beside this file contain code of these packages.'
  const inputs = [workers, engine, page, single].flatMap(({ metafile }) => inputsOf(metafile))
  await writeFile(join(out, 'THIRD-PARTY-LICENSES.txt'), await licensesOf(title, inputs, true))
}

/**
 * Puts everything that is imported on demand into one chunk. Separate chunks would share about a dozen more chunks with
 * the rest of the code. Only the worker's own imports are needed at once.
 */
const oneLaterChunk: Plugin = {
  name: 'one later chunk',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /./ }, ({ kind, path }) =>
      kind === 'dynamic-import' && path !== './main.ts' ? { path: 'later', namespace: 'later' } : null,
    )
    onLoad({ filter: /./, namespace: 'later' }, () => ({
      contents: LATER.map((path) => `export * from ${JSON.stringify(path)}`).join('\n'),
      resolveDir: import.meta.dirname,
    }))
  },
}
const LATER = [
  './src/explorer/app/engine/answers.ts',
  './src/answers/geocode/open-geocoder.ts',
  './src/answers/areas/open-areas.ts',
  './src/answers/layers/layer-bundle.ts',
  './src/library/user-data/in-node.ts',
]

/**
 * Compresses every script and style of the page into a file next to it, which servers of this package send. The result
 * is a seventh smaller than with gzip but takes seconds.
 */
export async function compressExplorer(out: string): Promise<void> {
  const compress = promisify(brotliCompress)
  for (const file of await readdir(out))
    if (/\.(js|css)$/.test(file))
      await writeFile(join(out, `${file}.br`), await compress(await readFile(join(out, file))))
}

function options(entryPoints: string[], outdir: string): BuildOptions & { metafile: true } {
  return {
    entryPoints,
    outdir,
    bundle: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    minify: true,
    metafile: true,
    // Licenses are in THIRD-PARTY-LICENSES.txt.
    legalComments: 'none',
    // Browsers cache these files forever, so a file with other bytes needs another name.
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    logLevel: 'warning',
  }
}

/** Returns the file that was built for a name: `main-7EFS2WPR.js` for `main.js`. */
function builtFile(builds: readonly { readonly metafile: Metafile }[], name: string): string {
  const built = builds.flatMap(({ metafile }) => Object.keys(metafile.outputs)).map((path) => basename(path))
  const files = built.filter((file) => file.replace(/-[0-9A-Z]{8}\./, '.') === name)
  if (files.length !== 1) throw new Error(`${name} is named, and ${files.length} files of that name were built`)
  return files[0]
}
