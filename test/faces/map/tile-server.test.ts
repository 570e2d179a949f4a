import { decode } from 'fast-png'
import { describe, expect, it } from 'vitest'
import { NotLoadedError, refusedArgument } from '../../../src/base/errors.ts'
import { createMap, tileProtocol } from '../../../src/faces/map/index.ts'
import { createTileServer, type TileServerOptions } from '../../../src/faces/map/tile-server.ts'
import { libraryFixture } from '../cli/console.ts'
import { asking, bearer, EXPIRED, TOKEN, twoKeys } from '../http/fixtures/app.ts'
import { checkered, scoresFixture } from './fixtures/scores.ts'

const source = { ...scoresFixture(checkered), dimensions: libraryFixture.dimensions, build: '978cedd2fb87889b' }
const TILE = '/v1/tiles/walkability/10/234/422.png'
const TILE_JSON = '/v1/tiles/walkability.json'
const serving = (options?: TileServerOptions) => ({ tiles: createTileServer(source, options) })
const open = asking(serving())

/** Expected bytes of the tile. `asking` cannot return them, because it reads bodies as text. */
const drawn = createMap(source).renderTile('walkability', 10, 234, 422)

describe('the tile endpoint', () => {
  it('returns the pictures drawn by createMap, with public cache headers', async () => {
    const { status, headers } = await open(TILE)
    expect([
      status,
      ...['content-type', 'cache-control', 'etag', 'access-control-allow-origin'].map((name) => headers.get(name)),
    ]).toEqual([200, 'image/png', 'public, max-age=3600', '"978cedd2fb87889b-walkability-10-234-422"', '*'])
    const answer = await createTileServer(source).answer(
      'walkability/10/234/422.png',
      new Request(`http://here${TILE}`),
    )
    expect(new Uint8Array(await answer.arrayBuffer())).toEqual(drawn)
    expect(decode(drawn)).toMatchObject({ width: 256, height: 256 })
  })

  it('responds with 304 to a client that has cached the tile, until the data changes', async () => {
    const etag = '"978cedd2fb87889b-walkability-10-234-422"'
    const ask = (known: string, answers = open) => answers(TILE, { headers: { 'If-None-Match': known } })
    for (const known of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
      const { status, body, headers } = await ask(known)
      expect([status, body, headers.get('etag')]).toEqual([304, '', etag])
    }
    const later = asking({ tiles: createTileServer({ ...source, build: 'ffff' }) })
    expect((await ask(etag, later)).status).toBe(200)
    expect((await ask('"x"')).status).toBe(200)
  })

  it('responds with 503 if drawing takes longer than the request timeout', async () => {
    const late = refusedArgument('request', 'The request takes longer than 10 seconds', null, 'limit_exceeded')
    const pool = { run: () => Promise.reject(late), close: async () => {} }
    const { status, headers, body } = await asking({ ...serving(), pool })(TILE)
    expect([status, headers.get('retry-after'), body]).toEqual([503, '1', '{"detail":"Service busy"}'])
  })

  it('is described by a TileJSON with bounds and legend', async () => {
    const { status, headers, body } = await open(TILE_JSON)
    expect([status, headers.get('content-type'), headers.get('access-control-allow-origin')]).toEqual([
      200,
      'application/json',
      '*',
    ])
    const json = JSON.parse(body)
    expect(json).toMatchObject({ tilejson: '3.0.0', scheme: 'xyz', minzoom: 0, maxzoom: 14 })
    expect(json.tiles).toEqual(['http://localhost/v1/tiles/walkability/{z}/{x}/{y}.png'])
    const [west, south, east, north] = json.bounds
    expect([west < -124, south < 25, east > -80, north > 41]).toEqual([true, true, true, true])
    expect(json.legend[9]).toMatchObject({ score: 255, label: 'Pedestrian Priority' })
    const proxied = await open(TILE_JSON, { headers: { 'X-Forwarded-Proto': 'https' } })
    expect(JSON.parse(proxied.body).tiles[0]).toMatch(/^https:\/\/localhost\//)
  })

  it.each([
    ['walkability/21/0/0.png', ['less_than_equal', 'z', { le: 20 }]],
    ['walkability/10/1024/0.png', ['less_than_equal', 'x', { le: 1023 }]],
    ['walkability/0/0/1.png', ['less_than_equal', 'y', { le: 0 }]],
    ['walkability/10/-1/0.png', ['greater_than_equal', 'x', { ge: 0 }]],
    ['walkability/10/1.5/0.png', ['int_parsing', 'x', undefined]],
    ['walkability/z/0/0.png', ['int_parsing', 'z', undefined]],
    ['charm/10/0/0.png', ['literal_error', 'dimension', { expected: expect.stringContaining('walkability') }]],
    ['charm.json', ['literal_error', 'dimension', { expected: expect.stringContaining('walkability') }]],
    ['__proto__.json', ['literal_error', 'dimension', { expected: expect.stringContaining('walkability') }]],
  ])('rejects invalid input like other endpoints: %s', async (name, [type, field, ctx]) => {
    const { status, body } = await open(`/v1/tiles/${name}`)
    const { detail } = JSON.parse(body)
    expect([status, detail.length, detail[0].type, detail[0].loc, detail[0].ctx]).toEqual([
      422,
      1,
      type,
      ['path', field],
      ctx,
    ])
  })

  it.each(['', 'walkability', 'walkability/10/234/422', 'walkability/10/234.png', 'a/b/c/d/e.png'])(
    'responds with 404 at /v1/tiles/%s',
    async (name) => {
      const { status, body } = await open(`/v1/tiles/${name}`)
      expect([status, body]).toEqual([404, '{"detail":"Not Found"}'])
    },
  )

  it('supports only GET and HEAD, and exists only if tiles are configured', async () => {
    const { status, headers } = await open(TILE, { method: 'POST' })
    expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD'])
    expect(await open(TILE, { method: 'HEAD' })).toMatchObject({ status: 200, body: '' })
    expect((await asking()(TILE)).status).toBe(404)
  })

  it('responds with 404 and the reason if the dimension is not loaded', async () => {
    const scoreColumns = () => {
      throw new NotLoadedError('walkability is not loaded.')
    }
    const { status, body } = await asking({ tiles: createTileServer({ ...source, scoreColumns }) })(TILE)
    expect([status, body]).toEqual([404, '{"detail":"walkability is not loaded."}'])
  })

  it('is described in the OpenAPI document if tiles are configured', async () => {
    const paths = async (options: object) =>
      Object.keys(JSON.parse((await asking(options)('/openapi.json')).body).paths)
    expect(await paths(serving())).toEqual(
      expect.arrayContaining(['/v1/tiles/{dimension}.json', '/v1/tiles/{dimension}/{z}/{x}/{y}.png']),
    )
    expect((await paths({})).filter((path) => path.includes('tiles'))).toEqual([])
    expect((await asking(serving())('/docs')).body).toContain('/v1/tiles/{dimension}/{z}/{x}/{y}.png')
  })
})

describe('tiles of a service with keys', () => {
  const secret = 'a secret of the server'
  const locked = asking({ keys: twoKeys, ...serving({ secret }) })
  const signed = async (ask = locked) => {
    const [address] = JSON.parse((await ask(TILE_JSON, bearer(TOKEN))).body).tiles as string[]
    return new URL(address.replace('{z}/{x}/{y}', '10/234/422'))
  }

  it('require a key, like the TileJSON', async () => {
    for (const path of [TILE, TILE_JSON]) {
      expect(await locked(path)).toMatchObject({ status: 401, body: '{"detail":"Not authenticated"}' })
      expect((await locked(path, bearer(EXPIRED))).status).toBe(401)
      expect((await locked(`${path}?key=${TOKEN}`)).status).toBe(401)
      expect((await locked(path, bearer(TOKEN))).status).toBe(200)
    }
  })

  it('are available at the signed URL in the TileJSON until the URL expires', async () => {
    const url = await signed()
    const { status, headers } = await locked(url.pathname + url.search)
    expect([status, headers.get('cache-control')]).toEqual([200, 'private, max-age=3600'])
    const expires = Number(url.searchParams.get('expires'))
    expect(expires - Date.now() / 1000).toBeGreaterThan(86_000)
    const past = await signed(asking({ keys: twoKeys, ...serving({ secret, validFor: -1 }) }))
    expect((await locked(past.pathname + past.search)).status).toBe(401)
  })

  it('are signed with an HMAC-SHA256 of dimension and expiry', async () => {
    const { createHmac } = await import('node:crypto')
    const url = await signed()
    const message = `walkability\n${url.searchParams.get('expires')}`
    expect(url.searchParams.get('signature')).toBe(createHmac('sha256', secret).update(message).digest('hex'))
  })

  it('are rejected with a signature for another dimension, time or secret; a signed TileJSON is always rejected', async () => {
    const { search, searchParams } = await signed()
    const later = search.replace(/expires=\d+/, `expires=${Number(searchParams.get('expires')) + 1}`)
    const other = await signed(asking({ keys: twoKeys, ...serving({ secret: 'another' }) }))
    for (const path of [
      TILE.replace('walkability', 'flood') + search,
      TILE + later,
      TILE + other.search,
      TILE + search.slice(0, -1),
      `${TILE}${search}0`,
      `${TILE}?expires=${searchParams.get('expires')}`,
      `${TILE}?signature=${searchParams.get('signature')}`,
      `${TILE}?expires=Infinity&signature=${'0'.repeat(64)}`,
      TILE_JSON + search,
    ])
      expect((await locked(path)).status, path).toBe(401)
  })
})

describe('tileProtocol', () => {
  it('responds with tile pictures to the URLs that MapLibre requests', async () => {
    const protocol = tileProtocol(source)
    expect(await protocol({ url: 'vicinage://walkability/10/234/422' })).toEqual({ data: drawn })
    await expect(protocol({ url: 'vicinage://charm/10/234/422' })).rejects.toThrow(/There is no dimension 'charm'/)
    await expect(protocol({ url: 'vicinage://walkability/10/234' })).rejects.toThrow(/A tile's y at zoom 10/)
  })
})
