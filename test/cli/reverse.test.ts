import { describe, expect, it } from 'vitest'
import { madeReverse } from '../geocode/made-reverse.ts'
import { consoleOf } from './console.ts'

describe('vicinage reverse', () => {
  it('prints what is at a coordinate', async () => {
    const { code, out, err, opened } = await consoleOf(['reverse', '30.3', '-97.7'])
    expect(out).toBe(`Old Market, Quillwater, TX 78790

  Place         30.3, -97.7
  Neighborhood  Old Market
  City          Quillwater
  ZIP           78790
  County        Travis County (48453)
  State         Texas (48)
  Tract         48453001100
  Block group   484530011001
`)
    expect({ code, err, opened }).toEqual({ code: 0, err: '', opened: [{ dimensions: [], schools: false }] })
  })

  it('prints the answer of the library as JSON', async () => {
    const { out } = await consoleOf(['reverse', '30.3,-97.7', '--json'])
    expect(JSON.parse(out)).toEqual(madeReverse)
  })

  it('refuses what is not a coordinate', async () => {
    const { code, err } = await consoleOf(['reverse', '91', '-97.7'])
    expect(code).toBe(2)
    expect(err).toContain('latitude')
  })
})
