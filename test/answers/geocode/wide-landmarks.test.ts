import { describe, expect, it } from 'vitest'
import { landmarkColumns, NamedPlaces } from '../../../src/answers/geocode/names/named-places.ts'
import { dataFolder } from '../../../src/data/bundle/disk-folder.ts'
import { builtVicinage } from '../../library/built.ts'
import { openFile } from '../../library/fixtures/folder.ts'

const vicinage = await builtVicinage()
const columns = landmarkColumns((await openFile(dataFolder(), 'landmarks.bundle'))!)
const named = new NamedPlaces([], columns)

describe('a landmark wider than 3 km', () => {
  it.each([
    ['Walnut Creek Greenbelt, Austin', 'landmark'],
    ['Brushy Creek Greenbelt, Austin', 'landmark'],
    ['Grassy Waters Preserve', 'landmark'],
    ['Yosemite National Park', 'landmark'],
    ['Yosemite Valley', 'landmark'],
    ['Padre Island National Seashore', 'landmark'],
    ['Lake Tahoe', 'landmark'],
    ['Lake Okeechobee', 'landmark'],
    ['Mammoth Mountain', 'landmark'],
    ['Kennedy Space Center', 'landmark'],
    ['Walt Disney World', 'landmark'],
    ['Silicon Valley', 'neighborhood'],
    ['Napa Valley', 'neighborhood'],
    ['Lake Nona, Orlando', 'neighborhood'],
    ['Clear Lake, Houston', 'neighborhood'],
    ['Catalina Island', 'neighborhood'],
  ])('has the layer `neighborhood` if people live there, and `landmark` otherwise: %s is a %s', (text, layer) => {
    expect(vicinage.geocode(text)).toMatchObject({ ok: true, layer })
  })

  it('is not classified as a neighborhood if an official list contains it as a park', () => {
    const wrong: string[] = []
    let wide = 0
    for (let i = 0; i < named.count; i++) {
      const { name, layer, radius, rank } = named.place(i)
      if (radius > 3000) wide++
      if (layer === 'neighborhood' && (rank < 3 || /\b(national|preserve|greenbelt|trail|state park)\b/i.test(name)))
        wrong.push(name)
    }
    expect(wide).toBeGreaterThan(60)
    expect(wrong).toEqual([])
  })

  it('cannot be used as an area by name', () => {
    expect(() => vicinage.area('Walnut Creek Greenbelt, Austin')).toThrow('There is no neighborhood')
    const park = vicinage.geocode('Walnut Creek Greenbelt, Austin')
    expect(vicinage.area(park).boundary).toBe('exact')
  })
})
