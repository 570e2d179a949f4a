import { beforeAll, describe, expect, it } from 'vitest'
import { LONGEST_DESCRIPTION } from '../../../src/answers/dimensions/words.ts'
import { openBundle, readManifest } from '../../../src/data/bundle/data-folder.ts'
import { dataFolder } from '../../../src/data/bundle/disk-folder.ts'
import { Geography } from '../../../src/data/geography.ts'
import type { Vicinage } from '../../../src/library/vicinage.ts'
import { builtVicinage } from '../../library/built.ts'

/**
 * Interval between the block groups that are checked. Every tenth block group makes about 5,800 places, with fourteen
 * sentences each. `SENTENCES_EVERY=1` checks all of them.
 */
const EVERY = Number(process.env.SENTENCES_EVERY ?? 10)

/** Phrases that explain why a place is hard for dogs although a park is nearby. */
const hardWords = /little room for yards|less green than|little in reach on foot/

describe('place descriptions at block group centers', () => {
  let library: Vicinage
  let places: { lat: number; lon: number }[]
  beforeAll(async () => {
    library = await builtVicinage()
    const folder = dataFolder('dist-data')
    const { bundles } = await readManifest(folder)
    const geography = new Geography(await openBundle(folder, bundles.find(({ id }) => id === 'geography')!))
    places = Array.from({ length: Math.ceil(geography.size / EVERY) }, (_, i) => geography.getCenter(EVERY * i))
  })

  it('contain the same facts in US units as in metric units', () => {
    const withoutQuantities = (text: string) =>
      text
        .replaceAll(/ \((?:[\d.,]+ )?(?:per )?(?:hectares?|km²|km|m)\)/g, '')
        .replaceAll(/(?:[\d.,]+ )?(?<!\w)(?:square mile|miles?|feet|foot|acres?|hectares?|km²|km|m)(?!\w)/g, '#')
        .replaceAll(/(?:[\d.,]+ )?(?:homes?|people|person) per/g, '# per')
    const wrong: string[] = []
    let longest = 0
    for (const [i, place] of places.entries()) {
      if (i % 4 !== 0) continue
      const radius = i % 8 === 0 ? { radius: 3000 } : {}
      const [us, metric] = (['us', 'metric'] as const).map((units) =>
        Object.values(library.scores({ ...place, ...radius }, { units })).map(({ description }) => description ?? ''),
      )
      for (const [d, text] of us!.entries()) {
        longest = Math.max(longest, text.length)
        if (withoutQuantities(text) !== withoutQuantities(metric![d]!)) wrong.push(`${text} / ${metric![d]}`)
      }
    }
    expect(wrong.slice(0, 10)).toEqual([])
    expect(longest).toBeLessThanOrEqual(LONGEST_DESCRIPTION)
    expect(longest).toBeGreaterThan(LONGEST_DESCRIPTION - 10)
  })

  it('are short, contain a year and are free of contradictions', () => {
    const wrong: string[] = []
    const fault = (what: string, text: string) => {
      if (wrong.length < 20) wrong.push(`${what}: ${text}`)
    }
    for (const place of places) {
      let densities = 0
      for (const { score, description } of Object.values(library.scores(place))) {
        if (!score || !description) continue
        if (description.length > LONGEST_DESCRIPTION) fault(`${description.length} characters`, description)
        if (!/(19|20)\d\d/.test(description) && !/No flood map in this package/.test(description))
          fault('no year', description)
        if (/homes? per /.test(description)) densities++
        const particles = Number(/PM2\.5\) ([\d.]+)/.exec(description)?.[1] ?? 0)
        const [, sum = '', sources = ''] = /^[^:]+: estimated (\d+) dB on .+? \((.+?), data/.exec(description) ?? []
        if (sum !== '' && [...sources.matchAll(/(\d+) dB/g)].some(([, db]) => Number(db) > Math.max(30, Number(sum))))
          fault('a source louder than all together', description)
        const index = Number(/AQI averages about (\d+)/.exec(description)?.[1] ?? 0)
        if (index > 0 && /^Good air/.test(description) !== index <= 50) fault("not EPA's category", description)
        if (particles > 9 && !/above the federal limit/.test(description)) fault('above the standard', description)
        if (/ %/.test(description)) fault('a space before the percent sign', description)
        if (/appealing/i.test(description)) fault('beauty', description)
        for (const [, percent] of description.matchAll(/ than (?:where )?(\d+)%/g))
          if (Number(percent) < 50) fault('a percentage to be turned round', description)
        if (/No flood map/.test(description) && /(low|moderate|some) flood risk|homes?\b/i.test(description))
          fault('an estimate that reassures', description)
        if (/^(Quiet|Very quiet|Nature sounds).*known by tract only/.test(description))
          fault('quiet beside an unknown highway', description)
        if (/nature sounds/i.test(description) && /road (4[2-9]|[5-9]\d) dB/.test(description))
          fault('not nature alone', description)
        const [, young, old] = /(\d+)% under 18, \d+% aged 18-64, (\d+)% 65/.exec(description) ?? []
        if (
          /balanced/i.test(description) &&
          (Number(young) < 15 || Number(young) > 29 || Number(old) < 11 || Number(old) > 23)
        )
          fault('not balanced', description)
      }
      const all = library.scores(place)
      const [dogs, sights, industry] = ['dog-friendliness', 'visual-appeal', 'industrial-proximity'].map(
        (id) => all[id as 'flood'].description ?? '',
      )
      if (/every home of this census tract is near a park/.test(dogs) && /fewer parks/.test(sights))
        fault('a park near and not', `${dogs} ${sights}`)
      if (/^Hard for dogs/.test(dogs) && /(every home|[5-9]\d%) .*near a park/.test(dogs) && !hardWords.test(dogs))
        fault('a park near, and no reason why it is hard', dogs)
      if (/^Residential/.test(industry) && /more industry/.test(sights))
        fault('industry and none', `${industry} ${sights}`)
      if (densities > 1) fault('densities of homes', `${densities} at ${place.lat}, ${place.lon}`)
    }
    expect(wrong).toEqual([])
  })
})
