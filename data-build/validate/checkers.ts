import { check as airQuality } from './air-quality.ts'
import type { Checker } from './check.ts'
import { check as dogFriendliness } from './dog-friendliness.ts'
import { check as fire } from './fire.ts'
import { check as flood } from './flood.ts'
import { check as ideologicalLean } from './ideological-lean.ts'
import { check as industrialProximity } from './industrial-proximity.ts'
import { check as insuranceCoverage } from './insurance-coverage.ts'
import { check as liveliness } from './liveliness.ts'
import { check as noiseLevels } from './noise-levels.ts'
import { check as populationProfile } from './population-profile.ts'
import { check as privacy } from './privacy.ts'
import { check as urbanRural } from './urban-rural.ts'
import { check as visualAppeal } from './visual-appeal.ts'
import { check as walkability } from './walkability.ts'

/** The checks that belong to one dimension, in the order of the catalogue. */
export const checkers: Readonly<Record<string, Checker>> = {
  'urban-rural': urbanRural,
  privacy,
  walkability,
  'visual-appeal': visualAppeal,
  'dog-friendliness': dogFriendliness,
  liveliness,
  'noise-levels': noiseLevels,
  'air-quality': airQuality,
  'industrial-proximity': industrialProximity,
  'insurance-coverage': insuranceCoverage,
  'ideological-lean': ideologicalLean,
  'population-profile': populationProfile,
  flood,
  fire,
}
