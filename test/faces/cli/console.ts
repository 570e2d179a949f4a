import { type DimensionId, dimensions } from '../../../src/answers/dimensions/catalog.ts'
import { getScaleWords } from '../../../src/answers/dimensions/words.ts'
import { noGeocoder } from '../../../src/answers/geocode/no-geocoder.ts'
import type { PlainScore, ScoreBand, Scores } from '../../../src/answers/scores/answers.ts'
import { NotFoundError, refusedArgument } from '../../../src/base/errors.ts'
import type { Point } from '../../../src/base/geo/place.ts'
import { run } from '../../../src/faces/cli/run.ts'
import type { Terminal } from '../../../src/faces/cli/terminal.ts'
import type { Library } from '../../../src/library/contract/endpoint.ts'
import type { OpenOptions } from '../../../src/library/open-options.ts'
import type { Vicinage } from '../../../src/library/vicinage.ts'
import { reverseFixture, suggestionFixture } from '../../answers/geocode/fixtures/reverse.ts'
import { schoolsFixture } from './fixtures/schools.ts'

export interface Outcome {
  readonly code: number
  readonly out: string
  readonly err: string
  /** Options that the data was opened with, in order. */
  readonly opened: readonly OpenOptions[]
}

/** Runs the command line with fixture data, unless `terminal.open` opens other data. */
export async function consoleOf(argv: readonly string[], terminal: Partial<Terminal> = {}): Promise<Outcome> {
  const opened: OpenOptions[] = []
  const open = async (options: OpenOptions) => {
    opened.push(options)
    return libraryFixture as unknown as Vicinage
  }
  const { made, said } = terminalFixture({ open, ...terminal })
  const code = await run(argv, made)
  return { code, ...said, opened }
}

/** Returns a fake terminal and the strings that are written to it. */
export function terminalFixture(change: Partial<Terminal> & Pick<Terminal, 'open'>) {
  const said = { out: '', err: '' }
  const made: Terminal = {
    stdout: (text) => {
      said.out += text
    },
    stderr: (text) => {
      said.err += text
    },
    columns: undefined,
    color: false,
    unicode: true,
    version: '9.8.7',
    site: () => import('../../../src/explorer/site/index.ts'),
    patience: { backoffMs: 2, idleMs: 5000 },
    ...change,
  }
  return { made, said }
}

const words: Readonly<Record<string, readonly [number, string]>> = {
  'urban-rural': [1, 'Dense urban core: about 12,000 residents per km² around, about 31,000 people per km² by day.'],
  privacy: [128, 'Typical suburban privacy.'],
  walkability: [255, 'Pedestrian priority.'],
  'air-quality': [64, 'Good air: mean daily AQI about 45, fine particles (PM2.5) 9.1 µg/m³; nearest monitor 4 km.'],
  'ideological-lean': [
    191,
    'Predominantly liberal: 75% Democratic, 25% Republican in the two-party vote for president 2020.',
  ],
  flood: [166, 'Moderate flood risk: estimate from tract-level federal risk data, not a zone determination.'],
  fire: [0, 'Fire safety covers California only.'],
}

/** A library with answers west of Greenwich. Everything farther east is outside the coverage area. */
export const libraryFixture: Library & Pick<Vicinage, 'share' | 'scoreColumns'> = {
  // The tests use no method that is missing below.
  ...({} as Library),
  share: () => ({ geography: {} }),
  scoreColumns: ({ lat, dimensions: ids = [] }) =>
    Object.fromEntries(ids.map((id) => [id, new Uint8Array(lat.length)])) as never,
  schools: schoolsFixture({ schools: true, districts: true }),
  build: 'made-up',
  tools: noGeocoder.tools,
  geocode: noGeocoder.geocode,
  reverse: () => reverseFixture,
  suggest: () => [suggestionFixture],
  fit: () => ({
    fit: 61,
    interval: null,
    contributions: [
      {
        dimension: 'walkability',
        want: 'high',
        weight: 1,
        score: 180,
        basis: 'modeled',
        match: 61,
        people_with_data: 1,
        points: 61,
      },
    ],
    missing: [],
    missing_weight: 0,
    description: 'Good fit: 61 of 100. For it: walkability (better for 39% of Texans).',
  }),
  find: () => ({ boundary: 'exact', total: 0, areas: [] }),
  score(dimension, { lon }) {
    if (lon > 0) return { score: 0, description: 'Outside the coverage.' }
    const [score, description] = words[dimension] ?? [77, `Words about ${dimension}.`]
    return { score, description }
  },
  scores(point, { dimensions: ids } = {}) {
    const chosen = ids ?? dimensions.map(({ id }) => id)
    const radius = point.radius ?? 0
    const request = { ...point, radius, dimensions: chosen as readonly DimensionId[] }
    const bands: { scores: Record<string, ScoreBand> } | null = radius > 150 ? this.scoresAround(request) : null
    const answerOf = (id: (typeof chosen)[number]) => {
      const { score: _, ...band } = bands?.scores[id] ?? { score: 0 }
      return bands === null ? this.score(id, point) : { score: bands.scores[id].score, description: null, band }
    }
    return Object.fromEntries(chosen.map((id) => [id, answerOf(id)])) as Scores<(typeof chosen)[number]>
  },
  scoresAround({ lat, lon, radius, dimensions: chosen }) {
    const ids: readonly string[] = chosen ?? dimensions.map(({ id }) => id)
    const band = (id: string) => {
      const { score } = this.score(id, { lat, lon }, {})
      if (score === 0) return { score, p10: null, p90: null, narrow: false, without_data: 1, note: null }
      const [p10, p90] = [Math.max(1, score - 40), Math.min(255, score + 20)]
      return { score, p10, p90, narrow: p90 - p10 < 25, without_data: 0, note: null }
    }
    const scores = Object.fromEntries(ids.map((id) => [id, band(id)])) as never
    return { lat, lon, radius, people: 1234, scores }
  },
  explain(id, point: Point) {
    const dimension = id as DimensionId
    const answer: PlainScore = this.score(dimension, point)
    const none = answer.score === 0
    return {
      dimension,
      ...answer,
      basis: none ? null : dimension === 'flood' ? 'estimate' : 'modeled',
      inputs: none
        ? []
        : [
            {
              name: 'coastal floods',
              value: 0.25,
              unit: 'per year',
              geography: 'census block group 484530011021, Travis County, Texas',
            },
          ],
      percentile: none ? null : { state: 41, coverage: 38, text: 'More of it than where 41% of Texans live.' },
      sources: [{ agency: 'An Agency', title: 'A Table', vintage: '2020', license: 'public domain' }],
    }
  },
  area(shape, { dimensions: ids = [] } = {}) {
    const zip = typeof shape === 'object' && 'zip' in shape ? shape.zip : null
    if (zip === '10001') throw new NotFoundError('There is no ZIP 10001 in California, Texas and Florida.')
    if (zip !== null && !/^\d{5}$/.test(zip)) throw refusedArgument('shape', 'zip must be a string of 5 digits', zip)
    const basis = { measured: 0, modeled: 1, estimate: 0 }
    const score = { mean: 77.5, p10: 50, p50: 77, p90: 100, without_data: 0, note: null, basis, area_mean: 60 }
    const scores = Object.fromEntries(ids.map((id) => [id, score]))
    return {
      boundary: zip === null ? 'exact' : 'approximate',
      people: 1234,
      people_source: 'homes',
      people_range: { low: 1000, high: 1500 },
      box: { west: -98, south: 30, east: -97, north: 31 },
      land_km2: 5.5,
      scores,
      schools: null,
    }
  },
  rank: (_, { of }) => {
    const area = { rank: 1, kind: of, id: null, name: `A ${of}`, people: 1234, mean: 77.5, without_data: 0 }
    return { boundary: 'exact', total: 1, areas: [area] }
  },
  edge: () => null,
  place: (point) =>
    !('lon' in point) || point.lon > 0 ? null : { blockGroup: '484530011021', county: 'Travis County', state: 'Texas' },
  dimensions: () =>
    dimensions.map(({ id, group, name, scale, ladder, method }) => ({
      id,
      group,
      path: `/v1/${group}/${id}`,
      name,
      scale,
      words: getScaleWords(ladder),
      method,
      loaded: true,
      sources: [],
    })),
}
