import { describe, expect, it } from 'vitest'
import { scoreStream } from '../../src/faces/batch/index.ts'
import { createApp } from '../../src/faces/http/app.ts'
import { openVicinage, STATUS } from '../../src/index.ts'
import { consoleOf } from './cli/console.ts'
import { call, connected } from './mcp/connected.ts'

const vicinage = await openVicinage({ userData: false })
const point = { lat: 27.75, lon: -82.58 }
const words = 'Open water, in or near Tampa Bay.'

describe('a point on open water', () => {
  it('is described in the same words in every answer of the library', () => {
    expect(vicinage.score('walkability', point).description).toBe(words)
    expect(vicinage.explain('flood', point).description).toBe(words)
    expect(vicinage.fit(point, { weights: { walkability: 1 } })).toMatchObject({ fit: null, description: words })
    expect(vicinage.reverse(point)).toMatchObject({ county: null, message: words })
    expect(vicinage.place(point)).toBeNull()
  })

  it('is described in the same words over HTTP, on the command line and in MCP answers', async () => {
    const answer = await createApp(vicinage, {}).request(`/v1/tools/reverse?lat=${point.lat}&lon=${point.lon}`)
    expect(await answer.json()).toMatchObject({ message: words })
    const { out } = await consoleOf(['reverse', '27.75', '-82.58'], { open: async () => vicinage })
    expect(out).toContain(words)
    const { text } = await call(await connected(vicinage), 'scores', { places: [point] })
    expect(text).toContain('27.75, -82.58 is open water, in or near Tampa Bay.')
  })

  it('is described in the same words in batch rows, next to rows without data and rows outside the covered states', async () => {
    const rows = [point, { lat: 40.7, lon: -74 }, { lat: 30.2672, lon: -97.7431 }, { lat: 29.5, lon: -94.85 }, point]
    const errors: (string | null | undefined)[] = []
    for await (const row of scoreStream(vicinage, rows, { dimensions: ['walkability', 'fire'] }))
      errors.push((row as { vicinage_error?: string | null }).vicinage_error)
    expect(errors).toEqual([
      words,
      'Outside the coverage: California, Texas and Florida.',
      'No data: fire.',
      'Open water, in or near Galveston Bay.',
      words,
    ])
  })

  it('is returned with the status "outside", like a point at sea', () => {
    const columns = { lat: Float64Array.of(point.lat, 27.5, 30.2672), lon: Float64Array.of(point.lon, -90, -97.7431) }
    const { statusColumn } = vicinage.scoreColumns({
      ...columns,
      dimensions: ['walkability', 'fire'],
      statusColumn: true,
    })
    expect([...statusColumn]).toEqual([STATUS.outside, STATUS.outside, STATUS.noData])
  })
})
