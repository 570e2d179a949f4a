/** Sets that a raster of 16-bit values can name, and the empty one. */
const MOST = 65_536

/**
 * Numbers the sets of districts that cells belong to. While districts are painted in ascending order, a cell holds the
 * *path* of its set, which grows by a member at a time (0 = empty); when all are painted, `numbersOf` makes it a set number.
 */
export class DistrictSets {
  /** Per path: the path that it extends, and by which member: 2 · district, + 1 where its border touches the cell. */
  private readonly shorter = [0]
  private readonly member = [-1]
  private readonly longer = new Map<number, number>()
  /** Set number of every path that a cell ended with. */
  private readonly numbers = new Map<number, number>([[0, 0]])

  /** What becomes of the path of a cell that the district contains, or that its border touches. */
  joining(district: number, touched: boolean): (path: number) => number {
    const member = district * 2 + (touched ? 1 : 0)
    let last = -1
    let joined = 0
    // Neighbouring cells mostly have the same path.
    return (path) => {
      if (path !== last) {
        last = path
        joined = this.extend(path, member)
      }
      return joined
    }
  }

  /** Set numbers of paths; sets are numbered in the order in which they are met. */
  numbersOf(paths: Uint32Array): Uint16Array {
    const numbers = new Uint16Array(paths.length)
    for (let i = 0, last = 0, number = 0; i < paths.length; i++) {
      if (paths[i] !== last) {
        last = paths[i]
        number = this.numberOf(last)
      }
      numbers[i] = number
    }
    return numbers
  }

  /** Members of set s from `start[s]` to `start[s + 1]`, ascending. */
  finish(): { start: Uint32Array; members: Uint32Array } {
    const start = [0]
    const members: number[] = []
    for (const path of this.numbers.keys()) {
      const own: number[] = []
      for (let at = path; at !== 0; at = this.shorter[at]) own.push(this.member[at])
      members.push(...own.reverse())
      start.push(members.length)
    }
    return { start: Uint32Array.from(start), members: Uint32Array.from(members) }
  }

  private numberOf(path: number): number {
    let number = this.numbers.get(path)
    if (number === undefined) {
      number = this.numbers.size
      if (number === MOST)
        throw new RangeError(
          `The districts make more than ${MOST - 1} sets of neighbours, as many as a raster can name: pack fewer states together.`,
        )
      this.numbers.set(path, number)
    }
    return number
  }

  private extend(path: number, member: number): number {
    const key = path * 2 ** 21 + member
    let longer = this.longer.get(key)
    if (longer === undefined) {
      longer = this.shorter.length
      this.shorter.push(path)
      this.member.push(member)
      this.longer.set(key, longer)
    }
    return longer
  }
}
