import { describe, expect, it } from 'vitest'
import { compareScores } from '../../../src/answers/scores/compare.ts'
import { NotLoadedError, ValidationError } from '../../../src/base/errors.ts'
import { openVicinage } from '../../../src/index.ts'

/** Scores of places whose latitude is their position in the list of bands. */
const banded = (bands: readonly (readonly [number, number])[]) =>
  ({
    dimensions: () => [{ ...vicinage.dimensions()[0], id: 'walkability' }],
    place: () => 'TX',
    score: () => ({ score: 1, description: null }),
    scoresAround: ({ lat }: { lat: number }) => ({
      scores: { walkability: { p10: bands[lat][0], p90: bands[lat][1] } },
    }),
  }) as unknown as Parameters<typeof compareScores>[0]

const vicinage = await openVicinage({ dimensions: ['walkability', 'fire'] })
const austin = { lat: 30.2672, lon: -97.7431, label: 'Austin' }
const mission = { lat: 37.7599, lon: -122.4148, label: 'Mission' }

describe('compare()', () => {
  it('returns the same scores as score(), one per place, and their differences', () => {
    const { places, dimensions, note } = vicinage.compare([austin, mission])
    expect(places).toEqual([austin, mission])
    expect(note).toBeNull()
    for (const { dimension, scores, spread } of dimensions) {
      const own = [austin, mission].map((place) => vicinage.score(dimension, place).score)
      expect(scores).toEqual(own)
      expect(spread).toBe(own.includes(0) ? null : Math.abs(own[0] - own[1]))
    }
    // Neither city has a fire score in the data, so fire has no spread and comes last.
    expect(dimensions.map(({ dimension }) => dimension)).toEqual(['walkability', 'fire'])
    expect(dimensions[1]).toMatchObject({ without_data: ['Austin', 'Mission'] })
  })

  it('accepts addresses and returns a band for a city', () => {
    const { places, dimensions } = vicinage.compare(['30.2672, -97.7431', 'Oakland, CA'], {
      dimensions: ['walkability'],
    })
    expect(places.map(({ label }) => label)).toEqual([expect.any(String), 'Oakland, CA'])
    const [{ scores, bands }] = dimensions
    const { score, band } = vicinage.score('walkability', vicinage.geocode('Oakland, CA'))
    expect(scores[1]).toBe(score)
    expect(bands).toEqual([null, [band?.p10, band?.p90]])
  })

  it('notes that the order is uncertain if the range of the highest or lowest place overlaps with another range', () => {
    const texts = ['78704', '78745', '77002', '75201', '90012', '33101', '94110', '78660']
    const places = [austin, mission, ...texts.map((text) => vicinage.geocode(text))]
    const overlap = ([a, b]: readonly number[], [c, d]: readonly number[]) => Math.max(a, c) <= Math.min(b, d)
    const codes = new Map<string, number>()
    for (const [i, first] of places.entries())
      for (const second of places.slice(i + 1))
        for (const interval of [false, true]) {
          const options = { dimensions: ['walkability'], interval } as const
          const [row] = vicinage.compare([first, second], options).dimensions
          const { scores, bands, intervals, note, highest } = row
          const [one, other] = scores.map((score, at) => bands?.[at] ?? [score, score])
          const code =
            highest === undefined
              ? undefined
              : overlap(one, other)
                ? 'bands_overlap'
                : intervals?.[0] && intervals[1] && overlap(intervals[0], intervals[1])
                  ? 'intervals_overlap'
                  : undefined
          expect(note?.code).toBe(code)
          codes.set(String(code), (codes.get(String(code)) ?? 0) + 1)
        }
    expect([...codes.keys()].sort()).toEqual(['bands_overlap', 'intervals_overlap', 'undefined'])
  })

  it('says which end of the order is uncertain if only one end is', () => {
    const row = (...bands: readonly [number, number][]) => {
      const places = bands.map((_, at) => ({ lat: at, lon: 0, radius: 500 }))
      const { dimensions } = compareScores(banded(bands), places, ['walkability'])
      return dimensions[0].note?.text
    }
    expect(row([126, 128], [64, 159])).toBe('Bands overlap: the order is uncertain.')
    expect(row([200, 220], [190, 205], [10, 20])).toBe('Bands overlap: another place may be highest.')
    expect(row([200, 220], [15, 40], [10, 20])).toBe('Bands overlap: another place may be lowest.')
    expect(row([200, 220], [100, 140], [120, 160], [10, 20])).toBeUndefined()
    expect(row([100, 140], [110, 130])).toBeUndefined()
    expect(row([200, 250], [180, 190], [40, 210], [10, 20])).toBe('Bands overlap: another place may be highest.')
  })

  it('returns the intervals of scores() with `interval: true`, also for a city and a place without data', () => {
    const oakland = vicinage.geocode('Oakland, CA')
    const places = [austin, oakland, { lat: 40.7, lon: -74 }]
    const { dimensions } = vicinage.compare(places, { interval: true })
    expect(dimensions.map(({ dimension }) => dimension).sort()).toEqual(['fire', 'walkability'])
    for (const { dimension, intervals } of dimensions)
      expect(intervals).toEqual(
        places.map((place) => {
          const { interval } = vicinage.score(dimension, place, { interval: true })
          return interval && [interval.low, interval.high]
        }),
      )
    expect(dimensions.find(({ dimension }) => dimension === 'walkability')!.intervals![0]).not.toBeNull()
    expect(vicinage.compare(places).dimensions[0]).not.toHaveProperty('intervals')
    expect(() => vicinage.compare(places, { interval: 'yes' as never })).toThrow(ValidationError)
  })

  it('reports addresses that were located only approximately, like the geocoder', () => {
    const text = 'No Such Quarter, San Francisco'
    const { note, places } = vicinage.compare([text, austin], { dimensions: ['walkability'] })
    const answer = vicinage.geocode(text)
    expect([answer.ok, answer.label]).toEqual([true, 'San Francisco, CA'])
    expect(note).toBe(`"${text}": ${answer.note!.text}`)
    expect(places[0].label).toBe('San Francisco, CA')
  })

  it('accepts records with extra fields, and assigns numbers to unlabeled places', () => {
    const { places } = vicinage.compare([{ ...austin, label: null }, Object.assign({ id: 7, price: 3 }, mission)])
    expect(places.map(({ label }) => label)).toEqual(['place 1', 'Mission'])
  })

  it('lists the places outside the covered states', () => {
    const { note, dimensions } = vicinage.compare([austin, { lat: 40.7, lon: -74, label: 'New York' }])
    expect(note).toMatch(/^Outside the coverage \(.*\): New York\.$/)
    expect(dimensions[0]).toMatchObject({ spread: null, without_data: ['New York'] })
  })

  it('rejects places that cannot be compared, with an error that names them', async () => {
    const asked = (places: unknown, options?: unknown) => () => vicinage.compare(places as never, options as never)
    expect(asked([austin])).toThrow('compare() needs 2 to 100 places; got 1.')
    expect(asked(Array(101).fill(austin))).toThrow('got 101')
    expect(asked(austin)).toThrow('got an object')
    expect(asked([austin, { lat: 30, lng: -97 }])).toThrow('places[1]: A place is { lat, lon }; got { lat, lng }')
    expect(asked([austin, null])).toThrow(ValidationError)
    expect(asked([austin, { lat: 99, lon: -97 }])).toThrow(/^places\[1\]: lat: /)
    expect(asked([austin, 'qqzzyx'])).toThrow(expect.objectContaining({ code: 'not_found' }))
    expect(asked([austin, mission], { dimension: ['fire'] })).toThrow("did you mean 'dimensions'")
    expect(asked([austin, mission], { dimensions: ['charm'] })).toThrow(ValidationError)
    expect(asked([austin, mission], { dimensions: ['flood'] })).toThrow(NotLoadedError)
    const bare = await openVicinage({ dimensions: ['fire'], schools: false, geocoder: false, areas: false })
    expect(() => bare.compare([austin, mission])).toThrow(NotLoadedError)
  })
})
