import type { Remote } from 'comlink'
import { ALL_NAMES, STREETS_FROM } from '../../map/ground-style.ts'
import type { Box, Engine } from '../engine/engine.ts'
import type { NearLabels } from '../engine/near-labels.ts'

/**
 * Loads the names of near views. Those of streets are more bytes than all others: the first view is drawn without them
 * before they come.
 */
export function namesLoader(engine: Remote<Engine>) {
  let isFirst = true
  return async (box: Box, zoom: number, draw: (names: NearLabels) => void): Promise<void> => {
    const areStreetsWanted = zoom >= STREETS_FROM
    if (isFirst || !areStreetsWanted) draw(await engine.nearLabels(box, zoom >= ALL_NAMES))
    isFirst = false
    if (areStreetsWanted) draw(await engine.nearLabels(box, true, true))
  }
}
