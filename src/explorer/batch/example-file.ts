const PLACES = `name,latitude,longitude,address
Texas State Capitol,,,"1100 Congress Ave, Austin, TX 78701"
Golden Gate Park,37.7694,-122.4862,
Santa Monica Pier,34.0094,-118.4973,
Yosemite Valley,37.7456,-119.5936,
Balboa Park,32.7341,-117.1446,
The Alamo,29.4260,-98.4861,
Big Bend National Park,29.2498,-103.2502,
Ocean Drive,25.7826,-80.1304,
Key West,24.5551,-81.7800,
`

/** Well-known places, one of them by its address. */
export function exampleFile(): File {
  return new File([PLACES], 'example.csv', { type: 'text/csv' })
}
