import { beforeAll, describe, expect, it } from 'vitest'
import { getDimension } from '../../../src/answers/dimensions/catalog.ts'
import { EXACT } from '../../../src/base/geo/distance.ts'
import { openEngine } from '../../../src/explorer/app/engine/open-engine.ts'
import { differenceWords, ranked } from '../../../src/explorer/app/place/differences.ts'
import { namesIn } from '../../../src/explorer/app/search/comparison.ts'
import { find } from '../../../src/explorer/app/search/find.ts'
import type { Vicinage } from '../../../src/index.ts'
import { builtVicinage } from '../../library/built.ts'
import { runs } from '../../support/runs.ts'

/** Public buildings in neighborhoods where people live, and in neighborhoods where they work. */
const PAIRS: Readonly<Record<string, readonly (readonly [home: string, office: string])[]>> = {
  'Austin, TX': [
    ['2200 Hancock Dr', '301 W 2nd St'],
    ['1800 S 5th St', '1100 Congress Ave'],
    ['1161 Angelina St', '700 Lavaca St'],
    ['5833 Westminster Dr', '11501 Burnet Rd'],
    ['1600 Grove Blvd', '710 W Cesar Chavez St'],
    ['2505 Steck Ave', '3600 Presidential Blvd'],
    ['5500 Menchaca Rd', '201 E 2nd St'],
    ['2500 Exposition Blvd', '1500 Red River St'],
  ],
  'San Jose, CA': [
    ['1580 Naglee Ave', '200 E Santa Clara St'],
    ['1157 Minnesota Ave', '70 W Hedding St'],
    ['6445 Camden Ave', '1701 Airport Blvd'],
    ['2635 Aborn Rd', '345 Park Ave'],
    ['3355 Noble Ave', '150 E San Fernando St'],
    ['1780 Hillsdale Ave', '201 S Market St'],
    ['820 W 25th St', '525 W Santa Clara St'],
  ],
  'Los Angeles, CA': [
    ['2411 Glendale Blvd', '200 N Spring St'],
    ['1874 Hillhurst Ave', '630 W 5th St'],
    ['501 S Venice Blvd', '1 World Way'],
    ['1246 Glendon Ave', '111 S Grand Ave'],
    ['5027 Caspar Ave', '1201 S Figueroa St'],
    ['14245 Moorpark St', '5801 S Main St'],
    ['12006 Venice Blvd', '905 Wilshire Blvd'],
    ['2140 N Highland Ave', '3650 W Martin Luther King Jr Blvd'],
  ],
  'Miami, FL': [
    ['2875 McFarlane Rd', '101 W Flagler St'],
    ['2111 SW 19th St', '111 NW 1st St'],
    ['5050 W Flagler St', '2100 NW 42nd Ave'],
    ['531 NW 62nd St', '3500 Pan American Dr'],
    ['430 NE 61st St', '601 Biscayne Blvd'],
    ['9700 SW 107th Ave', '1320 S Dixie Hwy'],
    ['1103 SW 12th Ave', '1611 NW 12th Ave'],
  ],
}

describe('the question of whether a home is noisier than an office', () => {
  let vicinage: Vicinage
  const engine = openEngine(new URL('../../../dist-data/', import.meta.url))
  beforeAll(async () => {
    vicinage = await builtVicinage()
  })

  it.each(Object.entries(PAIRS))('has the same answer as in the library for pairs in %s', async (city, pairs) => {
    for (const [home, office] of pairs.slice(0, runs(pairs.length, 3))) {
      const names = namesIn(`${home}, ${city} vs ${office}, ${city}`)
      expect(names).toHaveLength(2)
      const places = await Promise.all(names.map(async (name) => (await find(engine, name)).place!))
      const answers = await Promise.all(
        places.map(({ lat, lon, radius = 0 }) => engine.explain('noise-levels', { lat, lon, radius })),
      )
      const [difference] = ranked([{ dimension: getDimension('noise-levels'), answers }])
      const words = differenceWords(difference)
      // The library computes the expected answer: the score of an exact place, or the range of scores around an
      // approximate place.
      const [a, b] = places.map(({ lat, lon, radius = 0 }) => {
        if (radius <= EXACT) return [1, 1].map(() => vicinage.score('noise-levels', { lat, lon }).score)
        const { p10, p90 } = vicinage.scoresAround({ lat, lon, radius }).scores['noise-levels']
        return [p10!, p90!]
      })
      const gap = Math.max(a[0] - b[1], b[0] - a[1])
      if (gap < 8) expect(words, `${home}, ${office}`).toMatch(/same|mostly/)
      else expect(words, `${home}, ${office}`).toMatch(a[0] > b[1] ? /^A: .*quieter than B/ : /^B: .*quieter than A/)
    }
  })

  it('is tested for thirty pairs, most of them located to within 1 km', async () => {
    const all = Object.entries(PAIRS).flatMap(([city, pairs]) => pairs.flat().map((one) => `${one}, ${city}`))
    expect(all).toHaveLength(60)
    const radii = all.map((address) => vicinage.geocode(address).radius ?? Number.POSITIVE_INFINITY)
    expect(radii.filter((radius) => radius <= 1000).length).toBeGreaterThan(40)
  })
})
