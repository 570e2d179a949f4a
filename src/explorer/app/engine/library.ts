/**
 * The part of the library that answers questions about places and areas. Only the engine's worker loads this file. The
 * page never imports it, so that the page's scripts stay small.
 */

export { Bands } from '../../../answers/areas/around.ts'
export { parseConditions } from '../../../answers/areas/conditions.ts'
export { searchable } from '../../../answers/dimensions/residents.ts'
export { borderLines, getPolygons } from '../../../answers/districts/polygons.ts'
export { NO_FIT } from '../../../answers/fit/priorities.ts'
export { Gazetteer } from '../../../answers/geocode/gazetteer/gazetteer.ts'
export { landmarkColumns } from '../../../answers/geocode/names/named-places.ts'
export { Neighborhoods } from '../../../answers/geocode/neighborhoods.ts'
export { noGeocoder } from '../../../answers/geocode/no-geocoder.ts'
export { normalizeCity } from '../../../answers/geocode/parse/tokens.ts'
export { decodeShard } from '../../../answers/geocode/streets/shard.ts'
export { streetText } from '../../../answers/geocode/streets/street-text.ts'
export { neighborhoodBundles } from '../../../answers/geocode/wanted-bundles.ts'
export { schoolParts } from '../../../answers/schools/load-schools.ts'
export { listedSchools, schoolAnswers, schoolsIfLoaded } from '../../../answers/schools/school-methods.ts'
export { NEAREST_LOADED } from '../../../answers/schools/schools.ts'
export { explainIfLoaded, scoreIfLoaded, scoresAroundIfLoaded } from '../../../answers/scores/if-loaded.ts'
export { onceOf } from '../../../data/bundle/once.ts'
export { SCALE } from '../../../data/bundle/paths.ts'
export { PEOPLE_AROUND } from '../../../data/geography-areas.ts'
export { GeocoderLoader } from '../../../library/place/load-geocoder.ts'
export { createVicinage } from '../../../library/vicinage.ts'

/** Loads the search for areas, which is a separate chunk. */
export const loadAreas = () => import('../../../answers/areas/open-areas.ts')
