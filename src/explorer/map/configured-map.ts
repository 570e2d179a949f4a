/** What the host configured, as the page names it. */
export interface GivenBasemap {
  readonly kind: 'pmtiles' | 'style'
  readonly url: string
}

/** The base map that the host configured; null where it did not. */
export function configuredMap(): GivenBasemap | null {
  const { content } = document.querySelector<HTMLMetaElement>('meta[name=vicinage-basemap]') ?? {}
  return content === undefined ? null : (JSON.parse(content) as GivenBasemap)
}
