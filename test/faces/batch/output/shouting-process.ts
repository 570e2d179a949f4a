import { shout } from './shouting-run.ts'

// Arguments: INPUT OUTPUT OPTIONS, with the options as JSON. Tests kill this process.
const [input, output, options = '{}'] = process.argv.slice(2)
try {
  const done = await shout(input, output, { ...JSON.parse(options), onOpen: () => process.stderr.write('open\n') })
  process.stderr.write(`done ${JSON.stringify(done)}\n`)
} catch (error) {
  process.stderr.write(`${(error as Error).name}: ${(error as Error).message}\n`)
  process.exitCode = 1
}
