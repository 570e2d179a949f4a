export type { Box } from '../../base/geo/box.ts'
export { type LegendEntry, legend, ramp } from './ramp.ts'
export { createMap, type DrawOptions, type ScoreMap, tileProtocol } from './render-tiles.ts'
export type { ScoreRange, ScoreSource } from './score-view.ts'
