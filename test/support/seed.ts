import fc from 'fast-check'

// The same cases in every run, so that a change fails and not the day; others: `FC_SEED=$RANDOM npm test`.
fc.configureGlobal({ seed: Number(process.env.FC_SEED ?? 1) })
