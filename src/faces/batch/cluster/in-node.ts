import { withPeers } from '../../../base/peers.ts'

export const { BatchError, clusterStatus, runWorker, submitBatch } = await withPeers(
  'vicinage/cluster',
  'bullmq ioredis',
  () => import('./index.ts'),
)
