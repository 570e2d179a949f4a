import type { OutlinedPlaces } from '../../answers/areas/outlined-places.ts'
import type { PlaceAreas } from '../../answers/areas/place-members.ts'
import type { GeocodeAnswers } from '../../answers/geocode/geocode-methods.ts'
import type { ShardRef } from '../../answers/geocode/streets/shard-file.ts'
import type { Streets } from '../../answers/geocode/streets/streets.ts'
import { neighborhoodBundles, wantedStreets } from '../../answers/geocode/wanted-bundles.ts'
import type { Box } from '../../base/geo/box.ts'
import type { DataFolder, ReadOptions } from '../../data/bundle/folder.ts'
import { PartBundle } from '../../data/bundle/part-bundle.ts'
import { webFolder } from '../../data/bundle/web-folder.ts'
import { type BundleSource, PlaceBundle } from '../../data/raster/place-bundle.ts'
import type { OpenOptions } from '../open-options.ts'
import type { StreetsChoice } from '../user-data/streets.ts'

/**
 * Loads the whole geocoder, the outlines of ZIP codes and cities place by place, and the street index of a server
 * county by county. Loaded parts stay in memory.
 */
export class GeocoderLoader {
  #answers: GeocodeAnswers | undefined
  /** ZIP codes and cities as areas; null before the geocoder and the outlines are loaded. */
  areas: PlaceAreas | null = null
  readonly #outlines: PlaceBundle<OutlinedPlaces>
  /** Street index of a server; null if the street index is in a local folder or does not exist. */
  #served: { readonly folder: DataFolder; readonly streets: Streets } | null = null
  #streets: Streets | undefined
  /** Partly loaded bundles of known streets, whose house numbers have coordinates; null before they are opened. */
  #known: readonly PartBundle[] | null = null
  /** Files of the shards that the geocoder already has. */
  readonly #added = new Set<string>()
  #last: Promise<unknown> = Promise.resolve()
  /** Counties whose street index is loaded or does not exist. */
  readonly #counties = new Set<string>()

  constructor(
    private readonly source: BundleSource,
    private readonly options: StreetsChoice & ReadOptions & Pick<OpenOptions, 'knownStreets'>,
  ) {
    this.#outlines = outlineParts(source)
  }

  /**
   * Loads the outlines of ZIP codes and cities. Resolves to null if the folder has none.
   *
   * @param boxes boxes to load; null for everywhere
   */
  outlines(boxes: readonly Box[] | null, signal?: AbortSignal): Promise<OutlinedPlaces | null> {
    return this.#outlines.at(boxes, signal)
  }

  /**
   * Loads the geocoder. Resolves to undefined if the folder has no bundle of places.
   *
   * @param boxes boxes for which to load outlines; null for everywhere
   */
  async load(boxes: readonly Box[] | null, signal?: AbortSignal): Promise<GeocodeAnswers | undefined> {
    const outlines = await this.outlines(boxes, signal)
    if (this.#answers !== undefined) return this.#answers
    const open = (id: string) => this.source.read(id, (entry) => this.source.whole(entry, signal))
    const [{ openGeocoder, Streets }, { streetsFolder }, [places, publicPlaces, landmarks, ...neighborhoods]] =
      await Promise.all([
        import('../../answers/geocode/open-geocoder.ts'),
        import('../user-data/in-node.ts'),
        Promise.all(['places', 'public-places', 'landmarks', ...neighborhoodBundles].map(open)),
      ])
    if (places === null) return undefined
    const bundles = {
      places,
      publicPlaces,
      landmarks,
      outlines: outlines && (() => this.#outlines.current ?? outlines),
      streets: [],
      neighborhoods: neighborhoods.filter((bundle) => bundle !== null),
    }
    const { streets } = this.options
    if (isServed(streets)) this.#served = { folder: webFolder(streets, this.options), streets: new Streets([]) }
    const folder = this.#served === null ? streetsFolder(this.options) : undefined
    const local = folder === undefined ? undefined : Streets.open(folder)
    await this.loadKnown([])
    this.#streets ??= this.#served?.streets ?? local ?? new Streets([])
    await this.#addKnown()
    this.#answers ??= openGeocoder(bundles, this.#streets)
    const { gazetteer, named } = this.#answers
    if (gazetteer && named && bundles.outlines)
      this.areas = (await import('../../answers/areas/open-areas.ts')).placeAreas(
        gazetteer,
        bundles.outlines,
        named,
        this.#answers,
      )
    return this.#answers
  }

  /** Loads the known streets in the given ZIP codes or counties for the geocoder. */
  async loadKnown(zips: Iterable<string>, counties: Iterable<string> = [], signal?: AbortSignal): Promise<void> {
    const codes = new Set([...zips, ...counties])
    // Loads run one after another, because each load adds to the result of the previous load.
    const loading = this.#last.then(async () => {
      const { PARTS, getParts } = await import('../../answers/geocode/open-geocoder.ts')
      const grow = async (part: PartBundle) => {
        const numbers = getParts(part.bundle).flatMap(({ county, zips }, number) =>
          codes.has(county) || zips.some((zip) => codes.has(zip)) ? [number] : [],
        )
        return part.with({ [PARTS]: numbers }, signal)
      }
      this.#known ??= await this.#openKnown(signal)
      this.#known = await Promise.all(this.#known.map(grow))
      await this.#addKnown()
    })
    this.#last = loading.catch(() => {})
    await loading
  }

  /** Loads the shards of known streets with any of these ZIP codes. */
  async getKnownShards(zips: readonly string[]): Promise<readonly ShardRef[]> {
    await this.loadKnown(zips)
    const { knownShards } = await import('../../answers/geocode/open-geocoder.ts')
    const shards = (this.#known ?? []).flatMap(({ bundle }) => knownShards(bundle))
    return shards.filter(({ meta }) => meta.zips.some((zip) => zips.includes(zip)))
  }

  async #openKnown(signal?: AbortSignal): Promise<readonly PartBundle[]> {
    const opened = wantedStreets(this.options).map((id) =>
      this.source.read(id, (entry) => PartBundle.open(this.source.folder, entry, signal)),
    )
    return (await Promise.all(opened)).filter((part) => part !== null)
  }

  /** Adds the loaded shards of known streets to the geocoder, if there is one. */
  async #addKnown(): Promise<void> {
    if (this.#streets === undefined) return
    const { knownShards } = await import('../../answers/geocode/open-geocoder.ts')
    for (const shard of (this.#known ?? []).flatMap(({ bundle }) => knownShards(bundle))) {
      if (!this.#added.has(shard.file)) this.#streets.add(shard)
      this.#added.add(shard.file)
    }
  }

  /** Loads the street index of counties for the geocoder. Skips counties that the server does not have. */
  async loadStreets(counties: () => ReadonlySet<string>, signal: AbortSignal): Promise<void> {
    await this.loadKnown([], counties(), signal)
    if (this.#served === null) return
    const { folder, streets } = this.#served
    const { shardFrom } = await import('../../answers/geocode/open-geocoder.ts')
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

/** Creates the loader of the outlines of ZIP codes and cities. */
export function outlineParts(source: BundleSource): PlaceBundle<OutlinedPlaces> {
  return new PlaceBundle<OutlinedPlaces>(source, 'areas', {
    grow: async (part, boxes, signal) => {
      const { OutlinedPlaces } = await import('../../answers/areas/open-areas.ts')
      const index = new OutlinedPlaces(part.bundle)
      return part.with({ outlines: boxes.flatMap((box) => index.blocksIn(box)) }, signal)
    },
    make: async (bundle) => new (await import('../../answers/areas/open-areas.ts')).OutlinedPlaces(bundle),
  })
}

/**
 * Checks whether the street index is on a server. On platforms without a file system, every street index counts as
 * being on a server.
 */
function isServed(streets: string | URL | undefined): streets is string | URL {
  if (streets === undefined) return false
  return /^https?:/i.test(String(streets)) || globalThis.process?.getBuiltinModule?.('node:fs') === undefined
}
