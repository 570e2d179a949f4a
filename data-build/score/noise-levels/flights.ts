/** Distance in meters (1,000 ft) at which the sound exposure levels in this file are given. */
const REFERENCE_DISTANCE = 305
/** Distance in meters below which sound no longer increases. */
const NEAREST = 60
/** Exponent of the distance: exposure falls by 22 dB per tenfold distance, so energy is proportional to r^-2.2. */
const ENERGY_POWER = -2.2
/** Sound exposure level in dB(A) of an airliner's arrival at the reference distance. */
const ARRIVAL_SEL = 86
/** Sound exposure level in dB(A) of an airliner's departure at the reference distance. */
export const DEPARTURE_SEL = 92
/**
 * Decibels added to departures on the ground by takeoff thrust. `LANDING_ROLL` is the change for arrivals on the
 * ground, with reverse thrust.
 */
const TAKE_OFF_ROLL = 9
/** Distance in meters after liftoff over which the decibels of takeoff thrust fade. */
const ROLL_FADE = 3000
const LANDING_ROLL = -2
/**
 * Slope of arrivals: a 3° glide slope that crosses the threshold at 15 m (50 ft, FAA Order 8260.3). Departures climb at
 * 9%.
 */
const GLIDE_SLOPE = Math.tan((3 * Math.PI) / 180)
/** Height in meters of arrivals above the threshold. */
const THRESHOLD_HEIGHT = 15
const TOUCH_DOWN = THRESHOLD_HEIGHT / GLIDE_SLOPE
const CLIMB_SLOPE = 0.09
/** Share of the runway that a departure uses before it climbs. */
const ROLL_SHARE = 0.6
/** Maximum height of departures in meters. */
const CEILING = 3000
/**
 * Spread σ in meters of departure tracks, `x` meters from the start of the roll. It applies to tracks with turns and
 * without radar data (Directive (EU) 2015/996, appendix C, same as ECAC Doc 29 and ICAO Doc 9911). The directive limits
 * σ to 1,500 m at 15 km. That limit is omitted, because the straight track here represents all routes.
 */
const departureSpread = (x: number) => Math.max(0, 0.128 * x - 420)
/**
 * Spread σ in meters of arrival tracks, `x` meters before touchdown. It increases at the rate of straight departures,
 * and is 0 over the last 6 km.
 */
const arrivalSpread = (x: number) => Math.max(0, 0.055 * (x - 6000))
/**
 * Positions of the tracks in σ, middle first, from appendix C. All tracks except the middle one exist on both sides.
 */
const TRACKS = [0, 0.71, 1.43, 2.14]
/** Share of flights on each track. */
const TRACK_SHARES = [0.282, 0.222, 0.106, 0.031]
/** Tangent of the elevation angle of 50°, above which there is no lateral attenuation (SAE AIR 5662). */
const STEEPEST = Math.tan((50 * Math.PI) / 180)
/** Distance in meters at which the ground part of the lateral attenuation is complete. */
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
 * Returns the energy on the ground from flights at one height, spread over seven tracks, relative to the energy at the
 * reference distance. `spread` is σ in meters.
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
