import { wide } from '../wide.ts'
import { Conditions } from './conditions.tsx'
import { DimensionRadios } from './dimension-radios.tsx'
import { MapLook } from './map-look.tsx'
import { Method } from './method.tsx'

/** What the map shows. On narrow screens the score itself is chosen above the map. */
export function Picker() {
  return (
    <>
      {wide.value && <DimensionRadios />}
      <Conditions />
      <Method />
      <MapLook />
    </>
  )
}
