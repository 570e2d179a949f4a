import { defineConfig } from 'tsup'
import { buildCli } from './tsup.cli.ts'
import { buildExplorer, compressExplorer } from './tsup.explorer.ts'

/** What `exports` of package.json names. These alone have declarations. */
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
    // What Node imports in their place: they say what to install.
    'http-in-node': 'src/http-in-node.ts',
    'mcp-in-node': 'src/faces/mcp/in-node.ts',
    'cluster-in-node': 'src/faces/batch/cluster/in-node.ts',
    'batch-worker': 'src/faces/batch/run/worker.ts',
    'http-thread': 'src/http-thread.ts',
    // Files of their own, so that who imports a constant or an error alone gets nothing else.
    errors: 'src/base/errors.ts',
    status: 'src/answers/scores/status.ts',
  },
  format: 'esm',
  platform: 'neutral',
  target: 'es2022',
  dts: { entry: ENTRIES, compilerOptions: { stripInternal: true } },
  // A build without declarations leaves those of the last one: the examples are checked against them.
  clean: dts === false ? ['!**/*.d.ts'] : true,
  splitting: true,
  sourcemap: false,
  external: [/^node:/],
  // `node:fs` must stay that: bundlers for other platforms know no `fs`.
  removeNodeProtocol: false,
  async onSuccess() {
    const explorer = buildExplorer('dist/explorer').then(() => compressExplorer('dist/explorer'))
    await Promise.all([buildCli('dist'), explorer])
  },
}))
