import { decode } from 'fast-png'
import { beforeAll, describe, expect, it } from 'vitest'
import { sharedPicture } from '../../../src/explorer/site/shared-picture.ts'
import { readView, sharedPage } from '../../../src/explorer/site/shared-view.ts'
import type { Vicinage } from '../../../src/index.ts'
import { builtVicinage } from '../../library/built.ts'

describe('a shared view', () => {
  let vicinage: Vicinage
  beforeAll(async () => {
    vicinage = await builtVicinage()
  })
  const page = (query: string) => sharedPage(vicinage, new URLSearchParams(query), 'https://a.example/explore/')
  const content = (html: string, property: string) =>
    new RegExp(`<meta property="${property}" content="([^"]*)">`).exec(html)?.[1]

  it('has a title, description and picture of the place, with coordinates rounded to 100 m', () => {
    const html = page('score=noise-levels&place=30.267234,-97.743112&map=13.00/30.2672/-97.7431')
    const { percentile } = vicinage.explain('noise-levels', { lat: 30.267, lon: -97.743 })
    expect(content(html, 'og:title')).toBe('Noise levels: 30.267, -97.743, Travis County, Texas')
    expect(content(html, 'og:description')).toContain(percentile!.text.slice(0, -1))
    expect(content(html, 'og:image')).toMatch(/^https:\/\/a\.example\/explore\/s\.png\?.*place=30\.267%2C-97\.743(&|$)/)
    expect(html).toContain('content="0; url=./#map=13.00%2F30.267%2F-97.743&amp;score=noise-levels')
    expect(html).not.toMatch(/30\.26723|97\.74311/)
  })

  it('names cities and ZIPs, and compares places', () => {
    const html = page('score=flood&place=29.760,-95.370,40000,city:TX:Houston&with=25.762,-80.192/90.5,0')
    expect(content(html, 'og:title')).toBe('Flood risk: Houston, TX or 25.762, -80.192, Miami-Dade County, Florida')
    expect(content(html, 'og:description')).toMatch(
      /^Houston, TX: .*flood risk \(estimate\); 25\.762, -80\.192, Miami-Dade County, Florida: .*flood risk \(estimate\)/,
    )
    expect(content(page('place=34.1,-118.41,4000,zip:90210'), 'og:title')).toMatch(/: ZIP 90210$/)
  })

  it('escapes all text from the query', () => {
    for (const query of [
      '',
      'score=nothing&place=1,2,3,4,5',
      'place=40.7,-74',
      `place=30.2,-97.7,50,city:TX:${encodeURIComponent('"><script>alert(1)</script>')}`,
      `only=${encodeURIComponent('"><img src=x>')}&map=${'9'.repeat(5000)}`,
    ]) {
      const html = page(query)
      expect(html).not.toMatch(/<script|<img|9{100}/)
      expect(html.match(/<meta /g)?.length).toBe(page('').match(/<meta /g)?.length)
      expect(content(html, 'og:title')).not.toBe('')
    }
    expect(content(page('place=40.7,-74'), 'og:image')).toBe('https://a.example/explore/preview.png')
    expect(sharedPage(null, new URLSearchParams('score=flood'))).toContain('Open the map')
  })

  it('has a picture with a marker at the place, or no picture outside the covered states', () => {
    const view = readView(new URLSearchParams('score=walkability&place=30.267,-97.743'), vicinage)
    const { width, height, data } = decode(sharedPicture(vicinage, view, null)!)
    expect([width, height]).toEqual([1200, 630])
    const plain = decode(sharedPicture(vicinage, { ...view, places: [{ ...view.places[0], lon: -97.7 }] }, null)!)
    const at = (picture: typeof data, x: number, y: number) =>
      [0, 1, 2].map((channel) => picture[3 * (y * width + x) + channel])
    expect(at(data, 850, 294)).not.toEqual(at(data, 850, 330))
    // The text beside the map is antialiased: some pixels have neither the text color nor the background color.
    const shades = new Set(Array.from({ length: 500 * 60 }, (_, i) => `${at(data, i % 500, 40 + Math.floor(i / 500))}`))
    expect(shades.size).toBeGreaterThan(20)
    expect(data).not.toEqual(plain.data)
    expect(sharedPicture(vicinage, { ...view, places: [] }, null)).toBeNull()
    const outside = readView(new URLSearchParams('place=40.7,-74'), vicinage)
    expect(sharedPicture(vicinage, outside, null)).toBeNull()
  })
})
