/**
 * Makes a thing at the first call, and answers it from then on; where it cannot be made, every call throws the error of
 * the first.
 */
export function once<Made extends object | string | null>(make: () => Made): () => Made {
  let made: Made | undefined
  const first = firstCall(make)
  // Short, so that compilers put it in the place of calls in hot loops.
  return () => {
    if (made === undefined) made = first()
    return made
  }
}

function firstCall<Made>(make: () => Made): () => Made {
  // Let go when it was called: it may hold what was needed for making alone.
  let maker: (() => Made) | null = make
  let failed: { readonly error: unknown } | null = null
  return () => {
    if (failed !== null) throw failed.error
    try {
      return maker!()
    } catch (error) {
      failed = { error }
      throw error
    } finally {
      maker = null
    }
  }
}

/** What is made of a thing when it is first asked for, and kept as long as the thing. */
export function keptBy<Key extends object, Made extends object>(make: (key: Key) => Made): (key: Key) => Made {
  const kept = new WeakMap<Key, Made>()
  return (key) => {
    const found = kept.get(key)
    if (found !== undefined) return found
    const made = make(key)
    kept.set(key, made)
    return made
  }
}

const known = new WeakMap<object, () => object>()

/**
 * What is made of a bundle when it is first asked for: once; opening the bundle again shares it. A bundle is only
 * ever made into one kind of thing.
 */
export function onceOf<Bundle extends object, Made extends object>(
  bundle: Bundle,
  make: (bundle: Bundle) => Made,
): () => Made {
  const found = known.get(bundle) as (() => Made) | undefined
  if (found !== undefined) return found
  const made = once(() => make(bundle))
  known.set(bundle, made)
  return made
}
