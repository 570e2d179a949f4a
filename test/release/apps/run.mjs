// Builds tiny applications from the packed tarball and asks each for the score of one place: `npm run test:apps`. Needs
// the registry. `-- --all` adds more bundlers and runtimes, for use before a release. Web pages are opened if Chromium
// is installed.
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium } from 'playwright-core'

const PACKAGES = [
  'vite@8.3.8',
  'webpack@5.98.0',
  'webpack-cli@6.0.1',
  'react@19.3.1',
  'react-dom@19.3.1',
  '@types/react@19.3.0',
  '@types/react-dom@19.3.0',
  '@hono/node-server@2.1.8',
  'hono@4.13.19',
  'rate-limiter-flexible@11.4.0',
]
const TOOLS = ['esbuild@0.27.7', 'typescript@5.9.3']
const FURTHER = [
  '@rspack/core@2.3.2',
  'bun@1.4.5',
  'deno@2.9.6',
  'jest@30.5.2',
  'miniflare@4.20260730.0',
  'next@16.4.6',
  'parcel@2.16.4',
]
const NEWEST_WEBPACK = 'webpack@5.112.2'
const CHROMIUM = '/usr/bin/chromium'
const all = process.argv.includes('--all')
const folder = mkdtempSync(join(tmpdir(), 'vicinage-apps-'))
const data = join(folder, 'node_modules/vicinage/dist-data')
const run = (command, ...args) =>
  execFileSync(command, args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], timeout: 240_000 })
const bin = (name, ...args) => run(process.execPath, join(folder, 'node_modules', name), ...args)

const options = "dimensions: ['walkability'], schools: false, geocoder: false"
const place = '{ lat: 30.2672, lon: -97.7431 }'
const asking = `import { openVicinage } from 'vicinage'
export async function score(data) {
  const vicinage = await openVicinage({ ...(data ? { data } : {}), ${options} })
  return vicinage.score('walkability', ${place}).score
}
`
const printing = `import { score } from './score.js'
score(process.argv[2]).then(console.log, ({ code }) => console.log(code))
`
const page = `'use client'
import { useEffect, useState } from 'react'
import { score } from '../score.js'
export default function Page() {
  const [said, say] = useState('')
  useEffect(() => void score('/vicinage-data/').then(say), [])
  return <p>{said}</p>
}
`
const serverPage = `import { score } from '../../score.js'
export default async function Page() { return <p>{await score()}</p> }
`
const typed = `import { type DimensionId, openVicinage, type Score } from 'vicinage'
const vicinage = await openVicinage({ ${options} })
const { walkability } = vicinage.scores(${place}, { dimensions: ['walkability'] })
export const answer: Score = walkability
export const id: DimensionId = 'fire'
// @ts-expect-error there is no such dimension
vicinage.score('walkabilty', ${place})
`
const worker = `import { score } from './score.js'
export default { async fetch(request) { return new Response(await score(new URL(request.url).searchParams.get('data'))) } }
`
const test = `import { score } from './score.js'
test('a score', async () => expect(await score()).toBe(EXPECTED))
`
const files = {
  'package.json': '{ "private": true, "type": "module" }',
  'score.js': asking,
  'print.js': printing,
  'typed.mts': typed,
  'worker.js': worker,
  'index.html': '<!doctype html><body></body><script type="module" src="./web.js"></script>',
  'web.js':
    "import { score } from './score.js'\nscore('/vicinage-data/').then((said) => document.body.append(said), ({ message }) => document.body.append(message))\n",
  'webpack.config.cjs':
    "module.exports = { mode: 'production', target: 'node20', entry: './print.js', output: { path: __dirname + '/webpack', filename: 'app.cjs' } }",
  'next/next.config.mjs':
    "export default { output: 'standalone', outputFileTracingRoot: new URL('..', import.meta.url).pathname, serverExternalPackages: ['vicinage'], outputFileTracingIncludes: { '/**': ['../node_modules/vicinage/dist-data/**'] } }",
}

let failed = 0
async function check(name, answers) {
  let answer
  try {
    answer = await answers()
  } catch (error) {
    answer = error.stderr || error.stdout || error.message
  }
  const passed = answer === true
  if (!passed) failed++
  console.log(passed ? `ok      ${name}` : `FAILED  ${name}: ${answer}`)
}

/** Serves a folder of the application, with the data at `/vicinage-data/`, while `doing` runs. */
async function served(name, doing) {
  const types = { '.html': 'text/html', '.js': 'text/javascript', '.mjs': 'text/javascript' }
  const server = createServer(({ url }, response) => {
    const path = decodeURIComponent(new URL(url, 'http://x').pathname)
    const inData = /^\/(?:vicinage|dist)-data\/(.+)/.exec(path)?.[1]
    const file = inData ? join(data, inData) : join(folder, name, path === '/' ? 'index.html' : path)
    if (!existsSync(file)) return response.writeHead(404).end()
    response
      .writeHead(200, { 'Content-Type': types[extname(file)] ?? 'application/octet-stream' })
      .end(readFileSync(file))
  })
  await new Promise((done) => server.listen(0, '127.0.0.1', done))
  try {
    return await doing(`http://127.0.0.1:${server.address().port}/`)
  } finally {
    server.close()
    server.closeAllConnections()
  }
}

/** Returns whether a built page shows the score, or a message that says what it shows instead. */
async function pageSays(name, isRight = (said) => said === expected) {
  if (!existsSync(CHROMIUM)) return true
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] })
  try {
    return await served(name, async (address) => {
      const page = await browser.newPage()
      await page.goto(address)
      const hasAnswer = () => !/^$|Loading/.test(document.body.innerText.trim())
      await page.waitForFunction(hasAnswer, undefined, { timeout: 20_000 })
      const said = (await page.innerText('body')).trim()
      return isRight(said) || `said ${said}, expected ${expected}`
    })
  } finally {
    await browser.close()
  }
}

let expected
try {
  for (const [name, text] of Object.entries(files)) if (!name.includes('/')) writeFileSync(join(folder, name), text)
  execFileSync('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder], { stdio: 'ignore' })
  const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz'))
  run(
    'npm',
    'install',
    '--no-audit',
    '--no-fund',
    '--no-package-lock',
    '--silent',
    join(folder, tarball),
    ...PACKAGES,
    ...TOOLS,
    ...(all ? FURTHER : []),
  )

  expected = run('node', 'print.js').trim()
  const runs = (...args) => {
    const said = run(...args).trim()
    return said === expected || `said ${said}, expected ${expected}`
  }
  const says = (...args) => runs('node', ...args)
  await check('Node', () => /^\d+$/.test(expected) || expected)
  const esbuild = (format, out) =>
    run(
      join(folder, 'node_modules/.bin/esbuild'),
      'print.js',
      '--bundle',
      '--platform=node',
      `--format=${format}`,
      `--outfile=${out}`,
      '--log-level=error',
    )
  await check('esbuild, ESM', () => {
    esbuild('esm', 'esm.mjs')
    return says('esm.mjs', data)
  })
  await check('esbuild, CommonJS', () => {
    esbuild('cjs', 'one.cjs')
    return says('one.cjs', data)
  })
  await check('esbuild, CommonJS without data', () => run('node', 'one.cjs').trim() === 'bundle_missing')
  await check('webpack 5.98', () => {
    bin('webpack-cli/bin/cli.js')
    return says('webpack/app.cjs')
  })
  await check('Vite', () => {
    bin('vite/bin/vite.js', 'build', '--outDir', 'vite')
    return pageSays('vite')
  })
  for (const resolution of ['node16', 'nodenext', 'bundler']) {
    const module = resolution === 'bundler' ? 'esnext' : resolution
    const flags = ['--noEmit', '--strict', '--target', 'es2022', '--module', module, '--moduleResolution', resolution]
    await check(`TypeScript, ${resolution}`, () => {
      bin('typescript/bin/tsc', '--skipLibCheck', ...flags, 'typed.mts')
      return true
    })
  }
  // Uses the examples as packed in the tarball.
  cpSync(join(folder, 'node_modules/vicinage/examples'), join(folder, 'examples'), { recursive: true })
  const bundling = ['--bundle', '--format=esm', '--log-level=error']
  await check('the worker of the examples', async () => {
    const flags = [...bundling, '--platform=browser', '--external:node:*', '--outfile=worker-example.mjs']
    run(join(folder, 'node_modules/.bin/esbuild'), 'examples/worker/worker.js', ...flags)
    const { default: app } = await import(pathToFileURL(join(folder, 'worker-example.mjs')).href)
    return served('.', async (address) => {
      const request = new Request('http://worker/v1/vibe/walkability?lat=30.2672&lon=-97.7431')
      const response = await app.fetch(request, { DATA: `${address}vicinage-data/` }, { waitUntil() {} })
      const { result } = await response.json()
      return String(result?.score) === expected || `said ${response.status} ${JSON.stringify(result)}`
    })
  })
  await check('the hook of the examples, strictly', () => {
    const flags = ['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--target', 'es2022', '--jsx', 'react-jsx']
    const modules = ['--module', 'esnext', '--moduleResolution', 'bundler', '--allowImportingTsExtensions']
    bin('typescript/bin/tsc', ...flags, ...modules, 'examples/react-hook/app.tsx')
    const outputs = ['--jsx=automatic', '--splitting', '--outdir=hook']
    run(join(folder, 'node_modules/.bin/esbuild'), 'examples/react-hook/app.tsx', ...bundling, ...outputs)
    cpSync(join(folder, 'examples/react-hook/index.html'), join(folder, 'hook/index.html'))
    return pageSays('hook', (said) => said.includes(`walkability: ${expected}`))
  })
  if (all) {
    const next = mkdtempSync(join(folder, 'next-'))
    const app = join(next, 'app')
    run('mkdir', '-p', join(app, 'server'))
    for (const name of ['package.json', 'score.js']) cpSync(join(folder, name), join(next, name))
    writeFileSync(join(next, 'next.config.mjs'), files['next/next.config.mjs'])
    writeFileSync(
      join(app, 'layout.js'),
      'export default ({ children }) => <html lang="en"><body>{children}</body></html>',
    )
    writeFileSync(join(app, 'page.js'), page)
    writeFileSync(join(app, 'server/page.js'), serverPage)
    await check('Next, client and server component, standalone', () => {
      execFileSync(process.execPath, [join(folder, 'node_modules/next/dist/bin/next'), 'build'], {
        cwd: next,
        stdio: 'pipe',
      })
      const html = run('cat', join(next, '.next/server/app/server.html'))
      return html.includes(`<p>${expected}</p>`) || 'the server component has another score'
    })
    // The newest webpack gets a separate folder, because plugins use whichever webpack they find.
    const newest = mkdtempSync(join(folder, 'newest-'))
    writeFileSync(join(newest, 'package.json'), '{ "private": true }')
    run(
      'npm',
      'install',
      '--prefix',
      newest,
      '--no-audit',
      '--no-fund',
      '--no-package-lock',
      '--silent',
      NEWEST_WEBPACK,
    )
    for (const [name, pack, from] of [
      ['webpack, newest', 'webpack', newest],
      ['Rspack', '@rspack/core', folder],
    ]) {
      const { webpack, rspack = webpack } = createRequire(join(from, 'x'))(pack)
      const build = (target, entry, out) =>
        new Promise((done, fail) =>
          rspack(
            {
              mode: 'production',
              context: folder,
              target,
              entry,
              output: { path: join(folder, out), filename: target === 'web' ? 'web.js' : 'app.cjs' },
            },
            (error, stats) =>
              (error ?? stats.hasErrors()) ? fail(error ?? new Error(stats.toString('errors-only'))) : done(),
          ),
        )
      const out = `built-${pack.replace(/\W/g, '')}`
      await check(`${name}, for Node`, async () => {
        await build('node20', './print.js', out)
        return says(`${out}/app.cjs`)
      })
      await check(`${name}, for the web`, async () => {
        await build('web', './web.js', `${out}-web`)
        cpSync(join(folder, 'index.html'), join(folder, `${out}-web/index.html`))
        return pageSays(`${out}-web`)
      })
    }
    const parcel = (...args) =>
      bin('parcel/lib/bin.js', 'build', '--no-cache', '--no-source-maps', '--log-level=error', ...args)
    await check('Parcel, for the web', () => {
      parcel('index.html', '--dist-dir=parcel', '--public-url=/')
      return pageSays('parcel')
    })
    await check('Bun', () => runs(join(folder, 'node_modules/.bin/bun'), 'print.js'))
    await check('Bun, bundled', () => {
      run(join(folder, 'node_modules/.bin/bun'), 'build', 'print.js', '--target=bun', '--outfile=bun.js')
      return runs(join(folder, 'node_modules/.bin/bun'), 'bun.js', data)
    })
    await check('Deno', () =>
      runs(join(folder, 'node_modules/.bin/deno'), 'run', '--allow-read', '--allow-env', '--allow-sys', 'print.js'),
    )
    await check('Jest', () => {
      writeFileSync(join(folder, 'score.test.js'), test.replace('EXPECTED', expected))
      execFileSync(
        process.execPath,
        ['--experimental-vm-modules', join(folder, 'node_modules/jest/bin/jest.js'), '--transform={}'],
        { cwd: folder, stdio: 'pipe' },
      )
      return true
    })
    await check('workerd', async () => {
      run(
        join(folder, 'node_modules/.bin/esbuild'),
        'worker.js',
        '--bundle',
        '--format=esm',
        '--external:node:*',
        '--outfile=worker.mjs',
        '--log-level=error',
      )
      const { Miniflare } = await import(pathToFileURL(createRequire(join(folder, 'x')).resolve('miniflare')).href)
      const miniflare = new Miniflare({
        modules: true,
        script: readFileSync(join(folder, 'worker.mjs'), 'utf8'),
        compatibilityDate: '2026-01-01',
      })
      const answer = await served('.', async (address) =>
        (await miniflare.dispatchFetch(`http://worker/?data=${address}vicinage-data/`)).text(),
      )
      await miniflare.dispose()
      return answer === expected || answer
    })
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
process.exitCode = failed === 0 ? 0 : 1
