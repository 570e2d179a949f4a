/** Attributes that the element reacts to. */
export const ATTRIBUTES = ['lat', 'lon', 'dimensions', 'data', 'src', 'units', 'label'] as const
export type Attribute = (typeof ATTRIBUTES)[number]

/** Request described by the attributes of an element. */
export interface ScoresRequest {
  readonly lat: number
  readonly lon: number
  /** Dimension ids; undefined for all dimensions of the source. */
  readonly dimensions: readonly string[] | undefined
  readonly units: 'us' | 'metric'
  /** URL of a data folder or of a service. */
  readonly source: { readonly kind: 'data' | 'service'; readonly address: string }
}

/** Result of reading the attributes: a request, no place yet, or an error. */
export type ReadAttributes =
  | { readonly state: 'complete'; readonly request: ScoresRequest }
  | { readonly state: 'without place' }
  | { readonly state: 'invalid'; readonly problem: string }

/**
 * Reads the attributes of an element.
 *
 * @param attribute returns an attribute value, or null if the attribute is missing
 * @param base URL of the page, for resolving relative URLs
 */
export function readAttributes(attribute: (name: Attribute) => string | null, base: string): ReadAttributes {
  const lat = attribute('lat')?.trim() ?? ''
  const lon = attribute('lon')?.trim() ?? ''
  if (lat === '' && lon === '') return { state: 'without place' }
  const problem = problemOfDegrees('lat', lat, 90) ?? problemOfDegrees('lon', lon, 180) ?? problemOfWords(attribute)
  if (problem !== null) return { state: 'invalid', problem }
  const kind = attribute('src') === null ? 'data' : 'service'
  const address = attribute(kind === 'data' ? 'data' : 'src')!.trim()
  if (!URL.canParse(address, base))
    return {
      state: 'invalid',
      problem: `'${shortened(address)}' is not a valid URL. Set ${kind === 'data' ? 'data' : 'src'} to a URL.`,
    }
  const dimensions = (attribute('dimensions') ?? '').split(/[\s,]+/).filter((id) => id !== '')
  return {
    state: 'complete',
    request: {
      lat: Number(lat),
      lon: Number(lon),
      dimensions: dimensions.length === 0 ? undefined : [...new Set(dimensions)],
      units: attribute('units') === 'metric' ? 'metric' : 'us',
      source: { kind, address: withSlash(new URL(address, base)) },
    },
  }
}

function problemOfDegrees(name: string, text: string, most: number): string | null {
  const degrees = Number(text)
  if (text !== '' && Math.abs(degrees) <= most) return null
  return `${name} is '${shortened(text)}'. Set it to degrees from -${most} to ${most}.`
}

function problemOfWords(attribute: (name: Attribute) => string | null): string | null {
  const units = attribute('units')
  if (units !== null && units !== 'us' && units !== 'metric')
    return `units is '${shortened(units)}'. Set it to us or metric.`
  if (attribute('src') !== null || attribute('data') !== null) return null
  return 'No source of scores is set. Set data to a folder created by `vicinage data copy`, or src to the URL of a `vicinage serve` service.'
}

function shortened(text: string): string {
  return text.length > 80 ? `${text.slice(0, 79)}…` : text
}

/** Returns the URL with a trailing slash, so that file names can be appended. */
function withSlash(url: URL): string {
  url.hash = url.search = ''
  if (!url.pathname.endsWith('/')) url.pathname += '/'
  return url.href
}
