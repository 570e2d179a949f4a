/**
 * Edition of the data: year and month of its build. A new edition is a minor release of the package. Corrected methods
 * in the same month continue the numbering: `2026.11.1`. CHANGELOG.md lists what each edition changes, according to
 * `vicinage data diff OLD NEW`.
 */
export const DATA_VERSION = '2026.11'
