import type { Point } from '../../base/geo/place.ts'

/** A score that a person who knows the place considers wrong. */
export interface DoubtedScore {
  readonly dimension: string
  /** Score, 1-255; 0 if there is no data. */
  readonly score: number
  readonly place: Point
}

/**
 * Returns the URL of the prefilled form for reporting a wrong score. The coordinates are rounded to three decimals,
 * about 100 m, so that a report does not reveal the exact house. Returns null if the package has no public issue
 * tracker.
 *
 * @param bugs URL of the issue tracker, from the field `bugs` in package.json
 */
export function reportLink(bugs: string | undefined, { dimension, score, place }: DoubtedScore): string | null {
  if (bugs === undefined || !URL.canParse(bugs) || new URL(bugs).protocol !== 'https:') return null
  const url = new URL(bugs)
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/new`
  url.search = new URLSearchParams({
    template: 'wrong-score.yml',
    place: `${place.lat.toFixed(3)}, ${place.lon.toFixed(3)}`,
    dimension,
    score: score === 0 ? 'no data' : String(score),
  }).toString()
  return url.href
}
