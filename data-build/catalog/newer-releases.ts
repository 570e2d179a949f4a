import { CENSUS, GAZETTEERS, IMLS, LIBRARIES_PAGE } from './agencies.ts'
import { type Source, source } from './source.ts'

/**
 * Releases newer than the ones the package was built from. A newer release replaces the older one if it is in the
 * sources folder.
 */
export const newerReleases: readonly Source[] = [
  source('census-gazetteer-counties-2026', CENSUS, 'Gazetteer of counties 2026, instead of the 2025 edition')
    .file('census/gazetteer/2026_Gaz_counties_national.txt.gz', '2026', GAZETTEERS)
    .download(
      'zip',
      'https://www2.census.gov/geo/docs/maps-data/data/gazetteer/2026_Gazetteer/2026_Gaz_counties_national.zip',
      60_000,
      { mayBeMissing: 'This edition is not published yet, so the 2025 edition is used.', verdict: 'pattern' },
    )
    .feeds('places', 'base-map'),
  source('census-gazetteer-counties-2025', CENSUS, 'Gazetteer of counties 2025, instead of the 2019 edition')
    .file('census/gazetteer/2025_Gaz_counties_national.txt.gz', '2025', GAZETTEERS)
    .download(
      'zip',
      'https://www2.census.gov/geo/docs/maps-data/data/gazetteer/2025_Gazetteer/2025_Gaz_counties_national.zip',
      60_000,
    )
    .feeds('places', 'base-map'),
  source('imls-libraries-2024', IMLS, 'Public Libraries Survey 2024, outlets, instead of the 2017 edition')
    .file('addresses/known-points/pls_fy24_outlet_pud24i.csv.gz', '2024', LIBRARIES_PAGE)
    .download('zip', 'https://www.imls.gov/sites/default/files/2026-06/pls_fy2024_csv.zip', 1_000_000)
    .feeds('public-places'),
]
