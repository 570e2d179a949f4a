// `npm run docs:build` writes the documentation site to site/. It first installs VitePress, which is not a dependency
// of the package.
import { execFileSync } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'

const root = join(import.meta.dirname, '../..')
const run = (command, ...args) => execFileSync(command, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })

if (!existsSync(join(root, '.ci/site/node_modules/vitepress')))
  run('npm', 'ci', '--prefix', '.ci/site', '--no-audit', '--no-fund')
if (!existsSync(join(root, 'dist/explorer/index.html'))) run('npx', 'tsup', '--silent', '--no-dts')
rmSync(join(root, 'site'), { recursive: true, force: true })
run('node', '.ci/site/node_modules/vitepress/bin/vitepress.js', 'build', '.ci/site')
run('node', 'dist/cli.js', '--no-user-data', 'explore', '--out', 'site/explore')
await build({
  absWorkingDir: root,
  entryPoints: ['dist/index.js'],
  outdir: 'site/playground-library',
  bundle: true,
  splitting: true,
  minify: true,
  format: 'esm',
  platform: 'browser',
  target: 'es2022',
  external: ['node:*'],
  logLevel: 'error',
})
console.log('site/ is written. Serve it from any file host that supports range requests.')
