import { existsSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { coveredStates } from '../src/base/states.ts'
import { getUserAgent } from '../src/library/user-data/shipped-pipeline.ts'
import { sources } from './catalog/catalog.ts'
import { markdownTable } from './catalog/markdown-table.ts'
import { UNTRIED } from './catalog/source.ts'
import { updateDocs } from './docs-table.ts'
import { fetchSources } from './fetch/fetch-sources.ts'
import { type BuiltFrom, sinceBuild } from './fetch/fetched-record.ts'
import { getStates, planDownloads } from './fetch/plan.ts'
import { listText, progressLine, resultLine, summaryText } from './fetch/report.ts'
import { fetchSettings } from './fetch/request.ts'
import { isExpectedFailure } from './read/source-error.ts'

const usage = `npm run data:fetch [-- --state CODE --only ID --out DIR --list --docs]

Downloads the agencies' current releases into a folder that data:build reads with --sources.

  --state CODE   two-letter code of a state; can be repeated  (default: all covered states)
  --only ID      download only this source; can be repeated
  --out DIR      folder for the files                         (default sources)
  --list         print the addresses without downloading
  --docs         only write the table of all sources into docs/reference/data.md`

await main()

async function main(): Promise<void> {
  try {
    const { values } = parseArgs({
      options: {
        state: { type: 'string', multiple: true, default: coveredStates.map(({ postal }) => postal) },
        only: { type: 'string', multiple: true },
        out: { type: 'string', default: 'sources' },
        list: { type: 'boolean', default: false },
        docs: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    })
    if (values.help) return console.log(usage)
    if (values.docs) {
      await updateDocs('docs/reference/data.md', 'sources', markdownTable(sources))
      return console.log('docs/reference/data.md now has the table of all sources')
    }
    const plan = planDownloads(sources, {
      states: getStates(values.state),
      ...(values.only ? { only: values.only } : {}),
    })
    if (values.list) return console.log(listText(plan))
    if (values.only && plan.byHand.length > 0) console.log(listText({ files: [], byHand: plan.byHand }))
    if (plan.files.length === 0) {
      throw new RangeError('none of these sources has a direct download for these states; --list shows their pages.')
    }
    const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
      version: string
    }
    console.log(UNTRIED)
    const settings = fetchSettings(getUserAgent(version))
    const progress = progressLine(process.stdout, plan.files.length)
    const results = await fetchSources(plan.files, values.out, settings, interruption(), {
      arrived: ({ path }, ...of) => progress.arrived(path, ...of),
      report: progress.print,
      finished: (result) => {
        progress.finished(result.file.path)
        progress.print(resultLine(result))
      },
    })
    progress.clear()
    const onDisk = results.flatMap(({ fetched }) => (fetched ? [fetched] : []))
    const built = builtFrom(new URL('../dist-data/sources.json', import.meta.url))
    console.log(`\n${summaryText(results, built ? sinceBuild(built, onDisk) : [])}\n\ninto ${values.out}`)
    if (!values.only) console.log(`${plan.byHand.length} sources have no direct download; --list shows their pages`)
    if (results.some(({ state }) => state === 'failed')) process.exitCode = 1
    if (results.some(({ state }) => state === 'interrupted')) process.exitCode = 130
  } catch (error) {
    if (!isExpectedFailure(error)) throw error
    console.error(`\nNothing was downloaded: ${error.message}`)
    process.exitCode = 1
  }
}

/** On Ctrl-C, stops the transfers so that they can be resumed. A second Ctrl-C ends the process. */
function interruption(): AbortSignal {
  const controller = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      process.stderr.write('\nInterrupted. Partial downloads are kept; the next run resumes them.\n')
      controller.abort(new Error('interrupted'))
    })
  }
  return controller.signal
}

function builtFrom(path: URL): BuiltFrom | null {
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as BuiltFrom) : null
}
