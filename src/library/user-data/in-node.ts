/** What only Node has, imported where there are files: a chunk of code. */

export { layerBundles } from './layers.ts'
export { streetsFolder } from './streets.ts'
export { withUpgrades } from './upgraded-folder.ts'
