/** Metres: the distance at which the levels below hold (1,000 ft). */
const REFERENCE_DISTANCE = 305
/** Metres: nearer than this the law below no longer holds. */
const NEAREST = 60
/** Exposure falls by 22 dB per tenfold of distance, so energy goes with r^-2.2. */
const ENERGY_POWER = -2.2
/** Sound exposure levels at the reference distance, dB(A): an airliner's arrival and departure. */
const ARRIVAL_SEL = 86
export const DEPARTURE_SEL = 90.5
/** dB: take-off thrust on the ground, fading over the first metres of the climb's track; reverse thrust after landing. */
const TAKE_OFF_ROLL = 6
const ROLL_FADE = 300
const LANDING_ROLL = -2
/** A 3° glide path that crosses the threshold at 15 m (50 ft, FAA Order 8260.3), and a 9 % climb. */
const GLIDE_SLOPE = Math.tan((3 * Math.PI) / 180)
const THRESHOLD_HEIGHT = 15
const TOUCH_DOWN = THRESHOLD_HEIGHT / GLIDE_SLOPE
const CLIMB_SLOPE = 0.09
/** Share of the runway that a departure rolls before it climbs. */
const ROLL_SHARE = 0.6
/** Metres: departures climb no higher. */
const CEILING = 3000
/** Departures fan out: from 1,500 m after lift-off σ grows by 0.1 m per metre. */
const FAN_START = 1500
const FAN_SLOPE = 0.1
const SIDE_TRACK = 1.2
const SIDE_TRACK_WEIGHT = 0.3
const MIDDLE_TRACK_WEIGHT = 0.4
/** SAE AIR 5662: no lateral attenuation above 50°; the ground's share of it is whole from 914 m. */
const STEEPEST = Math.tan((50 * Math.PI) / 180)
const WHOLE_GROUND = 914

const ARRIVAL_ENERGY = 10 ** (ARRIVAL_SEL / 10)
const LANDING_ROLL_ENERGY = 10 ** ((ARRIVAL_SEL + LANDING_ROLL) / 10)
const DEPARTURE_ENERGY = 10 ** (DEPARTURE_SEL / 10)
const TAKE_OFF_ROLL_ENERGY = 10 ** ((DEPARTURE_SEL + TAKE_OFF_ROLL) / 10)

/**
 * Sound exposure of one arrival at a point, as energy (10^(SEL/10)).
 * `along` is metres from the threshold in the direction of landing, `aside` metres from the centre line,
 * `length` the runway's, metres.
 */
export function arrivalExposure(along: number, aside: number, length: number): number {
  if (along < TOUCH_DOWN) return ARRIVAL_ENERGY * received((TOUCH_DOWN - along) * GLIDE_SLOPE, Math.abs(aside))
  return LANDING_ROLL_ENERGY * received(0, Math.hypot(Math.max(along - length, 0), aside))
}

/**
 * Sound exposure of one departure at a point, as energy (10^(SEL/10)), over the three tracks it may take.
 * `along` is metres from the start of the roll in the direction of take-off.
 */
export function departureExposure(along: number, aside: number, length: number): number {
  const climbed = along - ROLL_SHARE * length
  if (climbed <= 0) return TAKE_OFF_ROLL_ENERGY * received(0, Math.hypot(Math.min(along, 0), aside))
  const height = Math.min(climbed * CLIMB_SLOPE, CEILING)
  if (climbed < ROLL_FADE) {
    const roll = 10 ** ((TAKE_OFF_ROLL / 10) * (1 - climbed / ROLL_FADE))
    return DEPARTURE_ENERGY * roll * received(height, Math.abs(aside))
  }
  if (climbed <= FAN_START) return DEPARTURE_ENERGY * received(height, Math.abs(aside))
  const shift = SIDE_TRACK * FAN_SLOPE * (climbed - FAN_START)
  const sides = received(height, Math.abs(aside - shift)) + received(height, Math.abs(aside + shift))
  return DEPARTURE_ENERGY * (MIDDLE_TRACK_WEIGHT * received(height, Math.abs(aside)) + SIDE_TRACK_WEIGHT * sides)
}

/** Metres at which a level that holds at the reference distance has fallen to another, without lateral attenuation. */
export function distanceOfLevel(atReference: number, level: number): number {
  return REFERENCE_DISTANCE * 10 ** ((level - atReference) / (10 * ENERGY_POWER))
}

/** SAE AIR 5662: dB lost on the way to the ground `aside` metres from a track `height` metres above it. */
export function lateralAttenuation(height: number, aside: number): number {
  if (height > aside * STEEPEST) return 0
  const elevation = (Math.atan2(height, aside) * 180) / Math.PI
  const ground = aside < WHOLE_GROUND ? 1.089 * (1 - Math.exp(-0.00274 * aside)) : 1
  return ground * (1.137 - 0.0229 * elevation + 9.72 * Math.exp(-0.142 * elevation))
}

/** Share of the energy at the reference distance that reaches the ground `aside` metres from a track. */
function received(height: number, aside: number): number {
  const squared = Math.max(height * height + aside * aside, NEAREST * NEAREST)
  const direct = (ENERGY_POWER / 2) * Math.log(squared / (REFERENCE_DISTANCE * REFERENCE_DISTANCE))
  return Math.exp(direct - (Math.LN10 / 10) * lateralAttenuation(height, aside))
}
