import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { boxRing } from '../../data/geography/box-ring.ts'
import { emptyFolder } from '../../support/empty-folder.ts'
import { measured } from './measured.ts'

const folder = emptyFolder()

const world = {
  type: 'Feature',
  properties: { FHSZ_Description: 'High', SRA: 'LRA', score: 100 },
  geometry: {
    type: 'Polygon',
    coordinates: [
      [
        [-180, -90],
        [180, -90],
        [180, 90],
        [-180, 90],
        [-180, -90],
      ],
    ],
  },
}

describe('a command that rasterizes a polygon of the whole world', () => {
  const file = join(folder, 'world.json')
  writeFileSync(file, JSON.stringify({ type: 'FeatureCollection', features: [world] }))

  it.each<[string, string[]]>([
    ['an upgrade', ['data', 'upgrade', 'fire', '--from', file, '--out', join(folder, 'out')]],
    ['a layer', ['layer', 'add', file, '--id', 'world', '--score', 'score']],
  ])('uses less than 1 GB of memory for %s', (_, args) => {
    const { status, said, megabytes } = measured(...args)
    expect(status, said).toBe(0)
    expect(megabytes).toBeLessThan(1000)
  })
})

it('adding a layer of a hundred thousand polygons uses less than 500 MB for its file, index and raster', () => {
  const features = Array.from({ length: 100_000 }, (_, i) => {
    const [west, south] = [-124 + (i % 400) / 40, 33 + Math.floor(i / 400) / 40]
    const ring = boxRing(west, south, west + 0.01, south + 0.01)
    return { type: 'Feature', properties: { score: 1 + (i % 255) }, geometry: { type: 'Polygon', coordinates: [ring] } }
  })
  const many = join(folder, 'many.json')
  writeFileSync(many, JSON.stringify({ type: 'FeatureCollection', features }))
  const { status, said, megabytes } = measured('layer', 'add', many, '--id', 'many', '--score', 'score')
  expect(status, said).toBe(0)
  expect(megabytes).toBeLessThan(500)
})
