import { refusedArgument } from '../errors.ts'
import { editDistance } from '../geo/edit-distance.ts'

/** Every option that there is, once: a new one that is missing here does not compile. */
export type OptionNames<Options> = Readonly<Record<keyof Options, true>>

/**
 * Refuses options that do not exist, which are typing errors that nobody would notice. Options that may be given are
 * not looked at, but for `units`.
 *
 * @param ignored other names that may be there, and say nothing
 * @throws {ValidationError} that names the option that was probably meant
 */
export function checkOptions<Options>(
  options: Options | null | undefined,
  names: OptionNames<Options>,
  ignored: Readonly<Record<string, true>> = {},
): void {
  const wrong = unknownOption(options, names, ignored)
  if (wrong !== null) throw refusedArgument(wrong.name, wrong.message, wrong.input, 'option_unknown')
  const units = (options as { readonly units?: unknown } | null | undefined)?.units ?? 'us'
  if (units !== 'us' && units !== 'metric') throw refusedArgument('units', 'units has to be us or metric', units)
}

/** The first option that does not exist, a sentence about it, and whether it names a near one; null where all do. */
export function unknownOption<Options>(
  options: Options | null | undefined,
  names: OptionNames<Options>,
  ignored: Readonly<Record<string, true>> = {},
) {
  if (options === null || options === undefined) return null
  if (typeof options !== 'object')
    return {
      ...{ name: 'options', near: false, input: options },
      message: `Options have to be an object, not a ${typeof options}.`,
    }
  for (const name in options)
    if (names[name] !== true && ignored[name] !== true)
      return { name: name as string, ...sentence(name, names), input: options[name] }
  return null
}

function sentence(name: string, names: object): { message: string; near: boolean } {
  const known = Object.keys(names)
  const advice = didYouMean(name, known)
  return {
    message: `There is no option '${name.slice(0, 64)}'${advice || `; there are ${known.join(', ')}.`}`,
    near: advice !== '',
  }
}

/** `: did you mean 'lon'?`, where one of the names is near; else empty. */
export function didYouMean(name: string, known: readonly string[]): string {
  const folded = fold(SYNONYMS.get(fold(name)) ?? name).slice(0, 64)
  const most = Math.ceil(folded.length / 3)
  const distances = known.map((other) => (fold(other).startsWith(folded) ? 0 : editDistance(folded, fold(other), most)))
  const least = Math.min(...distances)
  return folded !== '' && least <= most ? `: did you mean '${known[distances.indexOf(least)]}'?` : ''
}

/** What other libraries call it. */
const SYNONYMS = new Map(Object.entries({ latitude: 'lat', lng: 'lon', long: 'lon', longitude: 'lon' }))

/** `min_people` and `minPeople` are alike. */
function fold(name: string): string {
  return name.replaceAll('_', '').toLowerCase()
}

/** What a place may hold beside its coordinates: whatever the geocoder, `reverse` and `suggest` say about it. */
export const placeFields = {
  lat: true,
  lon: true,
  layer: true,
  confidence: true,
  radius: true,
  label: true,
  parsed: true,
  alternatives: true,
  note: true,
  address: true,
  neighborhood: true,
  city: true,
  in_city: true,
  zip: true,
  county: true,
  state: true,
  tract: true,
  block_group: true,
  message: true,
} as const
