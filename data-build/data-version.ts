/**
 * Data edition: the year and month of the build. A new edition is a minor release of the package. Corrections in the
 * same month are numbered as in `2026.11.1`. CHANGELOG.md lists what each edition changes, according to
 * `vicinage data diff OLD NEW`.
 */
export const DATA_VERSION = '2026.11'
