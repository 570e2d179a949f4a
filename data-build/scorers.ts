import type { Basis } from '../src/dimensions/dimension.ts'
import type { AreaScorer, SurfaceScorer } from './context.ts'
import { scorer as airQuality } from './score/air-quality/score.ts'
import { scorer as dogFriendliness, basis as dogFriendlinessBasis } from './score/dog-friendliness/score.ts'
import { area as fireArea, surface as fireSurface } from './score/fire/score.ts'
import { area as floodArea, surface as floodSurface } from './score/flood/score.ts'
import { scorer as ideologicalLean } from './score/ideological-lean/score.ts'
import { scorer as industrialProximity, basis as industrialProximityBasis } from './score/industrial-proximity/score.ts'
import { scorer as insuranceCoverage } from './score/insurance-coverage/score.ts'
import { scorer as liveliness, basis as livelinessBasis } from './score/liveliness/score.ts'
import { scorer as noiseLevels, basis as noiseLevelsBasis } from './score/noise-levels/score.ts'
import { scorer as populationProfile } from './score/population-profile/score.ts'
import { scorer as privacy, basis as privacyBasis } from './score/privacy/score.ts'
import { scorer as urbanRural, basis as urbanRuralBasis } from './score/urban-rural/score.ts'
import { scorer as visualAppeal, basis as visualAppealBasis } from './score/visual-appeal/score.ts'
import { scorer as walkability, basis as walkabilityBasis } from './score/walkability/score.ts'

/** What computes a dimension: areas, a surface, or areas with a surface for the rest. */
export interface Scorers {
  readonly area?: AreaScorer
  readonly surface?: { readonly scorer: SurfaceScorer; readonly basis: Basis }
}

/** By dimension, in the order of the catalogue. */
export const scorers: Readonly<Record<string, Scorers>> = {
  'urban-rural': { surface: { scorer: urbanRural, basis: urbanRuralBasis } },
  privacy: { surface: { scorer: privacy, basis: privacyBasis } },
  walkability: { surface: { scorer: walkability, basis: walkabilityBasis } },
  'visual-appeal': { surface: { scorer: visualAppeal, basis: visualAppealBasis } },
  'dog-friendliness': { surface: { scorer: dogFriendliness, basis: dogFriendlinessBasis } },
  liveliness: { surface: { scorer: liveliness, basis: livelinessBasis } },
  'noise-levels': { surface: { scorer: noiseLevels, basis: noiseLevelsBasis } },
  // Beyond 50 km of a monitor an estimate: src/dimensions/air-quality.ts decides by the distance.
  'air-quality': { surface: { scorer: airQuality, basis: 'modelled' } },
  'industrial-proximity': { surface: { scorer: industrialProximity, basis: industrialProximityBasis } },
  'insurance-coverage': { area: insuranceCoverage },
  'ideological-lean': { area: ideologicalLean },
  'population-profile': { area: populationProfile },
  flood: { area: floodArea, surface: { scorer: floodSurface, basis: 'estimate' } },
  fire: { area: fireArea, surface: { scorer: fireSurface, basis: 'estimate' } },
}
