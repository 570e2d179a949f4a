import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

/**
 * Bundles and imports parts of `src/` that the package does not export. Without bundling, the TypeScript loader would
 * slow closures down.
 */
export async function bundled<T>(exports: string): Promise<T> {
  const { outputFiles } = await build({
    stdin: { contents: exports, resolveDir: fileURLToPath(new URL('../../src', import.meta.url)) },
    bundle: true,
    format: 'esm',
    platform: 'node',
    write: false,
  })
  return (await import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`)) as T
}
