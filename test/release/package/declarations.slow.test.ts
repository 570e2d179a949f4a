import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { emptyFolder } from '../../support/empty-folder.ts'

const ENTRIES = [
  'vicinage',
  'vicinage/batch',
  'vicinage/cluster',
  'vicinage/element',
  'vicinage/http',
  'vicinage/map',
  'vicinage/mcp',
]

/** The recipe of docs/guide/frameworks.md for a CommonJS file in TypeScript. */
const COMMON_JS = `
import type { Vicinage } from 'vicinage' with { 'resolution-mode': 'import' }

let opening: Promise<Vicinage> | undefined
export async function scores(lat: number, lon: number) {
  const { openVicinage } = await import('vicinage')
  opening ??= openVicinage()
  return (await opening).scores({ lat, lon })
}
`

/** Creates an application with the package and its optional packages, without browser types. */
function application(files: Readonly<Record<string, string>>, module: string): string {
  const folder = emptyFolder()
  const packages = ['hono', 'bullmq', 'ioredis', 'rate-limiter-flexible', 'zod', '@modelcontextprotocol', '@types/node']
  const links = Object.fromEntries([...packages, 'undici-types'].map((name) => [name, resolve('node_modules', name)]))
  for (const [name, target] of Object.entries({ ...links, vicinage: resolve('.') })) {
    mkdirSync(dirname(join(folder, 'node_modules', name)), { recursive: true })
    symlinkSync(target, join(folder, 'node_modules', name))
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  const compilerOptions = {
    ...{ module, target: 'es2022', lib: ['es2022'], types: ['node'], noEmit: true },
    ...{ strict: true, exactOptionalPropertyTypes: true, skipLibCheck: false },
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: Object.keys(files) }))
  return folder
}

it.each([
  ['TypeScript 5.9', 'typescript', 'node16'],
  ['TypeScript 7', 'typescript-7', 'nodenext'],
])(
  '%s compiles all entries and a CommonJS file, without DOM and without skipLibCheck (%s, %s)',
  (_, compiler, module) => {
    const all = ENTRIES.map((entry, i) => `export * as entry${i} from '${entry}'\n`).join('')
    const folder = application({ 'all.mts': all, 'common.cts': COMMON_JS }, module)
    const compile = () =>
      execFileSync(process.execPath, [resolve('node_modules', compiler, 'bin/tsc'), '-p', folder], { encoding: 'utf8' })
    let complaints = ''
    try {
      complaints = compile()
    } catch (error) {
      complaints = (error as { stdout: string }).stdout
    }
    expect(complaints).toBe('')
  },
)

it('the package can be required by CommonJS in Node', () => {
  const script = `Promise.resolve(require('vicinage').openVicinage({ dimensions: ['walkability'], schools: false, geocoder: false }))
    .then((opened) => console.log(opened.score('walkability', { lat: 30.2672, lon: -97.7431 }).score > 0))`
  const folder = application({ 'main.cjs': script }, 'nodenext')
  expect(execFileSync(process.execPath, ['main.cjs'], { cwd: folder, encoding: 'utf8' }).trim()).toBe('true')
})
