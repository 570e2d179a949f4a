import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import type { Feature, FeatureLayer } from '../read/feature.ts'
import { featureFilesIn, readFeatureFile } from '../read/feature-file.ts'
import { SourceError } from '../read/source-error.ts'
import type { UsedFile } from '../read/source-folder.ts'
import { area } from '../score/fire/score.ts'
import { hazardScores, newEdition, zonesOf } from '../score/fire/zones.ts'
import { ZoneList, type ZoneMap } from './zone-map.ts'

/** What `explain` says of a zone beside its score. */
export const fireFacts = area.facts

const AGENCY = 'California Department of Forestry and Fire Protection (CAL FIRE)'
const PAGE =
  'https://osfm.fire.ca.gov/what-we-do/community-wildfire-preparedness-and-mitigation/fire-hazard-severity-zones'

/** Features with the name of what they were read from. */
export interface Layer extends FeatureLayer {
  readonly name: string
  readonly used: readonly UsedFile[]
}

/**
 * CAL FIRE's Fire Hazard Severity Zones in files: shapefiles or GeoJSON of the maps of 2024 and 2025, or folders of these.
 *
 * @param outlines files with the land that the maps cover: what is in none of the zones there is in no hazard zone
 * @throws {SourceError} when a file is not such a map
 */
export async function fireFromFiles(paths: readonly string[], outlines: readonly string[]): Promise<ZoneMap> {
  return fireMap(fileId(paths), await layersAt(paths), await layersAt(outlines))
}

/** The zones of layers as one map: within the outlines what is in no zone, then the zones, the most severe last. */
export function fireMap(id: string, zones: readonly Layer[], outlines: readonly Layer[]): ZoneMap {
  const list = new ZoneList(fireFacts)
  for (const { polygons } of outlines.flatMap(({ features }) => features))
    list.add({ polygon: polygons.flat(), score: hazardScores.unzoned, facts: { edition: 2025 } })
  const found = zones.flatMap(({ name, features }) => zonesOf(features.map(refuseOld(name)), name, null, newEdition))
  for (const { polygon, score, edition } of found.sort((a, b) => b.score - a.score))
    list.add({ polygon, score, facts: { edition: edition ?? Number.NaN } })
  const files = [...zones, ...outlines].flatMap(({ used }) => used)
  return {
    id,
    values: list.values(),
    source: {
      id: `calfire-fhsz-${id}`,
      agency: AGENCY,
      title: `Fire Hazard Severity Zones: ${zones.map(({ name }) => name).join(', ')}`,
      vintage: `2024 (state land), 2025 (local land); ${readOn(files)}`,
      licence: 'CC BY',
      address: PAGE,
    },
    files,
  }
}

/** The maps of 2007-2011 have another field, and would pass for new. */
function refuseOld(file: string): (feature: Feature, i: number) => Feature {
  return (feature, i) => {
    const { FHSZ_Description, FHSZ_Descr, severity, HAZ_CLASS } = feature.properties
    if ((FHSZ_Description ?? FHSZ_Descr ?? severity) !== undefined) return feature
    const found = HAZ_CLASS === undefined ? 'no class of a hazard zone' : 'HAZ_CLASS, as in the maps of 2007-2011'
    throw new SourceError({ file, row: i + 1, found, expectation: 'FHSZ_Description, as in the maps of 2024 and 2025' })
  }
}

/** `read 2026-11-22, SHA-256 1a2b3c4d5e6f7081`: when files were read, and which they are. */
export function readOn(files: readonly UsedFile[]): string {
  const digest = createHash('sha256')
  for (const { sha256 } of files) digest.update(sha256)
  const [first, ...others] = files
  const sha256 = first !== undefined && others.length === 0 ? first.sha256 : digest.digest('hex')
  return `read ${new Date().toISOString().slice(0, 10)}, SHA-256 ${sha256.slice(0, 16)}`
}

/** Names the map of files by the first of them: the same file again takes its place. */
export function fileId([first]: readonly string[]): string {
  const name = first.replace(/[\\/]+$/, '').replace(/^.*[\\/]/, '')
  const slug = name.toLowerCase().replace(/\.(zip|shp|gz|(geo)?json)/g, '')
  return `file-${slug
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 40)}`
}

/** The layers of files and of the files in folders. */
export async function layersAt(paths: readonly string[], layer?: string): Promise<readonly Layer[]> {
  const layers: Layer[] = []
  for (const path of paths)
    for (const file of await featureFilesIn(path))
      layers.push({ ...(await readFeatureFile(file, layer === undefined ? {} : { layer })), name: basename(file) })
  return layers
}
