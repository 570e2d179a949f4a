import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import * as ts from 'typescript'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listening } from '../../support/listening.ts'
import { type Block, blocksOf, pages } from './blocks.ts'
import { difference, withPrintedAnswers } from './printed.ts'
import { openSandbox, runCommand } from './sandbox.ts'

/** Programs that cannot run here, by their text, each with the reason. */
const NOT_HERE: readonly (readonly [RegExp, string])[] = [
  [/node:sqlite/, 'node:sqlite needs Node 22.13: test/release/examples/sql-and-python'],
]

/**
 * Declarations of names that a block uses without declaring them, because the text before the block introduces them.
 */
const GIVEN: Readonly<Record<string, string>> = {
  // The data is opened once for all blocks of a page.
  vicinage:
    'const vicinage = ((globalThis as any).opened ??= await openVicinage()) as Awaited<ReturnType<typeof openVicinage>>',
  lat: 'const lat = 30.2672',
  lon: 'const lon = -97.7431',
  features: "const features = JSON.parse(await (await import('node:fs/promises')).readFile('trees.geojson', 'utf8'))",
  map: 'const map = { addSource() {}, addLayer() {} } as any',
  L: 'const L = { tileLayer: () => ({ addTo() {} }) } as any',
  maplibregl: 'const maplibregl = { addProtocol() {} } as any',
}
const ENTRY_OF: Readonly<Record<string, string>> = { openVicinage: 'vicinage', createApp: 'vicinage/http' }

const blocks = pages.flatMap((page) => blocksOf(page).filter(({ language }) => ['ts', 'tsx', 'js'].includes(language)))
const reasonOf = ({ code }: Block) => NOT_HERE.find(([pattern]) => pattern.test(code))?.[1]
const ran = blocks.filter((block) => reasonOf(block) === undefined)
for (const block of blocks.filter((block) => !ran.includes(block)))
  console.log(`not run: ${block.where}, ${reasonOf(block)}`)

const sandbox = openSandbox()
const server = createServer(({ url = '/', headers }, response) => {
  const file = join('dist-data', decodeURIComponent(new URL(url, 'http://x').pathname).split('/').at(-1)!)
  if (!existsSync(file)) return response.writeHead(404).end()
  const bytes = readFileSync(file)
  const range = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '')
  if (!range) return response.writeHead(200, { 'content-length': bytes.length }).end(bytes)
  const [from, to] = [Number(range[1]), Math.min(Number(range[2]), bytes.length - 1)]
  response.writeHead(206, { 'content-range': `bytes ${from}-${to}/${bytes.length}` }).end(bytes.subarray(from, to + 1))
})
let data = ''
let freePort = '0'
beforeAll(async () => {
  data = `${await listening(server)}/`
  const other = createServer()
  freePort = new URL(await listening(other)).port
  other.close()
})
afterAll(() => {
  server.close()
  sandbox.remove()
})

/** Makes a module of a block: with the declarations it needs and, if requested, with a check of its printed answers. */
function moduleOf({ code }: Block, isTried: boolean): string {
  const names = Object.keys(GIVEN).filter(
    (name) => new RegExp(`(?<![.\\w{'-])${name}\\b(?!:)`).test(uncommented(code)) && !declares(code, name),
  )
  const prelude = names.map((name) => GIVEN[name]).join('\n')
  const imports = Object.entries(ENTRY_OF)
    .filter(
      ([name]) =>
        new RegExp(`\\b${name}\\(`).test(prelude + code) && !new RegExp(`import [^\\n]*\\b${name}\\b`).test(code),
    )
    .map(([name, entry]) => `import { ${name} } from '${entry}'`)
  return [...imports, prelude, isTried ? withPrintedAnswers(code) : code, 'export {}'].join('\n')
}

function declares(code: string, name: string): boolean {
  return new RegExp(
    `(const|let|function) ${name}\\b|(const|let) \\{[^}]*\\b${name}\\b|\\{ [^}]*\\b${name}\\b[^}]* \\}\\) (=>|\\{)`,
  ).test(code)
}

function uncommented(code: string): string {
  return code.replace(/\/\/.*$/gm, '')
}

describe('documented programs', () => {
  it('compile in strict mode', () => {
    const files = blocks.map((block, i) => {
      const extension = block.language === 'tsx' ? 'tsx' : 'ts'
      const file = join(sandbox.folder, `${i}-${block.where.replace(/\W+/g, '-')}.${extension}`)
      writeFileSync(file, moduleOf(block, false))
      return file
    })
    const options: ts.CompilerOptions = {
      strict: true,
      exactOptionalPropertyTypes: true,
      noEmit: true,
      jsx: ts.JsxEmit.ReactJSX,
      skipLibCheck: true,
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
      types: ['node'],
      typeRoots: [join(sandbox.folder, 'node_modules/@types')],
    }
    const wrong = ts
      .getPreEmitDiagnostics(ts.createProgram(files, options))
      // JavaScript blocks declare no types for their parameters, and Node 20 has no node:sqlite. These errors are
      // ignored.
      .filter(
        ({ code, file }) =>
          !((code === 7006 || code === 7031 || code === 7034 || code === 7005) && isScript(file)) && code !== 2307,
      )
    expect(
      wrong.map(
        ({ file, messageText }) =>
          `${file?.fileName.split('/').at(-1)}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
      ),
    ).toEqual([])
  }, 120_000)

  const isScript = (file?: ts.SourceFile) => {
    const at = Number(file?.fileName.split('/').at(-1)?.split('-')[0])
    return blocks[at]?.language === 'js'
  }

  it('are compared with the documented output field by field, where an ellipsis stands for the rest', () => {
    expect(difference({ a: 1, b: 'long text', c: 3 }, "{ a: 1, b: 'long…', … }")).toBe(null)
    expect(difference({ a: 1, b: 2 }, '{ a, b }')).toBe(null)
    expect(difference({ a: 1, b: 2 }, '{ a }')).toBe(' also has b')
    expect(difference({ a: 1 }, '{ a: 2 }')).toBe('.a is 1, not 2')
    expect(difference({ z: 1, a: { b: 5 } }, '…, a: { b: 4 }')).toBe('.a.b is 5, not 4')
    expect(difference([{ n: 1 }, { n: 2 }], '[{ n: 1 }, …]')).toBe(null)
  })

  for (const page of new Set(ran.map(({ page }) => page))) {
    it(`in ${page} run and print the documented output`, async () => {
      const folder = join(sandbox.folder, page.replace(/\W+/g, '-'))
      mkdirSync(folder)
      const ofPage = ran.filter((block) => block.page === page)
      ofPage.forEach((block, i) => {
        const code = here(moduleOf(block, true))
        const { outputText } = ts.transpileModule(code, {
          compilerOptions: {
            ...{ module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022, jsx: ts.JsxEmit.ReactJSX },
          },
          fileName: block.language === 'tsx' ? 'block.tsx' : 'block.ts',
        })
        writeFileSync(join(folder, `${i}.mjs`), outputText)
      })
      // The page creates this key file by a command.
      if (page === 'docs/reference/http.md')
        await runCommand('vicinage keys add acme --file vicinage-keys.json', sandbox)
      writeFileSync(join(folder, 'run.mjs'), runner(ofPage.map(({ prints }) => prints !== undefined)))
      const { out, error } = await runCommand(`node ${folder}/run.mjs`, sandbox)
      const answers = out
        .split('\n')
        .filter((line) => /^@@\{/.test(line))
        .map((line) => JSON.parse(line.slice(2)) as Answer)
      const wrong = answers.flatMap(({ block, line, value, answer, failed, printed }) => {
        const problem = failed ?? (printed === undefined ? difference(value, answer!) : null)
        return problem === null ? [] : [`${ofPage[block].where} line ${line ?? 1}: ${problem}`]
      })
      for (const { block, printed } of answers)
        if (printed !== undefined) expect.soft(printed, ofPage[block].where).toBe(ofPage[block].prints)
      expect({ wrong, ended: out.includes('@@@') ? '' : error || out }).toEqual({ wrong: [], ended: '' })
    }, 120_000)
  }
})

interface Answer {
  readonly block: number
  readonly line?: number
  readonly value?: unknown
  readonly answer?: string
  readonly failed?: string
  /** Output of the block, if the page shows it. */
  readonly printed?: string
}

/** Returns a program that runs each block, and calls what the block exports. */
function runner(areRead: readonly boolean[]): string {
  return `
import { formatWithOptions } from 'node:util'
let block = 0
const areRead = ${JSON.stringify(areRead)}
const { log } = console
const say = (answer) => process.stdout.write('\\n@@' + JSON.stringify({ block, ...answer }) + '\\n')
globalThis.__printed = (value, answer, line) => say({ value, answer, line })
process.on('uncaughtException', (error) => say({ failed: String(error.stack) }))
for (; block < areRead.length; block++) {
  const lines = []
  console.log = areRead[block] ? (...values) => lines.push(formatWithOptions({ colors: false }, ...values)) : log
  try {
    const exported = await import(\`./\${block}.mjs\`)
    if (areRead[block]) say({ printed: lines.join('\\n').trimEnd() })
    const asked = exported.default ?? exported.handler
    if (typeof asked === 'function') await asked({ lat: 30.2672, lon: -97.7431 })
    if (typeof asked?.fetch === 'function') {
      const response = await asked.fetch(new Request('http://x/v1/risk/flood?lat=29.68&lon=-95.46'), { DATA: '${data}' }, { waitUntil() {} })
      if (response.status !== 200) say({ failed: \`the answer is \${response.status} \${await response.text()}\` })
    }
  } catch (error) { say({ failed: String(error.stack) }) }
}
process.stdout.write('\\n@@@\\n', () => process.exit(0))
`
}

/** Replaces addresses and folders in a program with addresses and folders of this machine. */
function here(code: string): string {
  return code
    .replace(/'(https:\/\/data\.example\/vicinage\/|\/vicinage-data\/|\/opt\/vicinage-data)'/g, `'${data}'`)
    .replace(/port: 8080/, 'port: 0')
    .replace(/(localhost:|listen\()3000\b/g, `$1${freePort}`)
}
