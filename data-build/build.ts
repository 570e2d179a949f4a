import { existsSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildData, layers } from './build-data.ts'
import { adviceOn, isUpgradable, withoutSources } from './missing-files.ts'
import { isExpectedFailure, SourceError } from './read/source-error.ts'

const usage = `npm run data:build [-- --sources DIR --out DIR --only LAYER]

Builds the bundles from the agencies' files. Existing files are replaced only after every bundle has been built.

  --sources DIR   folder of the source files   (default ../shared/data)
  --out DIR       folder for the bundles       (default dist-data)
  --joins FILE    write unmatched school records to FILE
  --only LAYER    build only this layer; can be repeated
                  (${layers.join(', ')})`

await main()

async function main(): Promise<void> {
  const started = performance.now()
  let requested: { readonly sources: string; readonly only?: readonly string[] } | null = null
  try {
    const { values } = parseArgs({
      options: {
        sources: { type: 'string', default: '../shared/data' },
        out: { type: 'string', default: 'dist-data' },
        joins: { type: 'string' },
        only: { type: 'string', multiple: true },
        help: { type: 'boolean', default: false },
      },
    })
    if (values.help) return console.log(usage)
    requested = values
    if (!existsSync(values.sources)) {
      console.error(withoutSources(values.sources))
      process.exitCode = 1
      return
    }
    const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
      version: string
    }
    const seconds = () => ((performance.now() - started) / 1000).toFixed(0).padStart(4)
    const { written, joins } = await buildData({
      sources: values.sources,
      out: values.out,
      builder: `vicinage ${version}`,
      report: (line) => console.log(`${seconds()} s  ${line}`),
      ...(values.only ? { only: values.only } : {}),
    })
    if (values.joins !== undefined && joins !== null) await writeFile(values.joins, joins)
    const total = written.reduce((sum, { bytes }) => sum + bytes, 0)
    console.log(`\n${'bundle'.padEnd(30)}${'bytes'.padStart(12)}${'rows'.padStart(10)}`)
    for (const { file, bytes, rows } of written)
      console.log(
        `${file.padEnd(30)}${bytes.toLocaleString('en').padStart(12)}${rows.toLocaleString('en').padStart(10)}`,
      )
    console.log(`${'total'.padEnd(30)}${total.toLocaleString('en').padStart(12)}`)
    const memory = process.resourceUsage().maxRSS / 1024 ** 2
    console.log(`\nWrote ${values.out} in ${seconds().trim()} s, peak memory ${memory.toFixed(1)} GB`)
  } catch (error) {
    if (!isExpectedFailure(error)) throw error
    console.error(`\nThe build failed; no file was replaced. ${error.message}`)
    if (requested) for (const line of advice(error, requested)) console.error(line)
    process.exitCode = 1
  }
}

/**
 * Suggests what to do if a source file is missing from the folder, or if a requested layer is built by a different
 * command.
 */
function advice(error: Error, { sources, only = [] }: { readonly sources: string; readonly only?: readonly string[] }) {
  const isMissing = error instanceof SourceError && !existsSync(join(sources, error.file))
  return [...new Set(only)]
    .filter((layer) => (layers.includes(layer) ? isMissing : isUpgradable(layer)))
    .map((layer) => adviceOn(layer, sources))
}
