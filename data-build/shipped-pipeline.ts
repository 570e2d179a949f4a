/**
 * The part of the pipeline that ships with the package: see `DataBuild` in `src/library/user-data/shipped-pipeline.ts`.
 */
export { addLayer, installedLayers, removeLayers } from './layers/add-layer.ts'
export { addStreetFiles } from './streets/add-streets.ts'
export { downloadStreets } from './streets/download-streets.ts'
export { installedStreets, removeStreets } from './streets/installed-streets.ts'
export { installedUpgrades, removeUpgrade, upgradeAgain, upgradeLayer } from './upgrade/upgrade.ts'
