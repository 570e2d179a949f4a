import { beforeAll, describe, expect, it } from 'vitest'
import { outsideText } from '../../src/base/open-water.ts'
import type { Vicinage } from '../../src/library/vicinage.ts'
import { builtVicinage } from '../library/built.ts'

describe('a point without a census tract', () => {
  it('is described as open water in or near a bay, or as outside the covered states', () => {
    expect(outsideText(27.75, -82.5)).toBe('Open water, in or near Tampa Bay.')
    expect(outsideText(27.95, -82.63)).toBe('Open water, in or near Old Tampa Bay.')
    for (const [lat, lon] of [
      [36.17, -115.14], // Las Vegas
      [32.51, -117.04], // Tijuana
      [30.69, -88.04], // Mobile
      [29.76, -93.75], // Louisiana, across Sabine Lake
      [31.15, -81.49], // Brunswick, Georgia
      [0, 0],
    ])
      expect(outsideText(lat, lon)).toBe('Outside the coverage: California, Texas and Florida.')
  })
})

describe('each bay and lagoon', () => {
  // Points on the water as charts show it, not the centers used by the code.
  it.each([
    ['San Francisco Bay', 37.84, -122.41],
    ['San Francisco Bay', 37.62, -122.22],
    ['San Pablo Bay', 38.06, -122.38],
    ['Suisun Bay', 38.09, -122],
    ['Monterey Bay', 36.75, -121.92],
    ['San Diego Bay', 32.68, -117.15],
    ['Humboldt Bay', 40.72, -124.24],
    ['Tomales Bay', 38.17, -122.91],
    ['Galveston Bay', 29.45, -94.8],
    ['Matagorda Bay', 28.5, -96.3],
    ['Corpus Christi Bay', 27.8, -97.3],
    ['Baffin Bay', 27.28, -97.58],
    ['Laguna Madre', 27.5, -97.3],
    ['Laguna Madre', 26.8, -97.45],
    ['Laguna Madre', 26.2, -97.25],
    ['Tampa Bay', 27.65, -82.6],
    ['Old Tampa Bay', 27.93, -82.6],
    ['Hillsborough Bay', 27.88, -82.45],
    ['Sarasota Bay', 27.4, -82.6],
    ['Charlotte Harbor', 26.85, -82.1],
    ['Pine Island Sound', 26.53, -82.15],
    ['Biscayne Bay', 25.5, -80.25],
    ['Biscayne Bay', 25.85, -80.15],
    ['Florida Bay', 25, -80.7],
    ['Indian River Lagoon', 27.8, -80.45],
    ['Indian River Lagoon', 28.6, -80.78],
    ['Apalachicola Bay', 29.66, -85.05],
    ['Apalachee Bay', 29.98, -84.1],
    ['St. Andrew Bay', 30.13, -85.7],
    ['Choctawhatchee Bay', 30.45, -86.25],
    ['Pensacola Bay', 30.38, -87.08],
  ])('is named at a point on the water: %s at %d, %d', (name, lat, lon) => {
    expect(outsideText(lat, lon)).toBe(`Open water, in or near ${name}.`)
  })
})

it('a point inside two bay circles is named after the bay in which it is deeper', () => {
  // South of Gadsden Point, where Hillsborough Bay opens into Tampa Bay.
  expect(outsideText(27.79, -82.47)).toBe('Open water, in or near Tampa Bay.')
  // South of the Gandy Bridge, at the mouth of Old Tampa Bay.
  expect(outsideText(27.86, -82.59)).toBe('Open water, in or near Tampa Bay.')
})

it('a bay name applies up to the edge of its circle', () => {
  // Monterey Bay reaches 22 km from 36.8, -121.9. A degree of latitude is 111.195 km.
  for (const [km, isNamed] of [
    [21.99, true],
    [22.01, false],
  ] as const)
    for (const sign of [1, -1]) {
      const text = outsideText(36.8 + (sign * km) / 111.195, -121.9)
      expect(text.includes('Monterey Bay'), `${km} km`).toBe(isNamed)
    }
})

describe('bays and lagoons in the built data', () => {
  let library: Vicinage
  beforeAll(async () => {
    library = await builtVicinage()
  })

  it.each([
    ['Biscayne Bay', 25.65, -80.2],
    ['Biscayne Bay', 25.82, -80.165],
    ['Tampa Bay', 27.75, -82.5],
    ['Sarasota Bay', 27.37, -82.58],
    ['San Francisco Bay', 37.7, -122.27],
    ['San Pablo Bay', 38.05, -122.4],
    ['San Diego Bay', 32.665, -117.145],
    ['Galveston Bay', 29.5, -94.85],
    ['Corpus Christi Bay', 27.75, -97.3],
    ['Laguna Madre', 27, -97.42],
    ['Pensacola Bay', 30.42, -87.17],
  ])('are not scored, and their descriptions name the water: %s', (name, lat, lon) => {
    for (const { score, description } of Object.values(library.scores({ lat, lon })))
      expect([score, description]).toEqual([0, `Open water, in or near ${name}.`])
  })

  it.each([
    ['Star Island', 25.7775, -80.15],
    ['Key Biscayne', 25.693, -80.162],
    ['Treasure Island, Florida', 27.769, -82.769],
    ['Treasure Island, San Francisco', 37.823, -122.37],
    ['Harbor Island, San Diego', 32.7254, -117.2],
    ['Balboa Island', 33.606, -117.893],
    ['Sanibel', 26.44, -82.09],
    ['Key West', 24.555, -81.8],
    ['Padre Island', 27.61, -97.222],
  ])('do not extend over the land of %s', (_, lat, lon) => {
    expect(library.place({ lat, lon })).not.toBeNull()
  })
})
