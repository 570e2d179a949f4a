/** Code that runs in the playground. `vicinage` is open around Austin, and the returned value is shown. */
export const examples = [
  {
    title: 'All scores of a place',
    code: `const place = { lat: 30.2672, lon: -97.7431 }
return vicinage.scores(place)`,
  },
  {
    title: 'Scores of an address',
    code: `const place = vicinage.geocode('1100 Congress Ave, Austin, TX')
return { place, noise: vicinage.score('noise-levels', place) }`,
  },
  {
    title: 'Why is the score what it is?',
    code: `return vicinage.explain('walkability', { lat: 30.2672, lon: -97.7431 })`,
  },
  {
    title: 'Schools around a place',
    code: `const { schools } = vicinage.schools.schoolRatings({ lat: 30.2672, lon: -97.7431, limit: 3 })
return schools.map(({ name, distance_meters, rating }) => ({ name, distance_meters, rating }))`,
  },
  {
    title: 'The quietest of a list',
    code: `const listings = [
  { id: 'a', price: 450_000, lat: 30.2672, lon: -97.7431 },
  { id: 'b', price: 390_000, lat: 30.3072, lon: -97.7531 },
  { id: 'c', price: 520_000, lat: 30.2472, lon: -97.7731 },
]
return listings
  .map((listing) => ({ id: listing.id, quiet: vicinage.score('noise-levels', listing).score }))
  .sort((a, b) => b.quiet - a.quiet)`,
  },
  {
    title: 'A place that is not there',
    code: `return vicinage.geocode('12 Nowhere Street, Atlantis')`,
  },
]
