import type { ManifestEntry } from '../../bundle/data-folder.ts'
import { PartBundle } from '../../bundle/part-bundle.ts'
import type { Bundle } from '../../bundle/read.ts'
import { type Box, Boxes } from '../../geo/loaded-boxes.ts'
import { tilesIn } from '../../raster/in-bundle.ts'
import type { BundleLoader } from './bundle-loader.ts'

/** From this share of the tiles on, a whole file is asked for once instead of many parts of it. */
const MOST_TILES = 0.33

/** How what places need of a bundle is made. */
interface Kind<Made> {
  /** The bundle with the blocks that answers about places of more boxes need. */
  grow(part: PartBundle, boxes: readonly Box[]): Promise<PartBundle>
  /** @param boxes where its blocks are in memory; null: everywhere */
  make(bundle: Bundle, boxes: Boxes | null): Made | Promise<Made>
  /** Whether it must be whole before it can answer at all. */
  isWhole?(entry: ManifestEntry): boolean
}

/** A bundle that is loaded place by place: one loading at a time; what is asked for meanwhile is loaded together, after it. */
export class PlaceBundle<Made> {
  #part: PartBundle | null = null
  #made: Made | null = null
  /** Where it is in memory; null: everywhere. */
  #boxes: Boxes | null = new Boxes([])
  #next: { readonly boxes: (Box | null)[]; readonly done: Promise<void> } | null = null
  #last: Promise<unknown> = Promise.resolve()
  #isMissing = false

  constructor(
    private readonly loader: BundleLoader,
    private readonly id: string,
    private readonly kind: Kind<Made>,
  ) {}

  /**
   * What is made of the bundle, with the places of a box in memory; null where the folder does not have it. Rejects with a LoadError.
   *
   * @param box degrees; null: everywhere; left out: whatever is there
   */
  async at(box?: Box | null): Promise<Made | null> {
    if (!this.#isMissing && !this.#holds(box)) await this.#load(box)
    return this.#made
  }

  /** Lets the next call look for it again. */
  forget(): void {
    this.#isMissing = false
  }

  #holds(box: Box | null | undefined): boolean {
    if (this.#made === null) return false
    return this.#boxes === null || box === undefined || (box !== null && this.#boxes.holds(box))
  }

  #load(box: Box | null | undefined): Promise<void> {
    if (this.#next === null) {
      const boxes: (Box | null)[] = []
      const done = this.#last.then(async () => {
        // The tiles of a view are asked for one after the other, at once.
        await new Promise((resolve) => setTimeout(resolve))
        this.#next = null
        await this.#add(boxes)
      })
      this.#next = { boxes, done }
      this.#last = done.catch(() => {})
    }
    if (box !== undefined) this.#next.boxes.push(box)
    return this.#next.done
  }

  async #add(wanted: readonly (Box | null)[]): Promise<void> {
    if (this.#boxes === null) return
    const boxes = wanted.filter((box) => box !== null)
    const all = this.#boxes.with(boxes)
    const added = await this.loader.read(this.id, async (entry) => {
      const isWhole = wanted.includes(null) || this.kind.isWhole?.(entry)
      const part = isWhole ? null : (this.#part ?? (await PartBundle.open(this.loader.folder, entry)))
      if (part === null || isMost(part.bundle, all.all)) {
        this.#made = await this.kind.make(await this.loader.whole(entry), null)
        this.#part = this.#boxes = null
      } else {
        this.#part = await this.kind.grow(part, boxes)
        this.#made = await this.kind.make(this.#part.bundle, all)
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
