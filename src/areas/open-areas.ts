/** The code of circles, areas, rankings and searches: a chunk of its own, imported by `openVicinage` unless `areas: false`. */
export { areaAnswer, rangeWithin, regionIn } from './area-answer.ts'
export { Bands } from './around.ts'
export { conditionsOf, findAreas, inWithin, searchable } from './find.ts'
export { areasOf, rankAreas } from './rank.ts'
export { circleRegion } from './region.ts'
