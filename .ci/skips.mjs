// Fails when a test was skipped for a reason that `skips.json` does not list:
// node .ci/skips.mjs REPORT.json… (reports of vitest's JSON reporter)
import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'

const listed = JSON.parse(readFileSync(new URL('skips.json', import.meta.url), 'utf8'))
const root = new URL('..', import.meta.url).pathname
const unknown = []
const reasons = new Map()
for (const report of process.argv.slice(2)) {
  if (!existsSync(report)) continue
  for (const { name, assertionResults } of JSON.parse(readFileSync(report, 'utf8')).testResults)
    for (const { status, fullName } of assertionResults) {
      // "skipped": skipIf and runIf; "pending" and "todo": other ways not to run.
      if (status === 'passed' || status === 'failed') continue
      const file = relative(root, name)
      const entry = listed.find(({ files }) => files.some((start) => file.startsWith(start)))
      if (entry === undefined) unknown.push(`${file}: ${fullName}`)
      else reasons.set(entry.reason, (reasons.get(entry.reason) ?? 0) + 1)
    }
}
for (const [reason, count] of reasons) console.log(`${count} skipped: ${reason}`)
for (const test of unknown) console.log(`skipped without a reason in .ci/skips.json: ${test}`)
process.exitCode = unknown.length > 0 ? 1 : 0
