import { cpSync } from 'node:fs'

const site = process.argv[2] ?? 'site'
const copy = (from, to) => cpSync(from, `${site}/${to}`, { recursive: true })

for (const file of ['index.html', 'page.js', 'page.css']) copy(new URL(file, import.meta.url), file)
for (const folder of ['dist', 'dist-data'])
  copy(new URL(folder, import.meta.resolve('vicinage/package.json')), `lib/vicinage/${folder}`)
for (const name of ['double-metaphone', 'kdbush', 'msgpackr', 'robust-predicates', 'zod'])
  copy(new URL('.', import.meta.resolve(name)), `lib/${name}`)
