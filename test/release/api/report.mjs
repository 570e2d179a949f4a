// Compares the declarations in dist/ with the API reports in this folder: `node test/release/api/report.mjs`, part of
// `npm run package-check`. `--update` writes the reports again; `npm run api-report` builds first. A difference, an
// undocumented export and a type that is used but not exported are errors.
import { readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { CompilerState, Extractor, ExtractorConfig } from '@microsoft/api-extractor'

const ENTRIES = ['index', 'batch', 'map', 'element', 'cluster', 'http', 'mcp']
const update = process.argv.includes('--update')
const folder = import.meta.dirname
const declarations = (entry) => resolve(folder, '../../../dist', `${entry}.d.ts`)
const temporary = join(tmpdir(), `vicinage-api-${process.pid}`)
const compilerOptions = {
  target: 'ES2022',
  lib: ['ES2022', 'DOM'],
  module: 'ESNext',
  moduleResolution: 'Bundler',
  types: ['node'],
  strict: true,
  skipLibCheck: true,
}

const configOf = (entry) =>
  ExtractorConfig.prepare({
    configObject: {
      projectFolder: resolve(folder, '../../..'),
      mainEntryPointFilePath: declarations(entry),
      compiler: { overrideTsconfig: { compilerOptions, files: ENTRIES.map(declarations) } },
      apiReport: { enabled: true, reportFolder: folder, reportTempFolder: temporary, reportFileName: entry },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      newlineKind: 'lf',
      messages: {
        compilerMessageReporting: { default: { logLevel: 'error' } },
        extractorMessageReporting: {
          default: { logLevel: 'error' },
          // All exports are public, so they need no release tag.
          'ae-missing-release-tag': { logLevel: 'none' },
        },
        // Doc comments are sentences for people: `{ lat, lon }` is not a tag.
        tsdocMessageReporting: { default: { logLevel: 'none' } },
      },
    },
    configObjectFullPath: undefined,
    packageJsonFullPath: resolve(folder, '../../../package.json'),
  })

const configs = ENTRIES.map(configOf)
const compilerState = CompilerState.create(configs[0])
let failed = 0
let seen = ''
/** Checks whether an earlier entry already exports the name that a message is about. */
const isExported = (text) => new RegExp(`^export .*\\b${/"(\w+)"/.exec(text)[1]}\\b`, 'm').test(seen)
for (const [i, config] of configs.entries()) {
  const { apiReportChanged, errorCount } = Extractor.invoke(config, {
    compilerState,
    localBuild: update,
    printApiReportDiff: true,
    messageCallback(message) {
      message.handled = true
      const { category, messageId, text, sourceFilePath, sourceFileLine } = message
      if (messageId === 'console-api-report-diff' && !update) console.log(text)
      if (messageId === 'ae-forgotten-export' && isExported(text)) message.logLevel = 'none'
      if (category !== 'console' && message.logLevel === 'error')
        console.log(`${sourceFilePath ?? ENTRIES[i]}:${sourceFileLine ?? 1} ${text} (${messageId})`)
    },
  })
  seen += readFileSync(config.reportFilePath, 'utf8')
  if (errorCount > 0 || (apiReportChanged && !update)) failed++
  if (apiReportChanged) console.log(`${ENTRIES[i]}: ${update ? 'report updated' : 'not as in the report'}`)
}
rmSync(temporary, { recursive: true, force: true })
if (failed > 0) {
  console.log(
    'The public declarations are not those of test/release/api: look at the differences; if they are meant, run npm run api-report.',
  )
  process.exitCode = 1
}
