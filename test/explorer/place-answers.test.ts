import { describe, expect, it } from 'vitest'
import { dimensions } from '../../src/dimensions/catalog.ts'
import { BundleEngine } from '../../src/explorer/engine/bundle-engine.ts'
import { askAbout, isSettled } from '../../src/explorer/place/place-answers.ts'
import { type Question, question } from '../../src/explorer/place/question.ts'
import { openVicinage } from '../../src/index.ts'

/** The answer when it is there. */
function settled<T>({ answer }: Question<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    answer.subscribe((now) => {
      if (now.state === 'ready') resolve(now.value)
      if (now.state === 'failed') reject(new Error(now.reason))
    })
  })
}

describe('a question', () => {
  it('drops the answer to a try that another one has followed', async () => {
    const answers: ((value: string) => void)[] = []
    const asked = question(() => new Promise<string>((resolve) => answers.push(resolve)))
    asked.again()
    answers[1]('second')
    await settled(asked)
    answers[0]('first')
    await Promise.resolve()
    expect(asked.answer.value).toEqual({ state: 'ready', value: 'second' })
  })

  it('tells why it failed, in one sentence, and asks again', async () => {
    let tries = 0
    const asked = question(async () => {
      if (++tries === 1) throw new Error('flood.bundle is damaged.')
      return 7
    })
    await expect(settled(asked)).rejects.toThrow('flood.bundle is damaged.')
    asked.again()
    expect(asked.answer.value).toEqual({ state: 'waiting' })
    expect(await settled(asked)).toBe(7)
  })

  it('has words for a failure without any', async () => {
    await expect(settled(question(() => Promise.reject(new Error('  '))))).rejects.toThrow('The answer did not come.')
    await expect(settled(question(() => Promise.reject(null)))).rejects.toThrow('The answer did not come.')
  })
})

describe('what is asked about a place', () => {
  const data = new URL('../../dist-data/', import.meta.url)
  const engine = new BundleEngine(data)

  it('is answered as the library answers it', async () => {
    const vicinage = await openVicinage({ data })
    const place = { lat: 37.7599, lon: -122.4148 }
    const answers = askAbout(engine, place, 'fire')
    expect([...answers.scores.keys()]).toEqual(dimensions.map(({ id }) => id))
    for (const [id, asked] of answers.scores) expect(await settled(asked)).toEqual(vicinage.explain(id, place))
    expect(isSettled(answers)).toBe(true)
    expect(await settled(answers.schools)).toEqual(vicinage.schools.schoolRatings(place))
    expect(await settled(answers.city)).toBe('San Francisco')
    const districts = (await settled(answers.districts)).map(({ outline, ...district }) => district)
    expect(districts).toEqual(vicinage.schools.districts(place).districts)
  })

  it('waits with all else for the score on the map, and no longer where that fails', async () => {
    const place = { lat: 37.7599, lon: -122.4148 }
    const asked: string[] = []
    let fail = () => {}
    const slow = {
      around: () => engine.around(place),
      cityNear: () => engine.cityNear(place),
      districts: () => engine.districts(place),
      schools: () => engine.schools(place),
      explain: (id: string) => {
        asked.push(id)
        if (id !== 'fire') return engine.explain(id, place)
        return new Promise<never>((_, reject) => {
          fail = () => reject(new Error('fire.bundle is damaged.'))
        })
      },
    }
    const answers = askAbout(slow, place, 'fire')
    await settled(answers.around)
    await expect.poll(() => asked).toEqual(['fire'])
    fail()
    await expect(settled(answers.scores.get('fire')!)).rejects.toThrow('fire.bundle is damaged.')
    await settled(answers.schools)
    await expect.poll(() => isSettled(answers)).toBe(true)
    expect([...asked].sort()).toEqual(dimensions.map(({ id }) => id).sort())
  })

  it('loads nothing for a place outside the coverage, and says what the library says of its scores', async () => {
    const loaded: string[] = []
    const lazy = new BundleEngine(data)
    lazy.onLoading(({ file }) => loaded.push(file))
    const place = { lat: 40.7, lon: -74 }
    const answers = askAbout(lazy, place, 'walkability')
    const vicinage = await openVicinage({ data, dimensions: ['walkability'], schools: false, geocoder: false })
    expect(await settled(answers.scores.get('walkability')!)).toMatchObject(vicinage.score('walkability', place))
    expect(await settled(answers.around)).toBeNull()
    expect(await settled(answers.city)).toBeNull()
    expect(await settled(answers.districts)).toEqual([])
    expect((await settled(answers.schools)).schools).toEqual([])
    expect(new Set(loaded)).toEqual(new Set(['geography.bundle']))
  })
})
