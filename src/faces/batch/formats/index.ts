import type { Vicinage } from '../../../library/vicinage.ts'
import type { PlaceColumns } from '../place-columns.ts'
import { csv } from './csv/csv.ts'
import type { Format, InputPlan, Job, Task, TaskAnswer } from './format.ts'
import { ndjson } from './ndjson/ndjson.ts'
import { parquet } from './parquet/parquet.ts'

/** Batch file formats. To add a format, add its folder and list the format here. */
export const FORMATS: Readonly<Record<BatchFormat, Format>> = { csv, ndjson, parquet }

/** Name of a batch file format. */
export type BatchFormat = 'csv' | 'ndjson' | 'parquet'

export function formatNamed(name: string): Format {
  return FORMATS[name as BatchFormat]
}

/** Creates a function that answers the tasks of a job, one at a time. */
export function taskAnswerer(vicinage: Vicinage, job: Job): (task: Task) => Promise<TaskAnswer> {
  return formatNamed(job.plan.format).answer(vicinage, job)
}

/** Returns the place columns of an input by name. */
export function placeNames(plan: InputPlan): Required<PlaceColumns<string>> {
  const { names, read } = plan[plan.format] as {
    readonly names?: readonly string[]
    readonly read?: readonly { readonly name: string }[]
  }
  const { coordinates, address, parts, unused } = getPlace(plan)
  const getName = (column: number | string) =>
    typeof column === 'string' ? column : ((names ?? read?.map(({ name }) => name))?.[column] ?? '')
  return {
    coordinates: coordinates === null ? null : { lat: getName(coordinates.lat), lon: getName(coordinates.lon) },
    address: address.map(getName),
    parts: parts ?? address.map(() => null),
    unused: unused ?? [],
  }
}

/** Returns the place columns of an input. */
export function getPlace(plan: InputPlan): PlaceColumns<number> | PlaceColumns<string> {
  return (plan[plan.format] as { readonly place: PlaceColumns<number> | PlaceColumns<string> }).place
}
