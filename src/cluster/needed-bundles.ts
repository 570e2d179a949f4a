import type { SharedBundles } from '../batch/shared-bundles.ts'
import type { Job } from '../batch/task.ts'
import { dimensions } from '../dimensions/catalogue.ts'

/** Those of all bundles that a job asks for: what threads do not hold they need not look through for garbage. */
export function neededBundles(all: SharedBundles, { plan, question }: Job): SharedBundles {
  const { place } = plan.format === 'csv' ? plan.csv : plan.format === 'ndjson' ? plan.ndjson : plan.parquet
  const needsSchools = question.districts || question.schools > 0
  const needsPlaces = place.address.length > 0
  return {
    geography: all.geography,
    schools: needsSchools ? all.schools : null,
    districts: needsSchools ? all.districts : null,
    places: needsPlaces ? all.places : null,
    publicPlaces: needsPlaces ? all.publicPlaces : null,
    dimensions: all.dimensions.map((bundle, i) => (question.dimensions.includes(dimensions[i].id) ? bundle : null)),
  }
}
