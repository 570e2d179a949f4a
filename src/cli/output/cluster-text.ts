import { dataWords } from '../../cluster/data-words.ts'
import type { ClusterStatus, FailedJob, RunStatus, StatusOfData } from '../../cluster/status.ts'
import { counted } from '../../counted.ts'
import type { Style } from './style.ts'
import { titleText } from './title.ts'

/** The runs of a cluster, then its workers by the data that they have, with the jobs that failed. */
export function statusText({ redis, runs, data }: ClusterStatus, style: Style): string {
  const parts = [
    ...(runs.length === 0 ? [`There are no runs at ${redis}.`] : runs.map((run) => runText(run, style))),
    ...(data.every(({ workers }) => workers.length === 0) ? ['There are no workers.'] : []),
    ...data.map((one) => dataText(one, style)),
  ]
  return `${parts.join('\n')}\n`
}

function runText({ id, input, output, state, share, rows, underWay, seen, reason }: RunStatus, style: Style): string {
  const facts = [
    `to ${output}`,
    state === 'running' ? `${Math.floor(share * 100)} %` : `${state} at ${Math.floor(share * 100)} %`,
    counted(rows, 'row'),
    ...(state === 'running'
      ? [`${counted(underWay, 'job')} under way`]
      : [`last seen ${seen.slice(0, 16).replace('T', ' ')} UTC`]),
    `run ${id}`,
  ]
  const why = state === 'failed' && reason !== undefined ? `\n  ${reason}` : ''
  return `${titleText(input, facts, style)}${why}`
}

function dataText({ data, workers, waiting, active, failed }: StatusOfData, style: Style): string {
  const facts = [dataWords(data), `${counted(waiting, 'job')} waiting`, `${whole(active)} being answered`]
  return [
    titleText(counted(workers.length, 'worker'), facts, style),
    ...workers.map((worker) => `  ${worker}`),
    ...failed.map(failedText),
  ].join('\n')
}

function failedText({ run, start, end, attempts, reason }: FailedJob): string {
  return `  failed ${attempts === 1 ? 'once' : `${attempts} times`}, to be tried again: ${start} to ${end} of run ${run}: ${reason}`
}

function whole(count: number): string {
  return count.toLocaleString('en-US')
}
