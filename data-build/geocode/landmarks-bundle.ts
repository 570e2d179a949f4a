import { SCALE } from '../../src/data/bundle/paths.ts'
import type { BundleContent } from '../../src/data/bundle/write.ts'
import { getTexts } from '../pack/blocks.ts'
import { SourceError } from '../read/source-error.ts'
import type { Landmark } from './landmarks.ts'

/**
 * Builds the landmark bundle with one landmark per row.
 * @throws SourceError naming the first invalid landmark
 */
export function landmarksBundle(landmarks: readonly Landmark[], sources: BundleContent['sources']): BundleContent {
  for (const { names, lat, lon, radius } of landmarks)
    if (names.length === 0 || names.some((name) => name === '' || name.includes('|')) || !(radius > 0))
      throw new SourceError({
        file: 'landmarks',
        found: `${names.join(', ')} at ${lat}, ${lon} with radius ${radius}`,
        expectation: 'names without |, and a radius above 0',
      })
  return {
    kind: 'landmarks',
    id: 'landmarks',
    meta: {
      written:
        'Of the landmarks, 487 well-known places and 142 of their addresses were written by hand for this package, from general knowledge.',
      checked:
        'Of these addresses, 99 are on a street that the known addresses contain, and all 99 are within two radii or 1.2 km of the place. ' +
        'Of the places, 37 are in a list of airports, parks or schools, or in GNIS, and each is within its radius of the location there; 146 have the name of a ' +
        'neighborhood outline, and 126 of these are inside it, as is New Tampa, which was moved there by 11 km; 453 have a city, and 441 of these are inside or near the outline of the city. The others are resorts and bases.',
    },
    sources,
    sections: [
      ...getTexts('names', landmarks, ({ names }) => [...new Set(names)].join('|')),
      ...getTexts('city', landmarks, ({ city }) => city),
      ...getTexts('state', landmarks, ({ state }) => state),
      { name: 'lon', data: Int32Array.from(landmarks, ({ lon }) => Math.round(lon * SCALE)) },
      { name: 'lat', data: Int32Array.from(landmarks, ({ lat }) => Math.round(lat * SCALE)) },
      { name: 'radius', data: Uint32Array.from(landmarks, ({ radius }) => Math.round(radius)) },
      { name: 'area', data: Uint8Array.from(landmarks, ({ isArea }) => (isArea ? 1 : 0)) },
      { name: 'rank', data: Uint8Array.from(landmarks, ({ rank }) => rank) },
    ],
  }
}
