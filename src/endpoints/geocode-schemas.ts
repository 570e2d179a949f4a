import * as z from 'zod'

/** The answer of the geocoding endpoint. */
export const geocodeSingleResponse = z
  .object({
    lat: z.number().nullable().describe('Latitude, decimal degrees, WGS 84; null when nothing is found.'),
    lon: z.number().nullable().describe('Longitude, decimal degrees, WGS 84; null when nothing is found.'),
    message: z.string().nullable().describe('Why nothing is found; null otherwise.'),
  })
  .meta({ title: 'GeocodeSingleResponse' })
export type GeocodeSingleResponse = z.infer<typeof geocodeSingleResponse>
