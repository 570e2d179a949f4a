import { runBatch } from '../../src/batch/run/run-batch.ts'

/** A run of its own process, for tests that kill it: `run-process.ts OPTIONS`, JSON. */
await runBatch(JSON.parse(process.argv[2]))
