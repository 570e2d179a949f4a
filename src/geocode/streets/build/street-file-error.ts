/** A file that no street layer can be built from: one sentence that names the file, what was found, and what was expected. */
export class StreetFileError extends Error {
  override readonly name = 'StreetFileError'
}
