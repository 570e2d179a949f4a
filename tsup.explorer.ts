import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type BuildOptions, build } from 'esbuild'
import { inputsOf, licensesOf } from './tsup.licenses.ts'

/** Each of them is one file: in chunks that they share, modules would run in another order than they are imported in. */
const WORKERS = {
  'engine-worker': 'src/explorer/engine/engine-worker.ts',
  'batch-worker': 'src/explorer/batch/batch-worker.ts',
  'table-worker': 'src/explorer/batch/table-worker.ts',
  'maplibre-gl-worker': 'node_modules/maplibre-gl/dist/maplibre-gl-worker.mjs',
}

/** Builds the page into the folder `out`, which is emptied first: what is in it runs on any file host, beside a folder `data/`. */
export async function buildExplorer(out: string): Promise<void> {
  await rm(out, { recursive: true, force: true })
  await mkdir(out, { recursive: true })
  const built = await Promise.all([
    // The page proper, and MapLibre, are chunks of their own: the worker starts before they are there.
    build({ ...options({ page: 'src/explorer/page.ts' }, out), splitting: true }),
    build(options(WORKERS, out)),
  ])
  const inputs = built.flatMap(({ metafile }) => inputsOf(metafile))
  for (const file of ['index.html', 'icon.svg']) await copyFile(join('src/explorer', file), join(out, file))
  const title = 'The scripts and styles beside this file contain code of these packages.'
  await writeFile(join(out, 'THIRD-PARTY-LICENSES.txt'), await licensesOf(title, inputs, true))
}

function options(entryPoints: Record<string, string>, outdir: string): BuildOptions & { metafile: true } {
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
    // They are in THIRD-PARTY-LICENSES.txt.
    legalComments: 'none',
    // Without a hash: the page names what it loads next before its script asks for it.
    chunkNames: '[name]',
    logLevel: 'warning',
  }
}
