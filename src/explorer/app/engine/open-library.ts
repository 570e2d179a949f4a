import type { Box, getNeeds, Vicinage } from '../library.ts'
import type { AnswerData } from './answer-data.ts'
import { createVicinage, schoolAnswers } from './library.ts'
import { columnCode } from './map-library.ts'
import { asGetter } from './outlines.ts'

/** Parts of the library that a caller needs: dimensions, schools, addresses. */
export type LibraryNeeds = ReturnType<typeof getNeeds>

/**
 * Opens the library after loading all requested data, so that no later call has to wait for data.
 *
 * @param boxes boxes to load; null for everywhere
 */
export async function openLibrary(
  data: AnswerData,
  { dimensions: ids, schools, geocoder }: LibraryNeeds,
  boxes: readonly Box[] | null = null,
): Promise<Vicinage> {
  const [areaCode, geography, dimensions, ...others] = await Promise.all([
    data.loadAreaCode(),
    data.geographyAt(boxes),
    Promise.all(ids.map((id) => data.dimension(id).at(boxes))),
    schools ? data.schools.schools.at(boxes) : null,
    schools ? data.schools.districts.at(boxes) : null,
    geocoder ? data.geocoding(boxes) : undefined,
  ])
  // File rows may be anywhere, so this loads the streets of all counties. If a street is missing, its addresses are
  // found by ZIP code.
  if (geocoder && boxes === null) await data.geocoder.loadKnown([], Object.keys(geography.countyNames)).catch(() => {})
  const [schoolList, districts, addresses] = others
  const loaded = dimensions.filter((dimension) => dimension !== null)
  return createVicinage({
    geography,
    dimensions: loaded,
    schools: schoolAnswers(asGetter(schoolList), asGetter(districts)),
    geocoding: addresses,
    places: {
      places: addresses ? data.geocoder.areas : null,
      schools: asGetter(schoolList),
      districts: asGetter(districts),
    },
    areaCode,
    columnCode,
  })
}
