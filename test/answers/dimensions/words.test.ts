import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  areaText,
  bandText,
  distanceText,
  exactDistanceText,
  homesText,
  type Ladder,
  oneDigit,
  peopleText,
  twoDigits,
  wordsFor,
} from '../../../src/answers/dimensions/words.ts'

describe('a scale with word rungs', () => {
  const ladder: Ladder = [
    [1, 'low'],
    [100, 'middle'],
    [200, 'high'],
  ]

  it('assigns each score the words of the highest rung it reaches', () => {
    expect([1, 99, 100, 199, 200, 255].map((score) => wordsFor(ladder, score))).toEqual([
      'low',
      'low',
      'middle',
      'middle',
      'high',
      'high',
    ])
  })
})

it('bandText() shortens a band with equal ends to a single score', () => {
  expect([bandText(96, 180), bandText(96, 96)]).toEqual(['96-180', '96'])
})

describe('distanceText()', () => {
  it.each([
    [0.03, '100 feet (30 m)', '30 m'],
    [0.1, '350 feet (0.1 km)', '0.1 km'],
    [0.8, '0.5 miles (0.8 km)', '0.8 km'],
    [1.6, '1 mile (1.6 km)', '1.6 km'],
    [1.9, '1.2 miles (1.9 km)', '1.9 km'],
    [16.2, '10 miles (16 km)', '16 km'],
    [2000, '1,243 miles (2,000 km)', '2,000 km'],
  ])('formats %d km as %s', (km, us, metric) => {
    expect(distanceText(km)).toBe(us)
    expect(distanceText(km, 'us')).toBe(us)
    expect(distanceText(km, 'metric')).toBe(metric)
  })
})

describe('exactDistanceText()', () => {
  it.each([
    [0.004, '13 feet (4 m)', '4 m'],
    [0.23, '750 feet (230 m)', '230 m'],
    [0.35, '0.22 miles (350 m)', '350 m'],
    [0.68, '0.42 miles (680 m)', '680 m'],
    [1.59, '0.99 miles (1.6 km)', '1.6 km'],
    [1.61, '1 mile (1.6 km)', '1.6 km'],
    [16.2, '10 miles (16 km)', '16 km'],
  ])('formats %d km as %s', (km, us, metric) => {
    expect(exactDistanceText(km)).toBe(us)
    expect(exactDistanceText(km, 'us-brief')).toBe(us.replace(/ \(.*/, ''))
    expect(exactDistanceText(km, 'metric')).toBe(metric)
  })
})

describe('areaText()', () => {
  it('formats one square mile in the singular', () => {
    expect(areaText(2.59)).toBe('1 square mile (2.6 km²)')
    expect(areaText(5.4)).toBe('2.1 square miles (5.4 km²)')
    expect(areaText(2.59, 'metric')).toBe('2.6 km²')
  })
})

describe('density phrases', () => {
  it('give people per square mile, with the metric value in parentheses', () => {
    expect(peopleText(970)).toBe('about 2,500 people per square mile (970 per km²)')
    expect(peopleText(20_400, 'metric', 'more than')).toBe('more than 20,000 people per km²')
    expect(peopleText(0.8, 'metric')).toBe('about 1 person per km²')
    expect(peopleText(0.7)).toBe('hardly anyone')
  })

  it.each([
    [1038, '4.2 homes per acre (10 per hectare)', '10 homes per hectare'],
    [247.1, '1 home per acre (2.5 per hectare)', '2.5 homes per hectare'],
    [100, '1 home per 2.5 acres (1 hectare)', '1 home per hectare'],
    [16.5, '1 home per 15 acres (6.1 hectares)', '1 home per 6.1 hectares'],
    [20_000, '81 homes per acre (200 per hectare)', '200 homes per hectare'],
  ])('express %d homes per km² as %s', (perKm2, us, metric) => {
    expect(homesText(perKm2)).toBe(us)
    expect(homesText(perKm2, 'metric')).toBe(metric)
  })
})

describe('numbers in sentences', () => {
  it('are rounded to one or two significant digits', () => {
    expect([0, 0.04, 0.5, 1, 9.96, 12.4, 1234].map(oneDigit)).toEqual(['0', '0', '0.5', '1', '10', '12', '1,234'])
    expect([0, 7.4, 97, 99.6, 2540, 99_600, 1_250_000].map(twoDigits)).toEqual([
      '0',
      '7',
      '97',
      '100',
      '2,500',
      '100,000',
      '1,300,000',
    ])
  })
})

it('metric facts are never longer than US facts without their metric values', () => {
  for (const getText of [distanceText, exactDistanceText, peopleText])
    fc.assert(
      fc.property(fc.double({ min: 0, max: 50_000, noNaN: true }), (value) => {
        expect(getText(value, 'metric').length).toBeLessThanOrEqual(getText(value, 'us-brief').length)
      }),
    )
  // Steps of 0.1% reach the values at which the number of digits changes in any of the units.
  for (let value = 0.01; value < 2000; value *= 1.001)
    for (const getText of [distanceText, exactDistanceText, peopleText])
      expect(getText(value, 'metric').length).toBeLessThanOrEqual(getText(value, 'us-brief').length)
})
