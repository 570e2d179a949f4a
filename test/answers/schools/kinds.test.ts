import { describe, expect, it } from 'vitest'
import { unusualKinds } from '../../../data-build/schools/kinds.ts'
import { schoolFixture } from './fixtures/schools.ts'

type School = Parameters<typeof schoolFixture>[1]

/** Returns the kinds of schools, keyed by name. Ordinary schools have no kind and are omitted. */
function kindsOf(...schools: readonly (School & { readonly name: string })[]) {
  const all = schools.map((school, i) => schoolFixture(`48000010${String(1000 + i)}`, { lat: 30 + i / 10, ...school }))
  return Object.fromEntries([...unusualKinds(all)].map(([row, kind]) => [all[row].name, kind]))
}

describe('the kind of a school', () => {
  it('is a program if the agency or the name mentions custody, a hospital or a home', () => {
    const names = [
      'Denton County JJAEP',
      'Hospital/Homebound',
      'Leon County Jail',
      'Columbus Residential Juvenile Facility',
      'Pompano Youth Treatment Center',
      'Placer County Court',
      'Alachua Virtual Instruction Program',
      "Dell Children's Medical Center",
      'Oceans Behavioral Health',
      'Waco Center for Youth',
      'AMIkids Jacksonville',
      'Lone Star High School West (TJJD)',
    ]
    const listed = { name: 'Mt. McKinley', listedAs: 'program' as const }
    const kinds = kindsOf(listed, ...names.map((name) => ({ name })))
    expect(kinds).toEqual(Object.fromEntries([listed.name, ...names].map((name) => [name, 'program'])))
  })

  it('is a program if the name or the grades mention adults, parents or special education elsewhere', () => {
    const names = [
      'Adult Basic Ed',
      'Night School',
      'Naples Area Teenage Parenting',
      'JCSB TAPP Contract Site',
      'Itinerant Special Education',
      'Orange County Special Education',
      'Nonschool Exceptional Education',
      'Non-Enrolled PK Exceptional Education Program',
      'ESE Countywide',
      'Wall PPCD',
      'Fairview Special Programs',
    ]
    const adults = { name: 'Burleson Center', lowestGrade: 14, highestGrade: 14 }
    expect(kindsOf(adults, ...names.map((name) => ({ name })))).toEqual(
      Object.fromEntries([adults.name, ...names].map((name) => [name, 'program'])),
    )
  })

  it('is a program if the Texas operator has schools only in facilities', () => {
    const prison = { name: 'Clemens Unit', leaName: 'Windham School District', state: 'TX' }
    expect(kindsOf(prison, { ...prison, name: 'Clemens High', leaName: 'Clemens ISD' })).toEqual({
      'Clemens Unit': 'program',
    })
  })

  it('is a program if the agency counts no students and no source has students or a figure', () => {
    const none = { listedAs: 'uncounted' as const, students: null }
    expect(
      kindsOf(
        { ...none, name: 'Science Center' },
        { ...none, name: 'Counted Elsewhere', students: 12 },
        { ...none, name: 'Rated', figure: { scheme: 'tx-2022', value: 80 } },
        { name: 'Brand-New Elementary', students: null },
      ),
    ).toEqual({ 'Science Center': 'program' })
  })

  it('is a program if the school name mentions teaching online or at home', () => {
    const names = [
      'Tracy Independent Study Charter',
      'Charter Home Study Academy',
      'Imperial Valley Home School Academy',
      'Pinellas Teleschool',
      'Escambia Virtual Academy Franchise',
      'Capistrano Home/Virtual',
      'Kings Canyon Online',
      'Paradise eLearning Academy',
      'Marion E-Learning',
      'Palos Verdes Distance Learning Academy',
      'Citrus eSchool 6-12',
      'Florida Cyber Charter Academy at Clay',
      'Texas Connections Academy at Houston',
    ]
    expect(kindsOf(...names.map((name) => ({ name })))).toEqual(
      Object.fromEntries(names.map((name) => [name, 'program'])),
    )
  })

  it('is not a program if the name only resembles a program name', () => {
    const names = [
      'High School for Law and Justice',
      'Orthopaedic Hospital',
      'Happy Camp High',
      'Courtyard Elementary',
      'Dozier-Libbey Medical High',
      'Motivated Youth Academy',
      'Creative Connections Arts Academy',
      'Kearny Digital Media & Design',
      'Bridgeschool Elementary',
      'Horizon Line Elementary',
      'New Home School',
      'Options for Youth-Acton',
      'Aspire Alexander Twilight Secondary Academy',
      'BASIS San Antonio Primary- Medical Center Campus',
      'Sven Lokrantz Special Education Center',
      'Rosie Sorrells Education and Social Services High School',
      'Moore Haven Elementary School',
    ]
    expect(kindsOf(...names.map((name) => ({ name, state: 'CA', students: 300 })))).toEqual({})
  })

  it('is `planned` if there is no student, and no name or only an unfinished building', () => {
    const names = ['Reserved for Future Use', 'New Middle #9 at Gulf Way', '7th High School - Northeast', '34-M-W-7']
    expect(kindsOf(...names.map((name) => ({ name, students: null })))).toEqual(
      Object.fromEntries(names.map((name) => [name, 'planned'])),
    )
    const unopened = { listedAs: 'unopened' as const, name: 'Vintage Oaks Area Elementary' }
    expect(kindsOf({ ...unopened, students: null })).toEqual({ [unopened.name]: 'planned' })
    expect(kindsOf({ ...unopened, students: 300 })).toEqual({})
    expect(kindsOf({ name: 'New Middle', students: 689 }, { name: 'New Hope Elementary', students: null })).toEqual({})
  })

  it('is `repeated` for the smaller of two schools with the same name, location and grades', () => {
    const at = { lat: 31, lon: -97, lowestGrade: 0, highestGrade: 5 }
    const kinds = kindsOf(
      { ...at, name: 'Oak Hill', students: 200 },
      { ...at, name: 'OAK HILL', students: 300 },
      { ...at, name: 'Oak-Hill', students: 400, lowestGrade: 6, highestGrade: 8 },
      { ...at, name: 'Oak Hill East', students: 100 },
    )
    expect(kinds).toEqual({ 'Oak Hill': 'repeated' })
  })
})
