import type { FeatureCollection, MultiPolygon } from 'geojson'
import {
  type Box,
  boxAround,
  type LatLon,
  NotLoadedError,
  readBaseMap,
  type SchoolByDistrictRequest,
  type SchoolRatingsRequest,
  type ShardRef,
  type SuggestOptions,
  widened,
} from '../library.ts'
import type { AnswerData } from './answer-data.ts'
import { AROUND, boxAt, holds } from './boxes.ts'
import { streetLine } from './known-streets.ts'
import {
  borderLines,
  landmarkColumns,
  listedSchools,
  NEAREST_LOADED,
  neighborhoodBundles,
  schoolAnswers,
  schoolsIfLoaded,
} from './library.ts'
import { hasAny, nearLabels } from './near-labels.ts'
import { cityNear, nearestCity } from './nearest-city.ts'
import { asGetter, districtOutline } from './outlines.ts'
import { type Ground, roadSigns } from './road-signs.ts'
import { streetCourses } from './street-courses.ts'

/** Creates the operations about places: names, schools and districts, addresses, and the base map. */
export function placeOperations(data: AnswerData) {
  async function around(place: LatLon) {
    const { within } = data.loader
    if (within && !holds(within, place)) return null
    return (await data.scores(boxAt(place))).place(place)
  }

  async function neighborhood({ lat, lon }: LatLon) {
    // Loads the bundles one after another because few places need more than the first.
    for (const id of neighborhoodBundles) {
      const neighborhoods = await data.neighborhoods(id)
      const neighborhood = neighborhoods?.at(lon, lat)
      if (neighborhood) return neighborhood
    }
    return null
  }

  function baseMap(): Promise<Ground | null> {
    return data.loader.load('base-map', (bundle) => {
      const base = readBaseMap(bundle)
      return { ...base, signs: roadSigns(base.roads) }
    })
  }

  /** Returns the shards of streets with known house numbers in the ZIP codes near a box. */
  async function knownStreets(box: Box): Promise<readonly ShardRef[]> {
    const places = await data.gazetteer()
    const near = widened(box, ZIP_RADIUS)
    const zips = Array.from({ length: places?.count('zip') ?? 0 }, (_, i) => places!.place('zip', i))
    return data.geocoder.getKnownShards(zips.filter((zip) => holds(near, zip)).map(({ name }) => name))
  }

  return {
    around,
    baseMap,

    async cityNear(place: LatLon) {
      const [surroundings, places, hood] = await Promise.all([
        around(place),
        data.gazetteer(),
        data.optional(() => neighborhood(place)),
      ])
      if (!surroundings || !places) return null
      if (hood?.city) return { name: hood.city, isAround: true }
      // Outlines are about 250 KB, so they are loaded only if needed.
      const outlines = await data.optional(() => data.geocoder.outlines(boxAt(place)))
      return cityNear(places, surroundings.blockGroup.slice(0, 5), place, outlines)
    },

    async isWater({ lat, lon }: LatLon) {
      const base = await baseMap()
      if (base === null) return false
      const isIn = ({ features }: Areas) => features.some(({ geometry }) => holdsPoint(geometry, lon, lat))
      return isIn(base.water) || (isIn(base.sea) && !isIn(base.land) && !isIn(base.neighbors))
    },

    async nearestCity(place: LatLon) {
      const places = await data.gazetteer()
      return places && nearestCity(places, place, data.loader.within)
    },

    neighborhood,

    async districts(place: LatLon) {
      const districts = await data.schools.districts.at(boxAt(place))
      if (districts === null) return null
      return schoolAnswers(null, () => districts)
        .districts(place)
        .districts.map((district) => ({ ...district, outline: districtOutline(districts, district.geoid) }))
    },

    async schools(request: SchoolRatingsRequest) {
      const { same_district, limit = NEAREST_LOADED } = request
      const near = boxAt(request)
      // Loads the schools of all places if only the place's own districts are requested, because their schools may be
      // far away.
      const isNear = !same_district && limit <= NEAREST_LOADED
      const [schools, districts] = await Promise.all([
        data.schools.schools.at(isNear ? near : null),
        same_district ? data.schools.districts.at(near) : null,
      ])
      const methods = schoolsIfLoaded(schoolAnswers(asGetter(schools), asGetter(districts)))
      return methods.nearestCampuses(request)
    },

    async schoolsOfDistrict(request: SchoolByDistrictRequest) {
      const [schools, districts] = await Promise.all([data.schools.schools.at(null), data.schools.districts.at()])
      const methods = schoolsIfLoaded(schoolAnswers(asGetter(schools), asGetter(districts)))
      return listedSchools(methods.schoolByDistrict({ ...request, campuses: true }), methods)
    },

    async school(ncesId: string) {
      const methods = async (box?: null) => schoolAnswers(asGetter(await data.schools.schools.at(box)), null)
      try {
        return (await methods()).school({ nces_id: ncesId })
      } catch (error) {
        if (!(error instanceof NotLoadedError)) throw error
        return schoolsIfLoaded(await methods(null)).school({ nces_id: ncesId })
      }
    },

    async geocode(address: string, options?: { readonly explain: boolean }) {
      const answers = await data.geocoding()
      // If the street cannot be loaded, the address can still be found by its ZIP code or city.
      await data.geocoder.loadKnown(answers.zipsOf(address)).catch(() => {})
      return answers.geocode(address, options)
    },

    async suggest(text: string, options?: SuggestOptions) {
      return (await data.geocoding()).suggest(text, options)
    },

    async nearLabels(box: Box, all: boolean) {
      const isIn = (place: LatLon) => holds(box, place)
      const [base, neighborhoods, landmarks] = await Promise.all([
        baseMap(),
        data.optional(() => data.neighborhoods('neighborhoods')),
        all ? data.optional(() => data.once('landmarks', landmarkColumns)) : null,
      ])
      const lists = neighborhoods === null ? [] : [neighborhoods]
      // Loads the bundles one after another because few cities need more than their own bundle.
      for (const id of all ? neighborhoodBundles.slice(1) : []) {
        if (lists.some((neighborhoods) => hasAny(neighborhoods, isIn))) break
        const more = await data.optional(() => data.neighborhoods(id))
        if (more !== null) lists.push(more)
      }
      const cities = (base?.labels.features ?? []).map(({ properties: { name }, geometry: { coordinates } }) => ({
        name,
        lat: coordinates[1],
        lon: coordinates[0],
      }))
      return nearLabels(lists, landmarks, cities, isIn)
    },

    async streetCourses(box: Box) {
      const shards = await data.optional(() => knownStreets(box))
      return streetCourses(shards ?? [], (place) => holds(box, place))
    },

    async streetLine(address: string, place: LatLon & { readonly radius?: number }) {
      const meters = Math.max(AROUND, place.radius ?? 0)
      return streetLine(await knownStreets(boxAround(place.lon, place.lat, meters)), address, place)
    },

    async districtBorders(box: Box) {
      const districts = await data.schools.districts.at([box])
      const outlines = Array.from(districts?.districtsIn(box) ?? [], (district) => districts!.outline(district))
      const features = borderLines(outlines).map((coordinates) => ({
        type: 'Feature' as const,
        properties: null,
        geometry: { type: 'LineString' as const, coordinates },
      }))
      return { type: 'FeatureCollection' as const, features }
    },
  }
}

type Areas = FeatureCollection<MultiPolygon>

/** Checks whether a multipolygon with holes contains a point. */
function holdsPoint({ coordinates }: MultiPolygon, lon: number, lat: number): boolean {
  let isInside = false
  for (const ring of coordinates.flat())
    for (let i = 1; i < ring.length; i++) {
      const [[x1, y1], [x2, y2]] = [ring[i - 1], ring[i]]
      if (y1 > lat !== y2 > lat && lon < x1 + ((lat - y1) / (y2 - y1)) * (x2 - x1)) isInside = !isInside
    }
  return isInside
}

/**
 * Distance in meters by which a box is widened to find ZIP codes. Streets are loaded for each ZIP code whose center is
 * in the widened box.
 */
const ZIP_RADIUS = 1500
