import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'esbuild'
import { inputsOf, licensesOf } from './tsup.licenses.ts'

/** Optional packages. A command that needs one says how to install it. */
const OPTIONAL = ['bullmq', 'ioredis']

/** Lets packages in CommonJS find Node's modules. */
const REQUIRE = "import { createRequire } from 'node:module'\nconst require = createRequire(import.meta.url)"

/**
 * Builds the command line into the folder `out`, with a copy of the library and with everything that `serve` and `mcp`
 * need, so that they run with only the package's dependencies installed. zod is a dependency but is bundled anyway,
 * because its hundred files take a fifth of a second to find and read. Chunks stay beside `cli.js`, because other files
 * are found relative to them.
 */
export async function buildCli(out: string): Promise<void> {
  const { dependencies } = JSON.parse(await readFile('package.json', 'utf8')) as { dependencies: object }
  const { metafile } = await build({
    // The entries are built together because an error thrown by one entry must be an instance of the same class in the
    // others.
    entryPoints: {
      cli: 'src/cli.ts',
      'cli-thread': 'src/http-thread.ts',
      'data-build': 'data-build/shipped-pipeline.ts',
    },
    outdir: out,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'es2022',
    external: [...Object.keys(dependencies).filter((name) => name !== 'zod'), ...OPTIONAL],
    chunkNames: 'cli-[name]-[hash]',
    banner: { js: REQUIRE },
    metafile: true,
    // Licenses are in THIRD-PARTY-LICENSES.txt.
    legalComments: 'none',
    logLevel: 'warning',
  })
  const title = 'The command line (cli.js and the files cli-*.js) contains code of these packages.'
  const licenses = await licensesOf(title, inputsOf(metafile))
  // The table of coordinate systems and the typeface of pictures come from works that are not bundled.
  const made = ['data-build/read/coordinate-systems-license.txt', 'src/explorer/site/typeface-license.txt']
  const others = await Promise.all(made.map((path) => readFile(path, 'utf8')))
  await writeFile(join(out, 'THIRD-PARTY-LICENSES.txt'), [licenses, ...others].join(`\n${'-'.repeat(80)}\n\n`))
}
