import { open } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { openVicinage } from 'vicinage'
import { scoreStream } from 'vicinage/batch'

const dimensions = ['walkability', 'noise-levels', 'flood']

const [file] = process.argv.slice(2)
if (file === undefined) {
  console.error('Usage: node scores.mjs places.csv   (- reads standard input)')
  process.exit(2)
}

const vicinage = await openVicinage({ dimensions, schools: false, geocoder: false })
try {
  const input = file === '-' ? process.stdin : (await open(file)).createReadStream()
  console.log(line('place', dimensions))
  for await (const row of scoreStream(vicinage, rowsIn(input), { dimensions }))
    console.log(
      line(
        row.place,
        row.vicinage_outcome === 'scored' ? dimensions.map((id) => row[id] ?? 'no data') : [row.vicinage_error],
      ),
    )
} catch (error) {
  if (error.code === undefined) throw error
  console.error(`${file} cannot be read (${error.code}): name a CSV file that is there.`)
  process.exitCode = 1
}

/**
 * Reads rows as objects whose keys come from the first line. Values must not contain a comma; `vicinage batch` reads
 * any CSV.
 */
async function* rowsIn(input) {
  let names
  for await (const text of createInterface(input)) {
    const values = text.split(',')
    if (names === undefined) names = values
    else yield Object.fromEntries(names.map((name, i) => [name, values[i]]))
  }
}

function line(place = '', cells) {
  return place.padEnd(34) + cells.map((cell) => String(cell).padStart(13)).join('')
}
