// Written from the comments of the types by test/release/docs/field-texts.test.ts. Change it there.

/** Descriptions of the fields of answers, by type and field. */
export const fieldTexts = {
  "AreaAnswer": {
    "people": "Number of people who live there, 2020 census.",
    "people_range": "Range that contains the number of people in 80 of 100 cases, if it is the sum over the homes inside; null for a census count. It is wide for areas smaller than their block groups.",
    "land_km2": "Area inside the coverage in square kilometers, including lakes, accurate to 1-2%.",
    "scores": "Scores by dimension id.",
    "schools": "Public schools inside by the level they serve; null if they were left out.",
    "boundary": "`approximate` for cities without a census outline, which are represented by their ZIP codes or a circle.",
    "people_source": "Source of `people`: a census count (cities, ZIP codes, states, counties, tracts, block groups), or the sum over the homes inside.",
    "box": "Box around the area, for the view of a map, or to pass to another function as an area."
  },
  "AreaContribution": {
    "dimension": "Id of the dimension.",
    "want": "Wish for the dimension.",
    "weight": "Share of all weight, 0-1.",
    "score": "Mean score of those with a score, 1-255, to a tenth. Null if nobody has one.",
    "match": "Mean match of those with a score, 0-100, to a tenth. Null if nobody has one.",
    "points": "Points that the dimension adds to the mean fit. All points add up to the mean fit, except that the fit of each place is a whole number. Null if nobody has a score, or the area has no mean fit.",
    "without_data": "Share of the people or cells without a score, 0-1."
  },
  "AreaScore": {
    "mean": "Mean score of the people with a score, 1-255, to a tenth. The mean and the percentiles are null if more than half of the people have no score.",
    "p10": "10th percentile, 1-255: a tenth of the people have this score or a lower one.",
    "p50": "50th percentile: half of the people have this score or a lower one.",
    "p90": "90th percentile: 90% of the people have this score or a lower one.",
    "without_data": "Share of the people without a score, 0-1.",
    "note": "`mostly_without_data` if some people have a score but more than half have none. Otherwise null.",
    "basis": "Shares of the people with a score, 0-1, by the basis of the score.",
    "area_mean": "Mean score of the land, 1-255, whether or not anyone lives there; null if more than half of the land has no score.",
    "share_below": "Share of the people with a score who live below the limit, 0-1; only if a limit was requested."
  },
  "Box": {
    "west": "Western edge, degrees, -180 to 180.",
    "south": "Southern edge, degrees, -90 to 90.",
    "east": "Eastern edge, degrees, -180 to 180.",
    "north": "Northern edge, degrees, -90 to 90."
  },
  "DimensionEntry": {
    "id": "Id, which is the last part of the HTTP path.",
    "group": "Group, as in its method: `vicinage.risk.fire`.",
    "path": "HTTP path of the endpoint.",
    "name": "Name for people.",
    "scale": "Meaning of the scores.",
    "words": "Words for all scores, lowest scores first.",
    "method": "How the scores are computed, in one line.",
    "loaded": "Whether the data is loaded. If not, asking for a score throws `NotLoadedError`.",
    "sources": "Datasets that the scores are computed from; empty if the dimension is not loaded."
  },
  "Edge": {
    "distance_meters": "Distance in meters from the place to the edge, rounded.",
    "direction": "Direction from the place to the edge.",
    "lat": "Latitude of a point just beyond the edge, degrees, WGS 84.",
    "lon": "Longitude of that point, degrees, WGS 84.",
    "score": "Score at that point, 1-255; 0 if there is no data.",
    "description": "Short explanation of the score at that point."
  },
  "Explanation": {
    "mapped": "Whether an official map has a zone at the place (at the center, for a place with a radius).",
    "zone": "Zone of the official map: `A`, `AE`, `V/VE`, `X (shaded)`, `floodway` for flood; `very high`, `high`, `moderate`, `no` for fire. Null without a map. A place with a radius over 150 m has a zone only if its whole circle is in it; `zones` lists all of them.",
    "zones": "Zones within the radius, largest share first. Only for places with a radius over 150 m; empty outside the coverage.",
    "map_date": "Year or month of that map: `2020-07`, `2008-2011`; null if it is not known.",
    "dimension": "Id of the dimension.",
    "score": "Score from 1 to 255 on the scale of the dimension; 0 if there is no data for the place.",
    "description": "Short explanation of the score for people.",
    "basis": "Kind of evidence behind the score; null without data.",
    "inputs": "Raw values that the score is computed from; empty without data.",
    "percentile": "Rank among the scores at which people live; null without data.",
    "interval": "Range that holds the true score in 80 of 100 cases, as in `score`, and what it was measured with. Only if it was requested.",
    "band": "Range of scores at which the people in the circle live, as in `score`; only for places with a radius over 150 m.",
    "edge": "Nearest edge of a zone (fire, flood, precinct, census tract), if it is within 200 m.",
    "note": "`much_water` if at least half of the census tract is water, because open water may get a score there as if it were land.",
    "sources": "Datasets that the score was computed from."
  },
  "ExplanationInput": {
    "name": "Name of the measured quantity.",
    "value": "Raw value in metric units; null if no source provides one.",
    "unit": "Unit of the value; null for words and plain numbers.",
    "geography": "Kind of area that the value describes: cell, block group, tract, county and so on."
  },
  "FindAnswer": {
    "boundary": "Boundary of the searched area: `approximate` for cities without a census outline.",
    "total": "Number of areas, including those beyond the limit.",
    "areas": "First areas in the order of `rank_by`."
  },
  "Fit": {
    "fit": "Fit, 0-100: the weighted mean of the matches of all dimensions with data, rounded. Null outside the coverage, and if dimensions with more than half of the weight have no data.",
    "interval": "Range of the fit, 0-100. For a point, it contains the true fit in 80 of 100 cases, if the errors of its scores are independent; scores without an interval are treated as exact. For a place with a radius over 150 m, it reaches from the worst to the best fit that the bands of all scores allow. Null if there is no fit, or if no score of a point has an interval.",
    "contributions": "Contribution of each dimension with a weight, heaviest first.",
    "missing": "Dimensions that have a weight but no data. The fit ignores their weight.",
    "missing_weight": "Share of all weight that the missing dimensions have, 0-1.",
    "description": "The fit in words, with the two strongest reasons for and against the place."
  },
  "FitContribution": {
    "dimension": "Id of the dimension.",
    "want": "Preference for the scores of the dimension.",
    "weight": "Share of all weight, 0-1.",
    "score": "Score, 1-255; for a place with a radius over 150 m, the middle of its band. Null without data.",
    "match": "Percentage of the people with data who live where the dimension matches the preference no better than here, 0-100. Null without data.",
    "points": "Points that the dimension adds to the fit, so that all points add up to the fit. Null without data or fit."
  },
  "FoundArea": {
    "name": "Name in one line, from the parts that more than half of the area shares: `Hyde Park, Austin, TX 78751`. If they do not share a neighborhood, `Part of Austin, TX`. An area of a kind has its own name: `78751`.",
    "kind": "Kind of the area; only if areas of a kind were searched.",
    "id": "ZIP code, or code of the city, district or county, as in `rank`; only if areas of a kind were searched.",
    "neighborhood": "Neighborhood that contains more than half of the area.",
    "city": "City that contains more than half of the area.",
    "zip": "Five-digit ZIP code that contains more than half of the area.",
    "county": "County that contains more than half of the area: `Travis County`.",
    "people": "Number of people in the area, 2020 census, estimated from the homes inside.",
    "km2": "Size in square kilometers.",
    "lat": "Latitude in degrees of a point inside: the center of the cell closest to the middle of the area. The scores at this point may differ a lot from the means of the area.",
    "lon": "Longitude of the same point, degrees.",
    "scores": "Mean scores of the cells, to a tenth, by dimension in the conditions.",
    "fit": "Mean fit of the cells that have a fit, 0-100, to a tenth; null if more than half of the cells have none. Only if the search has priorities.",
    "contributions": "Contribution of each dimension to the mean fit, heaviest first. Only if the search has priorities.",
    "outline": "Outline of the cells as GeoJSON; only if outlines were requested."
  },
  "GeocodedPlace": {
    "lat": "Latitude, degrees, -90 to 90, WGS 84.",
    "lon": "Longitude, degrees, -180 to 180, WGS 84.",
    "layer": "Kind of the located place, finest first: - `coordinates`: the text is a coordinate.\n- `address_point`: the house, from a county's address points that you added.\n- `street_range`: a position between the house numbers of a street, from ranges that you added.\n- `address`: the house, from the public lists of the package.\n- `street`: a position between or beyond known houses of the street; without a house number, the whole street, which may have a radius of kilometers.\n- `public_place`, `landmark`, `neighborhood`: a school, library or office, a well-known place, a part of a city.\n- `zip`, `city`, `county`, `state`: the center of the area, with a radius that covers it. `radius` says how exact the answer is, which differs much within a layer.",
    "confidence": "How likely it is that this place was meant, 0-1. Coarser layers, contradictions and ambiguity lower it.",
    "radius": "Radius of uncertainty in meters: about ten for an address point, kilometers for a ZIP or city.",
    "label": "The matched address or place in one line: `Austin, TX 78701`.",
    "ok": "True: a place was found.",
    "parsed": "How the address was read.",
    "alternatives": "Other places that the address may mean, best first, at most five.",
    "note": "Remark that the name is ambiguous, that a word was read in another spelling (`Read \"Prak\" as Park.`), that the street is not known (`street_unknown`), that parts contradict each other or the answer (`city_differs`, `zip_unknown`, `zip_differs`), or that the county is uncertain. Otherwise null.",
    "explanation": "How the address was read, what was tried and why the answer has its layer. Only with the option `explain`."
  },
  "Interval": {
    "low": "Low end, at most the score.",
    "high": "High end, at least the score."
  },
  "IntervalSource": {
    "by": "Name of the data that the scores were compared with: `NCES locale codes of 30,600 public schools, which no score uses`.",
    "of": "`errors`: errors against data that was not used for the scores, or was left out on purpose. `inputs`: variation of the inputs between neighborhoods, because no outside data says what is true."
  },
  "OfficialMap": {
    "mapped": "Whether an official map has a zone at the place (at the center, for a place with a radius).",
    "zone": "Zone of the official map: `A`, `AE`, `V/VE`, `X (shaded)`, `floodway` for flood; `very high`, `high`, `moderate`, `no` for fire. Null without a map. A place with a radius over 150 m has a zone only if its whole circle is in it; `zones` lists all of them.",
    "zones": "Zones within the radius, largest share first. Only for places with a radius over 150 m; empty outside the coverage.",
    "map_date": "Year or month of that map: `2020-07`, `2008-2011`; null if it is not known."
  },
  "Percentile": {
    "state": "Percentage of the state's people with a score who live at a lower score, 0-100, rounded down; null if the state is unknown.",
    "coverage": "Percentage of the people in the whole coverage.",
    "text": "The rank in words: `Quieter than where 62% of Texans live.`"
  },
  "PlaceNotFound": {
    "ok": "False: no place was found.",
    "code": "Stable code of the reason: `place_unknown`.",
    "message": "The reason and what to do, in a sentence."
  },
  "PlainScore": {
    "mapped": "Whether an official map has a zone at the place (at the center, for a place with a radius).",
    "zone": "Zone of the official map: `A`, `AE`, `V/VE`, `X (shaded)`, `floodway` for flood; `very high`, `high`, `moderate`, `no` for fire. Null without a map. A place with a radius over 150 m has a zone only if its whole circle is in it; `zones` lists all of them.",
    "zones": "Zones within the radius, largest share first. Only for places with a radius over 150 m; empty outside the coverage.",
    "map_date": "Year or month of that map: `2020-07`, `2008-2011`; null if it is not known.",
    "score": "Score from 1 to 255 on the scale of the dimension; 0 if there is no data for the place.",
    "description": "Short explanation of the score for people; null if `description: false` was requested.",
    "band": "Range of scores at which the people in the circle live. Only for places with a radius over 150 m, whose `score` is that of the center and whose description has the words of both ends of the band."
  },
  "RankAnswer": {
    "boundary": "Boundary of `within`: `approximate` for cities without a census outline; `exact` without `within`.",
    "total": "Number of areas, including those beyond the limit.",
    "areas": "First areas of the ranking."
  },
  "RankedArea": {
    "rank": "Rank from 1. Areas with the same mean share a rank.",
    "kind": "Kind of area.",
    "id": "ZIP code, or code of a city or district (7 digits) or county (5 digits); null for a city without an outline of its own, whose area is approximate.",
    "name": "Name: `Austin, TX`, `78701`, `Travis County, Texas`, or the name of a district.",
    "people": "Number of people, 2020 census: counts for ZIP codes and counties, the sum over homes for cities and districts.",
    "mean": "Mean score of the people with a score, or mean fit of those with a fit, to a tenth.",
    "without_data": "Share of the people without a score or fit, 0-0.5. Areas with a larger share are left out.",
    "contributions": "Contribution of each dimension to the mean fit, heaviest first. Only in rankings by weights."
  },
  "ReverseAnswer": {
    "lat": "Latitude, degrees, -90 to 90, WGS 84.",
    "lon": "Longitude, degrees, -180 to 180, WGS 84.",
    "radius": "Radius in meters of the circle that contains the place. 0 for a coordinate.",
    "label": "The place in one line: `Hyde Park, Austin, TX 78751`.",
    "layer": "Layer of the place in the request, or `coordinates`.",
    "address": "Nearest house number within 100 m, from known streets or a street index: `103 E 5th St, Austin, TX 78701`. Null if none is known.",
    "neighborhood": "Name of the neighborhood. Null if none is known.",
    "city": "City that contains the place. Outside of all cities, the city that addresses in its ZIP use.",
    "in_city": "Whether the place is inside the outline of that city. Null if the outline is not known.",
    "zip": "ZIP that contains the place, five digits. Null if no one there has a ZIP, as in deserts.",
    "county": "County: `{ name: 'Travis County', fips: '48453' }`.",
    "state": "State: `{ name: 'Texas', postal: 'TX', fips: '48' }`.",
    "tract": "Census tract, 11 digits.",
    "block_group": "Census block group, 12 digits.",
    "message": "Reason why nothing is known, or why there is no city, in one sentence. Otherwise null."
  },
  "Scale": {
    "low": "Meaning of 1.",
    "middle": "Meaning of 128; null if the scale has no fixed middle.",
    "high": "Meaning of 255.",
    "zero": "Meaning of 0."
  },
  "ScaleWords": {
    "from": "Lowest score that the words stand for, 1-255.",
    "words": "Words that open the descriptions of these scores: `Quiet`."
  },
  "ScoreBand": {
    "p10": "10th percentile, 1-255: a tenth of the people inside have a lower score, as nearly as whole scores allow. Null if no one has a score.",
    "p90": "90th percentile: a tenth of the people inside have a higher score.",
    "narrow": "Whether the band is so narrow that the center represents the circle: `p10` and `p90` are less than 25 points apart and nearly everybody has a score.",
    "without_data": "Share of the people without a score, 0-1. They are not part of `p10` and `p90`, which are null if fewer than half of the people have a score.",
    "note": "`mostly_without_data` if some people have a score but more than half have none. Otherwise null.",
    "score": "Score at the center, 1-255; 0 if there is no data."
  },
  "ScoresAround": {
    "lat": "Latitude of the center, degrees, WGS 84.",
    "lon": "Longitude of the center, degrees, WGS 84.",
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
    "label": "The place in one line: `Austin, TX 78701`.",
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
    "interval": "Range of scores, 1-255, that holds the true score of the point in 80 of 100 cases. For a place with a band, it covers the whole circle: from the 10th percentile of the low ends at the points inside, weighted by people, to the 90th percentile of the high ends, and at least the score and the band. Null without data and if the accuracy is unknown."
  },
  "ValidationDetail": {
    "type": "Machine-readable reason, such as `missing` or `less_than_equal`.",
    "loc": "Origin of the value: `['query', 'lat']`, `['body', 'points', 3, 'lat']`.",
    "msg": "Reason, as a sentence.",
    "input": "The value as received.",
    "ctx": "Bounds or choices that the reason refers to."
  },
  "ZoneShare": {
    "zone": "Zone, as in `zone`; null for land without a map.",
    "share": "Share of the land in the circle, 0-1, sampled at 128 points."
  }
} as const
