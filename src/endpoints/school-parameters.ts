import { lat, leaId, level, limit, lon, ncesId, sameDistrict } from './known-parameters.ts'

/** Parameters of each school endpoint, in the order in which their errors are listed. */
export const schoolParameters = {
  schoolRatings: [lat, lon, level, limit, sameDistrict],
  schoolByDistrict: [leaId, level, limit],
  districts: [lat, lon],
  school: [ncesId],
} as const
