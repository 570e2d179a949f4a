import { type Command, Option } from 'commander'
import type { DimensionId } from '../../answers/dimensions/catalog.ts'
import type { FitRequest, Want } from '../../answers/fit/answers.ts'
import { wantIn, weightsIn } from '../../base/parameters/fit-parameters.ts'
import { readDimension } from './arguments.ts'
import { UsageError } from './usage-error.ts'

/** Command line options for a user's priorities. */
export interface FitArguments {
  readonly weights?: FitRequest['weights']
  readonly want?: FitRequest['want']
  readonly among?: 'state' | 'coverage'
  readonly demographics?: true
}

/** Adds `--weights`, `--want` and the related options to a command. */
export function withFitOptions(command: Command, what: string): Command {
  return command
    .option('--weights <ids>', `${what}, such as walkability=3,noise-levels=2`, readWeights)
    .option(
      '--want <ids>',
      'preferred scores for a dimension: high (default), low, or near a score, such as urban-rural=low,privacy=128',
      readWant,
    )
    .addOption(
      new Option(
        '--among <people>',
        'compare with the residents of the state (default) or of all covered states',
      ).choices(['state', 'coverage']),
    )
}

/** The option that allows dimensions about residents. */
export const demographicsOption = new Option(
  '--demographics',
  'allow population-profile, ideological-lean and insurance-coverage',
)

/**
 * Parses the priorities from command line options. Returns undefined if there are none.
 *
 * @throws {UsageError} if no weight is positive, or if `--among` is used without priorities
 */
export function parseFitRequest({ weights, want, among, demographics }: FitArguments): FitRequest | undefined {
  if (weights === undefined && want === undefined) {
    if (among !== undefined) throw new UsageError('--among needs weights.', EXAMPLE)
    return undefined
  }
  const request: FitRequest = { weights: weights ?? {}, want, among, demographics }
  if (dimensionsOfFit(request).length === 0) throw new UsageError('No weight is above 0.', EXAMPLE)
  return request
}

const EXAMPLE = 'For example: --weights walkability=3,noise-levels=2'

/** Returns the dimensions that have a positive weight, or a preference and no weight. */
export function dimensionsOfFit({ weights, want = {} }: FitRequest): readonly DimensionId[] {
  const wanted = Object.keys(want).filter((id) => !(id in weights))
  return [...Object.entries(weights).flatMap(([id, weight]) => (weight > 0 ? [id] : [])), ...wanted] as DimensionId[]
}

function readWeights(text: string, before: Readonly<Record<string, number>> = {}): Readonly<Record<string, number>> {
  const weights = Object.entries(weightsIn(text)).map(([id, weight]) => {
    if (!(weight >= 0 && weight <= 1_000_000))
      throw new UsageError(
        `--weights: expected numbers from 0 to 1,000,000, got '${text.trim().slice(0, 80)}'.`,
        EXAMPLE,
      )
    return [readDimension(id), weight]
  })
  return { ...before, ...Object.fromEntries(weights) }
}

function readWant(text: string, before: Readonly<Record<string, Want>> = {}): Readonly<Record<string, Want>> {
  const wants = Object.entries(wantIn(text)).map(([id, want]) => {
    if (typeof want === 'object' && !(Number.isInteger(want.around) && want.around >= 1 && want.around <= 255))
      throw new UsageError(
        `--want: expected high, low or a score from 1 to 255, got '${text.trim().slice(0, 80)}'.`,
        'For example: --want urban-rural=low,privacy=128',
      )
    return [readDimension(id), want]
  })
  return { ...before, ...Object.fromEntries(wants) }
}
