/**
 * Edition of the data, year and month of its build. A new one is a minor release of the package; corrected methods in
 * the same month count on: `2026.11.1`. CHANGELOG.md says what each changes, by `vicinage data diff OLD NEW`.
 */
export const DATA_VERSION = '2026.11'
