import type { AreaScorer, SurfaceScorer } from './context.ts'
import { scorer as airQuality } from './score/air-quality/score.ts'
import { scorer as dogFriendliness } from './score/dog-friendliness/score.ts'
import { area as fireArea } from './score/fire/score.ts'
import { area as floodArea, surface as floodSurface } from './score/flood/score.ts'
import { scorer as ideologicalLean } from './score/ideological-lean/score.ts'
import { scorer as industrialProximity } from './score/industrial-proximity/score.ts'
import { scorer as insuranceCoverage } from './score/insurance-coverage/score.ts'
import { scorer as liveliness } from './score/liveliness/score.ts'
import { scorer as noiseLevels } from './score/noise-levels/score.ts'
import { scorer as populationProfile } from './score/population-profile/score.ts'
import { scorer as privacy } from './score/privacy/score.ts'
import { scorer as urbanRural } from './score/urban-rural/score.ts'
import { scorer as visualAppeal } from './score/visual-appeal/score.ts'
import { scorer as walkability } from './score/walkability/score.ts'

/** Scorers of a dimension: areas, a surface, or areas with a surface for everything else. */
export interface Scorers {
  readonly area?: AreaScorer
  readonly surface?: SurfaceScorer
}

/** Scorers by dimension, in the order of the catalog. */
export const scorers: Readonly<Record<string, Scorers>> = {
  'urban-rural': { surface: urbanRural },
  privacy: { surface: privacy },
  walkability: { surface: walkability },
  'visual-appeal': { surface: visualAppeal },
  'dog-friendliness': { surface: dogFriendliness },
  liveliness: { surface: liveliness },
  'noise-levels': { surface: noiseLevels },
  'air-quality': { surface: airQuality },
  'industrial-proximity': { surface: industrialProximity },
  'insurance-coverage': { area: insuranceCoverage },
  'ideological-lean': { area: ideologicalLean },
  'population-profile': { area: populationProfile },
  flood: { area: floodArea, surface: floodSurface },
  fire: { area: fireArea },
}
