import { text } from 'node:stream/consumers'
import { openVicinage } from '../../src/index.ts'
import { recordsIn, TASKS } from './judge.ts'

/** This library as an engine: `npx tsx bench/neighborhood/run.ts npx tsx bench/neighborhood/vicinage.ts`. */
const vicinage = await openVicinage({
  dimensions: TASKS,
  schools: false,
  geocoder: false,
  areas: false,
  userData: false,
})
const lines = recordsIn(await text(process.stdin)).map(({ id, lat, lon }) => {
  const scores = vicinage.scores({ lat: Number(lat), lon: Number(lon) }, { description: false })
  return [id, ...TASKS.map((task) => scores[task].score || '')].join(',')
})
console.log([['id', ...TASKS].join(','), ...lines].join('\n'))
