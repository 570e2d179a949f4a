import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import proj4 from 'proj4'
import { listeningInTest } from '../../support/listening.ts'
import type { Zone } from './fixtures/data.ts'

export interface ServedLayer {
  readonly name: string
  readonly features: readonly Zone[]
  /** Maximum number of features that the server sends at once. */
  readonly most?: number
  /** Limit that the server claims, if it is higher than the actual one. */
  readonly said?: number
  /** Coordinate system: 4326, 3857 (which it calls 102100) or 3310. `outSR` is ignored, as some servers do. */
  readonly wkid?: 4326 | 3857 | 3310
  readonly lastEdit?: () => number
  /** Current features; if omitted, all of them. */
  readonly now?: () => readonly Zone[]
}

export type Fault = (request: IncomingMessage, response: ServerResponse, url: URL) => boolean

const FROM_DEGREES = {
  4326: (at: readonly [number, number]) => [...at],
  3857: (at: readonly [number, number]) => proj4('EPSG:3857', [...at]),
  3310: (at: readonly [number, number]) =>
    proj4('+proj=aea +lat_0=0 +lon_0=-120 +lat_1=34 +lat_2=40.5 +x_0=0 +y_0=-4000000 +datum=NAD83 +units=m', [...at]),
}

/**
 * Serves ArcGIS Server's REST protocol on the loopback interface, reduced to what a layer reader needs: description,
 * count, IDs, pages. Errors have status 200, as on the real server. `fault` is called first and returns true if it has
 * answered.
 */
export async function featureServer(layers: Readonly<Record<string, ServedLayer>>, fault: Fault = () => false) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://loopback')
    asked.push(`${url.pathname}?${url.searchParams}`)
    if (fault(request, response, url)) return
    const query = url.pathname.endsWith('/query')
    const layer = layers[url.pathname.replace(/\/query$/, '').slice(1)]
    const send = (body: unknown) =>
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
    if (layer === undefined) return send(errorBody(404, 'Service not found'))
    send(query ? answer(layer, url.searchParams) : description(layer))
  })
  const origin = await listeningInTest(server)
  return { mirror: `${origin}/`, asked }
}

export function errorBody(code: number, message: string) {
  return { error: { code, message, details: [] } }
}

function description({ name, features, most = 1000, said = most, lastEdit }: ServedLayer) {
  const names = [...new Set(features.flatMap(({ properties }) => Object.keys(properties)))]
  return {
    currentVersion: 11.3,
    ...{ id: 0, name, type: 'Feature Layer', geometryType: 'esriGeometryPolygon', maxRecordCount: said },
    fields: [
      { name: 'OBJECTID', type: 'esriFieldTypeOID' },
      ...names.map((field) => ({ name: field, type: 'esriFieldTypeString' })),
    ],
    ...(lastEdit && { editingInfo: { lastEditDate: lastEdit() } }),
  }
}

/** Answers the conditions that are used: `1=1`, `FIELD='text'`, and a range of object ids. */
function answer({ features, now = () => features, most = 1000, wkid = 4326 }: ServedLayer, query: URLSearchParams) {
  const where = query.get('where') ?? ''
  const [, field, value] = /(\w+)='([^']*)'/.exec(where) ?? []
  const [, low = 0, high = Number.POSITIVE_INFINITY] = /OBJECTID>=(\d+) AND OBJECTID<=(\d+)/.exec(where) ?? []
  const found = now()
    .map((zone) => ({ zone, id: idOf(features, zone) }))
    .filter(({ zone, id }) => (field === undefined || zone.properties[field] === value) && id >= +low && id <= +high)
  if (query.get('returnCountOnly') === 'true') return { count: found.length }
  if (query.get('returnIdsOnly') === 'true')
    return { objectIdFieldName: 'OBJECTID', objectIds: found.length === 0 ? null : found.map(({ id }) => id).reverse() }
  const sent = found.slice(0, most)
  const wanted = (query.get('outFields') ?? '').split(',')
  return {
    objectIdFieldName: 'OBJECTID',
    geometryType: 'esriGeometryPolygon',
    spatialReference: wkid === 3857 ? { wkid: 102100, latestWkid: 3857 } : { wkid },
    features: sent.map(({ zone, id }) => ({
      attributes: Object.fromEntries(wanted.map((name) => [name, name === 'OBJECTID' ? id : zone.properties[name]])),
      geometry: {
        rings: (zone.geometry.coordinates as [number, number][][]).map((ring) => ring.map(FROM_DEGREES[wkid])),
      },
    })),
    ...(sent.length < found.length && { exceededTransferLimit: true }),
  }
}

/** Returns an object ID. IDs have gaps, like those of an edited table. */
function idOf(features: readonly Zone[], zone: Zone): number {
  const at = features.indexOf(zone)
  return 1 + at + 10 * Math.floor(at / 7)
}
