/** Pixels that are left between two pins. */
const GAP = 2

/**
 * Shows as many pins of schools as can be pressed: none that another one, a chosen place or a control of the map
 * covers, or that the edge of the map cuts. The one whose card is open comes first, then the nearest; the panel lists
 * all.
 */
export function thinPins(map: HTMLElement): void {
  const pins = [...map.querySelectorAll<HTMLElement>('.pin')]
  for (const pin of pins) pin.classList.remove('covered')
  const edge = map.getBoundingClientRect()
  const taken = [...map.querySelectorAll('.marker, .maplibregl-ctrl, .sources')].map((one) =>
    one.getBoundingClientRect(),
  )
  const isOpen = (pin: HTMLElement) => Number(pin.ariaPressed === 'true')
  const boxes = new Map(pins.map((pin) => [pin, pin.getBoundingClientRect()]))
  for (const pin of pins.sort((a, b) => isOpen(b) - isOpen(a))) {
    const box = boxes.get(pin)!
    const isCut = box.left < edge.left || box.right > edge.right || box.top < edge.top || box.bottom > edge.bottom
    const isCovered = taken.some((one) => meets(box, one))
    if (isCut || isCovered) pin.classList.add('covered')
    else taken.push(box)
  }
}

function meets(a: DOMRect, b: DOMRect): boolean {
  return a.left < b.right + GAP && a.right > b.left - GAP && a.top < b.bottom + GAP && a.bottom > b.top - GAP
}
