import { describe, expect, it } from 'vitest'
import { withFigures } from '../../data-build/schools/national-with-figures.ts'
import type { School } from '../../data-build/schools/school.ts'
import { madeSchool } from './made-schools.ts'

const { rating: _, ...bare } = madeSchool('060000100001', {
  name: 'Alder School',
  lat: 37.5,
  lon: -122.25,
  state: 'CA',
  directory: 'ccd',
})
const known: School = {
  ...bare,
  leaName: 'Alder Unified',
  name: 'Alder Elementary',
  level: 'Elementary',
  lowestGrade: 0,
  highestGrade: 5,
  lat: 37.6,
  lon: -122.3,
  street: '1 Oak St',
  city: 'Alder',
  zip: '94000',
  phone: '(510) 555-0100',
  website: 'https://alder.example.org',
  students: 300,
  teachers: 15,
  directory: 'ca-cde-2018',
  figure: { scheme: 'ca-2018', value: 12.5 },
}

describe('the nation’s schools with their states’ figures', () => {
  it('take the figure and what was open, and keep their own name, place and directory', () => {
    const { name, lat, lon, directory } = bare
    expect(withFigures([bare], [known])).toEqual([{ ...known, name, lat, lon, directory }])
  })

  it('keep what they say themselves', () => {
    const said = { ...known, directory: 'ccd', figure: null, students: 310, phone: '(510) 555-0199', highestGrade: 6 }
    expect(withFigures([said], [{ ...known, level: 'Middle', lowestGrade: 6 }])).toEqual([
      { ...said, figure: known.figure },
    ])
  })

  it('do not mix the parts of two addresses, or the grades of two lists', () => {
    const [school] = withFigures([{ ...bare, city: 'Bramble', lowestGrade: 3, level: 'Middle' }], [known])
    expect(school).toMatchObject({ street: null, city: 'Bramble', zip: null, highestGrade: null, level: 'Middle' })
  })

  it('are those of the nation: order and number stay, closed ones of the states are dropped', () => {
    const other = { ...bare, ncesId: '480000200002', state: 'TX' }
    expect(withFigures([bare, other], [{ ...known, ncesId: '060000199999' }])).toEqual([bare, other])
    expect(withFigures([], [known])).toEqual([])
  })
})
