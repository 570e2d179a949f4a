import type { ReverseAnswer } from '../../../src/answers/geocode/reverse.ts'
import type { Suggestion } from '../../../src/answers/geocode/suggest/place-table.ts'

/** An answer about any coordinate. */
export const madeReverse: ReverseAnswer = {
  lat: 30.2,
  lon: -97.7,
  radius: 0,
  layer: 'coordinates',
  label: 'Old Market, Quillwater, TX 78790',
  address: null,
  neighborhood: 'Old Market',
  city: 'Quillwater',
  in_city: true,
  zip: '78790',
  county: { name: 'Travis County', fips: '48453' },
  state: { name: 'Texas', postal: 'TX', fips: '48' },
  tract: '48453001100',
  block_group: '484530011001',
  message: null,
}

/** A completion of any text. */
export const madeSuggestion: Suggestion = {
  layer: 'neighborhood',
  label: 'Old Market, Quillwater, TX',
  lat: 30.2,
  lon: -97.7,
  radius: 1000,
}
