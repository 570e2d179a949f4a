import { describe, expect, it } from 'vitest'
import { eachByHost, hostTurns } from '../../data-build/fetch/by-host.ts'
import { fileServer, good, type Route } from './file-server.ts'
import { emptyFolder, madeZip, planned, run } from './made-run.ts'

const zip = madeZip()
const slowly: Route = (request, response) => setTimeout(() => good(zip)(request, response, 1), 30)

describe('hosts', () => {
  it('get one request at a time each, and different ones answer at the same time', async () => {
    const names = Array.from({ length: 6 }, (_, i) => `/${i}.zip`)
    const server = await fileServer(Object.fromEntries(names.map((name) => [name, slowly])))
    const files = names.map((name, i) =>
      planned(`${i % 2 ? server.origin : server.otherOrigin}${name}`, { path: `made${name}` }),
    )
    const { results } = await run(files, emptyFolder())
    expect(results.map(({ file, state }) => [file.path, state])).toEqual(names.map((name) => [`made${name}`, 'new']))
    expect(Object.fromEntries(server.mostAtOnce)).toEqual({ '127.0.0.1': 1, localhost: 1 })
    expect(server.mostHostsAtOnce()).toBe(2)
  })

  it('get one request at a time also where addresses of another host move to them', async () => {
    const away: Route = (request, response) => {
      response.writeHead(302, { Location: `${server.origin}${request.url?.replace('from', 'to')}` }).end()
    }
    const ids = [0, 1, 2, 3]
    const server = await fileServer(
      Object.fromEntries(ids.flatMap((id) => [[`/from${id}.zip`, away] as const, [`/to${id}.zip`, slowly] as const])),
    )
    const files = ids.map((id) =>
      planned(id % 2 ? `${server.origin}/to${id}.zip` : `${server.otherOrigin}/from${id}.zip`, {
        path: `made/${id}.zip`,
      }),
    )
    const { results } = await run(files, emptyFolder())
    expect(results.map(({ state }) => state)).toEqual(['new', 'new', 'new', 'new'])
    expect(server.mostAtOnce.get('127.0.0.1')).toBe(1)
  })
})

describe('eachByHost', () => {
  it('never has more hosts under way than allowed, nor one host twice, and keeps the order', async () => {
    const items = Array.from({ length: 40 }, (_, i) => ({ host: `h${(i * 7) % 6}`, i }))
    const underWay: string[] = []
    let most = 0
    const results = await eachByHost(
      items,
      ({ host }) => host,
      3,
      async ({ host, i }) => {
        expect(underWay).not.toContain(host)
        underWay.push(host)
        most = Math.max(most, underWay.length)
        await new Promise((done) => setTimeout(done, i % 3))
        underWay.splice(underWay.indexOf(host), 1)
        return i
      },
    )
    expect(results).toEqual(items.map(({ i }) => i))
    expect(most).toBe(3)
  })

  it('has nothing to do without items', async () => {
    expect(await eachByHost([], String, 3, async () => 1)).toEqual([])
  })
})

describe('hostTurns', () => {
  it('go on after work that throws', async () => {
    const turns = hostTurns()
    const failed = turns('a', () => Promise.reject(new Error('no')))
    const next = turns('a', async () => 'yes')
    await expect(failed).rejects.toThrow('no')
    expect(await next).toBe('yes')
  })
})
