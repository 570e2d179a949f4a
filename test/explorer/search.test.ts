import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { coordinatesIn, find } from '../../src/explorer/search/find.ts'
import { ambiguousPlaceNote, type GeocodeAnswer } from '../../src/geocode/answer.ts'

const austin = { lat: 30.2672, lon: -97.7431 }

describe('coordinates in the search field', () => {
  it.each([
    '30.2672, -97.7431',
    '30.2672 -97.7431',
    '30.2672,-97.7431',
    '30.2672; -97.7431',
    '(30.2672, -97.7431)',
    '  +30.2672 , −97.7431 ',
    '30.2672° N, 97.7431° W',
    '30.2672N97.7431W',
    'N30.2672 W97.7431',
    'n 30.2672, w 97.7431',
    '97.7431 W, 30.2672 N',
    '-97.7431, 30.2672',
  ])('reads %s', (text) => {
    expect(coordinatesIn(text)).toEqual(austin)
  })

  it.each([`30°16'1.92"N 97°44'35.16"W`, '30° 16′ 1.92″ N, 97° 44′ 35.16″ W', `N 30°16'1.92" W 97°44'35.16"`])(
    'reads degrees, minutes and seconds: %s',
    (text) => {
      const { lat, lon } = coordinatesIn(text)!
      expect(lat).toBeCloseTo(30.2672, 9)
      expect(lon).toBeCloseTo(-97.7431, 9)
    },
  )

  it('takes the negative one of two without letters for the longitude', () => {
    expect(coordinatesIn('-80.2684, 25.7215')).toEqual({ lat: 25.7215, lon: -80.2684 })
  })

  it.each([
    '',
    '78701',
    '78701 78702',
    '30.2672',
    '30,2672',
    '91, 91',
    '1e1, 3',
    '30.2 N, 97.7 N',
    '-30 S, 97 W',
    '12 5th',
    '12 Main St',
    '30°61′N 97°W',
    '5th & Main',
  ])('takes %j for an address', (text) => {
    expect(coordinatesIn(text)).toBeNull()
  })

  it('gives back every pair that it is given', () => {
    const degrees = (most: number) => fc.integer({ min: 0, max: most * 1e6 }).map((millionths) => millionths / 1e6)
    fc.assert(
      fc.property(degrees(90), degrees(180), (lat, lon) => {
        expect(coordinatesIn(`${lat.toFixed(6)}, -${lon.toFixed(6)}`)).toEqual({ lat, lon: -lon })
        expect(coordinatesIn(`${lat.toFixed(6)}° N ${lon.toFixed(6)}° E`)).toEqual({ lat, lon })
      }),
    )
  })

  it('survives any text and stays on the globe', () => {
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[-0-9.,NSEW°'" ]{0,60}$/))
    fc.assert(
      fc.property(text, (any) => {
        const read = coordinatesIn(any)
        if (read === null) return
        expect(Math.abs(read.lat)).toBeLessThanOrEqual(90)
        expect(Math.abs(read.lon)).toBeLessThanOrEqual(180)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('find', () => {
  const parsed = { state: null, zip: null } as GeocodeAnswer['parsed']
  const nothing = { lat: null, lon: null, layer: null, confidence: null, radius: null, address: null, note: null }
  const lakewood = {
    lat: 33.85,
    lon: -118.12,
    layer: 'city',
    confidence: 0.5,
    radius: 4000,
    address: 'Lakewood, CA',
  } as const
  const other = { ...lakewood, lat: 32.8, lon: -96.7, address: 'Lakewood, TX' }

  const inCalifornia = { blockGroup: '060375715041', county: 'Los Angeles County', state: 'California' }
  const around = async ({ lat }: { lat: number }) => (lat === lakewood.lat ? inCalifornia : null)

  function geocoder(answer: GeocodeAnswer) {
    const asked: string[] = []
    const geocode = async (address: string) => {
      asked.push(address)
      return answer
    }
    return { asked, geocode, around }
  }

  it('does not ask the geocoder of coordinates', async () => {
    const engine = geocoder({ ...nothing, parsed, alternatives: [], message: 'x' })
    expect(await find(engine, '30.2672, -97.7431')).toEqual({ place: austin, message: null, alternatives: [] })
    expect(engine.asked).toEqual([])
  })

  it('asks it of the text without the blanks around, and says how the place was found', async () => {
    const engine = geocoder({ ...lakewood, parsed, alternatives: [other], note: 'Several.', message: null })
    expect(await find(engine, ' Lakewood ')).toEqual({
      place: {
        lat: 33.85,
        lon: -118.12,
        radius: 4000,
        found: { address: 'Lakewood, CA', layer: 'city', note: 'Several.' },
      },
      message: null,
      alternatives: [{ ...other, county: null }],
    })
    // The place itself is asked for its own radius: that of several namesakes reaches around all of them.
    expect(engine.asked).toEqual(['Lakewood', 'Lakewood, CA'])
  })

  it('hands on the message and the meanings where nothing is sure', async () => {
    const engine = geocoder({ ...nothing, parsed, alternatives: [lakewood, other], message: 'Not sure.' })
    expect(await find(engine, 'Lakewood')).toEqual({
      place: null,
      message: 'Not sure.',
      alternatives: [
        { ...lakewood, county: 'Los Angeles County' },
        { ...other, county: null },
      ],
    })
  })

  it('says where on the page the alternatives are', async () => {
    const note = ambiguousPlaceNote('LAKEWOOD', 'Lakewood, CA')
    const found = await find(geocoder({ ...lakewood, parsed, alternatives: [other], note, message: null }), 'Lakewood')
    expect(found.place?.found?.note).toMatch(/add state and ZIP, or choose below\.$/)
  })

  it.each([
    ['   ', /Type an address/],
    ['x'.repeat(301), /300 characters/],
  ])('asks nothing of %j', async (text, message) => {
    const engine = geocoder({ ...nothing, parsed, alternatives: [], message: null })
    const finding = await find(engine, text)
    expect(finding.place).toBeNull()
    expect(finding.message).toMatch(message)
    expect(engine.asked).toEqual([])
  })
})
