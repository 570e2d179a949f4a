import type { PlaceScore } from '../engine/engine.ts'
import type { DimensionId } from '../library.ts'

/** Name and address of an official map. */
export type OfficialMapLink = readonly [name: string, address: string]

export const FEMA: OfficialMapLink = ['FEMA', 'https://msc.fema.gov/portal/search']
export const CAL_FIRE: OfficialMapLink = [
  'CAL FIRE',
  'https://osfm.fire.ca.gov/what-we-do/community-wildfire-preparedness-and-mitigation/fire-hazard-severity-zones',
]

/** Words before the link to a hazard's official map. */
const maps: Partial<Record<DimensionId, readonly [words: string, ...OfficialMapLink]>> = {
  flood: ['No flood map in this package: check', ...FEMA],
  fire: ['Not checked: the newest fire map is at', ...CAL_FIRE],
}

/**
 * Says that no official map in the package covers the place, and links to the map. Shows nothing for other dimensions,
 * if a map is loaded, and if the state has no map.
 */
export function OfficialMap({ id, explanation }: { readonly id: DimensionId; readonly explanation: PlaceScore }) {
  const map = maps[id]
  if (map === undefined || !isUnmapped(id, explanation)) return null
  const [words, name, address] = map
  return (
    <p class="unmapped">
      {words}{' '}
      <a href={address} target="_blank" rel="noreferrer">
        {name}
      </a>
    </p>
  )
}

function isUnmapped(id: DimensionId, { basis, description, score }: PlaceScore): boolean {
  if (basis === 'estimate') return true
  return score === 0 && (id === 'flood' || (description ?? '').startsWith('California'))
}
