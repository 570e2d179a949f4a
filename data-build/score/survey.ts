/** Years of the American Community Survey that the Environmental Justice Index 2024 uses. */
export const survey = { years: '2018-22', end: 2022 } as const
