/** Colors of the map for a light or dark scheme. Text on land has a contrast of at least 4.5:1. */
export interface Scheme {
  /** Land outside the three states, and anything the base map does not cover. */
  readonly outside: string
  readonly sea: string
  /** Lakes with coarse shorelines. Water with exact shorelines has the color of the sea. */
  readonly water: string
  /** Rivers and shores, which must be visible on all score colors. */
  readonly river: string
  /**
   * Land without a score. The color must be distinguishable from every score color, even for color-blind readers
   * (test/faces/map/ramps.test.ts).
   */
  readonly land: string
  readonly border: string
  readonly road: string
  /** Edge of a road, so that the road is visible on all score colors. */
  readonly roadEdge: string
  /** Names of parks. */
  readonly park: string
  /** Edges of national parks. */
  readonly parkEdge: string
  readonly district: string
  readonly text: string
  readonly halo: string
  readonly accent: string
  readonly second: string
  readonly third: string
  readonly fourth: string
}

export const light: Scheme = {
  outside: '#e3e5e5',
  sea: '#cfe0e8',
  water: '#c6d8e1',
  land: '#fdfcfa',
  border: '#6b7075',
  river: '#3c7fb0',
  road: '#fffdf8',
  roadEdge: 'rgba(40, 36, 30, 0.75)',
  park: '#1d5a2c',
  parkEdge: '#2f8a48',
  district: '#84609b',
  text: '#1c1f21',
  halo: 'rgba(255, 255, 255, 0.85)',
  accent: '#0b6b63',
  second: '#a34a0a',
  third: '#5b3fa0',
  fourth: '#1c5d99',
}
export const dark: Scheme = {
  outside: '#181b1e',
  sea: '#0c1a24',
  water: '#13222c',
  land: '#262a2e',
  border: '#a7adb3',
  river: '#5da3d6',
  road: '#e9e4da',
  roadEdge: 'rgba(10, 10, 12, 0.8)',
  park: '#a8e0ae',
  parkEdge: '#7fd18b',
  district: '#c9a8dd',
  text: '#f4f2ee',
  halo: 'rgba(12, 14, 16, 0.85)',
  accent: '#5cc8bb',
  second: '#f0a36b',
  third: '#bda4f5',
  fourth: '#8ec1f5',
}
