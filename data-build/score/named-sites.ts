/**
 * A site that is missing from the available lists: coordinates in degrees, and a radius in km that covers most of it.
 */
interface NamedSite {
  readonly kind: 'launch site' | 'seaport' | 'amusement park'
  readonly lat: number
  readonly lon: number
  readonly km: number
}

type Row = readonly [lat: number, lon: number, km: number]

const rows: Readonly<Record<NamedSite['kind'], readonly Row[]>> = {
  'launch site': [
    [25.997, -97.156, 4], // Starbase, TX
    [28.573, -80.649, 5], // Kennedy Space Center, FL
    [28.488, -80.56, 8], // Cape Canaveral Space Force Station, FL
    [34.742, -120.573, 8], // Vandenberg Space Force Base, CA
  ],
  'amusement park': [
    [28.4177, -81.5812, 2], // Magic Kingdom, FL
    [28.3747, -81.5494, 1.5], // EPCOT, FL
    [28.3575, -81.5583, 1.5], // Hollywood Studios, FL
    [28.3581, -81.5907, 1.5], // Animal Kingdom, FL
    [28.4744, -81.4682, 1], // Universal Orlando, FL
  ],
  seaport: [
    [27.935, -82.44, 3], // Port Tampa Bay, FL
    [28.415, -80.615, 2], // Port Canaveral, FL
    [26.09, -80.118, 2], // Port Everglades, FL
    [25.773, -80.168, 1.5], // PortMiami, FL
    [30.395, -81.55, 3], // Jaxport, FL
    [33.75, -118.24, 4], // Los Angeles and Long Beach, CA
    [37.8, -122.318, 2], // Oakland, CA
    [29.612, -95.0, 3], // Bayport and Barbours Cut, TX
    [29.73, -95.13, 4], // Houston Ship Channel, TX
    [29.31, -94.81, 2], // Galveston, TX
    [27.82, -97.4, 3], // Corpus Christi, TX
    [28.94, -95.32, 3], // Freeport, TX
  ],
}

/** Launch sites, seaports and amusement parks, from general knowledge. */
export const namedSites: readonly NamedSite[] = Object.entries(rows).flatMap(([kind, sites]) =>
  sites.map(([lat, lon, km]) => ({ kind: kind as NamedSite['kind'], lat, lon, km })),
)
