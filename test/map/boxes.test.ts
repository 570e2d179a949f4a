import { decode } from 'fast-png'
import { describe, expect, it } from 'vitest'
import { createMap } from '../../src/map/index.ts'
import { chequered, madeScores, placeOf, worldOf } from './made-scores.ts'

const bay = { west: -122.6, south: 37.2, east: -121.7, north: 38.1 }

describe('renderBox', () => {
  it('has the height of the projection and the scores of the pixel centres, band after band', () => {
    const image = decode(createMap(madeScores(chequered)).renderBox('walkability', bay, { width: 700 }))
    const [from, to] = [worldOf(bay.north, bay.west), worldOf(bay.south, bay.east)]
    expect(image.width).toBe(700)
    expect(image.height).toBe(Math.round((700 * (to.y - from.y)) / (to.x - from.x)))
    expect(image.width * image.height).toBeGreaterThan(5 * 65_536)
    const wrong: string[] = []
    for (let j = 0; j < image.height; j++)
      for (let i = 0; i < image.width; i++) {
        const x = from.x + ((i + 0.5) / image.width) * (to.x - from.x)
        const y = from.y + ((j + 0.5) / image.height) * (to.y - from.y)
        const { lat, lon } = placeOf(x, y)
        if (image.data[j * image.width + i] !== chequered(lat, lon)) wrong.push(`${i},${j}`)
      }
    expect(wrong).toEqual([])
  })

  it('draws one pixel and the largest side', () => {
    const map = createMap(madeScores(() => 7))
    expect([...decode(map.renderBox('flood', bay, { width: 1 })).data]).toEqual([7])
    const flat = { west: -180, south: 0, east: 180, north: 0.1 }
    const wide = decode(map.renderBox('flood', flat, { width: 8192 }))
    expect([wide.width, wide.height]).toEqual([8192, 2])
    expect(wide.data.every((score) => score === 7)).toBe(true)
  })

  it.each([
    [{ ...bay, east: bay.west }, 100, /west to east/],
    [{ ...bay, west: -121, east: -122 }, 100, /west to east/],
    [{ ...bay, west: -181 }, 100, /-180 to 180/],
    [{ ...bay, north: bay.south }, 100, /south to north/],
    [{ ...bay, north: 86 }, 100, /±85\.0511/],
    [{ ...bay, south: Number.NaN }, 100, /south to north/],
    [bay, 0, /whole number 1 to 8192/],
    [bay, 99.5, /whole number 1 to 8192/],
    [bay, 8193, /whole number 1 to 8192/],
    [{ ...bay, north: 60 }, 1000, /pixels high, at most 8192/],
  ])('refuses %j at %d pixels', (box, width, reason) => {
    const map = createMap(madeScores(() => 1))
    expect(() => map.renderBox('flood', box, { width })).toThrow(RangeError)
    expect(() => map.renderBox('flood', box, { width })).toThrow(reason)
  })
})
