export { BatchError } from '../batch/errors.ts'
export { type ClusterStatus, clusterStatus, type RunStatus, type StatusOfData } from './status.ts'
export { type SubmitOptions, submitBatch } from './submit.ts'
export { runWorker, type WorkerOptions, type WorkSummary } from './worker.ts'
