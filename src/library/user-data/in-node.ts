/** Functions that need files. They are in a chunk of their own, which is only imported in Node. */

export { layerBundles } from './layers.ts'
export { streetsFolder } from './streets.ts'
export { withUpgrades } from './upgraded-folder.ts'
