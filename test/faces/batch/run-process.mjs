import { runBatch } from '../../../dist/batch.js'

// Runs a batch in a separate process that tests kill or limit. The argument is the options as JSON.
await runBatch(JSON.parse(process.argv[2]))
