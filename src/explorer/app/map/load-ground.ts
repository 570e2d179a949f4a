import type { Remote } from 'comlink'
import type { Engine } from '../engine/engine.ts'
import type { Ground } from '../engine/road-signs.ts'

const loads = new WeakMap<Remote<Engine>, Promise<Ground | null>>()

/**
 * Loads the base map once, because copying it from the worker takes time. After a failure, the next call loads the base
 * map again.
 */
export function loadGround(engine: Remote<Engine>): Promise<Ground | null> {
  const cached = loads.get(engine)
  if (cached !== undefined) return cached
  const load = engine.baseMap()
  loads.set(engine, load)
  load.catch(() => loads.delete(engine))
  return load
}
