import type { PlaceScore } from '../engine/engine.ts'
import type { DimensionId } from '../library.ts'
import { getRange } from '../words.ts'
import { isLeftOut, mapsOf } from './hazards.ts'

/** Name and address of an official map. */
export type OfficialMapLink = readonly [name: string, address: string]

export const FEMA: OfficialMapLink = ['FEMA', 'https://msc.fema.gov/portal/search']
export const CAL_FIRE: OfficialMapLink = [
  'CAL FIRE',
  'https://osfm.fire.ca.gov/what-we-do/community-wildfire-preparedness-and-mitigation/fire-hazard-severity-zones',
]

/** Official maps to link to, by hazard. */
const maps: Partial<Record<DimensionId, OfficialMapLink>> = { flood: FEMA, fire: CAL_FIRE }

/**
 * Says that the package has no current official map of a place, and links to the map. Shows nothing if the dimension
 * has no official map, a current map is loaded, or the state has no map.
 */
export function OfficialMap({ explanation }: { readonly explanation: PlaceScore }) {
  const words = missingMapWords(explanation)
  return words === null ? null : <MissingMap id={explanation.dimension} words={words} />
}

/** Links to a hazard's official map on a line of its own. */
export function MissingMap(props: MapLinkProps) {
  return (
    <p class="unmapped">
      <MapLink {...props} />
    </p>
  )
}

interface MapLinkProps {
  readonly id: DimensionId
  /** Text about the missing map. */
  readonly words: string
}

/** Links to a hazard's official map, with some text before the link. */
export function MapLink({ id, words }: MapLinkProps) {
  const [name, address] = maps[id]!
  return (
    <>
      {words}: check{' '}
      <a href={address} target="_blank" rel="noreferrer">
        {name}
      </a>
    </>
  )
}

/** Says which official map is missing, or returns null. */
export function missingMapWords(explanation: PlaceScore): string | null {
  const { dimension: id, description, few } = explanation
  if (maps[id] === undefined || isLeftOut(explanation)) return null
  if (getRange(explanation) === null) {
    if (few != null) return `No ${id} map for most of this area`
    if (id === 'flood') return NO_FLOOD_MAP
    return (description ?? '').startsWith('California') ? 'No fire map here' : null
  }
  const { estimated, replaced } = mapsOf(explanation)
  if (id === 'fire') return replaced > 0 || estimated > 0 ? 'This fire map was replaced' : null
  if (estimated === 0) return null
  return estimated === 1 ? NO_FLOOD_MAP : 'No flood map for part of this area'
}

/** Checks whether no part of a place has a current official map. */
export function isWithoutMap(explanation: PlaceScore): boolean {
  if (getRange(explanation) === null && explanation.few == null) return true
  const { estimated, replaced } = mapsOf(explanation)
  return estimated + replaced > 0.999
}

export const NO_FLOOD_MAP = 'No flood map in this package'
