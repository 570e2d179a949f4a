import { dbfRows } from './dbf-rows.ts'
import { polylines } from './polylines.ts'
import type { ShardBuilder } from './shard-builder.ts'
import { StreetFileError } from './street-file-error.ts'
import type { ZipMember } from './zip-members.ts'

const FIELDS = [
  'TLID',
  'FULLNAME',
  'LFROMHN',
  'LTOHN',
  'RFROMHN',
  'RTOHN',
  'ZIPL',
  'ZIPR',
  'PARITYL',
  'PARITYR',
] as const

/** County and vintage of an ADDRFEAT file, by the name that the Census Bureau gives it: `tl_2021_30059_addrfeat`. */
export function addrfeatName(name: string): { readonly county: string; readonly vintage: string } | null {
  const parts = /tl_(\d{4})_(\d{5})_addrfeat/i.exec(name)
  return parts === null ? null : { vintage: parts[1], county: parts[2] }
}

/**
 * Adds the rows of a TIGER/Line ADDRFEAT shapefile: two ranges at most, one for each side. A house number FROM stands where the line
 * begins, TO where it ends, whichever is higher (TIGER/Line Technical Documentation, address range-feature shapefile).
 */
export function readAddrfeat(members: readonly ZipMember[], file: string, builder: ShardBuilder): void {
  const [shp, dbf] = ['.shp', '.dbf'].map((extension) => {
    const found = members.filter(({ name }) => name.toLowerCase().endsWith(extension))
    if (found.length !== 1)
      throw new StreetFileError(`${file} holds ${found.length} files ${extension}, expected one ADDRFEAT shapefile.`)
    return found[0]
  })
  const lines = polylines(shp.bytes, `${file} > ${shp.name}`)
  for (const row of dbfRows(dbf.bytes, `${file} > ${dbf.name}`, FIELDS)) {
    const [tlid, street, leftFrom, leftTo, rightFrom, rightTo, leftZip, rightZip, leftParity, rightParity] = row
    const { value: line, done } = lines.next()
    if (done) throw new StreetFileError(`${file} has fewer shapes than rows, expected one for each.`)
    const both = { street, edge: tlid, line }
    addSide(builder, { ...both, side: 'left', zip: leftZip, both: leftParity === 'B' }, leftFrom, leftTo)
    addSide(builder, { ...both, side: 'right', zip: rightZip, both: rightParity === 'B' }, rightFrom, rightTo)
  }
  if (!lines.next().done) throw new StreetFileError(`${file} has more shapes than rows, expected one for each.`)
}

type Side = Omit<Parameters<ShardBuilder['addRange']>[0], 'from' | 'to'>

/** A side of one number alone has it at both ends. */
function addSide(builder: ShardBuilder, side: Side, from: string, to: string): void {
  if (from !== '' || to !== '') builder.addRange({ ...side, from: from || to, to: to || from })
}
