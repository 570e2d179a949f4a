/** The ends of the scales in two or three words; the catalogue has them in full. */
export const ends: Readonly<Record<string, readonly [low: string, high: string]>> = {
  'urban-rural': ['dense city', 'countryside'],
  privacy: ['high density', 'estate sprawl'],
  walkability: ['car dependent', 'pedestrian priority'],
  'visual-appeal': ['distressed', 'exclusive'],
  'dog-friendliness': ['hardly a park', 'parks from the door'],
  liveliness: ['quiet enclave', 'urban hotspot'],
  'noise-levels': ['extreme noise', 'nature sounds only'],
  'air-quality': ['dangerous air', 'clean air'],
  'industrial-proximity': ['hazardous sites near', 'only residential'],
  'insurance-coverage': ['near zero', 'over 90 % insured'],
  'ideological-lean': ['conservative', 'liberal'],
  'population-profile': ['young adults', 'seniors'],
  flood: ['coastal high hazard', 'outside flood zones'],
  fire: ['severe hazard zone', 'no risk reported'],
}
