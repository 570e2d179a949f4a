import { useLayoutEffect, useRef } from 'preact/hooks'
import { ramp } from '../../map/ramp.ts'

/** The colours of a dimension from 1 to 255. What they mean stands in words beside it. */
export function ColourStrip({ dimension }: { readonly dimension: string }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useLayoutEffect(() => {
    const colours = new ImageData(255, 1)
    colours.data.set(ramp(dimension).subarray(4))
    canvas.current?.getContext('2d')?.putImageData(colours, 0, 0)
  }, [dimension])
  return <canvas class="strip" ref={canvas} width={255} height={1} />
}
