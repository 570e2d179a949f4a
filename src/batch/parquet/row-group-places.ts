import { putPlace } from '../place-of-record.ts'
import type { Places } from '../places.ts'
import { ColumnReader } from './column-reader.ts'
import type { InputFile } from './input-file.ts'
import type { ParquetPlan } from './plan.ts'
import { numbersOf, textsOf } from './stored-values.ts'

/** Reads the places of a row group, one slice of rows after the other. */
export interface RowGroupPlaces {
  /** Puts the places of the next `count` rows behind those that `places` has. There must be room for them. */
  next(places: Places, count: number): Promise<void>
}

/** @throws {BatchError} when a column cannot be read */
export async function rowGroupPlaces(file: InputFile, plan: ParquetPlan, rowGroup: number): Promise<RowGroupPlaces> {
  const { chunks } = plan.rowGroups[rowGroup]
  const { coordinates, address } = plan.place
  const texts = (column: number) =>
    ColumnReader.open(file, plan.read[column], chunks[column], textsOf(plan.read[column]))
  const numbers = (column: number) =>
    ColumnReader.open(file, plan.read[column], chunks[column], numbersOf(plan.read[column]))
  const parts = await Promise.all(address.map(texts))
  if (coordinates === null) return { next: (places, count) => addressesOf(places, count, null, parts) }
  const pair = [coordinates.lat, coordinates.lon] as const
  if (pair.some((column) => plan.read[column].meaning === 'text')) {
    const [lat, lon] = await Promise.all(pair.map(texts))
    return { next: (places, count) => addressesOf(places, count, { lat, lon }, parts) }
  }
  const [lat, lon] = await Promise.all(pair.map(numbers))
  return { next: (places, count) => coordinatesOf(places, count, lat, lon, parts) }
}

/** Rows without a coordinate have an address, if there is a column of addresses; the others are passed over. */
async function coordinatesOf(
  places: Places,
  count: number,
  lat: ColumnReader<number>,
  lon: ColumnReader<number>,
  parts: readonly ColumnReader<string>[],
): Promise<void> {
  const start = places.count
  places.count += count
  await lat.read(places.lat.subarray(start), count, Number.NaN)
  await lon.read(places.lon.subarray(start), count, Number.NaN)
  if (parts.length === 0) return
  const isEmpty = (row: number) => Number.isNaN(places.lat[start + row]) || Number.isNaN(places.lon[start + row])
  let some = false
  for (let row = 0; row < count && !some; row++) some = isEmpty(row)
  if (!some) {
    for (const part of parts) await part.skip(count)
    return
  }
  const addresses = await textsOfRows(parts, count)
  for (let row = 0; row < count; row++)
    if (isEmpty(row))
      putPlace(places, start + row, { lat: null, lon: null, address: addresses.map((part) => part[row]) })
}

/** Addresses, and coordinates that are written as texts. */
async function addressesOf(
  places: Places,
  count: number,
  pair: { readonly lat: ColumnReader<string>; readonly lon: ColumnReader<string> } | null,
  parts: readonly ColumnReader<string>[],
): Promise<void> {
  const start = places.count
  places.count += count
  const [lat, lon] = pair === null ? [null, null] : await textsOfRows([pair.lat, pair.lon], count)
  const addresses = await textsOfRows(parts, count)
  for (let row = 0; row < count; row++)
    putPlace(places, start + row, { lat: lat?.[row], lon: lon?.[row], address: addresses.map((part) => part[row]) })
}

async function textsOfRows(readers: readonly ColumnReader<string>[], count: number): Promise<string[][]> {
  const columns = readers.map(() => new Array<string>(count))
  for (const [i, reader] of readers.entries()) await reader.read(columns[i], count, '')
  return columns
}
