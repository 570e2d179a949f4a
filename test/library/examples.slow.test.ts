import { readFile } from 'node:fs/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { disagreements } from '../../data-build/validate/general/words.ts'
import { dimensions } from '../../src/answers/dimensions/catalog.ts'
import { lat, lon } from '../../src/base/parameters/known-parameters.ts'
import { sums } from '../../src/data/bundle/columns.ts'
import { readBundle } from '../../src/data/bundle/read.ts'
import { CENTERS_IN_BLOCK } from '../../src/data/geography.ts'
import { openVicinage, type Vicinage } from '../../src/index.ts'
import { getExample } from '../../src/library/contract/score-examples.ts'

const data = new URL('../../dist-data/', import.meta.url)
let vicinage: Vicinage
/** Centers of population of all block groups, in degrees. */
let centers: { readonly lat: Float64Array; readonly lon: Float64Array }

beforeAll(async () => {
  vicinage = await openVicinage({ data, schools: false, geocoder: false })
  const geography = await readBundle(await readFile(new URL('geography.bundle', data)), 'geography.bundle')
  const degrees = (section: string) =>
    Float64Array.from(sums(geography.section(section, 'i32'), CENTERS_IN_BLOCK), (value) => value / 1e6)
  centers = { lat: degrees('centre.lat'), lon: degrees('centre.lon') }
})

describe.each(dimensions)('descriptions of $id', ({ id, ladder }) => {
  it('match the documented example', () => {
    expect(vicinage.score(id, { lat: lat.example, lon: lon.example })).toMatchObject(getExample({ id, ladder }))
  })

  it('agree with the scores of all block groups in words and figures', () => {
    const scores = vicinage.scoreColumns({ ...centers, dimensions: [id] })[id]
    const descriptions = Array.from(scores, (score, i) =>
      score === 0 ? '' : (vicinage.score(id, { lat: centers.lat[i], lon: centers.lon[i] }).description ?? ''),
    )
    expect(disagreements(id, scores, descriptions).map((i) => `${scores[i]} ${descriptions[i]}`)).toEqual([])
  })
})
