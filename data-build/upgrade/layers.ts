import type { UpgradableLayer } from '../../src/library/user-data/shipped-pipeline.ts'
import { areasUpgrade } from './areas.ts'
import { baseMapUpgrade } from './base-map.ts'
import { districtsUpgrade } from './districts.ts'
import { fireUpgrade } from './fire.ts'
import { floodUpgrade } from './flood.ts'
import type { LayerUpgrade } from './layer-upgrade.ts'
import { noiseUpgrade } from './noise.ts'
import { schoolsUpgrade } from './schools.ts'
import { insuranceUpgrade, populationUpgrade } from './survey.ts'

/** The layers that `vicinage data upgrade` supports. A new layer needs a line here and in `UPGRADES`. */
export const layerUpgrades: Readonly<Record<UpgradableLayer, LayerUpgrade>> = {
  fire: fireUpgrade,
  flood: floodUpgrade,
  'insurance-coverage': insuranceUpgrade,
  'noise-levels': noiseUpgrade,
  'population-profile': populationUpgrade,
  areas: areasUpgrade,
  'base-map': baseMapUpgrade,
  districts: districtsUpgrade,
  schools: schoolsUpgrade,
}
