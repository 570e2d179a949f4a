import { cpSync, readdirSync, readFileSync } from 'node:fs'

/** Chunks that page.js does not use. */
const LEFT_OUT = /^\.\/(?:open-(?:schools|around)|warm|upgraded-folder|layers|layer-bundle)-/

const site = process.argv[2] ?? 'site'
const copy = (from, to) => cpSync(from, `${site}/${to}`)

for (const file of ['index.html', 'page.js', 'page.css']) copy(new URL(file, import.meta.url), file)

// Bundles that page.js needs: three dimensions and the geocoder, with the outlines of ZIPs and cities.
const names = ['areas', 'landmarks', 'neighborhoods', 'neighborhoods-zillow', 'neighborhoods-gnis']
const bundles = ['geography', 'walkability', 'noise-levels', 'flood', 'places', 'public-places', ...names]
for (const file of ['manifest.json', ...bundles.map((id) => `${id}.bundle`)])
  copy(new URL(`dist-data/${file}`, import.meta.resolve('vicinage/package.json')), `lib/vicinage/dist-data/${file}`)

const page = readFileSync(new URL('index.html', import.meta.url), 'utf8')
const { imports } = JSON.parse(/<script type="importmap">(.*?)<\/script>/s.exec(page)[1])
const copied = new Set()
for (const [name, path] of Object.entries(imports)) {
  const [, folder, file] = /^\.\/(lib\/[^/]+)\/(.+)$/.exec(path)
  const [own] = name.split('/')
  // Only the folder is resolved, because Node may resolve `name` to a different module than browsers do.
  const root = new URL('.', import.meta.resolve(own === 'vicinage' ? 'vicinage/package.json' : own))
  copyModule(new URL(file, root), `${folder}/${file}`)
  for (const license of readdirSync(root).filter((entry) => /^licen[cs]e/i.test(entry)))
    copy(new URL(license, root), `${folder}/${license}`)
}

/** Copies a module and the modules of its package that it imports, keeping their relative paths. */
function copyModule(from, to) {
  if (copied.has(to)) return
  copied.add(to)
  copy(from, to)
  for (const [, path] of readFileSync(from, 'utf8').matchAll(/(?:from|import)\s*\(?\s*["'](\.\.?\/[^"']+)["']/g))
    if (!LEFT_OUT.test(path)) copyModule(new URL(path, from), new URL(path, `file:///${to}`).pathname.slice(1))
}
