import { expect, it } from 'vitest'
import { layers } from '../../../data-build/build-data.ts'
import { sources } from '../../../data-build/catalog/catalog.ts'
import { adviceOn, isUpgradable, withoutSources } from '../../../data-build/missing-files.ts'
import { layerUpgrades } from '../../../data-build/upgrade/layers.ts'

const told = [withoutSources('../shared/data'), ...layers.map((layer) => adviceOn(layer, 'sources'))].join('\n')
const named = (pattern: RegExp) => new Set([...told.matchAll(pattern)].map(([, name]) => name))

it('the advice for a clone without source files states in at most 11 lines what can be built and downloaded', () => {
  expect(withoutSources('../shared/data').split('\n').length).toBeLessThanOrEqual(11)
})

it('every source listed for download in the advice is in the catalog and has a direct address', () => {
  const direct = new Set(sources.flatMap(({ id, downloads }) => (downloads ? [id] : [])))
  const ids = [...named(/--only ([a-z0-9-]+)/g)].filter((id) => !layers.includes(id))
  expect(ids.length).toBeGreaterThan(5)
  expect(ids.filter((id) => !direct.has(id))).toEqual([])
})

it('every layer listed for building or upgrading in the advice exists in data:build or data upgrade', () => {
  for (const layer of named(/--sources sources --only ([a-z-]+)/g)) expect(layers).toContain(layer)
  const upgradable = [...Object.keys(layerUpgrades), 'streets']
  const commands = [...named(/data upgrade ([a-z][a-z-]+)/g)]
  expect(commands.length).toBeGreaterThan(5)
  expect(commands.filter((layer) => !upgradable.includes(layer))).toEqual([])
  const rest = upgradable.filter((layer) => !isUpgradable(layer))
  expect(rest.sort()).toEqual(['districts', 'schools'])
})

it('the advice on each layer is one complete sentence on one line', () => {
  for (const layer of [...layers, 'streets', 'areas']) expect(adviceOn(layer, 'sources')).toMatch(/^[a-z-]+: [^\n]+\.$/)
})
