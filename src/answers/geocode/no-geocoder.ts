import { NotLoadedError } from '../../base/errors.ts'
import type { GeocodeAnswers } from './geocode-methods.ts'

/** Address functions to use when the geocoder is not loaded. All throw `NotLoadedError`. */
export const noGeocoder: GeocodeAnswers = {
  geocode: refuse,
  geocodeMany: refuse,
  locate: refuse,
  getAdvice: refuse,
  tools: { geocodeSingle: refuse },
  suggest: refuse,
  zipsOf: refuse,
  gazetteer: null,
  named: null,
  placeNamer: null,
}

function refuse(): never {
  throw new NotLoadedError(
    'The geocoder is not loaded: the geocoder or places.bundle was not included.',
    'geocoder_not_loaded',
    'Open with `geocoder: true` and a data folder that contains places.bundle (`vicinage data copy --geocoder`).',
  )
}
