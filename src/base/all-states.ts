import { coveredStates, inOrder, type State } from './states.ts'

/**
 * All states that are not covered: FIPS code, postal code, first ZIP digit and name, with older abbreviations after a
 * '/'.
 */
const TABLE = `01 AL 3 Alabama/ALA, 02 AK 9 Alaska, 04 AZ 8 Arizona/ARIZ, 05 AR 7 Arkansas/ARK,
08 CO 8 Colorado/COLO, 09 CT 0 Connecticut/CONN, 10 DE 1 Delaware/DEL, 11 DC 2 District of Columbia,
13 GA 3 Georgia, 15 HI 9 Hawaii, 16 ID 8 Idaho, 17 IL 6 Illinois/ILL, 18 IN 4 Indiana/IND, 19 IA 5 Iowa,
20 KS 6 Kansas/KANS, 21 KY 4 Kentucky, 22 LA 7 Louisiana, 23 ME 0 Maine, 24 MD 2 Maryland, 25 MA 0 Massachusetts/MASS,
26 MI 4 Michigan/MICH, 27 MN 5 Minnesota/MINN, 28 MS 3 Mississippi/MISS, 29 MO 6 Missouri, 30 MT 5 Montana/MONT,
31 NE 6 Nebraska/NEBR, 32 NV 8 Nevada/NEV, 33 NH 0 New Hampshire, 34 NJ 0 New Jersey, 35 NM 8 New Mexico, 36 NY 1 New York,
37 NC 2 North Carolina, 38 ND 5 North Dakota, 39 OH 4 Ohio, 40 OK 7 Oklahoma/OKLA, 41 OR 9 Oregon/ORE,
42 PA 1 Pennsylvania/PENN/PENNA, 44 RI 0 Rhode Island, 45 SC 2 South Carolina, 46 SD 5 South Dakota, 47 TN 3 Tennessee/TENN,
49 UT 8 Utah, 50 VT 0 Vermont, 51 VA 2 Virginia, 53 WA 9 Washington/WASH, 54 WV 2 West Virginia,
55 WI 5 Wisconsin/WISC/WIS, 56 WY 8 Wyoming/WYO, 60 AS 9 American Samoa, 66 GU 9 Guam, 69 MP 9 Northern Mariana Islands,
72 PR 0 Puerto Rico, 78 VI 0 Virgin Islands,
-- AA 3 Armed Forces Americas, -- AE 0 Armed Forces Europe, -- AP 9 Armed Forces Pacific`

// Bundlers drop the calls marked as pure if a program uses only some of the names.

/** All states in order of FIPS code, with military mail regions last. */
export const states: readonly State[] = /* @__PURE__ */ allStates()

const byPostal: ReadonlyMap<string, State> = /* @__PURE__ */ statesByPostal()

const inSentences: Readonly<Record<string, string>> = {
  DC: 'the District of Columbia',
  MP: 'the Northern Mariana Islands',
  VI: 'the U.S. Virgin Islands',
}

/** All names that addresses use for a state (its name and older abbreviations), in capitals, with the postal code. */
export const stateNames: readonly (readonly [postal: string, name: string])[] = /* @__PURE__ */ namesOfStates()

/** Checks whether a string is the code or the name of a state, covered or not, such as `tx` or `Oregon`. */
export function isStateName(text: string): boolean {
  const upper = text.toUpperCase()
  return byPostal.has(upper) || stateNames.some(([, name]) => name === upper)
}

/** Returns the name of a state as used within a sentence. Returns the code itself if there is no such state. */
export function stateName(postal: string): string {
  return inSentences[postal] ?? byPostal.get(postal)?.name ?? postal
}

/** Checks whether a ZIP code can belong to a state, by its first digit. */
export function zipFitsState(zip: string, postal: string): boolean {
  return byPostal.get(postal)?.zipDigit === zip[0]
}

function allStates(): State[] {
  const others = TABLE.split(/,\s+/).map((entry) => {
    const [name, ...abbreviations] = entry.slice(8).split('/')
    const fips = entry.startsWith('--') ? '' : entry.slice(0, 2)
    return { fips, postal: entry.slice(3, 5), name, zipDigit: entry[6], abbreviations }
  })
  return inOrder<State>([...coveredStates.map(({ box, people, zips, ...state }) => state), ...others])
}

function statesByPostal(): Map<string, State> {
  return new Map(states.map((state) => [state.postal, state]))
}

function namesOfStates(): (readonly [postal: string, name: string])[] {
  return states.flatMap(({ postal, name, abbreviations }) =>
    [name.toUpperCase(), ...abbreviations].map((name) => [postal, name] as const),
  )
}
