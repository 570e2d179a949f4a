import { dataFolder } from '../bundle/data-folder.ts'
import type { DataFolder, ReadOptions } from '../bundle/folder.ts'
import type { Bundle } from '../bundle/read.ts'
import type { GeocodeAnswers } from '../endpoints/geocode-methods.ts'
import { neighborhoodBundles } from '../geocode/layers.ts'
import type { Streets } from '../geocode/streets/streets.ts'
import type { StreetsChoice } from '../user-data/streets.ts'

/** Loads the geocoder, as a whole, and the street layers of a server by county. What was loaded stays. */
export class GeocoderLoader {
  #answers: GeocodeAnswers | undefined
  /** What a server has; null where the layers are in a folder of this machine, or there are none. */
  #served: { readonly folder: DataFolder; readonly streets: Streets } | null = null
  /** Counties whose layers are loaded, or are not there. */
  readonly #counties = new Set<string>()

  constructor(
    /** Opens a bundle as a whole; null where the folder does not have it. */
    private readonly open: (id: string, signal?: AbortSignal) => Promise<Bundle | null>,
    private readonly options: StreetsChoice & ReadOptions,
  ) {}

  /** Undefined where the folder has no places. */
  async load(signal?: AbortSignal): Promise<GeocodeAnswers | undefined> {
    if (this.#answers !== undefined) return this.#answers
    const open = (id: string) => this.open(id, signal)
    const [{ openGeocoder, Streets }, { streetsFolder }, [places, publicPlaces, landmarks, areas, ...neighborhoods]] =
      await Promise.all([
        import('../geocode/open-geocoder.ts'),
        import('../user-data/in-node.ts'),
        Promise.all(['places', 'public-places', 'landmarks', 'areas', ...neighborhoodBundles].map(open)),
      ])
    if (places === null) return undefined
    const bundles = {
      places,
      publicPlaces,
      landmarks,
      outlines: areas && (await import('../areas/open-areas.ts')).openOutlines(areas),
      neighborhoods: neighborhoods.filter((bundle) => bundle !== null),
    }
    const { streets } = this.options
    if (isServed(streets)) this.#served = { folder: dataFolder(streets, this.options), streets: new Streets([]) }
    const folder = this.#served === null ? streetsFolder(this.options) : undefined
    const layers = folder === undefined ? null : Streets.open(folder)
    this.#answers = openGeocoder(bundles, this.#served?.streets ?? layers)
    return this.#answers
  }

  /** Loads the layers of counties, which the geocoder uses from then on. Those that the server does not have are left out. */
  async loadStreets(counties: () => ReadonlySet<string>, signal: AbortSignal): Promise<void> {
    if (this.#served === null) return
    const { folder, streets } = this.#served
    const { shardFrom } = await import('../geocode/open-geocoder.ts')
    const missing = [...counties()].filter((county) => !this.#counties.has(county))
    const loading = missing.map(async (county) => {
      const shards = ['points', 'streets'].map(async (kind) => {
        const file = `${kind}-${county}.bundle`
        const bytes = await folder.read(file, { signal })
        return bytes && shardFrom(bytes, file, `${file} in ${folder.name}`)
      })
      for (const shard of await Promise.all(shards)) if (shard !== null) streets.add(shard)
      this.#counties.add(county)
    })
    await Promise.all(loading)
  }
}

/** Whether street layers come from a server. Where there are no files, any address is that of one. */
function isServed(streets: string | URL | undefined): streets is string | URL {
  if (streets === undefined) return false
  return /^https?:/i.test(String(streets)) || globalThis.process?.getBuiltinModule?.('node:fs') === undefined
}
