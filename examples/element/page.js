import 'vicinage/element'

const element = document.querySelector('vicinage-scores')
const places = document.querySelector('select')

places.addEventListener('change', () => {
  const [lat, lon] = places.value.split(',')
  element.lat = lat
  element.lon = lon
  element.label = places.selectedOptions[0].text
})
