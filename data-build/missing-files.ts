/**
 * Advice for users who do not have the source files for the build or for a layer: which files to download, or which
 * command provides the layer.
 */

/** Sources with direct downloads that are sufficient to build a layer. */
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
  "no agency publishes a list of ZIPs with their mailing cities and numbers of street ranges, so the package's places are kept; `npx vicinage data upgrade areas --states TX` adds the outlines of ZIPs and cities"

const fetching = (layer: string, sources: string) =>
  `npm run data:fetch -- --out ${sources} ${fetched[layer].map((id) => `--only ${id}`).join(' ')}`

/** Returns one sentence of advice on a layer whose files are not in the folder. */
export function adviceOn(layer: string, sources: string): string {
  if (layer === 'places') return `places: ${PLACES}.`
  if (Object.hasOwn(fetched, layer))
    return `${layer}: everything it is built from can be downloaded with \`${fetching(layer, sources)}\`.`
  if (Object.hasOwn(upgrades, layer))
    return `${layer}: \`npx vicinage data upgrade ${upgrades[layer]}\` replaces the package's data with the newest official files (docs/guide/upgrades.md).`
  return `${layer}: some of its files have to be downloaded by hand; docs/reference/data.md lists their pages, and "path" in data-build/catalog/ says where they belong in the folder.`
}

/** Checks whether `vicinage data upgrade` provides a layer that `data:build` cannot build. */
export const isUpgradable = (layer: string): boolean => Object.hasOwn(upgrades, layer)

/** Returns the advice for a clone without any source files. */
export function withoutSources(sources: string): string {
  const folder = 'sources'
  return `There is no folder ${sources}. The bundles are built from the agencies' files, which are not in the repository.

The package contains the bundles (dist-data), so nothing has to be built to use it.
Three layers can be built into dist-data from files that the agencies provide at fixed addresses (which were looked up but not tested). Schools built this way have no ratings:
  ${Object.keys(fetched)
    .map((layer) => `${fetching(layer, folder)} && npm run data:build -- --sources ${folder} --only ${layer}`)
    .join('\n  ')}
\`npx vicinage data upgrade LAYER\` replaces the package's data with the newest official files for these layers (noise-levels only from a file that you provide, schools without new ratings; see --help): ${Object.keys(upgrades).join(', ')}, schools, districts.
places: ${PLACES}.
To build any other score, or all layers together, you need every file listed in docs/reference/data.md. Some of them have to be downloaded by hand; pass the folder that contains them with --sources DIR.`
}
