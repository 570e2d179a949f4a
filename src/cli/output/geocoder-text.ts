import type { WrittenShard } from '../../../data-build/streets/add-streets.ts'
import { counted } from '../../counted.ts'
import type { ShardHead } from '../../geocode/streets/shard-file.ts'

/** One line for a shard that was written, and one for what was left out of it. */
export function writtenText({ file, bytes, meta, leftOut, foreignZips, swapped }: WrittenShard): string {
  const remarks = [
    remark(leftOut.unnamed, 'without a street'),
    remark(leftOut.unnumbered, 'without a house number'),
    remark(leftOut.misplaced, 'without coordinates or far from all others'),
    remark(leftOut.repeated, 'of an address said before'),
  ].filter((text) => text !== '')
  const repairs = [
    remark(swapped, 'with latitude and longitude swapped, put right'),
    remark(foreignZips, 'with the ZIP of another state, kept without it'),
  ].filter((text) => text !== '')
  return [
    `${file}: ${contents({ file, path: file, bytes, meta })}`,
    ...(remarks.length === 0 ? [] : [`  left out: ${remarks.join('; ')}`]),
    ...(repairs.length === 0 ? [] : [`  repaired: ${repairs.join('; ')}`]),
    '',
  ].join('\n')
}

/** The shards of a folder, a line for each. */
export function shardsText(folder: string, shards: readonly ShardHead[]): string {
  if (shards.length === 0)
    return `There are no street layers in ${folder}. Build some: vicinage geocoder add-streets FILE... --out ${folder}\n`
  const bytes = shards.reduce((sum, shard) => sum + shard.bytes, 0)
  const lines = shards.map((shard) => `${shard.file}  ${contents(shard)}`)
  return `${lines.join('\n')}\n\n${counted(shards.length, 'file')}, ${sizeText(bytes)}\n`
}

function contents({ bytes, meta }: ShardHead): string {
  const { state, county, streets, ranges, points, zips } = meta
  const facts = [
    ...(ranges > 0 ? [counted(ranges, 'range')] : []),
    ...(points > 0 ? [counted(points, 'address point')] : []),
    counted(streets, 'street'),
    counted(zips.length, 'ZIP'),
    sizeText(bytes),
  ]
  return `county ${county} (${state}), ${facts.join(', ')}`
}

function remark(count: number, what: string): string {
  return count === 0 ? '' : `${counted(count, 'row')} ${what}`
}

function sizeText(bytes: number): string {
  return bytes < 1e5 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`
}
