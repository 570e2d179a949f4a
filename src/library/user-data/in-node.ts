/** Functions that need a file system. They are in a separate chunk that is only imported in Node. */

export { dataFolder } from '../../data/bundle/disk-folder.ts'
export { layerBundles } from './layers.ts'
export { streetsFolder } from './streets.ts'
export { withUpgrades } from './upgraded-folder.ts'
