import type { LayerSpecification } from 'maplibre-gl'
import type { StreetKind } from '../../map/base-map.ts'
import type { Scheme } from '../scheme.ts'

/** The zoom from which streets of a kind are drawn, where `vicinage data upgrade base-map` added them. */
const FROM: Readonly<Record<StreetKind, number>> = { major: 10, local: 12 }

export function isStreetDrawn(kind: StreetKind, zoom: number): boolean {
  return zoom >= FROM[kind]
}

/** Streets, below the highways of the package; without an upgrade there are none. */
export function streetLines({ road }: Scheme): LayerSpecification[] {
  return [
    {
      id: 'streets',
      type: 'line',
      source: 'streets',
      minzoom: FROM.major,
      layout: { 'line-join': 'round', 'line-cap': 'round' },
      filter: ['any', ['==', ['get', 'kind'], 'major'], ['>=', ['zoom'], FROM.local]],
      paint: {
        'line-color': road,
        'line-opacity': 0.6,
        'line-width': [
          'interpolate',
          ['linear'],
          ['zoom'],
          FROM.major,
          0.5,
          16,
          ['match', ['get', 'kind'], 'major', 3.5, 2],
        ],
      },
    },
  ]
}

/** Their names give way to all others. */
export function streetNames({ text, halo }: Scheme): LayerSpecification[] {
  return [
    {
      id: 'street-names',
      type: 'symbol',
      source: 'streets',
      minzoom: 14,
      filter: ['!=', ['get', 'name'], ''],
      layout: {
        'symbol-placement': 'line',
        'text-field': ['get', 'name'],
        'text-font': ['system-ui', 'sans-serif'],
        'text-size': 11,
      },
      paint: { 'text-color': text, 'text-halo-color': halo, 'text-halo-width': 1.4 },
    },
  ]
}
