import { type Box, intersection } from '../../base/geo/box.ts'
import { Boxes } from '../../base/geo/loaded-boxes.ts'
import type { ManifestEntry } from '../bundle/data-folder.ts'
import type { DataFolder } from '../bundle/folder.ts'
import { PartBundle } from '../bundle/part-bundle.ts'
import type { Bundle } from '../bundle/read.ts'
import { tilesIn } from './in-bundle.ts'

/** Where bundles come from. */
export interface BundleSource {
  readonly folder: DataFolder
  /** What `read` makes of a bundle; null where the folder does not have it. */
  read<T>(id: string, read: (entry: ManifestEntry) => Promise<T>): Promise<T | null>
  /** Where alone there are data, degrees: nothing beyond is loaded. Left out: everywhere. */
  readonly within?: Box | undefined
  /** All of a bundle. */
  whole(entry: ManifestEntry, signal?: AbortSignal): Promise<Bundle>
}

/** From this share of the tiles on, a whole file is fetched once instead of many parts of it. */
const MOST_TILES = 0.33

/** How what places need of a bundle is made. */
interface Kind<Made> {
  /** The bundle with the blocks that answers about places of more boxes need. */
  grow(part: PartBundle, boxes: readonly Box[], signal?: AbortSignal): Promise<PartBundle>
  /** @param boxes where its blocks are in memory; null: everywhere */
  make(bundle: Bundle, boxes: Boxes | null): Made | Promise<Made>
  /** Whether it must be whole before it can answer at all. */
  readonly isWhole?: boolean
}

interface Loading {
  readonly wanted: (readonly Box[] | null)[]
  readonly signal: AbortSignal | undefined
  readonly done: Promise<void>
}

/**
 * A bundle that is loaded place by place: one loading at a time; what is wanted meanwhile is loaded together, after it.
 */
export class PlaceBundle<Made> {
  #part: PartBundle | null = null
  #made: Made | null = null
  /** Where it is in memory; null: everywhere. */
  #boxes: Boxes | null = new Boxes([])
  /** What begins when the one before has ended. */
  #next: Loading | null = null
  #last: Promise<unknown> = Promise.resolve()
  #isMissing = false

  constructor(
    private readonly source: BundleSource,
    private readonly id: string,
    private readonly kind: Kind<Made>,
  ) {}

  /**
   * What is made of the bundle, with the places of some boxes in memory; null where the folder does not have it.
   *
   * @param wanted degrees; null: everywhere; none: whatever is there
   */
  async at(wanted: readonly Box[] | null = [], signal?: AbortSignal): Promise<Made | null> {
    const { within } = this.source
    const shared = within && (wanted ?? [within]).map((box) => intersection(box, within))
    const boxes = shared?.filter(({ west, south, east, north }) => west <= east && south <= north) ?? wanted
    if (!this.#isMissing && !this.#holds(boxes)) await this.#load(boxes, signal)
    return this.#made
  }

  /** What is there by now. */
  get made(): Made | null {
    return this.#made
  }

  /** Lets the next call look for it again. */
  forget(): void {
    this.#isMissing = false
  }

  #holds(boxes: readonly Box[] | null): boolean {
    const held = this.#boxes
    return this.#made !== null && (held === null || (boxes?.every((box) => held.holds(box)) ?? false))
  }

  #load(boxes: readonly Box[] | null, signal: AbortSignal | undefined): Promise<void> {
    // Who gives up does so for no other.
    if (this.#next === null || this.#next.signal !== signal) {
      const wanted: (readonly Box[] | null)[] = []
      const done = this.#last.then(async () => {
        // The tiles of a view are wanted one after the other, at once.
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
    const boxes = wanted.flatMap((some) => some ?? [])
    const all = this.#boxes.with(boxes)
    const added = await this.source.read(this.id, async (entry) => {
      const isWhole = wanted.includes(null) || this.kind.isWhole
      const part = isWhole ? null : (this.#part ?? (await PartBundle.open(this.source.folder, entry, signal)))
      if (part === null || isMost(part.bundle, all.all)) {
        this.#made = await this.kind.make(await this.source.whole(entry, signal), null)
        this.#part = this.#boxes = null
      } else {
        const grown = await this.kind.grow(part, boxes, signal)
        this.#made = await this.kind.make(grown.bundle, all)
        this.#part = grown
        this.#boxes = all
      }
      return true
    })
    this.#isMissing = added === null
  }
}

function isMost(bundle: Bundle, boxes: readonly Box[]): boolean {
  const tiles = bundle.blocks.find(({ name }) => name === 'tiles')
  if (tiles === undefined) return false
  return new Set(boxes.flatMap((box) => tilesIn(bundle, box))).size > MOST_TILES * tiles.count
}
