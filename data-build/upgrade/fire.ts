import { LayerError } from '../../src/library/user-data/layer-error.ts'
import { TransferError } from '../fetch/request.ts'
import type { Feature, Properties } from '../read/feature.ts'
import { SourceError } from '../read/source-error.ts'
import { area } from '../score/fire/score.ts'
import { getZones, type HazardZone, hazardScore, hazardScores, newEdition } from '../score/fire/zones.ts'
import { zoneValues } from '../score/zone-values.ts'
import type { LayerUpgrade, ServedPart } from './layer-upgrade.ts'
import type { NewPart } from './part.ts'
import { zonesPart } from './part-bundle.ts'
import { putZonesOver } from './put-over.ts'
import { fileId, type Layer, layersAt, readOn } from './read-layers.ts'
import { Counts, outlineRemarks, refuseHoles } from './remarks.ts'

const AGENCY = 'California Department of Forestry and Fire Protection (CAL FIRE)'
const PAGE =
  'https://osfm.fire.ca.gov/what-we-do/community-wildfire-preparedness-and-mitigation/fire-hazard-severity-zones'

/**
 * CAL FIRE's Fire Hazard Severity Zones: the 2024 and 2025 maps as shapefiles or GeoJSON, or from CAL FIRE's feature
 * services.
 */
export const fireUpgrade: LayerUpgrade = {
  fromFiles: async ({ from, mapped }) => [firePart(fileId(from), await layersAt(from), await layersAt(mapped))],
  agency: {
    address: 'https://services1.arcgis.com/jUJYIo9tSA7EHvfZ/arcgis/rest/services/',
    parts({ counties }, address) {
      if (counties !== null)
        throw new LayerError('The fire zones come as one map for all of California: omit --states and --county.')
      return [
        served('agency-lra-2025', `${address}FHSALRA25_v1_All/FeatureServer/0`, 'fire zones of local land'),
        served('agency-sra-2024', `${address}FHSZSRA_23_3/FeatureServer/0`, 'fire zones of state land'),
      ]
    },
  },
  putOver: putZonesOver,
}

const FIELDS = [['FHSZ_Description', 'FHSZ_Descr'], ['SRA']]

function served(id: string, url: string, description: string): ServedPart {
  const part: ServedPart = {
    id,
    description,
    async read(reader) {
      const layers = await reader.features(part, [{ url, where: '1=1', fields: FIELDS }])
      if (layers?.[0].features.length === 0) throw new TransferError(`${url} has none`)
      return layers && firePart(id, layers, [])
    },
  }
  return part
}

/**
 * Combines the zones of layers into one map. Outlines are drawn first, as land in no zone, then the zones by increasing
 * severity.
 *
 * @param outlines land that the maps cover; land outside all zones is in no hazard zone
 * @throws {SourceError} if a layer is not a hazard map
 */
function firePart(id: string, zones: readonly Layer[], outlines: readonly Layer[]): NewPart {
  const land = outlines.flatMap(({ features }) =>
    features.map(({ polygons }) => ({ polygon: polygons.flat(), score: hazardScores.unzoned, edition: 2025 })),
  )
  const classified = zones.map(knownClasses)
  const holes = zones.reduce((sum, { skipped }) => sum + skipped, 0)
  if (holes > 0 && land.length > 0) refuseHoles(zones, 'no hazard zone')
  const hazards = classified.flatMap(({ name, features }) =>
    getZones(features.map(refuseOld(name)), name, null, newEdition),
  )
  const painted = [...land, ...hazards.sort((a, b) => b.score - a.score)]
  const files = [...zones, ...outlines].flatMap(({ used }) => used)
  return zonesPart(
    {
      id,
      files,
      remarks: classified.flatMap((layer) => [...layer.remarks, ...outlineRemarks(layer)]),
      source: {
        id: `calfire-fhsz-${id}`,
        agency: AGENCY,
        title: `Fire Hazard Severity Zones: ${zones.map(({ name }) => name).join(', ')}`,
        vintage: `2024 (state land), 2025 (local land); ${readOn(files)}`,
        licence: 'CC BY',
        address: PAGE,
      },
    },
    zoneValues<Pick<HazardZone, 'polygon' | 'score' | 'edition'>>(
      painted,
      { edition: ({ edition }) => edition, county_hazard_pct: () => null },
      true,
    ),
    area.facts,
  )
}

/** Returns the class of a zone in the 2024 and 2025 maps, or null if the record has no class field. */
function hazardClass({ FHSZ_Description, FHSZ_Descr, severity }: Properties): string | null {
  const name = FHSZ_Description ?? FHSZ_Descr ?? severity
  return name === undefined ? null : String(name ?? '')
}

/**
 * Returns a layer without zones of unknown classes and counts these zones. A layer in which most classes are unknown is
 * returned unchanged.
 */
function knownClasses(layer: Layer): Layer & { readonly remarks: readonly string[] } {
  const unknownClasses = new Counts()
  const features = layer.features.filter(({ properties }) => {
    const name = hazardClass(properties)
    if (name === null || hazardScore(name) !== undefined) return true
    unknownClasses.add(name)
    return false
  })
  // If most classes are unknown, the layer is a different map. It is rejected later at its first row.
  if (2 * unknownClasses.total >= layer.features.length) return { ...layer, remarks: [] }
  const remark = `${unknownClasses.total} of ${layer.features.length} zones of ${layer.name} have an unknown class (${unknownClasses}) and are skipped`
  return { ...layer, features, remarks: unknownClasses.total === 0 ? [] : [remark] }
}

/**
 * Returns a check that rejects the 2007-2011 maps. They name the class in `HAZ_CLASS`, which is also accepted by
 * `getZones`, so they would be mistaken for new maps.
 */
function refuseOld(file: string): (feature: Feature, i: number) => Feature {
  return (feature, i) => {
    const { FHSZ_Description, FHSZ_Descr, severity, HAZ_CLASS } = feature.properties
    if ((FHSZ_Description ?? FHSZ_Descr ?? severity) !== undefined) return feature
    const found = HAZ_CLASS === undefined ? 'no hazard zone class' : 'HAZ_CLASS, as in the maps of 2007-2011'
    throw new SourceError({ file, row: i + 1, found, expectation: 'FHSZ_Description, as in the maps of 2024 and 2025' })
  }
}
