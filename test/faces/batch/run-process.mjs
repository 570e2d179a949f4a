import { runBatch } from '../../../dist/batch.js'

// A run of its own process, for tests that kill it or limit it: OPTIONS, JSON.
await runBatch(JSON.parse(process.argv[2]))
