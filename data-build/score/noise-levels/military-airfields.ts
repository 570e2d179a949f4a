/** Main use of a military airfield, which determines the assumed movements and loudness. */
export type Mission = 'fighters' | 'jet training' | 'transports' | 'propeller training' | 'outlying field'

interface Assumption {
  /**
   * Movements per year. Bases rarely publish movements, so these are round figures of the magnitude found in their
   * noise (AICUZ) studies.
   */
  readonly movements: number
  /**
   * Sound energy of a movement relative to an airliner's. Fighters are about 15 dB louder, jet trainers 8 dB and
   * transports 3 dB.
   */
  readonly energy: number
}

const assumptions: Readonly<Record<Mission, Assumption>> = {
  fighters: { movements: 30_000, energy: 30 },
  'jet training': { movements: 100_000, energy: 6 },
  transports: { movements: 25_000, energy: 2 },
  'propeller training': { movements: 100_000, energy: 0.4 },
  'outlying field': { movements: 10_000, energy: 2 },
}

/** Returns the assumed arrivals per day, in airliner equivalents. The number of departures is the same. */
export function assumedArrivals(mission: Mission): number {
  const { movements, energy } = assumptions[mission]
  return (movements * energy) / 365 / 2
}

/**
 * Military airfields of the three states by ICAO code. Airfields whose movements the FAA reports (Palmdale near
 * Edwards, Sheppard, Fort Hood's Gray) are not listed. Helicopter fields are omitted.
 */
export const militaryAirfields: readonly {
  readonly ident: string
  readonly name: string
  readonly mission: Mission
}[] = [
  { ident: 'KNLC', name: 'Naval Air Station Lemoore', mission: 'fighters' },
  { ident: 'KNKX', name: 'Marine Corps Air Station Miramar', mission: 'fighters' },
  { ident: 'KNID', name: 'Naval Air Weapons Station China Lake', mission: 'fighters' },
  { ident: 'KEDW', name: 'Edwards Air Force Base', mission: 'fighters' },
  { ident: 'KNZY', name: 'Naval Air Station North Island', mission: 'transports' },
  { ident: 'KNTD', name: 'Naval Base Ventura County, Point Mugu', mission: 'transports' },
  { ident: 'KSUU', name: 'Travis Air Force Base', mission: 'transports' },
  { ident: 'KBAB', name: 'Beale Air Force Base', mission: 'transports' },
  { ident: 'KRIV', name: 'March Air Reserve Base', mission: 'transports' },
  { ident: 'KVBG', name: 'Vandenberg Space Force Base', mission: 'outlying field' },
  { ident: 'KNUC', name: 'Naval Auxiliary Landing Field San Clemente Island', mission: 'outlying field' },
  { ident: 'KNXP', name: 'Twentynine Palms Strategic Expeditionary Landing Field', mission: 'outlying field' },
  { ident: 'KSLI', name: 'Los Alamitos Army Airfield', mission: 'outlying field' },
  { ident: 'KNFW', name: 'Naval Air Station Joint Reserve Base Fort Worth', mission: 'fighters' },
  { ident: 'KDYS', name: 'Dyess Air Force Base', mission: 'fighters' },
  { ident: 'KSKF', name: 'Kelly Field, San Antonio', mission: 'fighters' },
  { ident: 'KDLF', name: 'Laughlin Air Force Base', mission: 'jet training' },
  { ident: 'KRND', name: 'Randolph Air Force Base', mission: 'jet training' },
  { ident: 'KNQI', name: 'Naval Air Station Kingsville', mission: 'jet training' },
  { ident: 'KNGP', name: 'Naval Air Station Corpus Christi', mission: 'propeller training' },
  { ident: 'KBIF', name: 'Biggs Army Airfield', mission: 'transports' },
  { ident: 'KNOG', name: 'Naval Auxiliary Landing Field Orange Grove', mission: 'outlying field' },
  { ident: 'KNQX', name: 'Naval Air Station Key West', mission: 'fighters' },
  { ident: 'KPAM', name: 'Tyndall Air Force Base', mission: 'fighters' },
  { ident: 'KHST', name: 'Homestead Air Reserve Base', mission: 'fighters' },
  { ident: 'KVPS', name: 'Eglin Air Force Base', mission: 'fighters' },
  { ident: 'KNPA', name: 'Naval Air Station Pensacola', mission: 'jet training' },
  { ident: 'KNSE', name: 'Naval Air Station Whiting Field, north', mission: 'propeller training' },
  { ident: 'KNDZ', name: 'Naval Air Station Whiting Field, south', mission: 'propeller training' },
  { ident: 'KNIP', name: 'Naval Air Station Jacksonville', mission: 'transports' },
  { ident: 'KMCF', name: 'MacDill Air Force Base', mission: 'transports' },
  { ident: 'KHRT', name: 'Hurlburt Field', mission: 'transports' },
  { ident: 'KCOF', name: 'Patrick Space Force Base', mission: 'outlying field' },
  { ident: 'KEGI', name: 'Duke Field', mission: 'outlying field' },
  { ident: 'KNEN', name: 'Naval Outlying Landing Field Whitehouse', mission: 'outlying field' },
]
