import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

describe('an installation of the package', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, Record<string, unknown>>
  }

  it('contains no package with an install script', () => {
    const shipped = Object.entries(packages).filter(
      ([path, { dev, devOptional, peer }]) => path !== '' && !dev && !devOptional && !peer,
    )
    expect(shipped.length).toBeGreaterThan(5)
    expect(shipped.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path)).toEqual([])
  })

  it('contains no optional dependencies, because they would be native code', () => {
    const reached = new Set<string>()
    const todo = Object.keys(packages[''].dependencies as object)
    for (const name of todo) {
      if (reached.has(name)) continue
      reached.add(name)
      const { dependencies = {}, optionalDependencies = {} } = packages[`node_modules/${name}`]
      expect(Object.keys(optionalDependencies as object), name).toEqual([])
      todo.push(...Object.keys(dependencies as object))
    }
    expect(reached.has('msgpackr')).toBe(false)
  })
})
