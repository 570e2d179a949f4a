/** Distance in meters (1,000 ft) at which the sound exposure levels in this file are given. */
const REFERENCE_DISTANCE = 305
/** Distance in meters below which sound no longer increases. */
const NEAREST = 60
/** Exponent of the distance: exposure falls by 22 dB per tenfold distance, so energy is proportional to r^-2.2. */
const ENERGY_POWER = -2.2
/** Sound exposure levels in dB(A) of an airliner's arrival and departure at the reference distance. */
const ARRIVAL_SEL = 86
export const DEPARTURE_SEL = 92
/**
 * Decibels added on the ground by takeoff thrust, which fade over the first meters of the climb, and by reverse thrust
 * after landing.
 */
const TAKE_OFF_ROLL = 9
const ROLL_FADE = 3000
const LANDING_ROLL = -2
/** A 3° glide slope that crosses the threshold at 15 m (50 ft, FAA Order 8260.3), and a 9% climb. */
const GLIDE_SLOPE = Math.tan((3 * Math.PI) / 180)
const THRESHOLD_HEIGHT = 15
const TOUCH_DOWN = THRESHOLD_HEIGHT / GLIDE_SLOPE
const CLIMB_SLOPE = 0.09
/** Share of the runway that a departure uses before it climbs. */
const ROLL_SHARE = 0.6
/** Maximum height of departures in meters. */
const CEILING = 3000
/**
 * Spread of tracks without radar data (Directive (EU) 2015/996, appendix C, same as ECAC Doc 29 and ICAO Doc 9911). σ
 * in meters for departures with turns, `x` meters from the start of the roll. The directive's limit of 1,500 m at 15 km
 * is omitted, because here the straight track represents all routes. Arrivals spread over the last 6 km before
 * touchdown like straight departures.
 */
const departureSpread = (x: number) => Math.max(0, 0.128 * x - 420)
const arrivalSpread = (x: number) => Math.max(0, 0.055 * (x - 6000))
/** Positions of the tracks in σ and the share of flights on each track, middle first, from appendix C. */
const TRACKS = [0, 0.71, 1.43, 2.14]
const TRACK_SHARES = [0.282, 0.222, 0.106, 0.031]
/**
 * SAE AIR 5662: there is no lateral attenuation above 50°, and the ground part of the attenuation is complete at 914 m.
 */
const STEEPEST = Math.tan((50 * Math.PI) / 180)
const WHOLE_GROUND = 914

const ARRIVAL_ENERGY = 10 ** (ARRIVAL_SEL / 10)
const LANDING_ROLL_ENERGY = 10 ** ((ARRIVAL_SEL + LANDING_ROLL) / 10)
const DEPARTURE_ENERGY = 10 ** (DEPARTURE_SEL / 10)
const TAKE_OFF_ROLL_ENERGY = 10 ** ((DEPARTURE_SEL + TAKE_OFF_ROLL) / 10)

/**
 * Returns the sound exposure of one arrival at a point, as energy (10^(SEL/10)). `along` is the distance from the
 * threshold in the direction of landing, `aside` the distance from the center line, and `length` the runway length, all
 * in meters.
 */
export function arrivalExposure(along: number, aside: number, length: number): number {
  if (along >= TOUCH_DOWN) return LANDING_ROLL_ENERGY * received(0, Math.hypot(Math.max(along - length, 0), aside))
  const before = TOUCH_DOWN - along
  return ARRIVAL_ENERGY * receivedOfTracks(before * GLIDE_SLOPE, Math.abs(aside), arrivalSpread(before))
}

/**
 * Returns the sound exposure of one departure at a point, as energy (10^(SEL/10)), averaged over its possible tracks.
 * `along` is the distance in meters from the start of the roll in the takeoff direction.
 */
export function departureExposure(along: number, aside: number, length: number): number {
  const climbed = along - ROLL_SHARE * length
  if (climbed <= 0) return TAKE_OFF_ROLL_ENERGY * received(0, Math.hypot(Math.min(along, 0), aside))
  const height = Math.min(climbed * CLIMB_SLOPE, CEILING)
  const thrust = 10 ** ((TAKE_OFF_ROLL / 10) * Math.max(0, 1 - climbed / ROLL_FADE))
  return DEPARTURE_ENERGY * thrust * receivedOfTracks(height, Math.abs(aside), departureSpread(along))
}

/**
 * Returns the share of energy that reaches the ground from flights at one height, spread over seven tracks. `spread` is
 * σ in meters.
 */
function receivedOfTracks(height: number, aside: number, spread: number): number {
  if (spread === 0) return received(height, aside)
  let sum = TRACK_SHARES[0] * received(height, aside)
  for (let track = 1; track < TRACKS.length; track++) {
    const shift = TRACKS[track] * spread
    sum += TRACK_SHARES[track] * (received(height, Math.abs(aside - shift)) + received(height, aside + shift))
  }
  return sum
}

/**
 * Returns the distance in meters at which a level at the reference distance has fallen to `level`, without lateral
 * attenuation.
 */
export function distanceOfLevel(atReference: number, level: number): number {
  return REFERENCE_DISTANCE * 10 ** ((level - atReference) / (10 * ENERGY_POWER))
}

/**
 * Returns the lateral attenuation in dB for a point on the ground, `aside` meters from a track that is `height` meters
 * high (SAE AIR 5662).
 */
export function lateralAttenuation(height: number, aside: number): number {
  if (height > aside * STEEPEST) return 0
  const elevation = (Math.atan2(height, aside) * 180) / Math.PI
  const ground = aside < WHOLE_GROUND ? 1.089 * (1 - Math.exp(-0.00274 * aside)) : 1
  return ground * (1.137 - 0.0229 * elevation + 9.72 * Math.exp(-0.142 * elevation))
}

/** Returns the energy on the ground `aside` meters from a track, relative to the energy at the reference distance. */
function received(height: number, aside: number): number {
  const squared = Math.max(height * height + aside * aside, NEAREST * NEAREST)
  const direct = (ENERGY_POWER / 2) * Math.log(squared / (REFERENCE_DISTANCE * REFERENCE_DISTANCE))
  return Math.exp(direct - (Math.LN10 / 10) * lateralAttenuation(height, aside))
}
