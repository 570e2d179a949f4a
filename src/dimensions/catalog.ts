import { airQuality } from './air-quality.ts'
import type { Dimension } from './dimension.ts'
import { dogFriendliness } from './dog-friendliness.ts'
import { fire } from './fire.ts'
import { flood } from './flood.ts'
import { ideologicalLean } from './ideological-lean.ts'
import { industrialProximity } from './industrial-proximity.ts'
import { insuranceCoverage } from './insurance-coverage.ts'
import { liveliness } from './liveliness.ts'
import { noiseLevels } from './noise-levels.ts'
import { populationProfile } from './population-profile.ts'
import { privacy } from './privacy.ts'
import { urbanRural } from './urban-rural.ts'
import { visualAppeal } from './visual-appeal.ts'
import { walkability } from './walkability.ts'

/** The fourteen dimensions, in the order of the specification. */
export const dimensions: readonly Dimension[] = [
  urbanRural,
  privacy,
  walkability,
  visualAppeal,
  dogFriendliness,
  liveliness,
  noiseLevels,
  airQuality,
  industrialProximity,
  insuranceCoverage,
  ideologicalLean,
  populationProfile,
  flood,
  fire,
]
