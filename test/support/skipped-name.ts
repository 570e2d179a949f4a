/** Returns the name of a test or group, with the reason if it is skipped. */
export function skippedName(name: string, isSkipped: boolean, reason: string): string {
  return isSkipped ? `${name} (skipped: ${reason})` : name
}
