/** What people call cities, by state. As `normaliseCity` writes it. */
const NICKNAMES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  CA: { LA: 'LOS ANGELES', SF: 'SAN FRANCISCO', 'SAN FRAN': 'SAN FRANCISCO' },
  FL: { JAX: 'JACKSONVILLE', 'SAINT PETE': 'SAINT PETERSBURG', WPB: 'WEST PALM BEACH' },
}

/** The name of the city that a name stands for: LOS ANGELES for "LA" in California, any other as it is. */
export function fullName(city: string, state: string | null): string {
  return (state === null ? undefined : NICKNAMES[state]?.[city]) ?? city
}
