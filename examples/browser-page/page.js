import { openVicinage } from 'vicinage'

const dimensions = ['walkability', 'noise-levels', 'flood']
const form = document.querySelector('form')
const status = document.querySelector('[role=status]')
const table = document.querySelector('table')

try {
  // Without `data`, the folder dist-data beside the library is used.
  const vicinage = await openVicinage({ dimensions, schools: false, knownStreets: 'none' })
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    show(vicinage, form.elements.address.value)
  })
  form.querySelector('button').disabled = false
  status.textContent = 'Ready.'
} catch (error) {
  status.textContent = `The data could not be loaded. ${error.message}`
}

function show(vicinage, address) {
  const found = vicinage.geocode(address)
  table.hidden = found.lat === undefined
  if (found.lat === undefined) {
    status.textContent = found.message
    return
  }
  status.textContent = `${found.label}: ${found.lat}, ${found.lon}, ± ${Math.round(found.radius)} m`
  table.tBodies[0].replaceChildren()
  for (const [dimension, { score, band, description }] of Object.entries(vicinage.scores(found, { dimensions }))) {
    const row = table.tBodies[0].insertRow()
    // If the place is known only roughly, 80% of the surrounding homes score within the band.
    const said = band ? (band.p10 === null ? 'no data' : `${band.p10}-${band.p90}`) : score || 'no data'
    for (const text of [dimension, said, description ?? band?.note?.text]) row.insertCell().textContent = text
  }
}
