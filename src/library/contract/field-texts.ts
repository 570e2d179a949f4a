// Written from the comments of the types by test/release/docs/field-texts.test.ts. Change it there.

/** Descriptions of the fields of answers, by type and field. */
export const fieldTexts = {
  "AreaAnswer": {
    "people": "Number of residents, 2020 census.",
    "people_range": "80% interval for the number of people, if the number was added up from the homes inside; null for a census count. The interval is wide for an area that is smaller than the block groups that it cuts through.",
    "land_km2": "Size in square kilometers of the part of the area that is inside the coverage area, accurate to 1%. The size includes lakes and rivers. It also includes the strip of water along the shore that has scores: 320 m wide in bays and lagoons, and 150 m wide in the sea. An area by the water is therefore larger here than the land area that the Census Bureau publishes.",
    "scores": "Scores by dimension id.",
    "schools": "Public schools with a campus in the area, by level; null if schools are not loaded. Programs without a campus, schools that are not open yet and repeated entries do not count.",
    "boundary": "`approximate` for cities without a census outline, which are represented by their ZIP codes or a circle.",
    "people_source": "Source of `people`: a census count (cities, ZIP codes, states, counties, tracts, block groups), or an estimate from the modeled homes in the area (`homes`).",
    "box": "Bounding box of the area. Use it to fit a map view, or pass it to another function as an area.",
    "outline": "Outline as GeoJSON, to draw on a map or to pass to another function as an area; null for circles, boxes and census areas (states, counties, tracts and block groups). Present only if the outline was requested."
  },
  "AreaContribution": {
    "dimension": "Dimension ID.",
    "want": "Preference for the scores of the dimension.",
    "weight": "Share of the total weight, 0-1.",
    "score": "Mean score of the people or cells with a score, 1-255, to a tenth. Null if there are no scores.",
    "match": "Mean match of the people or cells with a score, 0-100, to a tenth. Null if there are no scores.",
    "points": "Points that the dimension adds to the mean fit. The sum of all points may differ slightly from the mean fit, because the fit of each place is rounded to a whole number. Null if no people or cells have a score, or the area has no mean fit.",
    "without_data": "Share of the people or cells without a score, 0-1."
  },
  "AreaScore": {
    "mean": "Mean score of the people with a score, 1-255, to a tenth. The mean and the percentiles are null if more than half of the people have no score, or if the area is outside the coverage area.",
    "p10": "10th percentile, 1-255. A tenth of the people have this score or lower.",
    "p50": "50th percentile. Half of the people have this score or lower.",
    "p90": "90th percentile. 90% of the people have this score or lower.",
    "without_data": "Share of the people without a score, 0-1.",
    "note": "`no_homes` if no home with residents is modeled in the area, so that the figures describe its land. `mostly_without_data` if some people have a score but more than half have none. Null in all other cases, and always null for an area outside the coverage area.",
    "basis": "Shares of the people with a score, 0-1, by the basis of the score.",
    "area_mean": "Mean score of the land, 1-255, whether or not anyone lives there; null if more than half of the land has no score.",
    "share_below": "Share of the scored people whose score is below the requested limit, 0-1. Present only if a limit was requested."
  },
  "Box": {
    "west": "Western edge, degrees, -180 to 180.",
    "south": "Southern edge, degrees, -90 to 90.",
    "east": "Eastern edge, degrees, -180 to 180.",
    "north": "Northern edge, degrees, -90 to 90."
  },
  "DimensionEntry": {
    "id": "Dimension ID, which is the last part of the HTTP path.",
    "group": "Group, as in the method name: `vicinage.risk.fire`.",
    "path": "HTTP path of the endpoint.",
    "name": "Display name.",
    "scale": "Meaning of the scores.",
    "words": "Score labels, lowest scores first.",
    "method": "One-line summary of how the scores are computed.",
    "loaded": "Whether the data is loaded. If not, requesting a score throws `NotLoadedError`.",
    "sources": "Datasets used to compute the scores; empty if the dimension is not loaded."
  },
  "Edge": {
    "distance_meters": "Distance in meters from the place to the edge, rounded.",
    "direction": "Direction from the place to the edge.",
    "lat": "Latitude of a point just beyond the edge, in degrees, WGS 84.",
    "lon": "Longitude of the same point, in degrees, WGS 84.",
    "score": "Score at that point, 1-255; 0 if there is no data.",
    "description": "Short explanation of the score at that point."
  },
  "Explanation": {
    "mapped": "Whether an official map has a zone at the place. For a place with a radius over 150 m, whether a map has a zone at the center or for at least half of the circle.",
    "zone": "Zone of the official map: `A`, `AE`, `V/VE`, `X (shaded)`, `floodway` for flood; `very high`, `high`, `moderate`, `no` for fire. Null if there is no map. A place with a radius over 150 m has a zone only if the whole circle is in that zone; `zones` lists all zones in the circle.",
    "zones": "Zones within the radius, largest share first. Only for places with a radius over 150 m. Empty outside the coverage area.",
    "map_date": "Year or month of the map: `2020-07`, `2008-2011`; null if unknown.",
    "dimension": "Dimension ID.",
    "score": "Score on the dimension's scale, 1-255; 0 if there is no data. For a place with a radius over 150 m, 0 only means that there is no data at its center. `band` has the scores of the people around it.",
    "description": "Short, readable explanation of the score.",
    "basis": "Kind of evidence behind the score; null if there is no data.",
    "inputs": "Raw values used to compute the score; empty if there is no data.",
    "percentile": "Percentile of the score; null if there is no data.",
    "interval": "80% interval of the true score, as in `score`, and the data that the interval was measured against. Present only if requested.",
    "band": "Score range of the people in the circle, as in `score`. Only for places with a radius over 150 m.",
    "edge": "Nearest edge of a zone (fire, flood, precinct, census tract) within 200 m.",
    "note": "`much_water` if at least half of the census tract is water, because open water in the tract may be scored like land.",
    "sources": "Datasets used to compute the score."
  },
  "ExplanationInput": {
    "name": "Name of the measured quantity.",
    "value": "Raw value in metric units, or a text such as `30 or less` for a bound; null if no source provides the value.",
    "unit": "Unit of the value; null for text and plain numbers.",
    "geography": "Kind of area that the value describes: cell, block group, tract, county and so on."
  },
  "FindAnswer": {
    "boundary": "Boundary of the searched area: `approximate` for cities without a census outline.",
    "total": "Number of areas found, including areas beyond the limit.",
    "areas": "First `limit` areas, in the order that `rankBy` specifies.",
    "totals_without": "Number of areas that would be found without one of the conditions, keyed by the dimension of that condition. Loosen the condition with the highest number. Present only if there are several conditions and no area meets all of them. Omitted if counting the areas takes longer than the rest of `timeout`."
  },
  "Fit": {
    "fit": "Fit, 0-100: the weighted mean of the matches of all dimensions with data, rounded. Null outside the coverage area. Also null if the dimensions without data have more than half of the weight.",
    "interval": "Range of the fit, 0-100, which contains the true fit in 80% of cases if the errors of the scores are independent. The errors of privacy, visual appeal and dog friendliness, which no outside data measures, are estimated from how much their inputs vary between neighboring block groups (`of` in `explain`). Scores without an interval are treated as exact. For a place with a radius over 150 m, the range also extends over the score bands of the circle, and contains the range at its center if the same dimensions have data. Null if there is no fit, or if the place is a point and none of its scores has an interval.",
    "contributions": "Contribution of each weighted dimension, highest weight first.",
    "missing": "Dimensions that have a weight but no data. Their weight is ignored.",
    "missing_weight": "Share of the total weight that belongs to the missing dimensions, 0-1.",
    "description": "Description of the fit, with the two strongest reasons for and against the place."
  },
  "FitContribution": {
    "dimension": "Dimension ID.",
    "want": "Preference for the scores of the dimension.",
    "weight": "Share of the total weight, 0-1.",
    "score": "Score, 1-255. For a place with a radius over 150 m, the middle of the dimension's band. Null if there is no data.",
    "basis": "Kind of evidence behind the score. For a place with a radius over 150 m, the weakest in the circle: `estimate` if any part is an estimate. Null if there is no data.",
    "match": "Percentage of the people with data who live where the dimension matches the preference equally well or worse, 0-100. Null if there is no data.",
    "people_with_data": "Share of the people who have data and are therefore compared, 0-1; 1 if at least 95% do. The people are those of the place's state, or of the whole coverage area if `among` is `coverage` or nobody in the state has data. Null if there is no data.",
    "points": "Points that the dimension adds to the fit. All points add up to the fit. Null if there is no data or no fit."
  },
  "FoundArea": {
    "name": "One-line name of the neighborhood, city and ZIP code that contain more than half of the area: `Hyde Park, Austin, TX 78751`. If no neighborhood contains more than half, `Part of Austin, TX`. If the search has `of`, the area's own name: `78751`.",
    "kind": "Kind of the area. Present only if the search has `of`.",
    "id": "ZIP code, or city, district or county code, as in `rank`. Present only if the search has `of`.",
    "neighborhood": "Neighborhood that contains more than half of the area.",
    "city": "City that contains more than half of the area.",
    "zip": "Five-digit ZIP code that contains more than half of the area.",
    "county": "County that contains more than half of the area: `Travis County`.",
    "people": "Number of people in the area. With `of`, the number that `rank` returns. Without `of`, the number of people in the modeled homes inside the area. This number can be 0 for a small inhabited area; `people_range` has the range.",
    "people_range": "80% interval for the number of people. It is computed as `area` would compute it for the outline of this part, except that a home exactly on the outline counts only if it is in one of the cells. Present only if the search has no `of`.",
    "km2": "Size in square kilometers.",
    "lat": "Latitude of a point inside, in degrees: the center of the cell closest to the middle of the area. The scores at this point may differ considerably from the area means.",
    "lon": "Longitude of the same point, degrees.",
    "distance_meters": "Distance in meters from the center of the circle in `within` to `lat` and `lon`. Present only if `within` is a circle.",
    "direction": "Compass direction from the center of the circle to `lat` and `lon`. Present only if `within` is a circle.",
    "scores": "Mean scores of the cells, to a tenth, for each dimension in the conditions. The shares of the scores that are measured, modeled or estimated are in `area(found).scores[dimension].basis`. Without `of`, `area` needs the outline.",
    "fit": "Mean fit of the cells that have a fit, 0-100, to a tenth; null if more than half of the cells have no fit. Present only if the search has priorities.",
    "contributions": "Contribution of each dimension to the mean fit, highest weight first. Present only if the search has priorities.",
    "outline": "Outline of the cells as GeoJSON. Present only if outlines were requested."
  },
  "GeocodedPlace": {
    "lat": "Latitude, degrees, -90 to 90, WGS 84.",
    "lon": "Longitude, degrees, -180 to 180, WGS 84.",
    "layer": "Kind of the located place, finest first: - `coordinates`: the text contains coordinates.\n- `address_point`: the house, from county address points that you added.\n- `street_range`: a position between house numbers of a street, from address ranges that you added.\n- `address`: the house, from the public lists in the package.\n- `street`: a position between or beyond known houses of the street. Without a house number, the whole street, which may have a radius of several kilometers.\n- `public_place`, `landmark`, `neighborhood`: a school, library or office; a well-known place; a part of a city.\n- `zip`, `city`, `county`, `state`: the center of the area, with a radius that covers about 90% of its homes. `radius` says how exact the answer is. It varies widely within a layer.",
    "confidence": "Likelihood that this is the intended place, 0-1. Coarser layers, contradictions and ambiguity lower it.",
    "radius": "Radius of uncertainty in meters: about 10 m for an address point, several kilometers for a ZIP or city.",
    "label": "The matched address or place in one line: `Austin, TX 78701`.",
    "ok": "Always true, because a place was found.",
    "parsed": "How the address was read.",
    "alternatives": "Other places that the address may mean, best first, at most five. If two places would have the same label, the label of the alternative has its county, neighborhood or nearest city.",
    "note": "Note about the answer: the name is ambiguous, a word was read with a different spelling (`Read \"Prak\" as Park.`), the street or its house number is not known (`street_unknown`), parts contradict each other or the answer (`city_differs`, `neighborhood_differs`, `zip_unknown`, `zip_differs`), or the county is uncertain. `codes` has the code of each fact. Null if there is nothing to note.",
    "explanation": "How the address was read, what was tried and why the answer has its layer. Present only with the option `explain`."
  },
  "Interval": {
    "low": "Low end, less than or equal to the score.",
    "high": "High end, greater than or equal to the score."
  },
  "IntervalSource": {
    "by": "Name of the data that the scores were compared with: `NCES locale codes of 30,600 public schools, which no score uses`.",
    "of": "`errors`: the intervals come from errors against data that was not used for the scores, or was deliberately held out. `inputs`: the intervals come from the variation of the inputs between neighborhoods, because no outside data shows the true score."
  },
  "OfficialMap": {
    "mapped": "Whether an official map has a zone at the place. For a place with a radius over 150 m, whether a map has a zone at the center or for at least half of the circle.",
    "zone": "Zone of the official map: `A`, `AE`, `V/VE`, `X (shaded)`, `floodway` for flood; `very high`, `high`, `moderate`, `no` for fire. Null if there is no map. A place with a radius over 150 m has a zone only if the whole circle is in that zone; `zones` lists all zones in the circle.",
    "zones": "Zones within the radius, largest share first. Only for places with a radius over 150 m. Empty outside the coverage area.",
    "map_date": "Year or month of the map: `2020-07`, `2008-2011`; null if unknown."
  },
  "Percentile": {
    "state": "Percentage of the state's scored people with a lower score, 0-100, rounded down; null if the state is unknown or nobody in the state has a score.",
    "coverage": "Percentage of the coverage area's scored people with a lower score, 0-100, rounded down.",
    "text": "Percentile in words: `Quieter than where 62% of Texans live.`"
  },
  "PlaceNotFound": {
    "ok": "False: no place was found.",
    "code": "Stable code for the reason, such as `place_unknown`.",
    "message": "Sentence with the reason and what to do."
  },
  "PlainScore": {
    "mapped": "Whether an official map has a zone at the place. For a place with a radius over 150 m, whether a map has a zone at the center or for at least half of the circle.",
    "zone": "Zone of the official map: `A`, `AE`, `V/VE`, `X (shaded)`, `floodway` for flood; `very high`, `high`, `moderate`, `no` for fire. Null if there is no map. A place with a radius over 150 m has a zone only if the whole circle is in that zone; `zones` lists all zones in the circle.",
    "zones": "Zones within the radius, largest share first. Only for places with a radius over 150 m. Empty outside the coverage area.",
    "map_date": "Year or month of the map: `2020-07`, `2008-2011`; null if unknown.",
    "score": "Score on the dimension's scale, 1-255; 0 if there is no data. For a place with a radius over 150 m, 0 only means that there is no data at its center. `band` has the scores of the people around it.",
    "description": "Short, readable explanation of the score; null if `description: false` was requested.",
    "band": "Score range of the people in the circle. Only for places with a radius over 150 m. For such a place, `score` is the score at the center, and the description uses the labels of both ends of the band."
  },
  "RankAnswer": {
    "boundary": "Boundary of `within`: `approximate` for cities without a census outline; `exact` without `within`.",
    "total": "Number of ranked areas, including areas beyond the limit.",
    "areas": "First areas of the ranking."
  },
  "RankedArea": {
    "rank": "Rank from 1, in the order of the ranking. Areas with the same mean share a rank.",
    "kind": "Kind of area.",
    "id": "ZIP code, city or district code (7 digits) or county code (5 digits); null for a city without its own outline, whose area is approximate.",
    "name": "Name: `Austin, TX`, `78701`, `Travis County, Texas`, or a district name.",
    "county": "County of a city, such as `Orange County`. Present only if another city of the state has the same name. To select this city in a request, use `{ city, state, county }`.",
    "people": "Number of people. For a ZIP code, a county or a city with an `id`, the 2020 census count. For a district or any other city, the number of people in the modeled homes inside.",
    "mean": "Mean score of the people with a score, or mean fit of the people with a fit, to a tenth. The shares of the scores that are measured, modeled or estimated are in `area(ranked).scores[dimension].basis`.",
    "without_data": "Share of the people without a score or fit, 0-0.5. Areas with a larger share are omitted.",
    "contributions": "Contribution of each dimension to the mean fit, highest weight first. Present only in rankings by weights."
  },
  "ReverseAnswer": {
    "lat": "Latitude, degrees, -90 to 90, WGS 84.",
    "lon": "Longitude, degrees, -180 to 180, WGS 84.",
    "radius": "Radius in meters of the circle around the place. 0 for a coordinate.",
    "label": "The place in one line: `Hyde Park, Austin, TX 78751`.",
    "layer": "Layer of the place in the request, or `coordinates`.",
    "address": "Nearest house number within 100 m, from known streets or a street index: `103 E 5th St, Austin, TX 78701`. Null if no house number is known.",
    "neighborhood": "Name of the neighborhood. Null if unknown, or if it contains less than half of the circle.",
    "city": "City that contains the place. Outside all cities, the city used in addresses of the ZIP.",
    "in_city": "Whether the place is inside the outline of `city`. Null if the outline is not known.",
    "zip": "Five-digit ZIP that contains the place. Null if no ZIP covers the place, for example in a desert.",
    "county": "County: `{ name: 'Travis County', fips: '48453' }`.",
    "state": "The state, such as `{ name: 'Texas', postal: 'TX', fips: '48' }`.",
    "tract": "11-digit census tract code.",
    "block_group": "12-digit census block group code.",
    "message": "Sentence that explains why nothing is known or why there is no city. Otherwise null."
  },
  "Scale": {
    "low": "Meaning of 1.",
    "middle": "Meaning of 128; null if the scale has no fixed middle.",
    "high": "Meaning of 255.",
    "zero": "Meaning of 0."
  },
  "ScaleWords": {
    "from": "Lowest score with this label, 1-255.",
    "words": "Label used at the start of descriptions: `Quiet`."
  },
  "ScoreBand": {
    "p10": "10th percentile, 1-255. About 10% of the people inside have a lower score, as closely as whole scores allow. Null if no one has a score.",
    "p90": "90th percentile. About 10% of the people inside have a higher score.",
    "narrow": "Whether the band is so narrow that the center represents the circle: `p10` and `p90` are less than 25 points apart and nearly all people have a score.",
    "without_data": "Share of the people without a score, 0-1. These people are excluded from `p10` and `p90`, which are null if fewer than half of the people have a score.",
    "note": "`mostly_without_data` if some people have a score but more than half have none. Otherwise null.",
    "score": "Score at the center, 1-255; 0 if there is no data there. The band may still have scores."
  },
  "ScoresAround": {
    "lat": "Latitude of the center in degrees, WGS 84.",
    "lon": "Longitude of the center in degrees, WGS 84.",
    "radius": "Radius in meters.",
    "people": "Number of people inside the circle, 2020 census.",
    "scores": "One entry per requested dimension."
  },
  "Source": {
    "agency": "Publisher of the data.",
    "title": "Name of the dataset.",
    "vintage": "Year or years of the data.",
    "license": "Terms of use."
  },
  "SuggestedPlace": {
    "lat": "Latitude, degrees, -90 to 90, WGS 84.",
    "lon": "Longitude, degrees, -180 to 180, WGS 84.",
    "layer": "Kind of place, such as `city` or `street`.",
    "label": "One-line name of the place, such as `Austin, TX 78701`.",
    "radius": "Radius in meters."
  },
  "Suggestion": {
    "layer": "Kind of place.",
    "label": "The place in one line: `Mission, San Francisco, CA`.",
    "lat": "Latitude, degrees, WGS 84.",
    "lon": "Longitude, degrees, WGS 84.",
    "radius": "Radius in meters that covers about 90% of the place."
  },
  "UncertainScore": {
    "interval": "80% interval of the point's true score, 1-255. For a place with a band, the interval covers the whole circle: its low end is the 10th percentile of the low ends at points in the circle, and its high end is the 90th percentile of the high ends, both weighted by people. It always includes the band and the interval at the center. The interval usually comes from measured errors. No outside data measures privacy, visual appeal and dog friendliness, so their intervals come from how much the inputs vary between neighboring block groups. The field `of` in `explain` tells which of the two was used. Null if there is no data or the accuracy is unknown."
  },
  "ValidationDetail": {
    "type": "Machine-readable reason, such as `missing` or `less_than_equal`.",
    "loc": "Origin of the value: `['query', 'lat']`, `['body', 'points', 3, 'lat']`.",
    "msg": "Reason, as a sentence.",
    "input": "The value as received.",
    "ctx": "Bounds or choices that the reason refers to."
  },
  "ZoneShare": {
    "zone": "Zone name, as in `OfficialMap.zone`; null for land without a map.",
    "share": "Share of the land in the circle, 0-1, based on 128 sample points."
  }
} as const
