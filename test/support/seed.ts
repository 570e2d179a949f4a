import fc from 'fast-check'

// Runs the same cases every time, so that only a change of the code can make a test fail. To try other cases:
// `FC_SEED=$RANDOM npm test`.
fc.configureGlobal({ seed: Number(process.env.FC_SEED ?? 1) })
