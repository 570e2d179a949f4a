import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { type DimensionId, getDimension } from '../../../../src/answers/dimensions/catalog.ts'
import { chanceText } from '../../../../src/answers/dimensions/flood.ts'
import { wordsOfBand } from '../../../../src/answers/dimensions/words.ts'
import { EXACT } from '../../../../src/base/geo/distance.ts'
import { readBox } from '../../../../src/explorer/app/area/area-link.ts'
import { openEngine } from '../../../../src/explorer/app/engine/open-engine.ts'
import type { Vicinage } from '../../../../src/index.ts'
import { builtVicinage } from '../../../library/built.ts'
import { drawn, hashOf, inChromium, placeIn } from './explorer-page.ts'

/**
 * One user action: typing a string, pressing a key, clicking a named element (`button:Compare…`) or the map's center,
 * choosing a score, and so on.
 */
type Action =
  | readonly ['type', string]
  | readonly ['press', 'Enter' | 'ArrowDown']
  | readonly ['click', string]
  | readonly ['click map']
  | readonly ['move pin']
  | readonly ['list', string]
  | readonly ['score', string]
  | readonly ['slide', string]
  | readonly ['file', string]

/** A selector for the element with an answer, and the text that it must contain. */
type Reading = readonly [selector: string, text: string | RegExp]

interface Task {
  readonly question: string
  /** End of the link that the user starts with. If omitted, the user starts without a link. */
  readonly from?: string
  readonly actions: readonly Action[]
  /** Returns the answer, computed by the library or by hand. */
  readonly answer: (vicinage: Vicinage, page: Page) => readonly Reading[] | Promise<readonly Reading[]>
}

const MAX_ACTIONS = 4
const [HOME, OFFICE] = ['4301 Avenue G, Austin, TX 78751', '1100 Congress Ave, Austin, TX 78701']
const DOWNTOWN = { lat: 30.2672, lon: -97.7431 }
const austin = `#map=13/${DOWNTOWN.lat}/${DOWNTOWN.lon}`
const [start, chosen] = [austin, `${austin}&place=${DOWNTOWN.lat},${DOWNTOWN.lon}`]
const row = (id: DimensionId) => `.scores [data-dimension=${id}]`
const compared = (id: DimensionId) => `.compared [data-dimension=${id}] .by`
const find = (text: string): readonly Action[] => [
  ['type', text],
  ['press', 'Enter'],
]

const tasks: readonly Task[] = [
  {
    question: 'Is my home noisier than my office?',
    actions: find(`${HOME} vs ${OFFICE}`),
    answer: (vicinage) => [
      [compared('noise-levels'), quieter([HOME, OFFICE].map((at) => range(vicinage, at, 'noise-levels')))],
    ],
  },
  {
    question: 'Where near San Antonio is it walkable, with moderate noise?',
    actions: [...find('San Antonio, TX'), ['click', 'button:Walkable, moderate noise'], ['click', 'button:List areas']],
    answer: (_, page) => listed(page, ['walkability', 128], ['noise-levels', 153]),
  },
  {
    question: 'Where near San Diego is it as quiet and walkable as it gets?',
    actions: [
      ...find('quiet and walkable near San Diego'),
      ['click', 'button:List areas'],
      ['click', 'button:Loosen each condition by one step'],
    ],
    answer: (_, page) => listed(page, ['noise-levels', 153], ['walkability', 128]),
  },
  {
    question: 'Which school district is this, and how good?',
    actions: find(OFFICE),
    answer: (vicinage) => {
      const [{ name, rating }] = vicinage.schools.districts(placeOf(vicinage, OFFICE)).districts
      return [['.district .title', `${name} rated ${rating} of`]]
    },
  },
  {
    question: 'Which elementary school is nearest, and how good is it?',
    actions: [...find(HOME), ['click', 'radio:Elementary']],
    answer: (vicinage) => {
      const place = placeOf(vicinage, HOME)
      const [{ geoid }] = vicinage.schools.districts(place).districts
      const { schools } = vicinage.schools.nearestCampuses({ ...place, level: 'elementary' })
      // Schools of the home's district come first.
      const { name, rating } = schools.find(({ lea_id }) => lea_id === geoid)!
      return [
        [
          '.schools .school-rows li:first-child',
          new RegExp(`^${name} ${rating === null ? 'not rated' : `rated ${rating} of`}`),
        ],
      ]
    },
  },
  {
    question: 'How likely is a flood at this address in Houston?',
    actions: find('29.7604, -95.3698'),
    answer: (vicinage) => {
      const chance = chanceText(vicinage.score('flood', { lat: 29.7604, lon: -95.3698 }).score)
      return [
        [row('flood'), /No flood map in this package; FEMA has one/],
        ['.summed-up', new RegExp(`flood risk \\(estimate: ${chance}\\)`)],
      ]
    },
  },
  {
    question: 'Is there a fire hazard in these hills?',
    actions: find('34.1200, -118.3400'),
    answer: (vicinage) => [
      [row('fire'), afterOpening(vicinage.score('fire', { lat: 34.12, lon: -118.34 }).description!)],
    ],
  },
  {
    question: 'Is a house in Texas safe from fire? Nothing is mapped there.',
    actions: find('31.5493, -97.1467'),
    answer: () => [[row('fire'), /No fire map outside California.*covers California only/]],
  },
  {
    question: 'Does Malibu or Pasadena have a fire map that still holds?',
    actions: find('Malibu, CA vs Pasadena, CA'),
    answer: () => [['.largest', /Fire hazard A: .*None has a current fire map: check CAL FIRE/s]],
  },
  {
    question: 'How walkable is 90210?',
    actions: [...find('90210'), ['click', `css:${row('walkability')} summary`]],
    answer: (vicinage) => [[`${row('walkability')} .number`, range(vicinage, '90210', 'walkability').join('-')]],
  },
  {
    question: 'Which of four cities is the quietest?',
    actions: find('Fresno, CA vs Laredo, TX vs Miami, FL vs Waco, TX'),
    answer: (vicinage) => {
      const cities = ['Fresno, CA', 'Laredo, TX', 'Miami, FL', 'Waco, TX']
      const ranges = cities.map((city) => range(vicinage, city, 'noise-levels'))
      return [
        [compared('noise-levels'), quieter(ranges)],
        ['.compared thead th:nth-child(3)', 'Miami'],
        ...ranges.map(
          (one, i): Reading => [
            `.compared [data-dimension=noise-levels] .cells > td:nth-child(${i + 1}) .value`,
            one.join('-'),
          ],
        ),
      ]
    },
  },
  {
    question: 'Is the air good in Fresno, and how do you know?',
    actions: [...find('36.7378, -119.7871'), ['click', `css:${row('air-quality')} summary`]],
    answer: (vicinage) => {
      const { inputs, sources } = vicinage.explain('air-quality', { lat: 36.7378, lon: -119.7871 })
      return [
        [`${row('air-quality')} .facts`, inputs[0].name],
        [`${row('air-quality')} .facts`, sources[0].title],
      ]
    },
  },
  {
    question: 'Where in this city is it loud?',
    from: start,
    actions: [['score', 'Noise levels']],
    answer: async (_, page) => {
      await drawn(page)
      return [['.legend', /Noise levels.*extreme noise.*nature sounds/s]]
    },
  },
  {
    question: 'How many people live in Austin?',
    actions: [...find('Austin, TX'), ['click', 'button:Austin']],
    answer: (vicinage) => [['.area-summary', people(vicinage.area({ city: 'Austin', state: 'TX' }).people)]],
  },
  {
    question: 'How many people live in what I see?',
    from: chosen,
    actions: [['click', 'button:What the map shows']],
    answer: async (vicinage, page) => [['.area-summary', people(vicinage.area(await shownBox(page)).people)]],
  },
  {
    question: 'What is it like where I am?',
    actions: [['click', 'css:.search .here']],
    answer: (vicinage) => [
      ['#place h2', 'Downtown, Austin'],
      [`${row('liveliness')} .lead`, vicinage.explain('liveliness', DOWNTOWN).percentile!.text.slice(0, -1)],
    ],
  },
  {
    question: 'How do I send this place to a friend?',
    from: chosen,
    actions: [['click', 'button:Copy link']],
    answer: async (_, page) => {
      await page.getByText('Copied: the link to this view.').waitFor()
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await page.evaluate(() => location.href))
      return [['.take-away', 'Copied: the link to this view.']]
    },
  },
  {
    question: 'What does walkability mean here, and who says so?',
    from: start,
    actions: [['click', 'button:What it means']],
    answer: (vicinage) => [['dialog[open]', vicinage.explain('walkability', DOWNTOWN).sources[0].title]],
  },
  {
    question: 'Is it livelier here than in the middle of the map?',
    from: `${austin}&place=30.3050,-97.7290`,
    actions: [['click', 'button:Compare with another place'], ['click map']],
    answer: async (vicinage, page) => {
      await page.waitForFunction(() => location.hash.includes('with='))
      const [, lat, lon] = /with=(-?[\d.]+),(-?[\d.]+)/.exec(await hashOf(page))!
      const [here, there] = [
        { lat: 30.305, lon: -97.729 },
        { lat: Number(lat), lon: Number(lon) },
      ].map((place) => vicinage.score('liveliness', place).score)
      const by = Math.abs(here - there)
      const words =
        by < 8 ? /same/ : new RegExp(`^${here > there ? 'A: .*livelier than B' : 'B: .*livelier than A'} \\(${by} `)
      return [[compared('liveliness'), words]]
    },
  },
  {
    question: 'What are the scores of the places in my file?',
    actions: [
      ['click', 'button:Score a file'],
      ['file', 'name,lat,lon\nAustin,30.2672,-97.7431\nMiami,25.7617,-80.1918\n'],
      ['click', 'button:Score 2 rows'],
    ],
    answer: () => [['dialog[open]', '2 of 2 rows scored']],
  },
  {
    question: 'How many students has the nearest school for each teacher?',
    actions: [...find('30.2953, -97.7248'), ['click', 'css:.schools .school-rows li:first-child button']],
    answer: (vicinage) => {
      const place = { lat: 30.2953, lon: -97.7248 }
      const [{ geoid }] = vicinage.schools.districts(place).districts
      const { nces_id } = vicinage.schools.nearestCampuses(place).schools.find(({ lea_id }) => lea_id === geoid)!
      const { name, student_teacher_ratio: ratio } = vicinage.schools.school({ nces_id })
      return [['.school-card', new RegExp(`${name}.*Students per teacher ${ratio}`)]]
    },
  },
  {
    question: 'Where near Orlando is it walkable, with moderate noise and less flood risk?',
    actions: [
      ...find('Orlando, FL'),
      ['click', 'button:Walkable, moderate noise, less flood risk'],
      ['click', 'button:List areas'],
    ],
    answer: async (_, page) => [
      ...(await listed(page, ['walkability', 128], ['noise-levels', 153], ['flood', 100])),
      ['.best-areas li', /flood risk or low flood risk: \d+% of people \(estimate\)/],
    ],
  },
  {
    question: 'How many people live in what my friend drew?',
    from: `${austin}&area=shape:30.26000,-97.76000/30.26000,-97.72000/30.29000,-97.74000`,
    actions: [
      ['click', 'button:Share'],
      ['click', 'button:Copy link'],
    ],
    answer: async (vicinage, page) => {
      const ring = [-97.76, 30.26, -97.72, 30.26, -97.74, 30.29, -97.76, 30.26]
      const corners = Array.from({ length: 4 }, (_, i) => ring.slice(2 * i, 2 * i + 2))
      const drawn = vicinage.area({ type: 'Polygon', coordinates: [corners] })
      expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('area=shape:30.26000,-97.76000/')
      await page.keyboard.press('Escape')
      return [['.area-summary', people(drawn.people)]]
    },
  },
  {
    question: 'Is this city safe from fire? Few of its people have a map.',
    actions: find('Glendale, CA'),
    answer: (vicinage) => {
      const { lat, lon, radius } = placeOf(vicinage, 'Glendale, CA')
      const { without_data: without } = vicinage.scoresAround({ lat, lon, radius: Math.ceil(radius) }).scores.fire
      expect(without).toBeGreaterThan(0.5)
      const words = `Only ${Math.round(100 * (1 - without))}% of residents are in a mapped area (very high fire hazard)`
      return [
        ['.summed-up', `${words}; for the rest, fire hazard is unknown.`],
        [`${row('fire')} .lead`, words],
      ]
    },
  },
  {
    question: 'How walkable is my house, a little beside the middle of its ZIP?',
    actions: [...find('78704'), ['move pin']],
    answer: async (vicinage, page) => {
      await page.waitForFunction(() => /place=[^,]+,[^,&]+(&|$)/.test(location.hash))
      const { percentile } = vicinage.explain('walkability', placeIn(await hashOf(page)))
      return [[`${row('walkability')} .lead`, percentile!.text.slice(0, -1)]]
    },
  },
  {
    question: 'What are the scores of the addresses on my list?',
    actions: [
      ['click', 'button:Score a file'],
      ['list', '30.2672, -97.7431\n90210\n'],
      ['click', 'button:Use this list'],
      ['click', 'button:Score 2 rows'],
    ],
    answer: () => [['dialog[open]', '2 of 2 rows scored']],
  },
  {
    question: 'Can I take it with me on paper?',
    from: chosen,
    actions: [['click', 'button:Print']],
    answer: async (vicinage, page) => {
      await page.emulateMedia({ media: 'print' })
      const [{ name }] = vicinage.schools.districts(DOWNTOWN).districts
      return [
        ['.report h2', 'Downtown, Austin'],
        ['.report .schools', name],
      ]
    },
  },
  {
    question: 'What did I look at yesterday?',
    from: '#map=12/34.09/-118.41&place=34.08902,-118.40721,4561,zip:90210&score=walkability',
    actions: [],
    answer: (vicinage) => {
      const { p10, p90 } = vicinage.scoresAround({ lat: 34.08902, lon: -118.40721, radius: 4561 }).scores.walkability
      return [
        ['#place h2', 'ZIP 90210'],
        [`${row('walkability')} .lead`, wordsOfBand(getDimension('walkability').ladder, p10!, p90!)],
      ]
    },
  },
  {
    question: 'What about Las Vegas? There are no data.',
    actions: find('36.1699, -115.1398'),
    answer: () => [['#place', 'There are no scores here: the data covers only land in California, Texas and Florida']],
  },
  {
    question: 'Which areas fit me best? I want quiet and clean air.',
    from: start,
    actions: [
      ['slide', 'Quieter'],
      ['slide', 'Cleaner air'],
      ['click', 'button:List areas'],
    ],
    answer: (_, page) => bestFits(page, ['noise-levels', 'air-quality']),
  },
]

// Turns off the map's flight animations, which would take most of the time.
const DESK: BrowserContextOptions = { viewport: { width: 1366, height: 800 }, reducedMotion: 'reduce' }
const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  reducedMotion: 'reduce',
}
const ALLOWED: BrowserContextOptions = {
  geolocation: { latitude: DOWNTOWN.lat, longitude: DOWNTOWN.lon },
  permissions: ['geolocation', 'clipboard-read', 'clipboard-write'],
}
/** Folder for screenshots of the answers, if requested. */
const { SCREENS } = process.env

inChromium(
  'a task of the explorer',
  (explorer) => {
    let vicinage: Vicinage
    beforeAll(async () => {
      vicinage = await builtVicinage()
    })

    it('requires at most four actions', () => {
      for (const { question, actions } of tasks) expect(actions.length, question).toBeLessThanOrEqual(MAX_ACTIONS)
    })

    const expectDone = async (task: Task, name: string, screen: BrowserContextOptions, act: typeof byPointer) => {
      const opened = await explorer.visit(task.from ?? '', { ...screen, ...ALLOWED })
      const { page } = opened
      await page.locator('.map canvas').first().waitFor()
      for (const action of task.actions) {
        await act(page, action)
        // Wait until the search is on the map before the next step.
        if (action[0] === 'press') await page.waitForFunction(() => /place=|only=/.test(location.hash))
      }
      const shot = async (part: number) => {
        if (SCREENS === undefined) return
        mkdirSync(SCREENS, { recursive: true })
        await page.screenshot({ path: join(SCREENS, `${tasks.indexOf(task) + 1}-${name}-${part}.png`) })
      }
      for (const [part, [selector, text]] of (await task.answer(vicinage, page)).entries()) {
        const read = page.locator(selector).first()
        const wanted = typeof text === 'string' ? expect.stringContaining(text) : expect.stringMatching(text)
        await expect.poll(() => textOf(read), { timeout: 60_000 }).toEqual(wanted)
        if (part === 0) await shot(0)
        await read.scrollIntoViewIfNeeded()
        expect(await read.isVisible()).toBe(true)
        if (part === 0) await shot(1)
      }
      explorer.leave(opened)
      // A scored file would stay in the window even with another link.
      if (task.actions.some(([kind]) => kind === 'file' || kind === 'list')) await page.context().close()
    }

    // Tasks alternate between phone and desktop, and of the first 24 tasks only a quarter run. EVERY_WALK=1 runs all
    // tasks on both, before a release.
    const half = (odd: 0 | 1) =>
      tasks
        .filter((_, i) => process.env.EVERY_WALK || (i % 2 === odd && (i < 2 || i % 8 < 2 || i >= 24)))
        .map((task) => [task.question, task] as const)

    it.each(half(0))('can be completed on a phone: %s', (_, task) => expectDone(task, 'phone', PHONE, byPointer))

    // A person with a mouse can also use the keyboard. explorer.slow.test.ts tests the pointer on a desktop.
    it.each(half(1))('can be completed on a desktop by keyboard alone: %s', (_, task) =>
      expectDone(task, 'desk', DESK, byKeyboard),
    )
  },
  { draws: SCREENS !== undefined },
)

/** Performs an action as a mouse or a finger does. */
async function byPointer(page: Page, action: Action): Promise<void> {
  switch (action[0]) {
    case 'type':
      return page.locator('#search-text').fill(action[1])
    case 'press':
      return page.locator('#search-text').press(action[1])
    case 'click':
      return (await target(page, action[1])).click()
    case 'click map':
      return page.locator('.map canvas').first().click()
    case 'list':
      return page.locator('#batch-list').fill(action[1])
    case 'move pin': {
      const { x, y } = (await page.locator('.map .marker').boundingBox())!
      await page.mouse.move(x + 15, y + 15)
      await page.mouse.down()
      await page.mouse.move(x + 45, y + 35, { steps: 5 })
      return page.mouse.up()
    }
    case 'score': {
      const radio = page.getByRole('radio', { name: new RegExp(`^${action[1]}`) })
      if ((await radio.count()) > 0) return radio.check()
      await page.getByRole('combobox', { name: 'Score on the map' }).selectOption({ label: action[1] })
      return
    }
    case 'slide': {
      const slider = page.getByRole('slider', { name: action[1] })
      await slider.scrollIntoViewIfNeeded()
      const { x, y, width, height } = (await slider.boundingBox())!
      return page.mouse.click(x + width - 8, y + height / 2)
    }
    case 'file':
      return page.locator('input[type=file]').setInputFiles(csv(action[1]))
  }
}

/** Performs an action without a pointer: by Tab, arrows, Enter and the space bar. */
async function byKeyboard(page: Page, action: Action): Promise<void> {
  switch (action[0]) {
    case 'type':
      await tabTo(page, page.locator('#search-text'))
      await page.keyboard.press('Control+A')
      return page.keyboard.type(action[1])
    case 'press':
      return page.keyboard.press(action[1])
    case 'click': {
      const wanted = await target(page, action[1])
      const isRadio = action[1].startsWith('radio:')
      if (!isRadio) {
        await tabTo(page, wanted)
        return page.keyboard.press('Enter')
      }
      // Tab moves to the checked radio button of a group, and the arrow keys move to the others.
      await tabTo(page, wanted.locator('xpath=ancestor::fieldset').getByRole('radio', { checked: true }))
      while (!(await wanted.isChecked())) await page.keyboard.press('ArrowRight')
      return
    }
    case 'click map':
      await tabTo(page, page.locator('.map canvas').first())
      return page.keyboard.press('Enter')
    case 'list':
      await tabTo(page, page.locator('#batch-list'))
      return page.keyboard.insertText(action[1])
    case 'move pin':
      await tabTo(page, page.locator('.map .marker'))
      for (let i = 0; i < 5; i++) await page.keyboard.press('ArrowRight')
      return page.keyboard.press('Enter')
    case 'score': {
      const wanted = page.getByRole('radio', { name: new RegExp(`^${action[1]}`) })
      await tabTo(page, page.locator('.dimensions').getByRole('radio', { checked: true }))
      while (!(await wanted.isChecked())) await page.keyboard.press('ArrowDown')
      return
    }
    case 'slide':
      await tabTo(page, page.getByRole('slider', { name: action[1] }))
      return page.keyboard.press('End')
    case 'file': {
      const chooser = page.waitForEvent('filechooser')
      await tabTo(page, page.locator('input[type=file]'))
      await page.keyboard.press('Enter')
      return (await chooser).setFiles(csv(action[1]))
    }
  }
}

const MAX_TABS = 250

async function tabTo(page: Page, wanted: Locator): Promise<void> {
  await wanted.first().waitFor()
  for (let i = 0; i < MAX_TABS; i++) {
    if (await wanted.first().evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not lead to ${wanted}.`)
}

/** Returns the first element that matches a string such as `button:Find`, `radio:High` or `css:.here`. */
async function target(page: Page, words: string): Promise<Locator> {
  const [, kind, name] = /^(button|radio|css):(.*)$/s.exec(words)!
  const all =
    kind === 'css'
      ? page.locator(name)
      : page.getByRole(kind as 'button' | 'radio', {
          name: kind === 'button' && /\d|What/.test(name) ? new RegExp(`^${name}`) : name,
          exact: true,
        })
  await all.first().waitFor()
  return all.first()
}

function csv(text: string) {
  return { name: 'places.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
}

/** Returns the text in one line, or an empty string if the element does not exist. */
async function textOf(part: Locator): Promise<string> {
  if ((await part.count()) === 0) return ''
  return (await part.innerText()).replaceAll(/\s+/g, ' ').trim()
}

/** Geocodes an address and rounds its coordinates to six decimals, as the page does. */
function placeOf(vicinage: Vicinage, address: string): { lat: number; lon: number; radius: number } {
  const { lat, lon, radius } = vicinage.geocode(address)
  return { lat: Number(lat!.toFixed(6)), lon: Number(lon!.toFixed(6)), radius: radius! }
}

/**
 * Returns the range of scores of the people around an address: a single number if both ends are equal, or if the
 * address is exact.
 */
function range(vicinage: Vicinage, address: string, id: DimensionId): number[] {
  const place = placeOf(vicinage, address)
  if (place.radius <= EXACT) return [vicinage.score(id, place).score]
  const { p10, p90 } = vicinage.scoresAround(place).scores[id]
  return p10 === p90 ? [p10!] : [p10!, p90!]
}

/** Returns a pattern for the sentence that says which place is quieter, given the range of scores of each place. */
function quieter(ranges: readonly number[][]): RegExp {
  const gaps = ranges.flatMap((a, i) =>
    ranges.map((b, j) => ({ gap: a[0] - b.at(-1)!, words: `${'ABCD'[i]}: .*quieter than ${'ABCD'[j]}` })),
  )
  const widest = gaps.reduce((most, one) => (one.gap > most.gap ? one : most))
  if (widest.gap < 8) {
    const shifts = ranges.flatMap((a, i) =>
      ranges.map((b, j) => ({
        shift: Math.min(a[0] - b[0], a.at(-1)! - b.at(-1)!),
        words: `${'ABCD'[i]}: mostly quieter than ${'ABCD'[j]}${widest.gap > 0 ? '' : ', but not everywhere'}`,
      })),
    )
    const most = shifts.reduce((greatest, one) => (one.shift > greatest.shift ? one : greatest))
    if (most.shift < 8) return widest.gap > 0 ? /about the same/ : /perhaps the same/
    return new RegExp(`^${most.words}`)
  }
  return new RegExp(`^${widest.words} \\(${widest.gap} point`)
}

function afterOpening(description: string): RegExp {
  const [opening, ...rest] = description.split(': ')
  return new RegExp(`${opening}.*${escaped(rest.join(': '))}`, 'i')
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

function people(count: number): string {
  return `${Number(count.toPrecision(3)).toLocaleString('en-US')} people`
}

/** Computes the bounds of the visible map from its link. In Web Mercator, the world is 512 · 2^zoom pixels wide. */
async function shownBox(page: Page): Promise<{ west: number; south: number; east: number; north: number }> {
  await page.waitForTimeout(500) // the link is updated after the map moves
  const [, zoom, lat, lon] = /map=([\d.]+)\/(-?[\d.]+)\/(-?[\d.]+)/.exec(await hashOf(page))!
  const { width, height } = (await page.locator('section.map').boundingBox())!
  const world = 512 * 2 ** Number(zoom)
  const middle = Math.asinh(Math.tan((Number(lat) * Math.PI) / 180))
  const latitude = (pixels: number) => (Math.atan(Math.sinh(middle + (pixels * 2 * Math.PI) / world)) * 180) / Math.PI
  const half = (180 * width) / world
  return {
    west: Number(lon) - half,
    south: latitude(-height / 2),
    east: Number(lon) + half,
    north: latitude(height / 2),
  }
}

/** Lists the areas of the map with the best fit to dimensions that matter a lot, as the engine lists them. */
async function bestFits(page: Page, ids: readonly DimensionId[]): Promise<readonly Reading[]> {
  await page.waitForFunction(() => location.hash.includes('list='))
  const box = readBox(/list=([^&]+)/.exec(await hashOf(page))![1])!
  const priorities = ids.map((dimension) => ({ dimension, weight: 3 }))
  const engine = openEngine(new URL('../../../../dist-data', import.meta.url))
  const { areas } = await engine.bestAreas([], box, priorities)
  return areas
    .slice(0, 3)
    .map(({ name, fit, people: count }, i) => [
      `.best-areas li:nth-child(${i + 1})`,
      `${i + 1} ${name} Fit ${Math.round(fit!)} of 100 for ${people(count)}`,
    ])
}

/**
 * Lists the areas of the map in which many people's homes meet the conditions, as the engine lists them. The engine's
 * own tests check that list.
 */
async function listed(
  page: Page,
  ...conditions: readonly (readonly [dimension: DimensionId, from: number])[]
): Promise<readonly Reading[]> {
  await page.waitForFunction(() => location.hash.includes('list='))
  const box = readBox(/list=([^&]+)/.exec(await hashOf(page))![1])!
  const only = conditions.map(([dimension, from]) => ({ dimension, from, to: 255 }))
  const { areas } = await openEngine(new URL('../../../../dist-data', import.meta.url)).bestAreas(only, box)
  expect(areas.length).toBeGreaterThan(0)
  return [
    ['.best-areas [role=status]', '; flood and fire not considered'],
    ...areas
      .slice(0, 3)
      .map(
        ({ name, share, people: count }, i): Reading => [
          `.best-areas li:nth-child(${i + 1})`,
          `${i + 1} ${name} All conditions are met for ${Math.round(100 * share)}% of ${people(count)}`,
        ],
      ),
  ]
}
