import { existsSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { buildData, layers } from './build-data.ts'
import { isExpectedFailure } from './read/source-error.ts'

/** What a clone without the files is told. */
const withoutSources = (
  sources: string,
) => `There is no folder ${sources}: the agencies' files that the bundles are built from are not in the repository.

The package holds the bundles (dist-data): nothing has to be built to use it, or to put newer maps over it (npx vicinage data upgrade --help).
Schools and districts can be built from what the agencies serve at fixed addresses (looked up, not tried; --list shows all of them):
  npm run data:fetch -- --out sources --only school-districts-tiger --only ccd-directory --only edge-geocodes
  npm run data:build -- --sources sources --only schools --only districts
Fire, flood, insurance, population profile, noise, streets and areas: npx vicinage data upgrade, which downloads, too.
All scores together need every file of docs/data.md, some of which are fetched by hand; the folder's layout is that of "path" in data-build/catalog/.
Give it with --sources DIR.`

const usage = `npm run data:build [-- --sources DIR --out DIR --only LAYER]

Builds the bundles from the agencies' files. Files are replaced only when every bundle is built.

  --sources DIR   folder of the source files   (default ../shared/data)
  --out DIR       folder for the bundles       (default dist-data)
  --joins FILE    write the school records without a match to FILE
  --only LAYER    build only this layer; can be repeated
                  (${layers.join(', ')})`

await main()

async function main(): Promise<void> {
  const started = performance.now()
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
    process.exitCode = 1
  }
}
