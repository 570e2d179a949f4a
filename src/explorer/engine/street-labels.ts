import type { LatLon } from '../../geo/distance.ts'
import { decodeShard } from '../../geocode/streets/shard.ts'
import type { ShardRef } from '../../geocode/streets/shard-file.ts'
import { titledStreet } from '../../geocode/suggest/street-completions.ts'
import type { NearLabels } from './near-labels.ts'

/**
 * Names of the known streets of some parts, each at the known house number that is in the middle of those in the box.
 */
export function streetLabels(shards: readonly ShardRef[], isIn: (place: LatLon) => boolean): NearLabels['features'] {
  const features: NearLabels['features'] = []
  const named = new Set<string>()
  for (const { sections } of shards) {
    if (sections === undefined) continue
    const shard = decodeShard(sections)
    const { meta, pointFirst, pointLon, pointLat } = shard
    for (let street = 0; street < meta.streets; street++) {
      const inside: LatLon[] = []
      for (let i = pointFirst[street]; i < pointFirst[street + 1]; i++) {
        const at = { lat: pointLat[i] / 1e6, lon: pointLon[i] / 1e6 }
        if (isIn(at)) inside.push(at)
      }
      const name = inside.length === 0 ? '' : titledStreet(shard, street)
      if (name === '' || named.has(name)) continue
      named.add(name)
      const middle = inside.sort((a, b) => a.lat - b.lat || a.lon - b.lon)[inside.length >> 1]
      features.push({
        type: 'Feature',
        properties: { name, kind: 'street', from: 14 },
        geometry: { type: 'Point', coordinates: [middle.lon, middle.lat] },
      })
    }
  }
  return features
}
