// node turf.mjs TRACTS.geojson POINTS.csv OUTPUT.csv finds the tract of each point in plain JavaScript: flatbush finds
// the tracts whose bounding boxes contain the point, and turf the one whose polygon does.
import { createWriteStream, readFileSync } from 'node:fs'
import { booleanPointInPolygon } from '@turf/boolean-point-in-polygon'
import Flatbush from 'flatbush'

const [tracts, points, output] = process.argv.slice(2)
const { features } = JSON.parse(readFileSync(tracts, 'utf8'))
const index = new Flatbush(features.length)
for (const feature of features) {
  const positions = feature.geometry.coordinates.flat(2)
  feature.bbox = [Infinity, Infinity, -Infinity, -Infinity]
  for (const [x, y] of positions) {
    feature.bbox[0] = Math.min(feature.bbox[0], x)
    feature.bbox[1] = Math.min(feature.bbox[1], y)
    feature.bbox[2] = Math.max(feature.bbox[2], x)
    feature.bbox[3] = Math.max(feature.bbox[3], y)
  }
  index.add(...feature.bbox)
}
index.finish()
const ids = Object.keys(features[0].properties)
const texts = features.map(({ properties }) => Object.values(properties).join(','))
const emptyFields = ','.repeat(ids.length - 1)

const [header, ...rows] = readFileSync(points, 'utf8').trimEnd().split('\n')
const out = createWriteStream(output)
out.write(`${header},${ids}\n`)
let lines = []
for (const row of rows) {
  const [, lat, lon] = row.split(',')
  const x = Number(lon)
  const y = Number(lat)
  const tract = index.search(x, y, x, y).find((i) => booleanPointInPolygon([x, y], features[i]))
  lines.push(`${row},${tract === undefined ? emptyFields : texts[tract]}\n`)
  if (lines.length === 10_000) {
    out.write(lines.join(''))
    lines = []
  }
}
out.end(lines.join(''))
