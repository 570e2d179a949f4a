/**
 * The covered state that a ZIP belongs to by its first three digits, as the Postal Service gives them out (Publication 65);
 * null for all others. Says so of ZIPs that no list has, too.
 */
export function stateOfZip(zip: string): string | null {
  const area = Number(zip.slice(0, 3))
  if (area >= 900 && area <= 961) return 'CA'
  // 885 is El Paso, 733 Austin.
  if ((area >= 750 && area <= 799) || area === 885 || area === 733) return 'TX'
  // 340 is military.
  return area >= 320 && area <= 349 && area !== 340 ? 'FL' : null
}
