import { describe, expect, it } from 'vitest'
import { joinAddress } from '../../../src/faces/batch/address-parts.ts'
import { completeQuestion } from '../../../src/faces/batch/batch-question.ts'
import { BatchError } from '../../../src/faces/batch/errors.ts'
import { planCsv } from '../../../src/faces/batch/formats/csv/header.ts'
import { RowScanner } from '../../../src/faces/batch/formats/csv/row-scanner.ts'
import { getPlaceColumns } from '../../../src/faces/batch/place-columns.ts'
import { type AddressLayout, FULL, layouts as publishedLayouts } from './address-layouts.ts'
import { furtherLayouts } from './further-layouts.ts'

const layouts = [...publishedLayouts, ...furtherLayouts]

type Cells = readonly (readonly [header: string, value: string])[]

function cellsOf({ columns }: AddressLayout): Cells {
  return columns.split('|').map((cell) => [cell.slice(0, cell.indexOf('=')), cell.slice(cell.indexOf('=') + 1)])
}

const headers = (cells: Cells) => cells.map(([header]) => header)
const values = (cells: Cells) => cells.map(([, value]) => value)

describe('an address split into columns', () => {
  it.each(layouts)('is read completely from the layout $name', (layout) => {
    const cells = cellsOf(layout)
    const row = values(cells)
    for (const rows of layout.needsRows ? [[row]] : [[row], null]) {
      const { address, parts } = getPlaceColumns(headers(cells), {}, rows)
      expect(
        joinAddress(
          address.map((column) => row[column]),
          parts,
        ),
      ).toBe(layout.address ?? FULL)
    }
  })
})

/** Numbers from 0 to 1 that are the same on every run. */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

type Noise = (cells: Cells, random: () => number) => string

function csvText(cells: Cells, delimiter = ',', newline = '\n'): string {
  const line = (texts: readonly string[]) =>
    texts
      .map((text) => (text.includes(delimiter) || text.includes('"') ? `"${text.replaceAll('"', '""')}"` : text))
      .join(delimiter)
  return [line(headers(cells)), line(values(cells)), ''].join(newline)
}

const renamed = (cells: Cells, rename: (header: string) => string): Cells =>
  cells.map(([header, value]) => [rename(header), value])

/** Changes that happen to tables in practice. */
const noises: Readonly<Record<string, Noise>> = {
  none: (cells) => csvText(cells),
  capitals: (cells) => csvText(renamed(cells, (header) => header.replace(/([a-z])([A-Z])/g, '$1_$2').toUpperCase())),
  'small letters with underscores': (cells) =>
    csvText(
      renamed(cells, (header) =>
        header
          .replace(/([a-z])([A-Z])/g, '$1_$2')
          .replace(/[\s-]+/g, '_')
          .toLowerCase(),
      ),
    ),
  'blanks around names': (cells) => csvText(renamed(cells, (header) => ` ${header}  `)),
  'columns in another order': (cells, random) => csvText([...cells].sort(() => random() - 0.5)),
  'columns with other contents': (cells) =>
    csvText([
      ['OBJECTID', '41'],
      ['Sale Price', '425000'],
      ...cells,
      ['Year Built', '1987'],
      ['Phone Number', '512-555-0100'],
      ['Notes', 'see file'],
    ]),
  'placeholders for missing values': (cells) =>
    csvText(cells.map(([header, value]) => [header, value === '' ? 'NULL' : value])),
  'semicolons and carriage returns': (cells) => csvText(cells, ';', '\r\n'),
  'a byte order mark and blank lines': (cells) => `\uFEFF\n\n${csvText(cells)}`,
  'a note and blanks after separators': (cells) => `# exported on a Tuesday\n${csvText(cells).replaceAll(',', ', ')}`,
}

/** Returns the address of the first row, or the code of the error. */
function readText(text: string): string {
  const bytes = new TextEncoder().encode(text)
  try {
    const plan = planCsv(bytes, { last: true, question: completeQuestion() })
    const scanner = new RowScanner(plan)
    scanner.scan(bytes.subarray(plan.headerBytes), 0)
    return scanner.points.addresses.get(0) ?? ''
  } catch (error) {
    if (error instanceof BatchError) return error.code
    throw error
  }
}

describe('a batch of addresses', () => {
  it.each(Object.entries(noises))('is never silently shortened, even if the table is modified: %s', (_, noise) => {
    const random = randomNumbers(7)
    const outcomes = layouts.map((layout) => ({
      name: layout.name,
      read: readText(noise(cellsOf(layout), random)).replace(/,\s*/g, ', '),
      wanted: layout.address ?? FULL,
    }))
    const refused = outcomes.filter(({ read }) => read.startsWith('columns_'))
    const wrong = outcomes.filter((outcome) => !refused.includes(outcome) && outcome.read !== outcome.wanted)
    expect(wrong).toEqual([])
    expect(refused.length, JSON.stringify(refused)).toBeLessThanOrEqual(layouts.length / 20)
  })
})

describe('an unused column that resembles part of the address', () => {
  const refusal = (names: readonly string[], ...rows: (readonly string[])[]) => {
    try {
      getPlaceColumns(names, {}, rows)
    } catch (error) {
      return error as BatchError
    }
    return null
  }

  it.each([
    [['hausnr', 'street', 'city'], ['1100', 'Congress Ave', 'Austin'], "--address 'hausnr,street,city'"],
    [['a1', 'calle', 'town', 'zip'], ['1100', 'Congress Ave', 'Austin', '78701'], 'calle'],
    [['address', 'city', 'plz'], ['1100 Congress Ave', 'Austin', '78701'], "--address 'address,city,plz'"],
    [['where', 'zip'], ['1100 Congress Ave', '78701'], "--address 'where,zip'"],
    [['house number', 'what', 'zip'], ['1100', 'Congress', '78701'], "--address 'house number,what,zip'"],
  ])('stops the run with an error that names the option for using it: %s', (names, row, option) => {
    const error = refusal(names, row, row)
    expect(error?.code).toBe('columns_unused')
    expect(error?.message).toContain(option)
    const { address } = getPlaceColumns(names, { address: error!.address!.all })
    expect(address.length).toBeGreaterThan(1)
    expect(getPlaceColumns(names, { address: error!.address!.kept }).address.length).toBeLessThan(address.length)
  })

  it('does not stop the run if its value is already part of the address', () => {
    expect(refusal(['full address', 'x9'], ['1100 Congress Ave, Austin, TX 78701', '78701'])).toBeNull()
    expect(refusal(['address', 'zip', 'mail zip'], ['1100 Congress Ave', '78701', '75201'])).toBeNull()
  })

  it('is reported as unused if it does not stop the run', () => {
    const { unused } = getPlaceColumns(['address', 'zip', 'mail zip'], {}, [['1100 Congress Ave', '78701', '75201']])
    expect(unused).toEqual([{ name: 'mail zip', part: 'zip', by: 'name' }])
  })
})

describe('a placeholder for a missing value', () => {
  it.each([
    'NULL',
    'null',
    'N/A',
    'n/a',
    '#N/A',
    'NA',
    'None',
    'nan',
    'NaN',
    '-',
    '--',
    '.',
    '?',
    '(null)',
    '<NA>',
    '\\N',
    'unknown',
    'Not Available',
    'TBD',
    'XX',
    '00000',
    '0',
    '',
    ' ',
    '—',
    '[none]',
    'undefined',
    'missing',
    '#REF!',
    'nil',
    'N.A.',
    'blank',
    '*',
    'xxxxx',
    '99999',
    '"',
    'not reported',
  ])('is removed from an address: %s', (marker) => {
    const parts = ['street', 'city', 'state', 'zip'] as const
    expect(joinAddress(['1100 Congress Ave', 'Austin', 'TX', marker], parts)).toBe('1100 Congress Ave, Austin, TX')
    if (marker !== '99999')
      expect(joinAddress(['1100 Congress Ave', 'Austin', marker, '78701'], parts)).toBe(
        '1100 Congress Ave, Austin, 78701',
      )
  })
})

describe('coordinate columns', () => {
  it.each([
    ['POINT_Y', 'POINT_X'],
    ['INTPTLAT', 'INTPTLONG'],
    ['INTPTLAT20', 'INTPTLON20'],
    ['Y', 'X'],
    ['y_coord', 'x_coord'],
  ])('are recognized by the names %s and %s', (lat, lon) => {
    expect(getPlaceColumns(['id', lon, lat], {}, [['1', '-97.74', '30.27']]).coordinates).toEqual({ lat: 2, lon: 1 })
  })

  it('are distinguished by their range if X and Y are swapped', () => {
    expect(getPlaceColumns(['x', 'y'], {}, [['30.27', '-97.74']]).coordinates).toEqual({ lat: 0, lon: 1 })
  })

  it('are ignored if they are projected and there is an address, and rejected without an address', () => {
    const rows = [['3112345.6', '10071234.5', '1100 Congress Ave', 'Austin']]
    expect(getPlaceColumns(['X', 'Y', 'address', 'city'], {}, rows)).toMatchObject({
      coordinates: null,
      address: [2, 3],
    })
    expect(() => getPlaceColumns(['X', 'Y'], {}, rows)).toThrow(/projected coordinates such as 3112345\.6/)
  })
})
