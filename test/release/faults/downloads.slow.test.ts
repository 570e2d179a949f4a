import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { noFaults } from '../../data-build/agencies/all-agencies.ts'
import { bytesIn, commands, differences, rehearsal } from '../../data-build/agencies/rehearsal.ts'
import { emptyFolder } from '../../support/empty-folder.ts'
import { drawFaults, type Fault } from './draw-faults.ts'
import { failOnce, restore } from './failing-file-system.mjs'

/** Number of faults of all writers in `npm run test:long`. Undefined in other runs. */
const { VICINAGE_FAULTS: faults } = process.env
/** Number of faults that this test injects. */
const FAULTS = faults === undefined ? 1 : Math.ceil(Number(faults) / 200)

/** Commands to test. CI tests only one, because each fault takes two to five seconds. */
const tried = faults === undefined ? commands.filter(([name]) => name === 'insurance-coverage') : commands

afterEach(restore)

describe.each(tried)('a download of %s with one disk failure', (_, _served, argv) => {
  it('produces the same bytes as a run without faults, or reports one error and produces them in the next run', async () => {
    const run = await rehearsal(argv)

    /** Runs the command in a new folder, and again if it fails. Lists what is wrong compared to `whole`. */
    async function wrongAfter(fault: Fault, whole: ReadonlyMap<string, Buffer>): Promise<string[]> {
      const home = emptyFolder()
      const calls = failOnce({ folder: home, ...fault })
      const { code, err } = await run(noFaults(), home)
      const wrong: string[] = []
      if (![0, 1].includes(code)) wrong.push(`ended with ${code}: ${err}`)
      if (code !== 0 && !/^vicinage: (?!Unexpected error)/m.test(err)) wrong.push(`no clear error: ${err}`)
      if ((err.match(/^vicinage: /gm) ?? []).length > 1) wrong.push(`two errors: ${err}`)
      failOnce({ folder: home })
      if (code !== 0) {
        const again = await run(noFaults(), home)
        if (again.code !== 0) wrong.push(`the next run: ${again.err}`)
      }
      for (const path of differences(bytesIn(home), whole)) wrong.push(`not as without a fault: ${path}`)
      const downloads = join(home, 'downloads')
      if (existsSync(downloads) && readdirSync(downloads).length > 0)
        wrong.push(`left behind: ${readdirSync(downloads, { recursive: true }).join()}`)
      const call = calls[fault.at - 1]?.replace(home, '')
      return wrong.map((what) => `${fault.code} at ${fault.at}, ${call}: ${what}`.replaceAll(home, ''))
    }

    const home = emptyFolder()
    const calls = failOnce({ folder: home })
    expect(await run(noFaults(), home)).toMatchObject({ code: 0 })
    expect(calls.length).toBeGreaterThan(10)
    const whole = bytesIn(home)
    const wrong: string[] = []
    for (const fault of drawFaults(calls.length, FAULTS)) wrong.push(...(await wrongAfter(fault, whole)))
    expect(wrong).toEqual([])
  }, 3_600_000)
})
