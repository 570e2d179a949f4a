import { fileURLToPath } from 'node:url'
import { createVitest } from 'vitest/node'

// Runs test files in Vitest on request, each time with a different change to the sources. Unchanged sources stay
// transformed. `session.ts` starts this process, and ends it if a change makes a test hang.

/** Runs files in the order in which they are requested. */
class Requested {
  shard(files) {
    return files
  }
  sort(files) {
    return files
  }
}

const root = fileURLToPath(new URL('../../..', import.meta.url))
process.env.VICINAGE_MUTATION = '{}'
const vitest = await createVitest('test', {
  root,
  config: 'test/release/mutation/vitest.config.ts',
  watch: false,
  maxWorkers: 1,
  reporters: [{}],
  sequence: { sequencer: Requested },
})
await vitest.standalone()

process.on('message', async (request) => {
  process.env.VICINAGE_MUTATION = JSON.stringify(request)
  if (request.change) vitest.invalidateFile(`${root}${request.change.file}`)
  const specifications = request.tests.map((test) => vitest.getRootProject().createSpecification(`${root}${test}`))
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications)
  // Modules of earlier runs are listed, too.
  const ran = testModules.filter(({ relativeModuleId }) => request.tests.includes(relativeModuleId))
  const failed = ran.find((module) => !module.ok())?.relativeModuleId
  const isPassed = ran.length > 0 && unhandledErrors.length === 0 && failed === undefined
  if (request.change) vitest.invalidateFile(`${root}${request.change.file}`)
  process.send({ isPassed, failed })
})
process.send('ready')
