import { needsOf } from '../batch/needs.ts'
import type { SharedBundles } from '../batch/shared-bundles.ts'
import { type Job, placeOf } from '../batch/task.ts'
import { dimensions } from '../dimensions/catalogue.ts'

/** Those of all bundles that a job asks for: what threads do not hold they need not look through for garbage. */
export function neededBundles(all: SharedBundles, { plan, question }: Job): SharedBundles {
  const { dimensions: ids, schools, geocoder } = needsOf(question, placeOf(plan))
  return {
    geography: all.geography,
    schools: schools ? all.schools : null,
    districts: schools ? all.districts : null,
    places: geocoder ? all.places : null,
    publicPlaces: geocoder ? all.publicPlaces : null,
    dimensions: all.dimensions.map((bundle, i) => (ids.includes(dimensions[i].id) ? bundle : null)),
  }
}
