import { Client, InMemoryTransport } from '@modelcontextprotocol/client'
import { createMcpServer } from '../../src/faces/mcp/index.ts'
import { type DimensionId, openVicinage } from '../../src/index.ts'

/**
 * Asks the tools of `vicinage mcp` 120 questions, with the calls that an agent would make, and compares each answer
 * with one that is computed with the library. Prints wrong answers and the sizes of all answers. The exit code is 1 if
 * an answer is wrong. Whether a model chooses the right tools is not measured.
 */
const vicinage = await openVicinage({ userData: false })
const [here, there] = InMemoryTransport.createLinkedPair()
const client = new Client({ name: 'evaluation', version: '1' })
await createMcpServer(vicinage, { version: '0' }).connect(there)
await client.connect(here)
const list = JSON.stringify(await client.listTools()).length

interface Answer {
  readonly isError: boolean
  // biome-ignore lint/suspicious/noExplicitAny: JSON, of which each question reads a different part
  readonly body: any
}
const sizes: number[] = []

async function call(name: string, input: object): Promise<Answer> {
  const { content, isError = false } = await client.callTool({ name, arguments: input as Record<string, unknown> })
  const [first] = content
  const text = first?.type === 'text' ? first.text : '{}'
  sizes.push(Buffer.byteLength(text))
  return { isError, body: JSON.parse(text) }
}

const questions: (readonly [question: string, ask: () => Promise<boolean>])[] = []
const ask = (question: string, isRight: () => Promise<boolean>) => questions.push([question, isRight])

const places = [
  { label: 'Texas Capitol, Austin', lat: 30.2747, lon: -97.7404 },
  { label: 'Mission, San Francisco', lat: 37.7599, lon: -122.4148 },
  { label: 'Wynwood, Miami', lat: 25.8042, lon: -80.1989 },
  { label: 'Plano', lat: 33.0198, lon: -96.6989 },
  { label: 'Fresno', lat: 36.7378, lon: -119.7871 },
  { label: 'Ocala', lat: 29.1872, lon: -82.1401 },
] as const
const ids: readonly DimensionId[] = ['walkability', 'noise-levels', 'air-quality', 'flood', 'privacy']

for (const place of places) {
  for (const id of ids)
    ask(`What is the ${id} of ${place.label}?`, async () => {
      const { body } = await call('scores', { places: [place], dimensions: [id] })
      const { score, description } = vicinage.score(id, place)
      return body.places[0].scores[id] === score && body.places[0].words[id] === description
    })
  ask(`What is ${place.label} like?`, async () => {
    const { body } = await call('scores', { places: [place] })
    return vicinage.dimensions().every(({ id }) => body.places[0].scores[id] === vicinage.score(id, place).score)
  })
  ask(`Which schools are near ${place.label}?`, async () => {
    const { body } = await call('schools', { lat: place.lat, lon: place.lon, limit: 3 })
    // The tool skips programs without a campus. The three schools that it returns may therefore be further down in the
    // library's list.
    const { schools } = vicinage.schools.schoolRatings({ lat: place.lat, lon: place.lon, limit: 20 })
    const ranks = (body.schools as unknown[]).map((school) =>
      schools.findIndex((other) => JSON.stringify(other) === JSON.stringify(school)),
    )
    return ranks.length === 3 && ranks.every((rank, i) => rank >= 0 && (i === 0 || rank > ranks[i - 1]))
  })
  ask(`Which district serves ${place.label}?`, async () => {
    const { body } = await call('districts', { lat: place.lat, lon: place.lon })
    return body.districts[0]?.name === vicinage.schools.districts(place).districts[0]?.name
  })
  ask(`Why is ${place.label} as noisy as it is?`, async () => {
    const { body } = await call('explain', { dimension: 'noise-levels', ...place })
    return body.score === vicinage.score('noise-levels', place).score && body.inputs.length > 0
  })
  ask(`In which city and ZIP is ${place.label}?`, async () => {
    const { body } = await call('geocode', { lat: place.lat, lon: place.lon })
    const { city, zip } = vicinage.reverse(place)
    return body.place.city === city && body.place.zip === zip
  })
}

for (const [a, b] of [
  [0, 1],
  [2, 3],
  [4, 5],
  [0, 5],
] as const)
  for (const id of ['walkability', 'noise-levels'] as const)
    ask(`Is ${places[a].label} or ${places[b].label} higher in ${id}?`, async () => {
      const { body } = await call('compare', { places: [places[a], places[b]], dimensions: [id] })
      const [first, second] = [places[a], places[b]].map((place) => vicinage.score(id, place).score)
      const highest = first === second ? undefined : [first > second ? places[a].label : places[b].label]
      return JSON.stringify(body.dimensions[0].highest) === JSON.stringify(highest)
    })

for (const text of ['Austin, TX 78704', 'Miami, FL', 'Sacramento, CA', 'Travis County, TX', '90210', 'Plano, TX'])
  ask(`How walkable is ${text}? (known roughly: a band)`, async () => {
    const { lat, lon, radius, label, place } = (await call('geocode', { address: text })).body
    const { body } = await call('scores', { places: [{ lat, lon, radius, label }], dimensions: ['walkability'] })
    const around = vicinage.scoresAround({ lat, lon, radius, dimensions: ['walkability'] }).scores.walkability
    const [answer] = body.places
    const [low, high] = answer.bands.walkability
    return answer.scores === undefined && low === around.p10 && high === around.p90 && !place.tract && !place.address
  })

for (const zip of ['78704', '90210', '33139', '94110', '75024', '32801'])
  ask(`What is ZIP ${zip} like as a whole?`, async () => {
    const { body } = await call('area', { area: zip, dimensions: ['walkability', 'flood'] })
    const { people, scores } = vicinage.area({ zip }, { dimensions: ['walkability', 'flood'] })
    return body.people === people && body.scores.walkability.mean === scores.walkability.mean
  })
for (const [of, within] of [
  ['city', 'TX'],
  ['city', 'FL'],
  ['county', 'CA'],
  ['zip', 'county:48453'],
] as const)
  for (const order of ['highest', 'lowest'] as const)
    ask(`Which ${of} of ${within} has the ${order} walkability?`, async () => {
      const { body } = await call('rank', { dimension: 'walkability', of, within, order, limit: 3, min_people: 5000 })
      const area = within.length === 2 ? { state: within } : { county: within.slice(7) }
      const ranked = vicinage.rank('walkability', { of, within: area, order, limit: 3, minPeople: 5000 })
      return JSON.stringify(body.areas) === JSON.stringify(ranked.areas)
    })
for (const [city, state] of [
  ['Austin', 'TX'],
  ['San Antonio', 'TX'],
  ['Tampa', 'FL'],
  ['Oakland', 'CA'],
] as const)
  ask(`Where in ${city} is it quiet and walkable?`, async () => {
    const where = { walkability: { min: 150 }, 'noise-levels': { min: 140 } }
    const { body } = await call('find', { where, within: `${city}, ${state}`, limit: 3 })
    const areas = vicinage.find({ where, within: { city, state }, limit: 3 })
    return body.total === areas.total && body.areas[0]?.name === areas.areas[0]?.name
  })
for (const [name, part] of [
  ['Anderson High School, Austin', 'Anderson'],
  ['Lowell High School, San Francisco', 'Lowell'],
  ['Coral Gables Senior High', 'Coral Gables'],
  ['Plano Senior High School', 'Plano'],
] as const)
  ask(`How is ${name} rated?`, async () => {
    const { body } = await call('schools', { name })
    const school = vicinage.schools.school({ nces_id: body.schools[0].nces_id })
    return school.name.includes(part) && body.schools[0].rating === school.rating
  })

const outside = [
  { label: 'New York', lat: 40.7128, lon: -74.006 },
  { label: 'the Gulf of Mexico', lat: 26, lon: -90 },
  { label: 'Las Vegas', lat: 36.17, lon: -115.14 },
]
for (const place of outside)
  for (const [name, input] of [
    ['scores', { places: [place] }],
    ['explain', { dimension: 'flood', lat: place.lat, lon: place.lon }],
    ['schools', { lat: place.lat, lon: place.lon }],
    ['map', { dimension: 'flood', lat: place.lat, lon: place.lon }],
  ] as const)
    ask(`${name} of ${place.label}, which is not covered`, async () => {
      const { isError, body } = await call(name, input)
      return isError && body.code === 'place_outside'
    })
for (const [mistake, name, input, words] of [
  ['a typing error', 'scores', { places: [places[0]], dimension: 'flood' }, "did you mean 'dimensions'"],
  ['a typing error inside', 'scores', { places: [{ lat: 30, long: -97 }] }, "did you mean 'lon'"],
  ['an unknown dimension', 'scores', { places: [places[0]], dimensions: ['crime'] }, 'Input should be'],
  ['a latitude of 91', 'scores', { places: [{ lat: 91, lon: 0 }] }, 'less than or equal to 90'],
  [
    'a condition by residents',
    'find',
    { where: { 'ideological-lean': { min: 200 } }, within: 'Austin, TX' },
    'Fair Housing',
  ],
  ['a ranking by residents', 'rank', { of: 'city', dimension: 'population-profile' }, 'Fair Housing'],
  ['a ZIP elsewhere', 'area', { area: '10001' }, 'no ZIP 10001'],
  ['an unknown school', 'schools', { name: 'Quillwaterham Academy' }, 'no public school called'],
  ['a whole state searched', 'find', { where: { walkability: { min: 250 } }, within: 'TX' }, 'too large'],
  ['one place compared', 'compare', { places: [places[0]] }, 'at least 2'],
  ['a city without a state', 'area', { area: 'Springfield' }, 'is not a known area'],
] as const)
  ask(`Refused: ${mistake}`, async () => {
    const { isError, body } = await call(name, input)
    return isError && body.message.includes(words)
  })
ask(
  'An address in Denver is outside',
  async () => (await call('geocode', { address: 'Denver, CO' })).body.code === 'place_outside',
)

const wrong: string[] = []
for (const [question, isRight] of questions) {
  const right = await isRight().catch((error: Error) => {
    console.error(error.message)
    return false
  })
  if (!right) wrong.push(question)
}
sizes.sort((a, b) => a - b)
for (const question of wrong) console.log(`wrong: ${question}`)
console.log(
  `${questions.length - wrong.length} of ${questions.length} questions answered correctly, in ${sizes.length} calls`,
)
const percentile = (share: number) => sizes[Math.ceil(share * sizes.length) - 1]
console.log(
  `bytes per answer: median ${percentile(0.5)}, 95th percentile ${percentile(0.95)}, maximum ${sizes.at(-1)}; list of tools: ${list} bytes`,
)
await client.close()
process.exitCode = wrong.length === 0 ? 0 : 1
