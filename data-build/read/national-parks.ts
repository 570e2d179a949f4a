import type { Polygon } from './feature.ts'
import { readNaturalEarth } from './natural-earth.ts'
import type { SourceFolder } from './source-folder.ts'

/** A national park, preserve, seashore or monument with a coarse outline. */
export interface NationalPark {
  /** Full name, followed by other names in use. */
  readonly names: readonly string[]
  /** Two-letter state code. */
  readonly state: string
  readonly polygons: readonly Polygon[]
}

const PARK_WORDS: readonly (readonly [RegExp, string])[] = [
  [/\bN PRES$/, 'National Preserve'],
  [/\bNRA$/, 'National Recreation Area'],
  [/\bNP$/, 'National Park'],
  [/\bNS$/, 'National Seashore'],
  [/\bNM$/, 'National Monument'],
]

/** Reads the Natural Earth national parks that are mostly in the covered states. */
export async function readNationalParks(sources: SourceFolder): Promise<NationalPark[]> {
  const features = await readNaturalEarth(sources, 'ne_10m_parks_and_protected_lands_area', ['unit_name', 'name'])
  return features.flatMap(({ properties, state, polygons }): NationalPark[] => {
    const official = String(properties.unit_name ?? '')
      .replace(/\s+/g, ' ')
      .trim()
    const long = PARK_WORDS.reduce((name, [short, words]) => name.replace(short, words), official)
    // Skips parks of neighboring states that extend into the bounding box of the file.
    if (polygons.length === 0 || long === '' || /^(?:Grand Canyon|Lake Mead)/.test(long)) return []
    const bare = String(properties.name ?? '').trim()
    const names = [...new Set([long, ...(bare === '' || bare === official ? [] : [bare]), official])]
    return [{ names, state, polygons }]
  })
}
