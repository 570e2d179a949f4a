/** States, the District, territories and military posts: code, first digits of its ZIPs, name; older abbreviations after a '/'. */
const STATES = `AL3ALABAMA/ALA,AK9ALASKA,AS9AMERICAN SAMOA,AZ8ARIZONA/ARIZ,AR7ARKANSAS/ARK,CA9CALIFORNIA/CALIF,CO8COLORADO/COLO,CT0CONNECTICUT/CONN,
DE1DELAWARE/DEL,DC2DISTRICT OF COLUMBIA,FL3FLORIDA/FLA,GA3GEORGIA,GU9GUAM,HI9HAWAII,ID8IDAHO,IL6ILLINOIS/ILL,IN4INDIANA/IND,IA5IOWA,KS6KANSAS/KANS,
KY4KENTUCKY,LA7LOUISIANA,ME0MAINE,MD2MARYLAND,MA0MASSACHUSETTS/MASS,MI4MICHIGAN/MICH,MN5MINNESOTA/MINN,MS3MISSISSIPPI/MISS,MO6MISSOURI,MT5MONTANA/MONT,
NE6NEBRASKA/NEBR,NV8NEVADA/NEV,NH0NEW HAMPSHIRE,NJ0NEW JERSEY,NM8NEW MEXICO,NY1NEW YORK,NC2NORTH CAROLINA,ND5NORTH DAKOTA,MP9NORTHERN MARIANA ISLANDS,
OH4OHIO,OK7OKLAHOMA/OKLA,OR9OREGON/ORE,PA1PENNSYLVANIA/PENN/PENNA,PR0PUERTO RICO,RI0RHODE ISLAND,SC2SOUTH CAROLINA,SD5SOUTH DAKOTA,TN3TENNESSEE/TENN,
TX7TEXAS/TEX,UT8UTAH,VT0VERMONT,VI0VIRGIN ISLANDS,VA2VIRGINIA,WA9WASHINGTON/WASH,WV2WEST VIRGINIA,WI5WISCONSIN/WISC/WIS,WY8WYOMING/WYO,
AA3ARMED FORCES AMERICAS,AE0ARMED FORCES EUROPE,AP9ARMED FORCES PACIFIC`

/** Every way to name a state: its code, the first digit of its ZIPs, and one of its names. */
export const STATE_NAMES: readonly (readonly [code: string, zipDigit: string, name: string])[] = STATES.split(
  /,\s*/,
).flatMap((entry) =>
  entry
    .slice(3)
    .split('/')
    .map((name) => [entry.slice(0, 2), entry[2], name] as const),
)

const ZIP_DIGITS = new Map(STATE_NAMES.map(([code, digit]) => [code, digit]))

/** Names of two and more words, by their last word. */
const LONG_NAMES = new Map<string, (readonly [code: string, words: readonly string[]])[]>()
for (const [code, , name] of STATE_NAMES) {
  const words = name.split(' ')
  const last = words[words.length - 1]
  if (words.length > 1) LONG_NAMES.set(last, [...(LONG_NAMES.get(last) ?? []), [code, words]])
}

/** Whether a ZIP can lie in a state, by its first digit. */
export function zipFitsState(zip: string, state: string): boolean {
  return ZIP_DIGITS.get(state) === zip[0]
}

/** The state whose name of several words ends with the word at `last`, if there is one. */
export function longStateEndingAt(
  words: readonly { readonly text: string; readonly meaning: { readonly endsState: boolean } }[],
  last: number,
): { readonly code: string; readonly first: number } | null {
  if (!words[last].meaning.endsState) return null
  for (const [code, name] of LONG_NAMES.get(words[last].text) ?? []) {
    const first = last - name.length + 1
    if (first >= 0 && name.every((word, i) => words[first + i].text === word)) return { code, first }
  }
  return null
}
