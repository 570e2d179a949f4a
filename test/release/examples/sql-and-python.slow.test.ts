import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openVicinage } from '../../../src/library/open.ts'
import { emptyFolder } from '../../support/empty-folder.ts'

/** The code blocks of `docs/guide/sql-and-python.md` by the heading above them. */
const recipes = Object.fromEntries(
  [...readFileSync('docs/guide/sql-and-python.md', 'utf8').matchAll(/^## (.+)\n[\s\S]*?```\w+\n([\s\S]*?)```/gm)].map(
    ([, name, code]) => [name, code],
  ),
)

const folder = emptyFolder()

// The command as an installed package provides it, and the package for `import`.
const command = join(folder, 'vicinage')
writeFileSync(command, `#!/bin/sh\nexec "${process.execPath}" "${resolve('dist/cli.js')}" "$@"\n`)
chmodSync(command, 0o755)
writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
execFileSync('mkdir', [join(folder, 'node_modules')])
symlinkSync(resolve('.'), join(folder, 'node_modules', 'vicinage'))
const env = { ...process.env, PATH: `${folder}${delimiter}${process.env.PATH}`, NODE_NO_WARNINGS: '1' }

const works = (program: string, ...args: string[]) => spawnSync(program, args, { env }).status === 0
const [nodeMajor, nodeMinor] = process.versions.node.split('.').map(Number)
const missing: Readonly<Record<string, string | undefined>> = {
  Python: works('python3', '-c', '') ? undefined : 'python3 is not installed',
  DuckDB: works('python3', '-c', 'import duckdb') ? undefined : 'the Python package duckdb is not installed',
  SQLite: nodeMajor > 22 || (nodeMajor === 22 && nodeMinor >= 13) ? undefined : 'node:sqlite needs Node 22.13',
}
for (const [name, reason] of Object.entries(missing))
  if (reason) console.warn(`skipped: the recipe for ${name}, as ${reason}`)

function run(program: string, file: string, code: string): string {
  writeFileSync(join(folder, file), code)
  return execFileSync(program, [file], { cwd: folder, env, encoding: 'utf8' })
}

describe('the recipe of docs/guide/sql-and-python.md', () => {
  it('has a test for every heading', () => {
    expect(Object.keys(recipes)).toEqual(['Python', 'Python, one place at a time', 'DuckDB', 'SQLite'])
  })

  it.skipIf(missing.Python)('for Python streams 200,000 rows in and out', () => {
    expect(Number(run('python3', 'recipe.py', recipes.Python))).toBe(200_000)
  })

  it.skipIf(missing.Python)('for Python queries one place after another', async () => {
    const vicinage = await openVicinage({ dimensions: ['walkability', 'flood'], geocoder: false, schools: false })
    const { walkability, flood } = vicinage.scores({ lat: 30.2672, lon: -97.7431 })
    const out = run('python3', 'kept-open.py', recipes['Python, one place at a time'])
    expect(out).toContain(`'walkability': '${walkability.score}', 'flood': '${flood.score}', 'wrong': ''} {`)
    expect(out).toMatch(/'walkability': '', 'flood': '', 'wrong': '.+'\}\n$/)
  })

  it.skipIf(missing.DuckDB)(
    'for DuckDB writes places, scores them with batch, reads the scores and shows the build',
    async () => {
      const vicinage = await openVicinage({ geocoder: false, schools: false })
      const austin = { lat: 30.2672, lon: -97.7431 }
      const [walkability, flood] = (['walkability', 'flood'] as const).map((id) => vicinage.score(id, austin).score)
      const out = run('python3', 'duck.py', recipes.DuckDB)
      expect(out).toBe(`[(1, ${walkability}, ${flood}), (2, None, None)]\n('${vicinage.build}',)\n`)
    },
  )

  it.skipIf(missing.SQLite)(
    'for SQLite defines an SQL function that returns a score, or null for a place without a score',
    async () => {
      const vicinage = await openVicinage({ geocoder: false, schools: false })
      const { score } = vicinage.score('walkability', { lat: 30.2672, lon: -97.7431 })
      expect(JSON.parse(run(process.execPath, 'recipe.mjs', recipes.SQLite))).toEqual([
        { id: 1, walkability: score },
        { id: 2, walkability: null },
        { id: 3, walkability: null },
      ])
    },
  )
})
