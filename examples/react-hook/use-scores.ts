import { useCallback, useEffect, useMemo, useState } from 'react'
import { openVicinage, type Scores, type Vicinage } from 'vicinage'

/** Path at which the files of `node_modules/vicinage/dist-data` are served. */
const DATA = '/dist-data/'
/** Dimensions that the page loads. Each one adds to the download. */
const dimensions = ['walkability', 'noise-levels', 'fire'] as const
type Shown = (typeof dimensions)[number]

export type ScoresAnswer =
  | { readonly state: 'loading' }
  /** `retry` is undefined if the place itself is invalid. */
  | { readonly state: 'failed'; readonly error: Error; readonly retry?: () => void }
  | { readonly state: 'ready'; readonly scores: Scores<Shown> }

/** Returns the scores of a place in degrees, WGS 84. */
export function useScores({ lat, lon }: { readonly lat: number; readonly lon: number }): ScoresAnswer {
  const [vicinage, setVicinage] = useState<Vicinage<Shown>>()
  const [error, setError] = useState<Error>()
  const load = useCallback(() => {
    setError(undefined)
    open().then(setVicinage, setError)
  }, [])
  useEffect(load, [load])
  return useMemo(() => {
    if (error !== undefined) return { state: 'failed', error, retry: load }
    if (vicinage === undefined) return { state: 'loading' }
    try {
      return { state: 'ready', scores: vicinage.scores({ lat, lon }) }
    } catch (refused) {
      return { state: 'failed', error: refused as Error }
    }
  }, [vicinage, error, load, lat, lon])
}

let opening: Promise<Vicinage<Shown>> | undefined

/** Opens the library once for the page, and again if that failed. */
function open(): Promise<Vicinage<Shown>> {
  opening ??= openVicinage({ data: DATA, dimensions, schools: false, geocoder: false, areas: false }).catch((error) => {
    opening = undefined
    throw error
  })
  return opening
}
