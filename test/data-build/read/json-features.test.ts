import fc from 'fast-check'
import { expect, it } from 'vitest'
import { featuresInJson } from '../../../data-build/read/json-features.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const plain = (text: string) => {
  const found = featuresInJson(bytes(text))
  return found === null
    ? null
    : found.features.map((feature) => ({ geometry: feature?.geometry, properties: feature?.properties }))
}

it('features are those of JSON.parse, however the file is written', () => {
  const feature = fc.record({
    type: fc.constant('Feature'),
    properties: fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 3 }),
    geometry: fc.oneof(fc.constant(null), fc.jsonValue()),
  })
  const collection = fc.record({
    features: fc.array(feature, { maxLength: 6 }),
    spaces: fc.nat(2),
    first: fc.boolean(),
  })
  fc.assert(
    fc.property(collection, ({ features, spaces, first }) => {
      const about = { type: 'FeatureCollection', crs: { features: ['"features":['] }, name: '\\"features\\":[' }
      const text = JSON.stringify(first ? { features, ...about } : { ...about, features }, null, spaces)
      const expected = JSON.parse(text).features.map(({ geometry, properties }: (typeof features)[number]) => ({
        ...{ geometry, properties },
      }))
      expect(plain(text)).toEqual(expected)
      expect(featuresInJson(bytes(text))!.crs).toEqual(about.crs)
      // Cut anywhere it is nothing that is read feature by feature.
      for (let end = 1; end < text.length; end += 7) if (plain(text.slice(0, end)) !== null) throw new Error(text)
    }),
  )
})

it.each([
  '[]',
  '{"type":"FeatureCollection","features":{}}',
  '{"type":"FeatureCollection","features":[{"geometry":null},]}',
  '{"type":"FeatureCollection","features":[,]}',
  '{"type":"FeatureCollection","features":[{"geometry":null} {"geometry":null}]}',
  '{"type":"FeatureCollection","features":[{"geometry":null}],"features":[1]}',
  '{"type":"Feature","features":[]}',
  '{"type":"FeatureCollection","features":[]',
])('%s is left to JSON.parse', (text) => {
  expect(featuresInJson(bytes(text))).toBeNull()
})

it('what is no feature is handed on as it is', () => {
  expect(featuresInJson(bytes('{"type":"FeatureCollection","features":[null, 5,{"x":[1]} ]}'))!.features).toEqual([
    ...[null, 5, { x: [1] }],
  ])
})
