import { type ChildProcess, spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { consoleOf } from '../../faces/cli/console.ts'
import { type RedisServer, startRedis } from '../../faces/http/redis-server.ts'
import { builtVicinage } from '../../library/built.ts'
import { agencies } from './agencies.ts'
import { type Block, blocksOf, commandsInText, commandsOf, pages } from './blocks.ts'
import { type Ended, isHere, openSandbox, runCommand, type Sandbox } from './sandbox.ts'

/** Commands that CI runs itself, in its own order. */
const CI_STEPS = /^npm ci && npm test$|^npm run (test:slow|lint|types)\b|^bash \.ci\/run$/

/** Commands that cannot run here, by their text, each with the reason. */
const NOT_HERE: readonly (readonly [RegExp, string])[] = [
  [/^npm install vicinage$/, 'installs from the registry; of the packed file test/release/apps does'],
  [CI_STEPS, 'a step of .ci/run'],
  [/^npm run test:mutation/, 'runs the tests hundreds of times: a part of test:long'],
  [/data:(fetch -- --out sources|build -- --sources DIR)$/, 'all files of all agencies'],
  [
    /--only (epa-monitors|air-quality)/,
    'needs all counties: test/data-build/fetch/built-air downloads and builds made ones',
  ],
  [/upgrade noise-levels/, 'packs a whole surface, 19 s of CPU: test/data-build/upgrade/noise'],
  [
    /upgrade (areas|population-profile|insurance-coverage|districts|schools)\b/,
    'some 4 s of CPU each: test/data-build/agencies/commands gives these commands',
  ],
  [/^npx wrangler/, 'needs a Cloudflare account; test/release/examples/worker runs the script'],
  ...(isHere('redis-server') ? [] : [[/^vicinage cluster/, 'redis-server is not installed'] as const]),
  ...(isHere('parallel') ? [] : [[/\bparallel /, 'GNU parallel is not installed'] as const]),
  ...(isHere('python3') ? [] : [[/^python3 /, 'Python is not installed'] as const]),
]

/** Pages whose commands take several minutes on a slow machine. `npm run test:long` runs them. */
const RARELY = [
  'docs/guide/upgrades.md',
  'docs/guide/warehouses.md',
  'docs/guide/distributed.md',
  'docs/reference/data.md',
]
const isRare = (page: string) => RARELY.includes(page) && process.env.VICINAGE_COMMANDS !== 'all'

/** Blocks in other languages, by language and page, with the test that runs them or the reason why none does. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    pages
      .filter((page) => page.startsWith('docs/reference/api/'))
      .map((page) => [`typescript ${page}`, 'declarations, compared with the code by test/release/docs/reference']),
  ),
  'hex docs/reference/bundle-format.md': 'read by test/data/bundle/round-trip',
  'json docs/internals/life-of-an-address.md': 'an answer, read by test/release/docs/guides',
  'json docs/reference/json.md': 'answers, compared by test/release/docs/json-output',
  'json docs/reference/http.md': 'a key file, read by test/release/docs/json-output',
  'html docs/guide/element.md': 'as in examples/element, which test/faces/element opens',
  'json docs/guide/agents.md': 'a setting of the programs of others',
  'toml docs/guide/agents.md': 'a setting of the programs of others',
  'python docs/guide/sql-and-python.md': 'run by test/release/examples/sql-and-python',
  'json examples/python-reader/README.md': 'an answer, read by test/release/examples/python-reader',
  'python examples/python-reader/README.md': 'run by test/release/examples/python-reader',
  'sql docs/guide/warehouses.md': 'run by test/faces/batch/export/duckdb',
  'sql docs/guide/distributed.md': 'not run: needs PostgreSQL',
  'python docs/guide/distributed.md': 'not run: needs Spark',
  'dockerfile docs/guide/distributed.md': 'not run: installs from the registry',
}

/** Commands that run until they are stopped, and their output once they are ready. */
const SERVES: readonly (readonly [RegExp, RegExp])[] = [
  [/vicinage serve/, /http:\/\/127\.0\.0\.1:\d+/],
  [/http\.server/, /Serving HTTP/],
  [/--serve=/, /Local:|127\.0\.0\.1:8000/],
]

/**
 * Commands that only print an answer from the data. They run in this process, which opens the data once. All other
 * commands run as a person types them.
 */
const ASKS =
  /^(?:npx )?vicinage ((?:report|score|explain|dimensions|area|find|fit|rank|geocode|schools)\b(?:(?!\.geojson)[^|<>;&$…])*)$/

/** Commands that only write a file. They run once, even if several pages have them. */
const WRITES = /^vicinage (page|sites|batch|export|layer add) [^|]*$/
const written = new Set<string>()

const sandboxes: Sandbox[] = []
function fresh(): Sandbox {
  const sandbox = openSandbox()
  sandboxes.push(sandbox)
  return sandbox
}

let service: ChildProcess | undefined
let address = ''
let mirror = ''
let redis: RedisServer | undefined
beforeAll(async () => {
  if (isHere('redis-server')) redis = await startRedis()
  service = spawn(process.execPath, ['dist/cli.js', 'serve', '--no-auth', '--port', '0', '--no-log'])
  address = await new Promise<string>((done) => {
    const read = (text: string) => {
      const found = /127\.0\.0\.1:\d+/.exec(text)
      if (found) done(found[0])
    }
    for (const stream of [service!.stdout!, service!.stderr!]) stream.setEncoding('utf8').on('data', read)
  })
})
afterAll(async () => {
  service?.kill()
  await redis?.kill()
  for (const sandbox of sandboxes) sandbox.remove()
})

const WITH_COMMANDS = ['data', 'cluster', 'streets', 'layer', 'keys']
const isSynopsis = (command: string) => /[A-Z]{3,}(?!=)|\[|…/.test(command.replace(/"[^"]*"|\bEOF\b|SELECT/g, ''))
const isGroup = (command: string) => WITH_COMMANDS.some((name) => command.endsWith(`vicinage ${name}`))
const commands = pages.flatMap((page) => [
  ...blocksOf(page)
    .filter(({ language }) => language === 'sh')
    .flatMap((block) => commandsOf(withoutShebang(block)).map((command) => ({ ...block, command }))),
  ...commandsInText(page)
    .filter((command) => /^README|SKILL\.md$/.test(page) && !isSynopsis(command) && !isGroup(command))
    .map((command) => ({ page, where: page, command, prints: undefined })),
])
const reasonOf = (command: string) => NOT_HERE.find(([pattern]) => pattern.test(command))?.[1]
const skipped = commands.filter(({ command }) => reasonOf(command) !== undefined)
const others = pages
  .flatMap((page) => blocksOf(page).map(({ language }) => ({ page, language })))
  .filter(({ language }) => !['', 'sh', 'ts', 'tsx', 'js', 'text'].includes(language))
console.log(
  [
    `Of ${commands.length} commands of the documentation ${skipped.length} are not run here:`,
    ...[...new Set(skipped.map(({ command }) => reasonOf(command)))].map((reason) => {
      const lines = skipped.filter(({ command }) => reasonOf(command) === reason)
      return `  ${lines.length} (${[...new Set(lines.map(({ page }) => page))].join(', ')}): ${reason}`
    }),
    ...Object.entries(ELSEWHERE).map(([block, how]) => `  ${block}: ${how}`),
  ].join('\n'),
)

describe('documented commands', () => {
  for (const page of new Set(commands.map(({ page }) => page))) {
    const ofPage = commands.filter((one) => one.page === page && !skipped.includes(one))
    it.skipIf(ofPage.length === 0 || isRare(page))(
      `of ${page} run`,
      async () => {
        const sandbox = fresh()
        mirror = (await agencies()).mirror
        // `data:fetch` has no option for a mirror.
        const toMirror = `fetch = ((fetch) => (url, init) => fetch('${mirror}' + new URL(url).pathname, init))(fetch)`
        writeFileSync(join(sandbox.folder, 'to-mirror.mjs'), toMirror)
        for (const { code } of blocksOf(page)) {
          const file = /^\/\/ (\w+\.mjs)/.exec(code)?.[1]
          if (file) writeFileSync(join(sandbox.folder, file), code)
        }
        for (const { where, command, prints } of ofPage) {
          const bare = command.replace('npx ', '')
          if (WRITES.test(bare) && written.has(bare)) continue
          written.add(bare)
          const ready = SERVES.find(([pattern]) => pattern.test(command))?.[1]
          const { code, out, error } = (await answered(command)) ?? (await runCommand(here(command), sandbox, ready))
          expect({ where, command, code, error: code === 0 ? '' : error }).toEqual({
            where,
            command,
            code: 0,
            error: '',
          })
          if (prints !== undefined) expect(out.trimEnd(), where).toBe(prints)
          if (command.startsWith('curl ')) expect(JSON.parse(out), command).not.toHaveProperty('detail')
        }
      },
      300_000,
    )
  }

  it('in other languages are run by another test, or listed with a reason', () => {
    expect([...new Set(others.map(({ page, language }) => `${language} ${page}`))].sort()).toEqual(
      Object.keys(ELSEWHERE).sort(),
    )
  })

  it('within sentences use only commands and options that exist', async () => {
    const helps = new Map<string, string>()
    for (const page of pages.filter((page) => !page.endsWith('migration.md'))) {
      for (const text of commandsInText(page)) {
        const words = text.replace(/^npx /, '').split(' ')
        const names = words.slice(1, WITH_COMMANDS.includes(words[1]) ? 3 : 2).filter((word) => /^[a-z-]+$/.test(word))
        const command = names.join(' ')
        if (!helps.has(command)) helps.set(command, (await consoleOf([...names, '--help'])).out)
        const help = helps.get(command)!
        const options = words.filter((word) => /^--[a-z]/.test(word) && word !== '--help')
        expect({
          page,
          text,
          unknown: help === '' ? command : options.filter((option) => !help.includes(option)),
        }).toEqual({ page, text, unknown: [] })
      }
    }
  }, 300_000)
})

function withoutShebang({ code }: Block): string {
  const isScript = code.startsWith('#!')
  const lines = code.split('\n').filter((line) => !line.startsWith('#'))
  // A script is one command, because its lines share variables.
  return isScript ? `{ ${lines.join('\n')}\n}` : lines.join('\n')
}

/** Answers a command of `ASKS` in this process; undefined for other commands. */
async function answered(command: string): Promise<Ended | undefined> {
  const question = ASKS.exec(command)?.[1]
  if (question === undefined) return undefined
  const argv = Array.from(question.matchAll(/"([^"]*)"|\S+/g), ([word, quoted]) => quoted ?? word)
  const { code, out, err } = await consoleOf(argv, { open: builtVicinage })
  return { code, out, error: err }
}

/** Replaces addresses and folders in a command with addresses and folders of this machine. */
function here(command: string): string {
  return (
    command
      .replaceAll('localhost:8080', address)
      .replace(/\b(9000|8000)$/, '0')
      .replaceAll(/(vicinage serve[^|]*)$/g, '$1 --port 0')
      .replace(/--serve=127\.0\.0\.1:8000/, '--serve=127.0.0.1:0')
      .replace(/(http\.server --bind 127\.0\.0\.1 --directory \S+)$/, '$1 0')
      .replaceAll('--outdir=examples/react-hook', '--outdir=react')
      // Use fewer rows.
      .replace('h3:9', 'h3:7')
      .replace(/(export --by .*?)(?: --states \S+)?( -o)/, '$1 --states FL$2')
      // Two dimensions open faster than fourteen.
      .replace(/(export (?!.*--dimensions).*)$/, '$1 --dimensions walkability,flood')
      .replaceAll(
        /(pipe (?:--format ndjson )?--lat \w+ --lon \w+(?: --columns 3)?)(?! --dim)/g,
        '$1 --dimensions walkability,flood',
      )
      .replace(/(-o|--out) (?!-)/, '$1 ./')
      .replace(/^curl /, 'curl -sS ')
      .replace(/^npm ci && npm start$/, 'vicinage start')
      // Two counties, because every file is preceded by a pause.
      .replace(/streets (.*)--states TX/, 'streets $1--county 12086 12011')
      .replace(/(streets (?:add --|update|upgrade ).*)$/, `$1 --mirror ${mirror}`)
      .replace(/(data upgrade (?!.*--(?:from|again|remove|out)).*)$/, `$1 --mirror ${mirror}`)
      // A worker already runs next to the submitting command.
      .replace(/^(vicinage cluster worker) .*/, '$1 --help')
      .replace(/(data copy --out public\/data .*)$/, '$1 --dimensions walkability')
      .replace(/(data:build -- (?!.*--sources).*)$/, '$1 --sources sources')
      .replace(/^(?=npm run data:fetch)/, 'NODE_OPTIONS="--import ./to-mirror.mjs" ')
      .replace(/^(npm run data:build .*)$/, 'mkdir -p built && $1 --out built')
      .replace(/upgrade fire --from (FHSZ|zones)\.zip$/, 'upgrade fire --from FHSZ.zip')
      .replace(/upgrade fire --out/, 'upgrade fire --from zones.geojson --out')
      .replace(/diff OLD NEW/, 'diff dist-data DIR')
      .replaceAll('redis://queue.example:6379', `redis://127.0.0.1:${redis?.port}`)
      .replaceAll('/shared/places.csv', './cafes.csv')
      .replaceAll('/shared/', './by-cluster-')
      // A cluster run ends only if there is a worker.
      .replace(
        /^vicinage cluster submit .*/,
        (submit) =>
          `${submit.replace('submit', 'worker').replace(/\.\/\S+/g, '')} & ${submit}; ended=$?; kill $!; exit $ended`,
      )
  )
}
