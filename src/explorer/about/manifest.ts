/** A dataset that the scores were made from. */
export interface Source {
  readonly id: string
  readonly agency: string
  readonly title: string
  readonly vintage: string
  readonly licence: string
  readonly address: string
}

/** What the page reads of `data/manifest.json`. */
export interface Manifest {
  /** `vicinage 0.1.0` */
  readonly builder: string
  readonly build: string
  readonly bundles: readonly { readonly id: string; readonly bytes: number; readonly sources: readonly string[] }[]
  readonly sources: readonly Source[]
}

/** Rejects with one sentence where it cannot be had. */
export async function fetchManifest(): Promise<Manifest> {
  const answer = await fetch(new URL('data/manifest.json', document.baseURI)).catch(() => null)
  const manifest = answer?.ok ? ((await answer.json().catch(() => null)) as Manifest | null) : null
  if (!Array.isArray(manifest?.bundles) || !Array.isArray(manifest.sources))
    throw new Error('The list of sources, data/manifest.json, could not be loaded.')
  return manifest
}

/** The datasets behind a bundle, in the manifest's order; none where the bundle was left out. */
export function sourcesOf({ bundles, sources }: Manifest, id: string): readonly Source[] {
  const ids = bundles.find((bundle) => bundle.id === id)?.sources ?? []
  return sources.filter((source) => ids.includes(source.id))
}

/** Each agency once, in the alphabet's order. */
export function agenciesOf({ sources }: Manifest): readonly string[] {
  return [...new Set(sources.map(({ agency }) => agency))].sort((a, b) => a.localeCompare(b, 'en'))
}
