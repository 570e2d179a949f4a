/** A color in CIE L*a*b* with D65, so that tests are independent of OKLab, in which ramps are made. */
export type Lab = readonly [l: number, a: number, b: number]
type Rgb = readonly [red: number, green: number, blue: number]

// Matrices of severity 1.0 for linear light by Machado, Oliveira and Fernandes (2009).
const matrices = {
  normal: [1, 0, 0, 0, 1, 0, 0, 0, 1],
  deuteranopia: [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881],
  tritanopia: [1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039],
  protanopia: [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998],
}
export type Eye = keyof typeof matrices
export const eyes = Object.keys(matrices) as Eye[]

export function seen(hex: string, eye: Eye): Lab {
  const value = Number.parseInt(hex.slice(1), 16)
  const light = [value >> 16, (value >> 8) & 255, value & 255].map(linear)
  const m = matrices[eye]
  const rgb = [0, 3, 6].map((row) =>
    Math.min(1, Math.max(0, m[row] * light[0] + m[row + 1] * light[1] + m[row + 2] * light[2])),
  )
  return lab(rgb as unknown as Rgb)
}

/** Returns ΔE*ab (1976) of two colors. A difference of 2.3 is just noticeable. */
export function difference(p: Lab, q: Lab): number {
  return Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2])
}

function linear(byte: number): number {
  const v = byte / 255
  return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4
}

function lab([r, g, b]: Rgb): Lab {
  const x = curve((0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047)
  const y = curve(0.2126729 * r + 0.7151522 * g + 0.072175 * b)
  const z = curve((0.0193339 * r + 0.119192 * g + 0.9503041 * b) / 1.08883)
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)]
}

function curve(t: number): number {
  return t > 216 / 24_389 ? Math.cbrt(t) : (24_389 / 27 / 116) * t + 16 / 116
}
