import { parseArgs } from 'node:util'
import { openVicinage } from '../src/library/open.ts'
import { updateDocs } from './docs-table.ts'
import { isExpectedFailure } from './read/source-error.ts'
import { accuracyList } from './validate/accuracy.ts'
import { readCard, writeCard } from './validate/card.ts'
import { putIntervals } from './validate/intervals/put.ts'
import { validate } from './validate/run.ts'
import { markdownTables, summarize, textTable, verdict } from './validate/tables.ts'
import { placesTable } from './validate/well-known-places.ts'

const usage = `npm run data:validate [-- --sources DIR --data DIR --all --docs]

Compares the bundles with data that was not used to build them, writes DIR/validation.json and prints a table. The errors it
measures become the 80% intervals in the bundles in DIR.

  --sources DIR    folder of the published files       (default ../shared/data)
  --data DIR       folder of the bundles               (default dist-data)
  --all            print every check of every dimension, not only the worst result of each shared check
  --docs           only write the figures of DIR/validation.json into docs/reference/validation.md`

await main()

async function main(): Promise<void> {
  const started = performance.now()
  try {
    const { values } = parseArgs({
      options: {
        sources: { type: 'string', default: '../shared/data' },
        data: { type: 'string', default: 'dist-data' },
        all: { type: 'boolean', default: false },
        docs: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    })
    if (values.help) return console.log(usage)
    if (values.docs) {
      const card = await readCard(values.data)
      await updateDocs('docs/reference/validation.md', 'validation', markdownTables(card))
      await updateDocs('docs/reference/validation.md', 'places', placesTable(await openVicinage({ data: values.data })))
      await updateDocs('docs/reference/validation.md', 'accuracy', accuracyList(card))
      return console.log(`docs/reference/validation.md now has the figures from ${values.data}/validation.json`)
    }
    const seconds = () => ((performance.now() - started) / 1000).toFixed(0)
    const report = (line: string) => console.log(`${seconds().padStart(4)} s  ${line}`)
    const { card, failures, intervals } = await validate(values.sources, values.data, report)
    const lines = values.all ? card.checks.map((check) => ({ ...check, worst: null })) : summarize(card.checks)
    console.log(`\n${textTable(lines)}\n`)
    if (failures.length > 0) {
      console.error(
        `Some checks could not be computed, so validation.json was not replaced:\n  ${failures.join('\n  ')}`,
      )
      process.exitCode = 1
    } else {
      await putIntervals(values.data, intervals)
      console.log(`${seconds()} s, into ${await writeCard(values.data, card)}`)
    }
    console.log(verdict(card.checks))
  } catch (error) {
    if (!isExpectedFailure(error)) throw error
    console.error(`\nThe validation stopped: ${error.message}`)
    process.exitCode = 1
  }
}
