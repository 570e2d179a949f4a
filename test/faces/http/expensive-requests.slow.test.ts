import type { Position } from 'geojson'
import { expect, it } from 'vitest'
import { createApp } from '../../../src/faces/http/app.ts'
import { openVicinage } from '../../../src/index.ts'

// The service has no worker threads, so that the CPU time of a request is spent in this process and can be measured.
const app = createApp(await openVicinage({ userData: false }))

const polygon = (ring: Position[]) => ({ type: 'Polygon', coordinates: [[...ring, ring[0]]] })

/** A thousand thin triangles, each four degrees long and slightly shifted from the one before. */
const slivers = {
  type: 'MultiPolygon',
  coordinates: Array.from({ length: 1000 }, (_, i) => [
    [
      [-100, 30 + i * 1e-9],
      [-95.7, 30.99 + i * 1e-9],
      [-95.7, 30.989999 + i * 1e-9],
      [-100, 30 + i * 1e-9],
    ],
  ]),
}

function comb(teeth: number, height: number) {
  const points = Array.from({ length: teeth }, (_, i) => [
    [-97 + i * 1e-4, 30],
    [-97 + i * 1e-4 + 5e-5, 30 + height],
  ])
  return polygon([...points.flat(), [-97 + teeth * 1e-4, 29.9], [-97, 29.9]])
}

function spiral(turns: number) {
  const at = (i: number, more: number): Position => {
    const radius = 1e-4 * i + more
    return [-97 + radius * Math.cos(i * 0.05), 30 + radius * Math.sin(i * 0.05)]
  }
  const out = Array.from({ length: turns }, (_, i) => at(i, 0))
  return polygon([...out, ...out.map((_, i) => at(turns - 1 - i, 4e-4))])
}

const disk = polygon(
  Array.from({ length: 40_000 }, (_, i) => {
    const angle = (2 * Math.PI * i) / 40_000
    return [-97 + 1.9 * Math.cos(angle), 31 + 1.9 * Math.sin(angle)]
  }),
)
const impossible = { walkability: { min: 254.4, max: 254.6 } }
const find = (within: object, where: object = impossible) => ['/v1/find', { where, within }] as const

it.each<readonly [string, readonly [path: string, body?: object]]>([
  ['an area made of slivers', ['/v1/areas', { shape: slivers }]],
  ['an area shaped like a low comb', ['/v1/areas', { shape: comb(3000, 0.3) }]],
  ['an area shaped like a high comb', ['/v1/areas', { shape: comb(3000, 1) }]],
  ['an area shaped like a spiral', ['/v1/areas', { shape: spiral(10_000) }]],
  ['an area with 40,000 vertices', ['/v1/areas', { shape: disk }]],
  ['an area covering the whole world', ['/v1/areas', { shape: { west: -180, south: -90, east: 180, north: 90 } }]],
  ['a circle with a radius of 10,000 km', ['/v1/areas', { shape: { lat: 30, lon: -97, radius: 1e7 } }]],
  ['an area covering a state', ['/v1/areas', { shape: { state: 'CA' } }]],
  ['a state by its code', ['/v1/areas/state/TX']],
  ['a ranking of ZIPs', ['/v1/rankings/walkability?of=zip']],
  ['a ranking of cities', ['/v1/rankings/flood?of=city']],
  ['an edge far away', ['/v1/edge/flood?lat=31.9&lon=-102.3']],
  ['an edge of districts', ['/v1/edge/districts?lat=31.9&lon=-102.3']],
  ['a search without results in slivers', find(slivers)],
  ['a search without results in a comb', find(comb(3000, 0.3))],
  ['a search without results in a state', find({ state: 'TX' })],
  ['a search that matches everywhere', find({ lat: 34.05, lon: -118.25, radius: 30_000 }, { walkability: { min: 1 } })],
])('%s uses less than 4 s of CPU time, or is rejected with the exceeded limit', async (_, [path, body]) => {
  const before = process.cpuUsage()
  const post = body && { method: 'POST', body: JSON.stringify(body) }
  const response = await app.request(path, post)
  const text = await response.text()
  const { user, system } = process.cpuUsage(before)
  expect((user + system) / 1e6, path).toBeLessThan(4)
  if (response.status !== 200)
    expect([response.status, text]).toEqual([
      422,
      expect.stringMatching(/(?:at most|maximum is) [\d,]+|longer than [23],000 milliseconds/),
    ])
})
