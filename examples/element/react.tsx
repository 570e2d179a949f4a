/** @jsxImportSource react */
import type { Ref } from 'react'
import { useEffect, useRef } from 'react'
import type { ScoresAttributes, ShownScores } from 'vicinage/element'
import 'vicinage/element'

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'vicinage-scores': ScoresAttributes & { readonly ref?: Ref<HTMLElement> }
    }
  }
}

interface Home {
  readonly address: string
  readonly lat: number
  readonly lon: number
}

/** Shows the scores of a home. React sets the element's properties, and the element fetches again when they change. */
export function HomeScores({ home, onScores }: { readonly home: Home; onScores?: (shown: ShownScores) => void }) {
  const element = useRef<HTMLElement>(null)
  useEffect(() => {
    const tell = (event: Event) => onScores?.((event as CustomEvent<ShownScores>).detail)
    const { current } = element
    current?.addEventListener('vicinage-scores', tell)
    return () => current?.removeEventListener('vicinage-scores', tell)
  }, [onScores])
  return (
    <vicinage-scores
      ref={element}
      lat={home.lat}
      lon={home.lon}
      label={home.address}
      dimensions={['walkability', 'noise-levels']}
      data="/data/"
    />
  )
}
