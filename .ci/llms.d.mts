/** Pages by section, each with what it is about. */
export const SECTIONS: Readonly<Record<string, Readonly<Record<string, string>>>>
/** Returns the index of the documentation. */
export function llmsText(summary: string): string
/** Returns all pages in one text. */
export function llmsFullText(): string
