import type { Vicinage } from '../../src/index.ts'

/**
 * Programs that must not compile: `tsc` (npm run types) refuses each `@ts-expect-error` that has no error below it. Nothing of this runs.
 */
export function refused(vicinage: Vicinage<'canopy'>): void {
  const place = { lat: 30.2672, lon: -97.7431 }
  const found = vicinage.geocode('Austin, TX')
  // @ts-expect-error what may not have been found is not a place
  vicinage.scores(found)
  // @ts-expect-error
  vicinage.score('fire', found)
  // @ts-expect-error
  vicinage.edge('districts', found)
  // @ts-expect-error
  vicinage.scoresAround(found)
  // @ts-expect-error
  vicinage.reverse(found)
  if (found.lat !== undefined) {
    vicinage.scores(found)
    vicinage.scoresAround(found)
    // @ts-expect-error what was found has no message
    found.message
  } else {
    // @ts-expect-error there is no number
    found.lat.toFixed()
    // @ts-expect-error alternatives are none
    found.alternatives[0].lat
  }
  // @ts-expect-error a note is not a text
  found.note?.startsWith('Several')
  // @ts-expect-error the label is the name
  found.address
  // @ts-expect-error options come second
  vicinage.scores({ ...place, dimensions: ['fire'] })
  // @ts-expect-error
  vicinage.scores({ lat: 30.2672, lng: -97.7431 })
  // @ts-expect-error
  vicinage.scores(place, { dimension: 'fire' })
  // @ts-expect-error
  vicinage.scores(place, { dimensions: ['hail'] })
  // @ts-expect-error only what was asked for
  vicinage.scores(place, { dimensions: ['fire'] }).flood
  // @ts-expect-error
  vicinage.score('hail', place)
  // @ts-expect-error
  vicinage.score('walkability', { lat: '30.2672', lon: '-97.7431' })
  // @ts-expect-error
  vicinage.score('walkability', place, { units: 'imperial' })
  // @ts-expect-error a limit of distance is `maxDistance`
  vicinage.edge('fire', place, { within: 100 })
  // @ts-expect-error
  vicinage.edge('hail', place)
  // @ts-expect-error
  vicinage.nearest('canopy', place, { within: 100 })
  // @ts-expect-error fire is not an own layer
  vicinage.nearest('fire', place)
  // @ts-expect-error
  vicinage.find({ where: { hail: { min: 1 } }, within: { state: 'TX' } })
  // @ts-expect-error
  vicinage.find({ where: {} })
  // @ts-expect-error
  vicinage.rank('walkability', { of: 'village' })
  // @ts-expect-error
  vicinage.geocode('Austin, TX', { layers: ['house'] })
  // @ts-expect-error
  vicinage.area({ zipcode: '78701' })
  // @ts-expect-error
  vicinage.suggest('aus', { near: 'Austin' })
  // @ts-expect-error
  vicinage.vibe.fire(place)
}
