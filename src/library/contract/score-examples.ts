import type { DimensionId } from '../../answers/dimensions/catalog.ts'
import { type Ladder, wordsFor } from '../../answers/dimensions/words.ts'

/** A score and its description. */
export interface ScoreExample {
  readonly score: number
  readonly description: string
}

/** Score and description of each dimension at the coordinate that the documentation uses as an example. */
const EXAMPLES: Readonly<Record<DimensionId, ScoreExample>> = {
  'urban-rural': {
    score: 15,
    description:
      'Dense urban core: about 10,000 people per square mile (4,000 per km²) within about 3 miles (5 km), averaged ' +
      'over day and night (2020-24).',
  },
  privacy: {
    score: 4,
    description:
      'High density, little privacy: about as crowded as 28 homes per acre (69 per hectare), counting homes and ' +
      'daytime visitors (2018-22).',
  },
  walkability: {
    score: 255,
    description:
      'Pedestrian priority: about 37,000 people per square mile (14,000 per km²) around by day, 9% of homes ' +
      'built before 1980, EPA walkability index 18 of 20 (2018-24).',
  },
  'visual-appeal': {
    score: 29,
    description:
      'Far below-average surroundings (estimate): less green than 98% of homes, more land near industry and airports than ' +
      '95% (green, industry and rail of 2018-24; beauty is not seen).',
  },
  'dog-friendliness': {
    score: 123,
    description:
      'Good for dogs (estimate): every home of this census tract is near a park, listed dog park 0.6 miles (1 km) ' +
      'away, closer to traffic than 79% of homes (parks, room and quiet of 2018-24).',
  },
  liveliness: {
    score: 253,
    description:
      'Urban hotspot: about 37,000 people per square mile (14,000 per km²) live, work or study here by day, far more ' +
      'than live here; visitors are not counted (2020-24).',
  },
  'noise-levels': {
    score: 126,
    description:
      'Noticeable noise: estimated 63 dB on average over 24 hours (road 63 dB, rail 38 dB, aviation 31 dB, ' +
      'data of 2018-22). Other highways are known by tract only. Beside rail tracks it is louder.',
  },
  'air-quality': {
    score: 193,
    description:
      'Good air: the daily AQI averages about 47 (50 or less is good), but fine particles (PM2.5) 10 µg/m³, above ' +
      'the federal limit of 9; nearest monitor 2.5 miles (4 km) away (2022-24).',
  },
  'industrial-proximity': {
    score: 179,
    description:
      'Little industry nearby (estimate): 100% of this tract near toxic-release sites, power plant 1.3 miles ' +
      '(2.2 km) away, chemical-risk site 3.5 miles (5.7 km) away (lists of 2019-25).',
  },
  'insurance-coverage': {
    score: 255,
    description:
      'Very high coverage: about 96% of the people of this census tract have health insurance (survey of 2018-22).',
  },
  'ideological-lean': {
    score: 169,
    description:
      'Predominantly liberal: 66% Democratic, 34% Republican for president in 2024, from the vote of 2020 ' +
      "there (about 4,300 votes) and the county's swing.",
  },
  'population-profile': {
    score: 122,
    description:
      'Mostly adults, few children: 2% under 18, 82% aged 18-64, 16% 65 or over in this census tract (survey of 2018-22).',
  },
  flood: {
    score: 233,
    description:
      'Uncertain flood risk (estimate): a river flood zone touches this census tract, 64 feet (20 m) lower than the ' +
      'tracts around. No flood map in this package; FEMA has one for this county: msc.fema.gov.',
  },
  fire: { score: 0, description: 'Fire safety covers California only.' },
}

/** Returns the example of a dimension for the documentation. Examples of custom dimensions are invented. */
export function getExample({ id, ladder }: { readonly id: DimensionId; readonly ladder: Ladder }): ScoreExample {
  return Object.hasOwn(EXAMPLES, id) ? EXAMPLES[id] : { score: 210, description: `${wordsFor(ladder, 210)}.` }
}
