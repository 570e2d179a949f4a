import { describe, expect, it } from 'vitest'
import { endpoints } from '../../src/endpoints/table.ts'

describe('the table of endpoints', () => {
  it('has the paths of the specification and of the contract', () => {
    expect(endpoints.map(({ path }) => path).sort()).toEqual(
      [
        '/v1/vibe/urban-rural',
        '/v1/vibe/privacy',
        '/v1/vibe/walkability',
        '/v1/vibe/visual-appeal',
        '/v1/vibe/dog-friendliness',
        '/v1/vibe/liveliness',
        '/v1/environment/noise-levels',
        '/v1/environment/air-quality',
        '/v1/environment/industrial-proximity',
        '/v1/demographics/insurance-coverage',
        '/v1/demographics/ideological-lean',
        '/v1/demographics/population-profile',
        '/v1/risk/flood',
        '/v1/risk/fire',
        '/v1/scores',
        '/v1/scores/batch',
        '/v1/explain/{dimension}',
        '/v1/dimensions',
        '/v1/schools/search/school-ratings',
        '/v1/schools/search/school-by-district',
        '/v1/schools/search/districts',
        '/v1/schools/school/{nces_id}',
        '/v1/tools/geocode-single',
      ].sort(),
    )
  })

  it('has identifiers that occur once and mirror the paths in camelCase', () => {
    const ids = endpoints.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toEqual(
      expect.arrayContaining([
        'vibe.dogFriendliness',
        'environment.noiseLevels',
        'risk.fire',
        'schools.schoolByDistrict',
      ]),
    )
  })

  it('has a summary, a description and described parameters in every row', () => {
    for (const { summary, description, parameters } of endpoints) {
      expect(summary).toMatch(/^[A-Z].*[^.]$/)
      expect(description).toMatch(/^[A-Z].*\.$/)
      for (const parameter of parameters) expect(parameter.description).toMatch(/^[A-Z].*\.$/)
    }
  })
})
