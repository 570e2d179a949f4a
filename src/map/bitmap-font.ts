/** Width of a character with its gap, and height, in dots. */
export const advance = 6
export const lineHeight = 7

/** Seven rows of five dots as hexadecimal pairs; the highest of the five bits is the leftmost dot. */
const glyphs: Readonly<Record<string, string>> = {
  A: '0e11111f111111',
  B: '1e11111e11111e',
  C: '0e11101010110e',
  D: '1e11111111111e',
  E: '1f10101e10101f',
  F: '1f10101e101010',
  G: '0e11101711110f',
  H: '1111111f111111',
  I: '0e04040404040e',
  J: '0702020202120c',
  K: '11121418141211',
  L: '1010101010101f',
  M: '111b1515111111',
  N: '11191513111111',
  O: '0e11111111110e',
  P: '1e11111e101010',
  Q: '0e11111115120d',
  R: '1e11111e141211',
  S: '0f10100e01011e',
  T: '1f040404040404',
  U: '1111111111110e',
  V: '11111111110a04',
  W: '11111115151b11',
  X: '11110a040a1111',
  Y: '11110a04040404',
  Z: '1f01020408101f',
  '0': '0e11131519110e',
  '1': '040c040404040e',
  '2': '0e11010204081f',
  '3': '1f02040201110e',
  '4': '02060a121f0202',
  '5': '1f101e0101110e',
  '6': '0608101e11110e',
  '7': '1f010204080808',
  '8': '0e11110e11110e',
  '9': '0e11110f01020c',
  ' ': '00000000000000',
  '.': '00000000000c0c',
  ',': '000000000c0408',
  ':': '000c0c000c0c00',
  '-': '0000001f000000',
  '+': '0004041f040400',
  '/': '00010204081000',
  '%': '18190204081303',
  '(': '02040808080402',
  ')': '08040202020408',
  "'": '0c040800000000',
  '&': '0c12140815120d',
}

/** Width of a text in dots. */
export function textWidth(text: string): number {
  return text === '' ? 0 : text.length * advance - 1
}

/** Calls `dot` for every dot of a text, in capitals, that has its upper left corner at (0, 0). Unknown signs stay blank. */
export function drawText(text: string, dot: (x: number, y: number) => void): void {
  const capitals = text.toUpperCase()
  for (let i = 0; i < capitals.length; i++) {
    const rows = glyphs[capitals[i]] ?? glyphs[' ']
    for (let y = 0; y < lineHeight; y++) {
      const bits = Number.parseInt(rows.slice(2 * y, 2 * y + 2), 16)
      for (let x = 0; x < 5; x++) if (bits & (16 >> x)) dot(i * advance + x, y)
    }
  }
}
