import type { ReverseAnswer } from '../../src/geocode/reverse.ts'

/** An answer about any coordinate. */
export const madeReverse: ReverseAnswer = {
  label: 'Old Market, Quillwater, TX 78790',
  neighborhood: 'Old Market',
  city: 'Quillwater',
  zip: '78790',
  county: { name: 'Travis County', fips: '48453' },
  state: { name: 'Texas', postal: 'TX', fips: '48' },
  tract: '48453001100',
  blockGroup: '484530011001',
  message: null,
}
