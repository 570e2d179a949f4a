/** Wraps `make` so that it runs only on the first call. If it throws, every call throws the same error. */
export function once<Made extends object | string | null>(make: () => Made): () => Made {
  let value: Made | undefined
  const first = firstCall(make)
  // The function is short so that compilers inline it in hot loops.
  return () => {
    if (value === undefined) value = first()
    return value
  }
}

function firstCall<Made>(make: () => Made): () => Made {
  // The reference is cleared after the call, because `make` may hold memory that nothing else needs.
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

/** Memoizes `make` per key in a WeakMap, so a value lives as long as its key. */
export function keptBy<Key extends object, Made extends object>(make: (key: Key) => Made): (key: Key) => Made {
  const kept = new WeakMap<Key, Made>()
  return (key) => {
    const cached = kept.get(key)
    if (cached !== undefined) return cached
    const value = make(key)
    kept.set(key, value)
    return value
  }
}

const results = new WeakMap<object, () => object>()

/**
 * Memoizes the result of `make` per bundle, so that data opened twice shares it. All calls for a bundle must pass the
 * same `make`.
 */
export function onceOf<Bundle extends object, Made extends object>(
  bundle: Bundle,
  make: (bundle: Bundle) => Made,
): () => Made {
  const cached = results.get(bundle) as (() => Made) | undefined
  if (cached !== undefined) return cached
  const value = once(() => make(bundle))
  results.set(bundle, value)
  return value
}
