import {
  type AreaAnswer,
  type Box,
  coveredStates,
  type DimensionId,
  dimensions,
  type LatLon,
  NotFoundError,
  readBox,
  stateOfZip,
  widened,
} from '../library.ts'
import { amongOfArea } from './among.ts'
import type { AnswerData } from './answer-data.ts'
import { boxAt, outward } from './boxes.ts'
import type { AreaShape, AreaSummary, Filter, Priority } from './engine.ts'
import { fitsOfPoints } from './fit.ts'
import { type Gazetteer, normalizeCity, PEOPLE_AROUND } from './library.ts'
import { NEAR } from './map-library.ts'
import { aroundBox, namedPieces } from './named-pieces.ts'
import { openLibrary } from './open-library.ts'
import { districtOutline, multiPolygon, neighborhoodOutline } from './outlines.ts'

/** Creates the operations about areas. */
export function areaOperations(data: AnswerData) {
  async function outline(shape: AreaShape) {
    if ('county' in shape && !('city' in shape)) {
      const name = (await data.geographyAt([])).countyNames[shape.county]
      return name === undefined ? null : { name, outline: null }
    }
    if ('district' in shape) {
      const districts = await data.schools.districts.at(null)
      const index = districts?.indexOf(shape.district) ?? -1
      if (!districts || index < 0) return null
      return { name: districts.describe(index).name, outline: districtOutline(districts, shape.district) }
    }
    if ('neighborhood' in shape) {
      for (const neighborhoods of await data.outlinedNeighborhoods()) {
        const index = neighborhoods.indexAt(shape.neighborhood.lon, shape.neighborhood.lat)
        if (index >= 0) return neighborhoodOutline(neighborhoods, index)
      }
      return null
    }
    if (!('zip' in shape || 'city' in shape)) return null
    const places = await data.gazetteer()
    const kind = 'zip' in shape ? 'zip' : 'city'
    const index = 'zip' in shape ? places?.zip(shape.zip) : places ? cityIndex(shape, places) : undefined
    if (!places || index === undefined || index < 0) return null
    const { name, lat, lon } = places.place(kind, index)
    const outlines = await data.geocoder.outlines(boxAt({ lat, lon }))
    const code = kind === 'zip' ? name : places.cityCode(index)
    const number = outlines === null || code === null ? -1 : outlines.find(kind, code)
    return {
      name: kind === 'zip' ? `ZIP ${name}` : name,
      outline: outlines && number >= 0 ? multiPolygon(outlines.rings(number)) : null,
    }
  }

  return {
    outline,

    async area(shape: AreaShape) {
      const shapeOutline = 'county' in shape || 'west' in shape || 'type' in shape ? null : await outline(shape)
      const polygon = 'type' in shape && shape.type === 'Polygon' ? shape : shapeOutline?.outline
      const box = 'west' in shape ? shape : polygon && readBox([polygon.coordinates.flat(4) as unknown as number[]])
      const needs = {
        dimensions: dimensions.map(({ id }) => id),
        schools: true,
        geocoder: 'zip' in shape || 'city' in shape,
      }
      const vicinage = await openLibrary(data, needs, box ? [widened(box, PEOPLE_AROUND + NEAR)] : null)
      if (!('neighborhood' in shape)) return getSummary(vicinage.area(shape), shape)
      if (!shapeOutline?.outline) throw new NotFoundError('No neighborhood here has a known outline.', 'area_unknown')
      return getSummary(vicinage.area(shapeOutline.outline), shape)

      async function getSummary(answer: AreaAnswer, shape: AreaShape): Promise<AreaSummary> {
        const loaded = await Promise.all(
          dimensions.map(async ({ id }) => [id, await data.dimension(id).at([])] as const),
        )
        const state = getState(shape)
        const among = loaded.flatMap(([id, dimension]) => {
          const position = dimension && amongOfArea(dimension, state, answer.scores[id])
          return position ? [[id, position] as const] : []
        })
        return { ...answer, among: Object.fromEntries(among) }
      }
    },

    async bestAreas(only: readonly Filter[], within: Box, priorities: readonly Priority[] = []) {
      const box = [outward(widened(aroundBox(within), PEOPLE_AROUND))]
      const [geography, loaded, hoods, outlines, places, vicinage] = await Promise.all([
        data.geographyAt(box),
        Promise.all(only.map(({ dimension }) => data.dimension(dimension).at(box))),
        data.outlinedNeighborhoods(),
        data.geocoder.outlines(box),
        data.gazetteer(),
        data.scores(box, ...[...only, ...priorities].map(({ dimension }) => dimension)),
        priorities.length > 0 ? data.loadAreaCode() : null,
      ])
      const pieceAt = (lon: number, lat: number) => {
        const zip = outlines?.at('zip', lon, lat) ?? -1
        const indices = hoods.map((hood) => hood.indexAt(lon, lat))
        const h = indices.findIndex((index) => index >= 0)
        return { small: h < 0 ? null : `${h} ${indices[h]}`, large: zip < 0 ? null : `zip ${zip}` }
      }
      const describe = (key: string) => {
        const [kind, number] = key.split(' ')
        if (kind !== 'zip') {
          const { lat, lon } = hoods[Number(kind)].neighborhood(Number(number))
          return { ...neighborhoodOutline(hoods[Number(kind)], Number(number)), shape: { neighborhood: { lat, lon } } }
        }
        const zip = outlines!.code(Number(number))
        const index = places?.zip(zip) ?? -1
        const city =
          places && index >= 0 && places.zipCity(index) >= 0 ? places.place('city', places.zipCity(index)).name : null
        const name = city === null ? `ZIP ${zip}` : `ZIP ${zip}, ${city}`
        return { name, shape: { zip }, outline: multiPolygon(outlines!.rings(Number(number))) }
      }
      const best = namedPieces({
        geography,
        loaded: loaded.filter((dimension) => dimension !== null),
        only,
        within,
        fitsOf: priorities.length > 0 ? fitsOfPoints(data, priorities) : null,
        pieceAt,
        describe,
      })
      const isEstimate = (id: DimensionId, at: LatLon) => vicinage.explain(id, at).basis === 'estimate'
      const areas = best.areas.map((area) => ({
        ...area,
        estimates: only.flatMap(({ dimension }) =>
          isEstimate(dimension, { lat: area.lat, lon: area.lon }) ? [dimension] : [],
        ),
      }))
      return { ...best, areas }
    },
  }
}

/** Returns the index of a city given by its name or census code. */
function cityIndex(
  { city, state }: { readonly city: string; readonly state?: string | undefined },
  places: Pick<Gazetteer, 'cityOfCode' | 'citiesNamed'>,
): number | undefined {
  return state === undefined ? places.cityOfCode(city) : places.citiesNamed(normalizeCity(city), state)[0]
}

/** Returns the FIPS code of the state of a city, county, school district or ZIP code. Returns null for other areas. */
function getState(shape: AreaShape): string | null {
  if ('city' in shape && shape.state === undefined) return shape.city.slice(0, 2)
  if ('county' in shape && !('city' in shape)) return shape.county.slice(0, 2)
  if ('district' in shape) return shape.district.slice(0, 2)
  const postal = 'city' in shape ? shape.state : 'zip' in shape ? stateOfZip(shape.zip) : null
  return coveredStates.find((state) => state.postal === postal)?.fips ?? null
}
