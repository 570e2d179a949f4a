import { type Source, source } from './source.ts'

/** Releases that the package was not built from; they take the place of older ones where they are in the folder. */
export const newerReleases: readonly Source[] = [
  source(
    'census-gazetteer-counties-2025',
    'U.S. Census Bureau',
    'Gazetteer of counties 2025, in place of that of 2019',
    {
      path: 'census/gazetteer/2025_Gaz_counties_national.txt.gz',
      address: 'https://www.census.gov/geographies/reference-files/time-series/geo/gazetteer-files.html',
      vintage: '2025',
      feeds: ['places', 'base-map'],
      downloads: [
        {
          url: 'https://www2.census.gov/geo/docs/maps-data/data/gazetteer/2025_Gazetteer/2025_Gaz_counties_national.zip',
          path: 'census/gazetteer/2025_Gaz_counties_national.txt.gz',
          kind: 'zip',
          member: '2025_Gaz_counties_national.txt',
          leastBytes: 60_000,
        },
      ],
    },
  ),
  source(
    'imls-libraries-2024',
    'Institute of Museum and Library Services',
    'Public Libraries Survey 2024, outlets, in place of those of 2017',
    {
      path: 'addresses/known-points/pls_fy24_outlet_pud24i.csv.gz',
      address: 'https://www.imls.gov/research-evaluation/surveys/public-libraries-survey-pls',
      vintage: '2024',
      feeds: ['public-places'],
      downloads: [
        {
          url: 'https://www.imls.gov/sites/default/files/2026-06/pls_fy2024_csv.zip',
          path: 'addresses/known-points/pls_fy24_outlet_pud24i.csv.gz',
          kind: 'zip',
          member: 'pls_fy24_outlet_pud24i.csv',
          leastBytes: 1_000_000,
        },
      ],
    },
  ),
]
