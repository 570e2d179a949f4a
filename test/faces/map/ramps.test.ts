import { describe, expect, it } from 'vitest'
import { type DimensionId, dimensions } from '../../../src/answers/dimensions/catalog.ts'
import { ValidationError } from '../../../src/base/errors.ts'
import { legend, ramp } from '../../../src/faces/map/index.ts'
import { dark, light } from '../../../src/faces/map/scheme.ts'
import { difference, eyes, seen } from './seen-colors.ts'

const ids = dimensions.map(({ id }) => id)
const diverging = dimensions.filter(({ colors }) => colors !== undefined).map(({ id }) => id)
const hazards = dimensions.filter(({ classColors }) => classColors !== undefined)
const continuous = ids.filter((id) => !hazards.some((hazard) => hazard.id === id))
const sequential = continuous.filter((id) => !diverging.includes(id))

/** Returns the color of each score as `#rrggbb`, indexed by score. */
function colors(id: DimensionId): string[] {
  const bytes = ramp(id)
  return Array.from(
    { length: 256 },
    (_, score) => `#${Buffer.from(bytes.subarray(4 * score, 4 * score + 3)).toString('hex')}`,
  )
}

describe('the color ramp', () => {
  it.each(ids)('of %s is opaque except for score 0', (id) => {
    const bytes = ramp(id)
    expect(bytes).toHaveLength(1024)
    expect([...bytes.subarray(0, 4)]).toEqual([0, 0, 0, 0])
    for (let score = 1; score < 256; score++) expect(bytes[4 * score + 3]).toBe(255)
  })

  it('diverges from 128 for exactly the dimensions with a meaningful middle', () => {
    expect(dimensions.filter(({ scale }) => scale.middle !== null).map(({ id }) => id)).toEqual(diverging)
  })

  it.each(sequential)('of %s gets lighter at every step, for every kind of color vision', (id) => {
    for (const eye of eyes) {
      const lightness = colors(id).map((hex) => seen(hex, eye)[0])
      for (let score = 9; score < 256; score += 8) expect(lightness[score]).toBeGreaterThan(lightness[score - 8])
    }
  })

  it.each(diverging)(
    'of %s is lightest at 128 and gets darker toward both ends, for every kind of color vision',
    (id) => {
      for (const eye of eyes) {
        const lightness = colors(id).map((hex) => seen(hex, eye)[0])
        for (let away = 8; away <= 120; away += 8) {
          expect(lightness[128 + away]).toBeLessThan(lightness[128 + away - 8])
          expect(lightness[128 - away]).toBeLessThan(lightness[128 - away + 8])
        }
      }
      const [red, green, blue] = ramp(id).subarray(4 * 128)
      expect(Math.max(red, green, blue) - Math.min(red, green, blue)).toBeLessThanOrEqual(2)
    },
  )

  it.each(diverging)('of %s distinguishes its two sides for every kind of color vision', (id) => {
    const all = colors(id)
    for (const eye of eyes)
      for (let away = 16; away <= 127; away++)
        expect(difference(seen(all[128 - away], eye), seen(all[128 + away], eye))).toBeGreaterThan(8)
  })

  it.each(ids)(
    'of %s differs from the color of unscored land in the light and dark explorer, for every kind of color vision',
    (id) => {
      const bytes = ramp(id)
      for (const { land } of [light, dark])
        for (const opacity of [0.75, 1])
          for (const eye of eyes) {
            const ground = seen(land, eye)
            const least = Math.min(
              ...Array.from({ length: 255 }, (_, i) =>
                difference(seen(over(bytes, i + 1, land, opacity), eye), ground),
              ),
            )
            // The limit is more than three times the just noticeable difference.
            expect(least, `${land} ${opacity} ${eye}`).toBeGreaterThan(7.5)
          }
    },
  )

  it.each(hazards)(
    'of $id assigns one color to each class, distinguishable for every kind of color vision',
    (hazard) => {
      expect(hazard.group).toBe('risk')
      const all = colors(hazard.id)
      const froms = hazard.ladder.map(([from]) => from)
      for (let score = 1; score <= 255; score++) expect(all[score]).toBe(all[froms.findLast((from) => from <= score)!])
      for (const eye of eyes) {
        const classes = froms.map((from) => seen(all[from], eye))
        classes.slice(1).forEach((color, i) => {
          expect(color[0], `lightness of ${all[froms[i + 1]]} to ${eye}`).toBeGreaterThan(classes[i][0])
          expect(difference(color, classes[i]), `${all[froms[i + 1]]} to ${eye}`).toBeGreaterThan(12)
        })
      }
    },
  )

  it('of flood draws no score up to 245, the highest estimate, in the color of 255', () => {
    for (let score = 1; score <= 245; score++) expect(colors('flood')[score]).not.toBe(colors('flood')[255])
  })

  it.each(continuous)(
    'of %s contains no jumps: every step is between a third of the mean and three times the mean',
    (id) => {
      const labs = colors(id).map((hex) => seen(hex, 'normal'))
      const steps = Array.from({ length: 31 }, (_, i) => difference(labs[1 + 8 * i], labs[9 + 8 * i]))
      const mean = steps.reduce((sum, step) => sum + step) / steps.length
      expect(Math.max(...steps)).toBeLessThan(3 * mean)
      expect(Math.min(...steps)).toBeGreaterThan(mean / 3)
    },
  )

  it('is returned as a copy that callers may change', () => {
    ramp('flood').fill(1)
    expect(ramp('flood')[0]).toBe(0)
  })

  it('is not defined for an unknown dimension, and the error lists all dimensions', () => {
    expect(() => ramp('beauty' as never)).toThrow(/There is no dimension 'beauty'; choose from urban-rural, /)
    expect(() => legend('toString' as never)).toThrow(ValidationError)
  })
})

/** Returns the color of a score drawn over another color. */
function over(bytes: Uint8Array, score: number, ground: string, opacity: number): string {
  const below = Buffer.from(ground.slice(1), 'hex')
  const mixed = below.map((value, i) => Math.round(opacity * bytes[4 * score + i] + (1 - opacity) * value))
  return `#${Buffer.from(mixed).toString('hex')}`
}

describe('the legend', () => {
  it.each(ids)('of %s explains missing data and both ends in the colors of the ramp', (id) => {
    const entries = legend(id)
    const { scale } = dimensions.find((dimension) => dimension.id === id)!
    expect(entries[0]).toEqual({ score: 0, color: 'transparent', label: scale.zero })
    const all = colors(id)
    for (const { score, color } of entries.slice(1)) expect(color).toBe(all[score])
    const hazard = hazards.find((one) => one.id === id)
    if (hazard !== undefined) {
      expect(entries.slice(1).map(({ score, label }) => [score, label])).toEqual(hazard.ladder)
      return
    }
    expect(entries.map(({ score }) => score)).toEqual([0, 1, 32, 64, 96, 128, 160, 192, 224, 255])
    expect(entries[1].label).toBe(scale.low)
    expect(entries[5].label).toBe(scale.middle ?? '128')
    expect(entries[9].label).toBe(scale.high)
  })

  it.each(ids)('of %s uses colors distinguishable for every kind of color vision', (id) => {
    const entries = legend(id).slice(1)
    for (const eye of eyes)
      for (const [i, entry] of entries.entries())
        for (const other of entries.slice(i + 1))
          expect(difference(seen(entry.color, eye), seen(other.color, eye))).toBeGreaterThan(6)
  })
})
