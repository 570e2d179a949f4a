import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { getUserAgent } from '../src/library/user-data/shipped-pipeline.ts'
import { fetchSettings } from './fetch/request.ts'
import { probes } from './probe/addresses.ts'
import { probeTable, runProbes } from './probe/run-probes.ts'

const usage = `npm run data:probe [-- --json FILE]

Requests each address of the download commands once and compares the response with what this version expects: layout,
fields, values and edition. It needs network access and does not download whole files.

  --json FILE    also write the results as JSON

Exit codes: 0 all responses are as expected; 1 a response differs; 2 some addresses could not be reached, which may be temporary.`

const { values } = parseArgs({ options: { json: { type: 'string' }, help: { type: 'boolean', default: false } } })
if (values.help) console.log(usage)
else await main(values.json)

async function main(json: string | undefined): Promise<void> {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
    version: string
  }
  const stop = new AbortController()
  process.once('SIGINT', () => stop.abort(new Error('interrupted')))
  const results = await runProbes(probes, fetchSettings(getUserAgent(version)), stop.signal)
  if (json !== undefined) writeFileSync(json, `${JSON.stringify(results, null, 2)}\n`)
  console.log(probeTable(results))
  const has = (verdict: string) => results.some((result) => result.verdict === verdict)
  process.exitCode = has('different') ? 1 : has('not reached') ? 2 : 0
}
