import * as z from 'zod'

/** The answer of the geocoder. */
export const geocodeResponse = z
  .object({
    lat: z.number().min(-90).max(90).nullable().describe('Latitude, decimal degrees, WGS 84; null without a result.'),
    lon: z
      .number()
      .min(-180)
      .max(180)
      .nullable()
      .describe('Longitude, decimal degrees, WGS 84; null without a result.'),
    message: z.string().nullable().describe('Why there is no result.'),
  })
  .meta({ title: 'GeocodeResponse' })
export type GeocodeResponse = z.infer<typeof geocodeResponse>
