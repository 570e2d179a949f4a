// `node .ci/skipped.mjs REPORT…` reads JSON reports of vitest, prints which tests were skipped and why, and fails if a
// skipped test has no reason in this list. This reveals tests that are skipped by accident, for example because a file
// that they need was moved.
import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'

/** Reasons why tests may be skipped. Each key is the beginning of a test's `file > full name`. */
const REASONS = {
  // Skipped if no small disk can be mounted, or if /proc and /dev/full are missing.
  'test/answers/layers/killed.slow.test.ts > ': 'no small disk can be mounted',
  'test/explorer/site/write-site.test.ts > ': 'no small disk can be mounted',
  'test/faces/batch/output/interrupted.slow.test.ts > ': 'no small disk can be mounted',
  'test/base/locks/held-lock.test.ts > ': 'the system has no /proc',
  'test/faces/http/key-file.test.ts > ': 'runs as root, or as a user who cannot change the owner of a file',
  'test/answers/fit/fit.test.ts > areas ranked or searched by fit have the mean fit of the homes':
    'takes minutes; npm run test:long runs it',
  'test/library/user-data/download-streets.test.ts > a folder with a street index that cannot be written':
    'runs as root, who can write to every folder',
  'test/release/docs/commands.slow.test.ts > documented commands of CONTRIBUTING.md run':
    'all its commands are steps of .ci/run',
  ...Object.fromEntries(
    ['guide/upgrades', 'guide/warehouses', 'guide/distributed', 'reference/data'].map((page) => [
      `test/release/docs/commands.slow.test.ts > documented commands of docs/${page}.md run`,
      'takes minutes; npm run test:long runs it',
    ]),
  ),
  'test/release/examples/sql-and-python.slow.test.ts > the recipe of docs/guide/sql-and-python.md for DuckDB':
    'needs the Python package duckdb; test/faces/batch/export/duckdb runs its statements with the npm package',
  'test/release/examples/sql-and-python.slow.test.ts > the recipe of docs/guide/sql-and-python.md for SQLite':
    'node:sqlite needs Node 22.13',
}

const skipped = process.argv
  .slice(2)
  .flatMap((report) =>
    JSON.parse(readFileSync(report, 'utf8')).testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(({ status }) => status !== 'passed' && status !== 'failed')
        .map(({ fullName }) => `${relative(process.cwd(), name)} > ${fullName}`),
    ),
  )
/** Whether the agencies' source files are missing. Without them, the tests that compare with them are skipped. */
const isWithoutSources = !existsSync('../shared/data')
const reasonOf = (test) =>
  Object.entries(REASONS).find(([start]) => test.startsWith(start))?.[1] ??
  (isWithoutSources && /\.\.\/shared|source folder/.test(test) ? 'the source files are not available' : undefined)
for (const test of skipped)
  console.log(`skipped: ${test}\n  ${reasonOf(test) ?? 'NO REASON: let it run, or add the reason to .ci/skipped.mjs'}`)
process.exitCode = skipped.every(reasonOf) ? 0 : 1
