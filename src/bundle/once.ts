import type { Bundle } from './read.ts'

const known = new WeakMap<Bundle, object>()

/** What is made of a bundle, made once: whoever opens the same bundle again shares it. A bundle is only ever made into one kind of thing. */
export function onceOf<Made extends object>(bundle: Bundle, make: (bundle: Bundle) => Made): Made {
  const found = known.get(bundle) as Made | undefined
  if (found !== undefined) return found
  const made = make(bundle)
  known.set(bundle, made)
  return made
}
