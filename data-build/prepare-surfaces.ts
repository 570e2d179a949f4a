import type { BuildContext } from './context.ts'
import type { PreparedSurface } from './pack/surfaces.ts'
import { scorers } from './scorers.ts'

/** Lets the surface scorers of these dimensions read their sources and make their tables. */
export async function prepareSurfaces(context: BuildContext, ids: readonly string[]): Promise<PreparedSurface[]> {
  const prepared: PreparedSurface[] = []
  for (const id of ids) {
    const surface = scorers[id].surface
    if (!surface) continue
    prepared.push({ scorer: surface.scorer, run: await surface.scorer.prepare(context) })
    context.report(`${id} prepared`)
  }
  return prepared
}
