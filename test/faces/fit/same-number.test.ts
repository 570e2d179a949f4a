import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runBatch } from '../../../src/faces/batch/index.ts'
import { createApp } from '../../../src/faces/http/app.ts'
import { openVicinage } from '../../../src/index.ts'
import { emptyFolder } from '../../support/empty-folder.ts'
import { consoleOf } from '../cli/console.ts'
import { call, connected } from '../mcp/connected.ts'

const vicinage = await openVicinage({ userData: false })
const app = createApp(vicinage, {})
const places = [
  { lat: 30.2672, lon: -97.7431 },
  { lat: 37.7599, lon: -122.4148 },
  { lat: 25.7617, lon: -80.1918 },
  { lat: 39.74, lon: -104.99 },
]
const weights = { walkability: 3, 'noise-levels': 2, fire: 1.5 }
const want = { 'urban-rural': 'low', privacy: { around: 90 } } as const
const texts = { weights: 'walkability=3,noise-levels=2,fire=1.5', want: 'urban-rural=low,privacy=90' }
const open = async () => vicinage
const expected = places.map((place) => vicinage.fit(place, { weights, want }))

describe('the fit of a place', () => {
  it('is the same number with GET and POST', async () => {
    for (const [i, { lat, lon }] of places.entries()) {
      const query = new URLSearchParams({ lat: `${lat}`, lon: `${lon}`, ...texts })
      const got = await app.request(`/v1/fit?${query}`)
      expect([got.status, await got.json()]).toEqual([200, expected[i]])
      const body = JSON.stringify({ lat, lon, weights, want })
      const posted = await app.request('/v1/fit', { method: 'POST', body })
      expect([posted.status, await posted.json()]).toEqual([200, expected[i]])
    }
  })

  it('is the same number on the command line', async () => {
    for (const [i, { lat, lon }] of places.entries()) {
      const argv = ['fit', `${lat}`, `${lon}`, '--weights', texts.weights, '--want', texts.want, '--json']
      const { code, out } = await consoleOf(argv, { open })
      expect([code, JSON.parse(out)]).toEqual([expected[i].fit === null ? 3 : 0, expected[i]])
    }
  })

  it('is printed with the weight, match and basis of each dimension, and with estimates marked', async () => {
    const [{ lat, lon }] = places
    const argv = ['fit', `${lat}`, `${lon}`, '--weights', 'walkability=3,flood=1,fire=1']
    const { out } = await consoleOf(argv, { open })
    expect(out.replaceAll('\n', ' ')).toContain('flood safety (estimate: uncertain flood risk, better for')
    expect(out).toMatch(/^ +Dimension +Weight +Match +Points +Basis$/m)
    expect(out).toMatch(/^ +Flood safety +20% +\d+ +\d+\.\d +estimate +\S+$/m)
    expect(out).toMatch(/^ +Walkability +60% +\d+ +\d+\.\d +modeled +\S+$/m)
    expect(out).toMatch(/^ +Fire safety +20% +no data$/m)
  })

  it('is the same number whatever the order of the weights, in every interface', async () => {
    const reversed = texts.weights.split(',').reverse().join(',')
    const [{ lat, lon }] = places
    const query = new URLSearchParams({ lat: `${lat}`, lon: `${lon}`, ...texts, weights: reversed })
    expect(await (await app.request(`/v1/fit?${query}`)).json()).toEqual(expected[0])
    const argv = ['fit', `${lat}`, `${lon}`, '--weights', reversed, '--want', texts.want, '--json']
    expect(JSON.parse((await consoleOf(argv, { open })).out)).toEqual(expected[0])
    const client = await connected(vicinage)
    const backward = Object.fromEntries(Object.entries(weights).reverse())
    const { body } = await call(client, 'fit', { places: [places[0]], weights: backward, want })
    expect(body).toMatchObject({ places: [{ fit: expected[0].fit }] })
  })

  it('is null if no dimension has data, in every interface', async () => {
    const [{ lat, lon }] = places
    const none = vicinage.fit(places[0], { weights: { fire: 1 } })
    expect([none.fit, none.missing_weight]).toEqual([null, 1])
    const answer = await app.request(`/v1/fit?lat=${lat}&lon=${lon}&weights=fire=1`)
    expect([answer.status, await answer.json()]).toEqual([200, none])
    const { code, out } = await consoleOf(['fit', `${lat}`, `${lon}`, '--weights', 'fire=1', '--json'], { open })
    expect([code, JSON.parse(out)]).toEqual([3, none])
    const client = await connected(vicinage)
    const { body } = await call(client, 'fit', { places: [places[0]], weights: { fire: 1 } })
    expect(body).toMatchObject({ places: [{ fit: null }] })
  })

  it('is the same number from the MCP tool, which lists the best place first', async () => {
    const client = await connected(vicinage)
    const { body } = await call(client, 'fit', {
      places: places.map((place, i) => ({ ...place, label: `${i}` })),
      weights,
      want,
    })
    const { places: answered } = body as { places: { label: string; fit: number | null; reasons: string }[] }
    for (const { label, fit, reasons } of answered) {
      expect(fit).toBe(expected[Number(label)].fit)
      expect(reasons).toBe(expected[Number(label)].description)
    }
    expect(answered[0].reasons).toMatch(/\(estimate, /)
    const fits = answered.map(({ fit }) => fit ?? -1)
    expect(fits).toEqual([...fits].sort((a, b) => b - a))
  })

  it.each([1, 2])('is the same number in a batch of coordinates on %i threads', async (threads) => {
    const folder = emptyFolder()
    const [input, output] = [join(folder, 'in.csv'), join(folder, 'out.csv')]
    await writeFile(input, `lat,lon\n${places.map(({ lat, lon }) => `${lat},${lon}\n`).join('')}`)
    await runBatch({ input, output, weights, want, dimensions: ['walkability'], threads, userData: false })
    const [head, ...rows] = (await readFile(output, 'utf8')).trim().split('\n')
    const at = head.split(',').indexOf('fit')
    expect(rows.map((row) => row.split(',')[at])).toEqual(expected.map(({ fit }) => (fit === null ? '' : `${fit}`)))
  })

  it('is the same number in a batch of coordinates and approximate addresses', async () => {
    const folder = emptyFolder()
    const [input, output] = [join(folder, 'in.csv'), join(folder, 'out.csv')]
    await writeFile(
      input,
      `lat,lon,address\n${places.map(({ lat, lon }) => `${lat},${lon},\n`).join('')},,78704\n,,"Austin, TX"\n`,
    )
    await runBatch({ input, output, weights, want, dimensions: ['walkability'], userData: false })
    const rows = (await readFile(output, 'utf8')).trim().split('\n')
    const at = rows[0].split(',').indexOf('fit')
    const fits = rows.slice(1).map((row) => row.replaceAll(/"[^"]*"/g, '').split(',')[at])
    const zip = vicinage.geocode('78704')
    if (!zip.ok) throw new Error(zip.message)
    expect(zip.radius).toBeGreaterThan(150)
    expect(fits).toEqual([
      ...expected.map(({ fit }) => (fit === null ? '' : `${fit}`)),
      `${vicinage.fit(zip, { weights, want }).fit}`,
      '', // a whole city is too large for a single score, so the value is empty
    ])
  })
})

describe('a priority', () => {
  const get = async (query: string) => {
    const answer = await app.request(`/v1/fit?lat=30.2672&lon=-97.7431&${query}`)
    const { detail } = (await answer.json()) as { detail: readonly { loc: unknown; msg: string }[] }
    return { status: answer.status, loc: detail[0]?.loc, msg: detail[0]?.msg }
  }

  it.each([
    ['weights=walkability=-1', ['query', 'weights'], /pattern/],
    ['weights=walkability=NaN', ['query', 'weights'], /pattern/],
    ['weights=walkability=1e9', ['query', 'weights'], /pattern/],
    ['weights=walkability', ['query', 'weights'], /pattern/],
    ['weights=charm=1', ['query', 'weights', 'charm'], /no dimension 'charm'/],
    ['weights=walkability=0', ['query', 'weights'], /above 0/],
    ['weights=__proto__=1', ['query', 'weights'], /pattern/],
    ['weights=constructor=1', ['query', 'weights', 'constructor'], /no dimension/],
    ['weights=population-profile=1', ['query', 'weights', 'population-profile'], /Fair Housing Act/],
    ['weights=flood=1&want=flood=300', ['query', 'want', 'flood'], /1 to 255/],
    ['weights=flood=1&wishes=flood', ['query', 'wishes'], /no option 'wishes'/],
    ['want=flood=low', ['query', 'weights'], /required/],
  ])('is rejected by GET if it is invalid: %s', async (query, loc, msg) => {
    expect(await get(query)).toEqual({ status: 422, loc, msg: expect.stringMatching(msg) })
  })

  it.each([
    ['a negative weight', { weights: { walkability: -1 } }, ['body', 'weights', 'walkability']],
    ['a weight that is a text', { weights: { walkability: '1' } }, ['body', 'weights', 'walkability']],
    ['weights in a list', { weights: [1] }, ['body', 'weights']],
    ['a dimension about residents', { weights: { 'ideological-lean': 1 } }, ['body', 'weights', 'ideological-lean']],
    ['an unknown want', { weights: { flood: 1 }, want: { flood: 'much' } }, ['body', 'want', 'flood']],
  ])('is rejected by POST if it is invalid: %s', async (_, fields, loc) => {
    const body = JSON.stringify({ lat: 30.2672, lon: -97.7431, ...fields })
    const answer = await app.request('/v1/fit', { method: 'POST', body })
    const { detail } = (await answer.json()) as { detail: readonly { loc: unknown }[] }
    expect([answer.status, detail[0].loc]).toEqual([422, loc])
  })

  it.each([
    ['a negative weight', { walkability: -1 }],
    ['a text', { walkability: 'much' }],
    ['an unknown dimension', { charm: 1 }],
    ['all zero', { walkability: 0 }],
    ['no weights', {}],
  ])('is rejected by the MCP tool if it is invalid: %s', async (_, weights) => {
    const answer = await call(await connected(vicinage), 'fit', { places: [places[0]], weights })
    expect([answer.isError, answer.text]).toEqual([true, expect.stringMatching(/weight|charm/)])
  })

  it.each([
    ['walkability=-1', /walkability/],
    ['walkability=NaN', /walkability/],
    ['walkability=Infinity', /walkability/],
    ['walkability=1e9', /walkability/],
    ['walkability', /walkability/],
    ['charm=1', /charm/],
    ['walkability=0', /weight (is )?above 0/],
    ['population-profile=1', /Fair Housing Act/],
  ])('is rejected by every command if it is invalid: --weights %s', async (weights, message) => {
    for (const argv of [
      ['fit', '30.2672', '-97.7431'],
      ['rank', '--of', 'county', '--within', 'CA'],
      ['find', '--within', 'Austin, TX', '--min', 'walkability=200'],
      ['batch', '/nowhere.csv', '/nowhere/out.csv'],
    ]) {
      const { code, err } = await consoleOf([...argv, '--weights', weights], { open })
      expect([argv[0], code, err]).toEqual([argv[0], 2, expect.stringMatching(message)])
    }
  })

  it('about residents is accepted over HTTP with demographics=true, but always rejected by MCP tools', async () => {
    const allowed = await app.request('/v1/fit?lat=30.2672&lon=-97.7431&weights=population-profile=1&demographics=true')
    expect(allowed.status).toBe(200)
    const client = await connected(vicinage)
    const input = { places: [places[0]], weights: { 'population-profile': 1 } }
    expect((await call(client, 'fit', input)).text).toMatch(/Fair Housing Act/)
    expect((await call(client, 'fit', { ...input, demographics: true })).isError).toBe(true)
    expect((await call(client, 'rank', { of: 'zip', weights: { 'population-profile': 1 } })).text).toMatch(
      /Fair Housing Act/,
    )
  })

  it('is accepted only in GET, HEAD and POST requests', async () => {
    const answer = await app.request('/v1/fit', { method: 'PUT' })
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST'])
  })

  it('is checked in a batch before any row is answered', async () => {
    const question = { input: '/nowhere.csv', output: '/nowhere/out.csv', userData: false }
    await expect(runBatch({ ...question, weights: { walkability: -1 } })).rejects.toThrow(/weight of walkability/)
    await expect(runBatch({ ...question, weights: { 'population-profile': 1 } })).rejects.toThrow(/Fair Housing/)
    await expect(runBatch({ ...question, want: { charm: 'low' } as never })).rejects.toThrow(/no dimension 'charm'/)
  })
})

describe('rankings by fit', () => {
  it('show the match of each dimension on the command line', async () => {
    const ranked = vicinage.rank({ weights }, { of: 'county', within: 'CA', limit: 5 })
    const argv = ['rank', '--of', 'county', '--within', 'CA', '--limit', '5', '--weights', texts.weights]
    const { out } = await consoleOf(argv, { open })
    for (const { name, contributions } of ranked.areas) {
      const [walk, noise, fire] = contributions!.map(({ match }) => (match === null ? 'no data' : Math.round(match)))
      const names = ` +walkability ${walk}.*noise levels ${noise}.*fire safety ${fire}`
      expect(out).toMatch(new RegExp(`${name.slice(0, 8)}.*\n${names}\n`))
    }
    expect(JSON.parse((await consoleOf([...argv, '--json'], { open })).out)).toEqual(ranked)
  })

  it('contain the same areas over HTTP and from the MCP tool as in the library', async () => {
    const ranked = vicinage.rank({ weights, want }, { of: 'county', within: 'CA', limit: 5 })
    const query = new URLSearchParams({ ...texts, of: 'county', within: 'CA', limit: '5' })
    const answer = await app.request(`/v1/rankings?${query}`)
    expect(await answer.json()).toEqual(ranked)
    const client = await connected(vicinage)
    const { body } = await call(client, 'rank', { of: 'county', within: 'CA', limit: 5, weights, want })
    // The tool returns only the `match` of each contribution.
    const brief = ranked.areas.map(({ contributions, ...area }) => ({
      ...area,
      matches: Object.fromEntries(contributions!.map(({ dimension, match }) => [dimension, match])),
    }))
    expect(body).toEqual({ ...ranked, areas: brief })
    const both = await call(client, 'rank', { of: 'county', dimension: 'flood', weights })
    expect(both.text).toMatch(/not by both/)
  })
})
