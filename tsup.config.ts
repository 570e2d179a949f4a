import { defineConfig } from 'tsup'
import { buildCli } from './tsup.cli.ts'
import { buildExplorer, compressExplorer } from './tsup.explorer.ts'

/** Entries that `exports` of package.json lists. Only these entries have declarations. */
const ENTRIES = {
  index: 'src/index.ts',
  map: 'src/faces/map/index.ts',
  element: 'src/faces/element/index.ts',
  http: 'src/http.ts',
  mcp: 'src/faces/mcp/index.ts',
  batch: 'src/faces/batch/index.ts',
  cluster: 'src/faces/batch/cluster/index.ts',
}

export default defineConfig(({ dts }) => ({
  entry: {
    ...ENTRIES,
    // Entries for Node, which say which package to install if one is missing.
    'http-in-node': 'src/http-in-node.ts',
    'mcp-in-node': 'src/faces/mcp/in-node.ts',
    'cluster-in-node': 'src/faces/batch/cluster/in-node.ts',
    'batch-worker': 'src/faces/batch/run/worker.ts',
    'http-thread': 'src/http-thread.ts',
    // Separate files, so that an import of a constant or an error loads nothing else.
    errors: 'src/base/errors.ts',
    status: 'src/answers/scores/status.ts',
  },
  format: 'esm',
  platform: 'neutral',
  target: 'es2022',
  dts: { entry: ENTRIES, compilerOptions: { stripInternal: true } },
  // A build without declarations keeps those of the last build, because the examples are checked against them.
  clean: dts === false ? ['!**/*.d.ts'] : true,
  splitting: true,
  sourcemap: false,
  external: [/^node:/],
  // Keep `node:fs`, because bundlers for other platforms do not know `fs`.
  removeNodeProtocol: false,
  async onSuccess() {
    const explorer = buildExplorer('dist/explorer').then(() => compressExplorer('dist/explorer'))
    await Promise.all([buildCli('dist'), explorer])
  },
}))
