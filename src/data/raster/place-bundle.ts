import type { Box } from '../../base/geo/box.ts'
import { Boxes, intersection } from '../../base/geo/boxes.ts'
import type { ManifestEntry } from '../bundle/data-folder.ts'
import type { DataFolder } from '../bundle/folder.ts'
import { PartBundle } from '../bundle/part-bundle.ts'
import type { Bundle } from '../bundle/read.ts'
import { tilesIn } from './in-bundle.ts'

export interface BundleSource {
  readonly folder: DataFolder
  /** Reads a bundle with `read`. Returns null if the folder does not have it. */
  read<T>(id: string, read: (entry: ManifestEntry) => Promise<T>): Promise<T | null>
  /** Box in degrees that contains all data. Nothing outside the box is loaded. Unlimited by default. */
  readonly within?: Box | undefined
  /** Tells the source which bundles and boxes will be read next, so that it can combine the reads. */
  expect?(ids: readonly string[], boxes: readonly Box[], signal?: AbortSignal): void
  /**
   * Opens a bundle in parts from another file that contains a copy, such as the map-square file. Returns null if there
   * is no such file.
   */
  part?(entry: ManifestEntry, signal?: AbortSignal): Promise<PartBundle | null>
  whole(entry: ManifestEntry, signal?: AbortSignal): Promise<Bundle>
}

/** Share of the tiles above which the whole file is fetched at once instead of many parts. */
const MAX_TILES = 0.33

/** Functions that load a bundle's parts and turn them into an object. */
interface Kind<Made> {
  /** Returns the bundle with the blocks of more boxes loaded. */
  grow(part: PartBundle, boxes: readonly Box[], signal?: AbortSignal): Promise<PartBundle>
  /**
   * Creates the object.
   *
   * @param boxes boxes for which blocks are in memory; null if everything is
   */
  make(bundle: Bundle, boxes: Boxes | null): Made | Promise<Made>
  /** Whether the bundle can only be used as a whole, so that it is never loaded in parts. */
  readonly isWhole?: boolean
}

/**
 * A combined request, with the boxes that callers want (null for everywhere) and a promise that settles when loading
 * ends.
 */
interface Loading {
  readonly wanted: (readonly Box[] | null)[]
  readonly signal: AbortSignal | undefined
  readonly done: Promise<void>
}

/**
 * Loads the parts of a bundle that the requested places need, one request at a time. Calls during a request are
 * combined into the next request.
 */
export class PlaceBundle<Made> {
  #part: PartBundle | null = null
  #object: Made | null = null
  /** Boxes in memory; null if everything is. */
  #boxes: Boxes | null = new Boxes([])
  /** Request that starts when the current one ends. */
  #next: Loading | null = null
  #last: Promise<unknown> = Promise.resolve()
  #isMissing = false

  constructor(
    private readonly source: BundleSource,
    private readonly id: string,
    private readonly kind: Kind<Made>,
  ) {}

  /**
   * Returns the object with the places of some boxes in memory, or null if the folder does not have the bundle.
   *
   * @param wanted boxes in degrees; null for everywhere; empty for the places that are already loaded
   */
  async at(wanted: readonly Box[] | null = [], signal?: AbortSignal): Promise<Made | null> {
    const { within } = this.source
    const shared = within && (wanted ?? [within]).map((box) => intersection(box, within))
    const boxes = shared?.filter(({ west, south, east, north }) => west <= east && south <= north) ?? wanted
    if (!this.#isMissing && !this.#holds(boxes)) await this.#load(boxes, signal)
    return this.#object
  }

  /** The object with the parts that are loaded so far. */
  get current(): Made | null {
    return this.#object
  }

  /** Forgets that the folder did not have the bundle, so that the next call looks for it again. */
  forget(): void {
    this.#isMissing = false
  }

  #holds(boxes: readonly Box[] | null): boolean {
    const loadedBoxes = this.#boxes
    return this.#object !== null && (loadedBoxes === null || (boxes?.every((box) => loadedBoxes.holds(box)) ?? false))
  }

  #load(boxes: readonly Box[] | null, signal: AbortSignal | undefined): Promise<void> {
    // Requests with different signals are kept apart, so that aborting one does not abort the others.
    if (this.#next === null || this.#next.signal !== signal) {
      const wanted: (readonly Box[] | null)[] = []
      const done = this.#last.then(async () => {
        // Waits for calls that follow immediately, because the tiles of a view are requested in quick succession and
        // can be loaded together.
        await new Promise((resolve) => setTimeout(resolve))
        if (this.#next === next) this.#next = null
        await this.#add(wanted, signal)
      })
      const next = { wanted, signal, done }
      this.#next = next
      this.#last = done.catch(() => {})
    }
    this.#next.wanted.push(boxes)
    return this.#next.done
  }

  async #add(wanted: readonly (readonly Box[] | null)[], signal: AbortSignal | undefined): Promise<void> {
    if (this.#boxes === null) return
    const boxes = wanted.flatMap((boxes) => boxes ?? [])
    const all = this.#boxes.with(boxes)
    const added = await this.source.read(this.id, async (entry) => {
      const isWhole = wanted.includes(null) || this.kind.isWhole
      const part = isWhole ? null : (this.#part ?? (await this.#open(entry, signal)))
      if (part === null || needsMost(part.bundle, all.all)) {
        this.#object = await this.kind.make(await this.source.whole(entry, signal), null)
        this.#part = this.#boxes = null
      } else {
        const grown = await this.kind.grow(part, boxes, signal)
        this.#object = await this.kind.make(grown.bundle, all)
        this.#part = grown
        this.#boxes = all
      }
      return true
    })
    this.#isMissing = added === null
  }

  async #open(entry: ManifestEntry, signal: AbortSignal | undefined): Promise<PartBundle> {
    const { folder, part } = this.source
    return (await part?.(entry, signal)) ?? PartBundle.open(folder, entry, signal)
  }
}

function needsMost(bundle: Bundle, boxes: readonly Box[]): boolean {
  const tiles = bundle.blocks.find(({ name }) => name === 'tiles')
  if (tiles === undefined) return false
  return new Set(boxes.flatMap((box) => tilesIn(bundle, box))).size > MAX_TILES * tiles.count
}
