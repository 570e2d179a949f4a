import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import type { Check } from './check.ts'

const cardSchema = z.object({
  format: z.literal(1),
  /** Build that was checked, as named in its manifest. */
  build: z.string(),
  checks: z.array(
    z.object({
      dimension: z.string(),
      check: z.string(),
      statistic: z.string(),
      value: z.number(),
      n: z.number(),
      trial: z.number().nullable(),
      reached: z.boolean().nullable(),
    }),
  ),
})

/** Content of `validation.json`: every check of a build, in a fixed order. */
export type ValidationCard = z.infer<typeof cardSchema>

export type CardLine = ValidationCard['checks'][number]

const FILE = 'validation.json'

/**
 * Creates a card from checks. Values have four digits and counts are exact, so a second run on another machine produces
 * the same figures.
 */
export function getCard(build: string, checks: readonly Check[]): ValidationCard {
  const lines = checks.map(({ dimension, check, statistic, value, n, trial = null, reached = null }) => {
    return { dimension, check, statistic, value: fourDigits(value), n, trial, reached }
  })
  return { format: 1, build, checks: lines }
}

function fourDigits(value: number): number {
  return Number.isInteger(value) ? value : Number(value.toPrecision(4))
}

/**
 * Writes the card into the data folder under a temporary name and then renames it, so that a good card is only replaced
 * by a complete card.
 */
export async function writeCard(data: string, card: ValidationCard): Promise<string> {
  const invalid = card.checks.find(({ value, n }) => !Number.isFinite(value) || !Number.isFinite(n))
  if (invalid)
    throw new RangeError(
      `The check '${invalid.check}' of ${invalid.dimension} has the value ${invalid.value}, expected a number.`,
    )
  const path = join(data, FILE)
  try {
    await writeFile(`${path}.new`, `${JSON.stringify(card, null, 2)}\n`)
    await rename(`${path}.new`, path)
  } catch (cause) {
    await rm(`${path}.new`, { force: true })
    throw cause
  }
  return path
}

/** Reads the card of a data folder. Throws an error with a one-sentence message when the card is missing or invalid. */
export async function readCard(data: string): Promise<ValidationCard> {
  const path = join(data, FILE)
  const json = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new RangeError(`There is no ${FILE} in ${data}: create it with \`npm run data:validate\`.`, { cause })
  })
  const card = cardSchema.safeParse(JSON.parse(json))
  if (card.success) return card.data
  throw new RangeError(
    `${path} has an unexpected '${card.error.issues[0].path.join('.')}': create it again with \`npm run data:validate\`.`,
  )
}
