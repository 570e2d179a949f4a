import type { UpgradableLayer } from '../../src/user-data/data-build.ts'
import { areasUpgrade } from './areas.ts'
import { fireUpgrade } from './fire.ts'
import { floodUpgrade } from './flood.ts'
import type { LayerUpgrade } from './layer-upgrade.ts'

/** The layers that `vicinage data upgrade` knows: a new one is a line here and one in `UPGRADES`. */
export const layerUpgrades: Readonly<Record<UpgradableLayer, LayerUpgrade>> = {
  fire: fireUpgrade,
  flood: floodUpgrade,
  areas: areasUpgrade,
}
