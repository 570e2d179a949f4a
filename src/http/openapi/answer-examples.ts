import type { Named } from './types.ts'

/** A made-up answer for every endpoint, by its identifier, to the question that the examples of its parameters make. */
export const answerExamples: Named<unknown> = {
  'vibe.urbanRural': score(
    38,
    'Dense urban core: about 2500 residents per km² around, about 9000 people per km² by day.',
  ),
  'vibe.privacy': score(41, 'High density, little privacy: about 6.5 homes per acre of land nearby.'),
  'vibe.walkability': score(214, 'Pedestrian priority: EPA walkability index 16.2 of 20, 0.5 public schools per km².'),
  'vibe.visualAppeal': score(
    118,
    'Estimate from surroundings, not of beauty: average; less green than the region, 90 % of the area near a park.',
  ),
  'vibe.dogFriendliness': score(
    196,
    'Estimate: very good for dogs; 90 % of the area within a mile of a park; recorded dog park 0.8 km away.',
  ),
  'vibe.liveliness': score(231, 'Urban hotspot: about 12000 people per km² by day, far more than live there.'),
  'environment.noiseLevels': score(131, 'Serenity: estimated composite 61 dB; road 60 dB, rail 41 dB, aviation 35 dB.'),
  'environment.airQuality': score(
    188,
    'Good air: mean daily AQI about 45, fine particles (PM2.5) 9.1 µg/m³; nearest monitor 6 km.',
  ),
  'environment.industrialProximity': score(
    143,
    'Mixed surroundings: 35 % of the area within a mile of toxic-release sites. Estimate from tract-level federal hazard data.',
  ),
  'demographics.insuranceCoverage': score(
    239,
    'High coverage: about 85.0 % of residents of this census tract have health insurance.',
  ),
  'demographics.ideologicalLean': score(
    150,
    'Leans liberal: 58 % Democratic, 42 % Republican in the two-party vote for president 2020 (about 2000 votes).',
  ),
  'demographics.populationProfile': score(
    92,
    'More young adults than elsewhere: 15 % under 18, 75 % aged 18-64, 10 % 65 or over.',
  ),
  'risk.flood': score(204, 'Some flood risk: estimate from tract-level federal risk data, not a zone determination.'),
  'risk.fire': score(0, 'No data, including every location outside California.'),
  scores: {
    'urban-rural': {
      score: 38,
      description: 'Dense urban core: about 2500 residents per km² around, about 9000 people per km² by day.',
    },
    privacy: {
      score: 41,
      description: 'High density, little privacy: about 6.5 homes per acre of land nearby.',
    },
  },
  scoresBatch: {
    results: [
      {
        scores: { 'urban-rural': { score: 38, description: null }, privacy: { score: 41, description: null } },
        error: null,
      },
      {
        scores: { 'urban-rural': { score: 25, description: null }, privacy: { score: 19, description: null } },
        error: null,
      },
    ],
  },
  explain: {
    dimension: 'urban-rural',
    score: 38,
    description: 'Dense urban core: about 2500 residents per km² around, about 9000 people per km² by day.',
    basis: 'modelled',
    inputs: [
      {
        name: 'People within about 1 km',
        value: 2500,
        unit: 'people/km²',
        geography: 'census block group 484530000001, Travis County, Texas',
      },
      {
        name: 'Day-time people within about 1 km',
        value: 9000,
        unit: 'people/km²',
        geography: 'census block group 484530000001, Travis County, Texas',
      },
    ],
    percentile: { state: 4.5, coverage: 9.25 },
    sources: [
      {
        agency: 'U.S. Census Bureau',
        title: 'Centers of population 2020: block groups, tracts, counties',
        vintage: '2020 census',
        licence: 'public domain (U.S. government work)',
      },
    ],
  },
  dimensions: {
    dimensions: [
      {
        id: 'privacy',
        group: 'vibe',
        path: '/v1/vibe/privacy',
        name: 'Privacy',
        scale: { low: 'High Density', middle: null, high: 'Estate Sprawl', zero: 'no data' },
        method: 'Rank in the three states of how few homes lie near.',
        sources: [
          {
            agency: 'U.S. Census Bureau',
            title: 'Centers of population 2020: block groups, tracts, counties',
            vintage: '2020 census',
            licence: 'public domain (U.S. government work)',
          },
        ],
      },
    ],
  },
  'schools.schoolRatings': schoolSearch(640.5),
  'schools.schoolByDistrict': schoolSearch(null),
  'schools.districts': {
    districts: [
      {
        geoid: '4808940',
        name: 'Example Independent School District',
        sd_type: 'Unified',
        state_fp: '48',
        lograde: 'PK',
        higrade: '12',
        rating: 7,
        rating_summary: '7 of 10: in the 7th tenth of the districts of Texas.',
        rating_year: 2022,
      },
    ],
  },
  'schools.school': {
    ...school(null),
    address: '100 Example Street, Austin, TX 78701',
    phone: '(512) 555-0100',
    website: null,
    total_students: 520,
    total_teachers: 32.5,
    student_teacher_ratio: 16,
    average_student_teacher_ratio: 14.8,
    students_white: 180,
    students_asian: 40,
    students_black: 50,
    students_hispanic: 220,
    students_pacific_islander: 0,
    students_native_american: null,
    students_two_or_more: 30,
    students_male: 265,
    students_female: 255,
    rating_source: 'Texas Education Agency, 2022 accountability ratings',
    rating_description: '8 of 10: in the 8th tenth of the middle schools of Texas rated in 2022.',
  },
  'tools.geocodeSingle': { lat: 30.27465, lon: -97.74035, message: null },
}

function score(value: number, description: string) {
  return { result: { score: value, description } }
}

function schoolSearch(distance: number | null) {
  return {
    schools: [school(distance)],
    data_source: 'National Center for Education Statistics, Common Core of Data (Texas)',
    data_vintage: 2022,
    additional_info: 'Schools opened since may be missing, and some of these may have closed.',
  }
}

function school(distance: number | null) {
  return {
    nces_id: '480894000332',
    name: 'Example Middle School',
    lea_id: '4808940',
    lea_name: 'Example Independent School District',
    level: 'Middle',
    lowest_grade: 6,
    highest_grade: 8,
    rating: 8,
    lat: 30.2741,
    lon: -97.7398,
    distance_meters: distance,
  }
}
