import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { SchoolMethods, Vicinage } from '../../../src/index.ts'
import { builtVicinage } from '../../library/built.ts'
import { emptyFolder } from '../../support/empty-folder.ts'
import { consoleOf } from './console.ts'
import { schoolsFixture } from './fixtures/schools.ts'

const vicinage = (await builtVicinage()) as unknown as Vicinage
const open = async () => vicinage
const folder = emptyFolder()
const at = (name: string) => join(folder, name)
const page = (...argv: string[]) => consoleOf(['page', ...argv], { open })
const textOf = (name: string) => readFileSync(at(name), 'utf8')

writeFileSync(
  at('listings.csv'),
  'name,lat,lon\nDowntown,30.2672,-97.7431\n"Edge <i>of</i> town",30.1,-97.9\nNew York,40.7,-74\nBroken,north,-97\n',
)

describe('vicinage page', () => {
  it('writes a single file of less than 250 kB that makes no requests and contains no scripts', async () => {
    const { code, err } = await page('37.7599,-122.4148', '--out', at('mission.html'))
    expect(code).toBe(0)
    expect(err).toMatch(/mission\.html: 37\.7599, -122\.4148, \d+ kB\./)
    const html = textOf('mission.html')
    expect(Buffer.byteLength(html)).toBeLessThan(250_000)
    expect(html).not.toMatch(/<script|<link|<iframe|\son\w+=|\sstyle=|@import/i)
    expect([...html.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, url]) => url.slice(0, 22))).toEqual([
      'data:image/png;base64,',
    ])
    expect(html).toContain("default-src 'none'")
  })

  it('describes each dimension in the words of the library, hazards first and residents only on request', async () => {
    await page('37.7599,-122.4148', '--demographics', '--out', at('residents.html'))
    const plain = (file: string) => textOf(file).replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(code))
    const [text, withResidents] = [plain('mission.html'), plain('residents.html')]
    const place = { lat: 37.7599, lon: -122.4148 }
    for (const { id, loaded, group } of vicinage.dimensions()) {
      const { description, percentile } = vicinage.explain(id, place)
      expect(loaded && withResidents, id).toContain(description)
      if (group === 'demographics') {
        expect(text, id).not.toContain(description)
        continue
      }
      expect(text, id).toContain(description)
      if (percentile !== null && id !== 'flood' && id !== 'fire') expect(text, id).toContain(percentile.text)
    }
    expect(text.indexOf('Flood safety')).toBeLessThan(text.indexOf('Walkability'))
    for (const { name } of vicinage.schools.nearestCampuses({ ...place, limit: 5 }).schools)
      expect(text).toContain(name)
  })

  it('shows the fit computed by the library at the top', async () => {
    const weights = { walkability: 3, 'noise-levels': 2 }
    await page('30.2672,-97.7431', '--weights', 'walkability=3,noise-levels=2', '--out', at('fit.html'))
    const { fit, description } = vicinage.fit({ lat: 30.2672, lon: -97.7431 }, { weights })
    const html = textOf('fit.html')
    expect(html).toContain(`<p class="number">${fit}<small> of 100</small></p>`)
    expect(html).toContain(`<p>${description}</p>`)
    expect(html.indexOf('class="number"')).toBeLessThan(html.indexOf('Hazards'))
  })

  it('states, for an approximate place, that the scores describe the people around it', async () => {
    await page('78704', '--out', at('zip.html'))
    expect(textOf('zip.html')).toMatch(
      /The ZIP centroid, with a radius of .*\. The scores describe the [\d,]+ people in the surroundings, not a single house/,
    )
  })

  it.each([
    ['12 Nosuch Lane, Austin, TX 78704', 'Austin, TX 78704'],
    ['12 Nosuch Lane, Austin, TX', 'Austin, TX'],
    ['12 Nosuch Lane, Boston, TX 78704', 'Austin, TX 78704'],
  ])(
    'has the typed address as its title if only the area is found, with the note of the geocoder: %s',
    async (address, label) => {
      await page(address, '--force', '--out', at('typed.html'))
      const { note, ...found } = vicinage.geocode(address)
      expect(found).toMatchObject({ ok: true, label })
      const html = textOf('typed.html')
      expect(html).toContain(`<title>${address}</title>`)
      expect(html).toContain(`<h1>${address}</h1>`)
      expect(html).toContain(`Found only as ${label}.`)
      if (note) expect(html.replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(code))).toContain(note.text)
    },
  )

  it('puts the typed address and the name of the list in each title, so that pages about one ZIP differ', async () => {
    writeFileSync(
      at('homes.csv'),
      'address\n"12 Nosuch Lane, Austin, TX 78704"\n"14 Nosuch Lane, Austin, TX 78704"\n"Austin, TX 78704"\n',
    )
    expect((await page('--list', at('homes.csv'), '--out', at('homes'))).code).toBe(0)
    const files = readdirSync(at('homes')).filter((file) => file !== 'index.html')
    const titles = files.map((file) => /<title>(.*)<\/title>/.exec(textOf(`homes/${file}`))![1])
    expect(titles.sort()).toEqual([
      '12 Nosuch Lane, Austin, TX 78704 (homes.csv)',
      '14 Nosuch Lane, Austin, TX 78704 (homes.csv)',
      'Austin, TX 78704 (homes.csv)',
    ])
    for (const file of files) expect(textOf(`homes/${file}`)).toContain('From the list homes.csv.')
    expect(textOf('homes/index.html').match(/known only as Austin, TX 78704/g)).toHaveLength(3)
  })

  it('does not mention schools that are not in the data', async () => {
    const lacking = (schools: SchoolMethods) => Object.assign(Object.create(vicinage), { schools }) as Vicinage
    const textWith = async (name: string, loaded: { schools: boolean; districts: boolean }) => {
      const { code } = await consoleOf(['page', '30.2672,-97.7431', '--out', at(name)], {
        open: async () => lacking(schoolsFixture(loaded)),
      })
      expect(code).toBe(0)
      return textOf(name)
    }
    expect(await textWith('neither.html', { schools: false, districts: false })).not.toContain('chool')
    const withDistricts = await textWith('districts.html', { schools: false, districts: true })
    expect(withDistricts).toContain('Quillwater Independent School District')
    expect(withDistricts).not.toContain('No school')
    expect(await textWith('schools.html', { schools: true, districts: false })).toContain('Bluestem Elementary School')
  })

  it('lists only agencies with data for the state', async () => {
    const sourcesAt = async (name: string, place: string) => {
      await page(place, '--out', at(name))
      return textOf(name).match(/Sources: (.*?)\. Data /)![1]
    }
    const florida = await sourcesAt('miami.html', '25.774,-80.19')
    expect(florida).not.toMatch(/Californ|Caltrans|Texas|San Antonio|Austin|Long Beach|Los Angeles/)
    expect(florida).toContain('U.S. Census Bureau')
    const texas = await sourcesAt('austin.html', '30.2672,-97.7431')
    expect(texas).toContain('Texas Department of Transportation')
    expect(texas).not.toMatch(/Caltrans|Florida/)
  })

  it('exits with code 3 and writes no file for a place outside the covered states', async () => {
    const { code, err } = await page('40.7,-74', '--out', at('none.html'))
    expect([code, existsSync(at('none.html'))]).toEqual([3, false])
    expect(err).toContain('outside California, Texas and Florida; no page was written.')
  })

  it.each([
    [['30.2672,-97.7431', '--out', 'mission.html'], 'already exists; use --force'],
    [['30.2672,-97.7431', '--out', 'page.txt'], 'is not an .html file'],
    [['30.2672,-97.7431', '--out', 'nowhere/page.html'], 'The folder of'],
    [['--out', 'page.html'], 'either a place or --list'],
    [['30.2672,-97.7431', '--list', 'listings.csv', '--out', 'pages'], 'either a place or --list'],
    [['--list', 'listings.csv', '--out', '.'], 'is not empty; use --force'],
  ])('rejects %j', async (argv, message) => {
    const { code, err } = await page(...argv.map((word) => (/html|csv|txt|pages|^\.$/.test(word) ? at(word) : word)))
    expect(code).toBe(2)
    expect(err).toContain(message)
  })

  it('writes a folder of pages and an index with the best fit first', async () => {
    const { code, err } = await page('--list', at('listings.csv'), '--weights', 'walkability=1', '--out', at('pages'))
    expect(code).toBe(0)
    expect(err).toContain('2 pages and index.html; 2 rows without a page, listed there.')
    expect(readdirSync(at('pages')).sort()).toEqual(['1-downtown.html', '2-edge-i-of-i-town.html', 'index.html'])
    const index = textOf('pages/index.html')
    expect(index.indexOf('1-downtown.html')).toBeLessThan(index.indexOf('2-edge'))
    expect(index).toContain('New York: outside the three states')
    expect(index).toContain('Row 4: ')
    expect(index).not.toContain('<i>')
  })
})
