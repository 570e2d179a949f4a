import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

/**
 * Bundles parts of `src/` that the package does not export in the way that programs run them, because the loader of
 * TypeScript slows closures down.
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
