import { describe, expect, it } from 'vitest'
import { dimensions } from '../../../src/answers/dimensions/catalog.ts'
import { openVicinage } from '../../../src/library/open.ts'
import { consoleOf } from './console.ts'

describe('vicinage report on the built data', () => {
  it.each([
    ['Downtown Austin', '30.2672,-97.7431', 'Travis County', 'Texas'],
    ['Mission District', '37.7599,-122.4148', 'San Francisco County', 'California'],
    ['The Villages', '28.9342,-81.9748', 'Sumter County', 'Florida'],
  ])('prints all scores of %s within 80 columns', async (_, place, county, state) => {
    const { code, out, err } = await consoleOf(['report', place, '--json'], { open: openVicinage })
    const report = JSON.parse(out)
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(report.place).toMatchObject({ county, state })
    for (const { id } of dimensions) {
      const score = report.scores[id].score
      expect(Number.isInteger(score) && score >= 0 && score <= 255, `${id} ${score}`).toBe(true)
      if (id !== 'fire' && id !== 'noise-levels') expect(score, id).toBeGreaterThan(0)
    }
    if (state !== 'California') expect(report.scores.fire.score).toBe(0)
    const table = await consoleOf(['report', place], { open: openVicinage, columns: 80 })
    expect(table.out).toContain(`${county}, ${state}`)
    const { low, high } = report.scores['noise-levels'].interval
    expect(low).toBeLessThan(high)
    expect(table.out).toMatch(/Noise levels .*[▒░]/)
    expect(table.out).toContain('lighter part of a bar')
    for (const line of table.out.split('\n')) expect(line.length).toBeLessThanOrEqual(80)
  })
})

describe('the school commands on the built data', () => {
  let opened: ReturnType<typeof openVicinage> | undefined
  const open = () => {
    opened ??= openVicinage()
    return opened
  }

  it.each([
    ['Googleplex', '37.4220,-122.0841', ['Elementary', 'Secondary']],
    ['Alamo', '29.4260,-98.4861', ['Unified']],
    ['Miami', '25.7743,-80.1937', ['Unified']],
  ])('list the districts of %s and the schools of each district', async (_, place, types) => {
    const json = async (...argv: string[]) => {
      const { code, out, err } = await consoleOf([...argv, '--json'], { open })
      expect({ code, err }).toEqual({ code: 0, err: '' })
      return JSON.parse(out)
    }
    const { districts } = await json('districts', place)
    expect(districts.map((district: { sd_type: string }) => district.sd_type).sort()).toEqual(types)
    const { schools } = await json('schools', place, '--same-district', '--limit=3')
    expect(schools).toHaveLength(3)
    const geoids = districts.map((district: { geoid: string }) => district.geoid)
    for (const school of schools) expect(geoids).toContain(school.lea_id)
    expect((await json('school', schools[0].nces_id)).name).toBe(schools[0].name)
    expect((await json('district-schools', geoids[0])).schools.length).toBeGreaterThan(2)
    const report = await json('report', place)
    expect(report.districts).toEqual(districts)
    expect(report.schools).toHaveLength(5)
    for (const argv of [
      ['schools', place],
      ['districts', place],
      ['district-schools', geoids[0]],
      ['report', place],
    ]) {
      const { out } = await consoleOf(argv, { open, columns: 80 })
      for (const line of out.split('\n')) expect(line.length, line).toBeLessThanOrEqual(80)
    }
  })
})
