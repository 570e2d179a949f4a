/** A state, the District of Columbia or an island area, as addresses of files name it. */
export interface State {
  /** Two digits. */
  readonly fips: string
  /** Two capitals. */
  readonly postal: string
}

const TABLE = `01 AL, 02 AK, 04 AZ, 05 AR, 06 CA, 08 CO, 09 CT, 10 DE, 11 DC, 12 FL, 13 GA, 15 HI, 16 ID, 17 IL,
18 IN, 19 IA, 20 KS, 21 KY, 22 LA, 23 ME, 24 MD, 25 MA, 26 MI, 27 MN, 28 MS, 29 MO, 30 MT, 31 NE,
32 NV, 33 NH, 34 NJ, 35 NM, 36 NY, 37 NC, 38 ND, 39 OH, 40 OK, 41 OR, 42 PA, 44 RI, 45 SC, 46 SD,
47 TN, 48 TX, 49 UT, 50 VT, 51 VA, 53 WA, 54 WV, 55 WI, 56 WY, 60 AS, 66 GU, 69 MP, 72 PR, 78 VI`

/** All of them, in order of their codes (FIPS 5-2). */
export const states: readonly State[] = TABLE.split(/,\s*/).map((entry) => {
  const [fips, postal] = entry.split(' ')
  return { fips, postal }
})

/** The states of postal codes in whatever case, each once. Throws a `RangeError` on a code that is none. */
export function statesOf(postals: readonly string[]): readonly State[] {
  const wanted = [...new Set(postals.map((postal) => postal.toUpperCase()))]
  return wanted.map((postal) => {
    const state = states.find((candidate) => candidate.postal === postal)
    if (state) return state
    throw new RangeError(`"${postal}" is not the postal code of a state; give two letters such as CA, TX or FL.`)
  })
}
