// Builds tiny applications from the packed tarball and asks each for the score of one place: `npm run test:apps`. Needs the registry.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const PACKAGES = [
  'vite@8.3.8',
  'webpack@5.98.0',
  'webpack-cli@6.0.1',
  'next@16.4.6',
  'react@19.3.1',
  'react-dom@19.3.1',
]
const TOOLS = ['esbuild@0.27.7', 'typescript@5.9.3']
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
const { walkability } = vicinage.scores({ ...${place}, dimensions: ['walkability'] })
export const answer: Score = walkability
export const id: DimensionId = 'fire'
// @ts-expect-error there is no such dimension
vicinage.score('walkabilty', ${place})
`
const files = {
  'package.json': '{ "private": true, "type": "module" }',
  'score.js': asking,
  'print.js': printing,
  'typed.mts': typed,
  'index.html': '<script type="module" src="./web.js"></script>',
  'web.js': "import { score } from './score.js'\nscore('/vicinage-data/').then((said) => document.body.append(said))\n",
  'webpack.config.cjs':
    "module.exports = { mode: 'production', target: 'node20', entry: './print.js', output: { path: __dirname + '/webpack', filename: 'app.cjs' } }",
  'next/next.config.mjs':
    "export default { output: 'standalone', outputFileTracingRoot: new URL('..', import.meta.url).pathname, serverExternalPackages: ['vicinage'], outputFileTracingIncludes: { '/**': ['../node_modules/vicinage/dist-data/**'] } }",
}

let failed = 0
function check(name, answers) {
  let answer
  try {
    answer = answers()
  } catch (error) {
    answer = error.stderr || error.stdout || error.message
  }
  const passed = answer === true
  if (!passed) failed++
  console.log(passed ? `ok      ${name}` : `FAILED  ${name}: ${answer}`)
}

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
  )

  const expected = run('node', 'print.js').trim()
  const says = (...args) => {
    const said = run('node', ...args).trim()
    return said === expected || `said ${said}, expected ${expected}`
  }
  check('Node', () => /^\d+$/.test(expected) || expected)
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
  check('esbuild, ESM', () => (esbuild('esm', 'esm.mjs'), says('esm.mjs', data)))
  check('esbuild, CommonJS', () => (esbuild('cjs', 'one.cjs'), says('one.cjs', data)))
  check('esbuild, CommonJS without data', () => run('node', 'one.cjs').trim() === 'ERR_BUNDLE')
  check('webpack 5.98', () => (bin('webpack-cli/bin/cli.js'), says('webpack/app.cjs')))
  check('Vite', () => (bin('vite/bin/vite.js', 'build'), true))
  for (const resolution of ['node16', 'nodenext', 'bundler']) {
    const module = resolution === 'bundler' ? 'esnext' : resolution
    const flags = ['--noEmit', '--strict', '--target', 'es2022', '--module', module, '--moduleResolution', resolution]
    check(`TypeScript, ${resolution}`, () => (bin('typescript/bin/tsc', '--skipLibCheck', ...flags, 'typed.mts'), true))
  }
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
  check('Next, client and server component, standalone', () => {
    execFileSync(process.execPath, [join(folder, 'node_modules/next/dist/bin/next'), 'build'], {
      cwd: next,
      stdio: 'pipe',
    })
    const html = run('cat', join(next, '.next/server/app/server.html'))
    return html.includes(`<p>${expected}</p>`) || 'the server component has another score'
  })
} finally {
  rmSync(folder, { recursive: true, force: true })
}
process.exitCode = failed === 0 ? 0 : 1
