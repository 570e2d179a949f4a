/** Tracts of the made geography, with a home in each of their block groups. */
export const CA = { tract: '06037000100', lat: 34.05, lon: -118.25 }
export const FL = { tract: '12086000100', lat: 25.75, lon: -80.28 }
export const TX1 = { tract: '48453000100', lat: 30.25, lon: -97.78 }
export const TX2 = { tract: '48453000200', lat: 30.25, lon: -97.65 }

type Cells = Readonly<Record<string, number>>

/**
 * A table in the layout of the summary file: estimate and margin of error by turns, all kinds of areas, one after the
 * other.
 */
export function table(id: string, width: number, tracts: Readonly<Record<string, Cells>>, others = 3): string {
  const heads = Array.from({ length: width }, (_, i) => {
    const cell = String(i + 1).padStart(3, '0')
    return `${id}_E${cell}|${id}_M${cell}`
  })
  const row = (area: string, cells: Cells) =>
    [
      area,
      ...Array.from({ length: width }, (_, i) => `${cells[`E${String(i + 1).padStart(3, '0')}`] ?? 0}|-555555555`),
    ].join('|')
  const all = Object.fromEntries(
    Array.from({ length: width }, (_, i) => [`E${String(i + 1).padStart(3, '0')}`, 7_000_000 + i]),
  )
  const rows = [
    row('0100000US', all),
    row('0400000US06', all),
    row('0500000US06037', all),
    ...Array.from({ length: others }, (_, i) => row(`1400000US36${String(i).padStart(9, '0')}`, all)),
    ...Object.entries(tracts).map(([tract, cells]) => row(`1400000US${tract}`, cells)),
    ...Object.keys(tracts).map((tract) => row(`1500000US${tract}1`, all)),
  ]
  return [['GEO_ID', ...heads].join('|'), ...rows, ''].join('\n')
}

/** Insured by hand: 95 %, 75 %, too few people, 60 %. */
export const insured = {
  [CA.tract]: { E001: 4000, E017: 10, E033: 100, E050: 80, E066: 10 },
  [FL.tract]: { E001: 2000, E017: 50, E033: 250, E050: 190, E066: 10 },
  [TX1.tract]: { E001: 99, E017: 1, E033: 1, E050: 1, E066: 0 },
  [TX2.tract]: { E001: 1000, E017: 100, E033: 200, E050: 100, E066: 0 },
}
export const b27010 = table('B27010', 66, insured)

/** By hand: a balanced tract, one of retired people, a prison, a campus. */
const AGES = {
  [CA.tract]: { E001: 1000, E003: 100, E027: 60, E030: 60, E020: 20, E025: 70, E044: 50, E049: 30 },
  [FL.tract]: { E001: 1000, E021: 200, E022: 100, E045: 200, E048: 100 },
  [TX1.tract]: { E001: 2000, E023: 60 },
  [TX2.tract]: { E001: 1000, E004: 10, E028: 10, E024: 10 },
}
const QUARTERS = { [CA.tract]: { E001: 10 }, [FL.tract]: {}, [TX1.tract]: { E001: 1990 }, [TX2.tract]: { E001: 900 } }
const TENURE = {
  [CA.tract]: { E001: 400, E003: 100 },
  [FL.tract]: { E001: 500 },
  [TX1.tract]: {},
  [TX2.tract]: { E001: 40, E003: 40 },
}
export const tables = {
  'acsdt5y2024-b01001.dat': table('B01001', 49, AGES),
  'acsdt5y2024-b25003.dat': table('B25003', 3, TENURE),
  'acsdt5y2024-b26001.dat': table('B26001', 1, QUARTERS),
  'acsdt5y2024-b27010.dat': b27010,
}
