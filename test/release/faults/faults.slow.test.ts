import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { drawFaults, ERRORS, type Fault } from './draw-faults.ts'
import { filesIn, inputs, outputs, run, type Writer, writers } from './writers.ts'

/** Total number of faults. `npm run test:long` injects 10,000. */
const FAULTS = Number(process.env.VICINAGE_FAULTS ?? writers.length)

/** Returns the number of faults of a writer that makes a number of calls. */
function countFaults({ isSlow = false }: Writer, calls: number): number {
  if (FAULTS <= writers.length) return 1
  return isSlow ? ERRORS * calls : Math.ceil(FAULTS / writers.filter((writer) => writer.isSlow !== true).length)
}

let input: string
beforeAll(() => {
  input = inputs(5000)
})
afterEach(() => {
  vi.unstubAllEnvs()
})

/** Lists what is wrong after a command hit a fault and was run again. Empty if nothing is wrong. */
async function wrongAfter(
  writer: Writer,
  fault: Fault,
  before: Map<string, string>,
  whole: Map<string, string>,
): Promise<string[]> {
  const out = await outputs(writer, input)
  const failed = await run(writer.argv, input, out, fault)
  const wrong: string[] = []
  // A harmless failure, such as a failure to remove a lock, may be ignored.
  if (![0, 1].includes(failed.code)) wrong.push(`ended with ${failed.code}: ${failed.err}`)
  if (failed.code !== 0 && !/^vicinage: (?!Unexpected error)/.test(failed.err)) wrong.push(failed.err)
  if ((failed.err.match(/^vicinage: /gm) ?? []).length > 1) wrong.push(`two errors: ${failed.err}`)
  for (const [path, bytes] of filesIn(out, writer))
    if (whole.has(path) && bytes !== whole.get(path) && bytes !== before.get(path)) wrong.push(`half a file: ${path}`)
  const isDone = failed.code === 0
  const second = isDone ? failed : await run([...writer.argv, ...(writer.again ?? [])], input, out)
  if (second.code !== 0) wrong.push(`the next run: ${second.err}`)
  const after = filesIn(out, writer)
  for (const [path, bytes] of whole) if (after.get(path) !== bytes) wrong.push(`not as without a fault: ${path}`)
  for (const path of after.keys()) if (!whole.has(path)) wrong.push(`left behind: ${path}`)
  const call = failed.calls[fault.at - 1]?.replace(out, '')
  return wrong.map((what) => `${fault.code} at ${fault.at}, ${call}: ${what.replaceAll(out, '')}`)
}

describe('a command with one disk failure', () => {
  it.each(writers)(
    'reports the error, leaves no partial file, and produces the same bytes on the next run: $name',
    async (writer) => {
      const out = await outputs(writer, input)
      const before = filesIn(out, writer)
      const { code, err, calls } = await run(writer.argv, input, out)
      expect({ code, err }).toMatchObject({ code: 0 })
      expect(calls.length).toBeGreaterThan(1)
      const whole = filesIn(out, writer)
      const wrong: string[] = []
      for (const fault of drawFaults(calls.length, countFaults(writer, calls.length)))
        wrong.push(...(await wrongAfter(writer, fault, before, whole)))
      expect(wrong).toEqual([])
    },
    7_200_000,
  )
})
