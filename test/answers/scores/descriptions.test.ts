import { expect, it } from 'vitest'
import { builtVicinage } from '../../library/built.ts'

const vicinage = await builtVicinage()
const austin = { lat: 30.2672, lon: -97.7431 }

it.each([
  ['noise-levels', austin, /\bdB\b/],
  ['population-profile', austin, /under 18/],
  ['fire', austin, /^Fire safety covers California only/],
  ['noise-levels', { lat: 36.17, lon: -115.14 }, /outside/i],
  ['noise-levels', { lat: 37.75, lon: -122.35 }, /San Francisco Bay/],
] as const)('the description of %s at %o says what is known, or why nothing is', (id, place, expected) => {
  expect(vicinage.score(id, place).description).toMatch(expected)
})

it('an explained score of 0 has an interval only if one was requested', () => {
  expect(vicinage.explain('fire', austin)).not.toHaveProperty('interval')
  expect(vicinage.explain('fire', austin, { interval: true })).toMatchObject({ score: 0, interval: null })
})
