import fc from 'fast-check'

// The same cases in every run, so that only a change of the code can make a test fail. To try other cases:
// `FC_SEED=$RANDOM npm test`.
fc.configureGlobal({ seed: Number(process.env.FC_SEED ?? 1) })
