import { runBatch } from '../../../dist/batch.js'

// Runs a batch in a process of its own that tests kill or limit. The argument has the options as JSON.
await runBatch(JSON.parse(process.argv[2]))
