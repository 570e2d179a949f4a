import { createApp } from '../../../src/faces/http/index.ts'
import { type DimensionId, openVicinage, type Vicinage } from '../../../src/index.ts'

/**
 * Programs that must not compile. `tsc` (npm run types) rejects each `@ts-expect-error` without an error below it.
 * None of this code runs.
 */
export async function refused(vicinage: Vicinage<DimensionId | 'canopy'>): Promise<void> {
  const place = { lat: 30.2672, lon: -97.7431 }
  const found = vicinage.geocode('Austin, TX')
  // A result of `geocode` can be passed on before it is checked. The function throws if there is no place.
  vicinage.scores(found)
  vicinage.score('fire', found)
  vicinage.edge('districts', found)
  // @ts-expect-error
  vicinage.scoresAround(found)
  vicinage.reverse(found)
  // @ts-expect-error what was not found has no coordinate
  found.lat.toFixed()
  if (found.ok) {
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
  // @ts-expect-error a note is not a string
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
  vicinage.dimensions().find(({ id }) => id === 'canopy')
  // @ts-expect-error there is no such dimension
  vicinage.dimensions().find(({ id }) => id === 'walkabilty')
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
  // @ts-expect-error walkability has no zones
  vicinage.edge('walkability', place)
  // @ts-expect-error percentiles were not asked for
  vicinage.score('fire', place).percentile
  vicinage.score('fire', place, { percentiles: true }).percentile?.coverage.toFixed()
  // @ts-expect-error
  vicinage.scores(place, { percentiles: false }).fire.percentile
  vicinage.scores(place, { percentiles: true }).canopy.percentile?.text.trim()
  const { scores } = vicinage.area({ zip: '78704' }, { dimensions: ['fire', 'flood'], below: { fire: 100 } })
  scores.flood.mean?.toFixed()
  // @ts-expect-error only what was asked for
  scores.walkability
  // @ts-expect-error
  vicinage.area({ zip: '78704' }, { dimensions: ['fire'], below: { flood: 100 } })

  const options = { schools: false, geocoder: false } as const
  const walks = await openVicinage({ ...options, dimensions: ['walkability', 'fire'] })
  walks.scores(place).walkability.score.toFixed()
  walks.area({ zip: '78704' }).scores.fire.mean?.toFixed()
  // @ts-expect-error it is not loaded
  walks.scores(place).flood
  // @ts-expect-error
  walks.score('flood', place)
  // @ts-expect-error
  walks.explain('flood', place)
  // @ts-expect-error
  walks.edge('flood', place)
  // @ts-expect-error
  walks.risk.flood(place)
  // @ts-expect-error
  walks.rank('flood', { of: 'zip' })
  // @ts-expect-error
  walks.find({ where: { flood: { min: 200 } }, within: { state: 'TX' } })
  // @ts-expect-error
  walks.area({ zip: '78704' }).scores.flood
  // @ts-expect-error
  walks.scoreColumns({ lat: new Float64Array(1), lon: new Float64Array(1), dimensions: ['flood'] })
  // @ts-expect-error
  const everything: Vicinage = walks
  const fewer: Vicinage<'fire'> = vicinage
  const more = await walks.load({ dimensions: ['flood'] })
  more.score('flood', place)
  // @ts-expect-error there is no such dimension
  await openVicinage({ dimensions: ['walkabilty'] })
  // @ts-expect-error
  await openVicinage({ dimension: ['walkability'] })
  // @ts-expect-error
  await openVicinage({ warm: 'everything' })
  // If the dimensions are only known at run time, any of them may be requested.
  const ids: DimensionId[] = ['fire']
  ;(await openVicinage({ dimensions: ids })).scores(place).flood
  ;(await openVicinage<DimensionId | 'canopy'>({ dimensions: ['canopy'] })).score('canopy', place)
  createApp(walks)
  createApp(vicinage)
  void [everything, fewer]
}
