/**
 * Advice for people who lack source files, or those of a layer: what to download, or which command provides the layer.
 */

/** Sources with direct downloads that are enough for a layer. */
const fetched: Readonly<Record<string, readonly string[]>> = {
  schools: ['ccd-directory', 'ccd-membership', 'ccd-staff', 'edge-geocodes', 'school-districts-tiger'],
  districts: ['school-districts-tiger'],
  'air-quality': ['epa-monitors', 'epa-aqi-county', 'census-centres-2020'],
}

/** Arguments of `vicinage data upgrade` for layers that it can update. */
const upgrades: Readonly<Record<string, string>> = {
  fire: 'fire',
  flood: 'flood --county 48201',
  'insurance-coverage': 'insurance-coverage',
  'population-profile': 'population-profile',
  'noise-levels': 'noise-levels --from FILE.tif',
  'base-map': 'base-map --county 48453',
  streets: 'streets --county 48453',
  areas: 'areas --states TX',
}

const PLACES =
  'nobody serves lists of ZIPs with the cities of their mail, nor how many street ranges each has, so the places of the package stay; npx vicinage data upgrade areas --states TX adds the outlines of ZIPs and cities'

const fetching = (layer: string, sources: string) =>
  `npm run data:fetch -- --out ${sources} ${fetched[layer].map((id) => `--only ${id}`).join(' ')}`

/** Writes one sentence about a layer whose files are not in the folder. */
export function adviceOn(layer: string, sources: string): string {
  if (layer === 'places') return `places: ${PLACES}.`
  if (Object.hasOwn(fetched, layer)) return `${layer}: ${fetching(layer, sources)} downloads all that it is built of.`
  if (Object.hasOwn(upgrades, layer))
    return `${layer}: npx vicinage data upgrade ${upgrades[layer]} brings the newest official files, over the answers of the package (docs/guide/upgrades.md).`
  return `${layer}: some of its files are fetched by hand; docs/reference/data.md names their pages, and "path" in data-build/catalog/ their place in the folder.`
}

/** Checks whether a layer that `data:build` cannot build comes from `vicinage data upgrade`. */
export const isUpgradable = (layer: string): boolean => Object.hasOwn(upgrades, layer)

/** Writes the advice for a clone without any source files. */
export function withoutSources(sources: string): string {
  const folder = 'sources'
  return `There is no folder ${sources}. The bundles are built from the agencies' files, which are not in the repository.

The package holds the bundles (dist-data): nothing has to be built to use it.
Three layers can be built of what the agencies serve at fixed addresses (looked up, not tried), into dist-data; schools have no ratings then:
  ${Object.keys(fetched)
    .map((layer) => `${fetching(layer, folder)} && npm run data:build -- --sources ${folder} --only ${layer}`)
    .join('\n  ')}
These come over the answers of the package by npx vicinage data upgrade LAYER --help, which downloads them, noise-levels from a file: ${Object.keys(upgrades).join(', ')}, schools (keeping ratings), districts.
places: ${PLACES}.
All other scores, and all together, need every file of docs/reference/data.md, some of which are fetched by hand; give their folder with --sources DIR.`
}
