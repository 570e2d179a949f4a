/** Five years of the American Community Survey behind the Environmental Justice Index 2024. */
export const survey = { years: '2018-22', end: 2022 } as const
