import { expect, it } from 'vitest'
import { openInputFile } from '../../../../src/faces/batch/formats/parquet/input-file.ts'
import { writtenFile } from '../../../support/written-file.ts'

it('file slices contain the bytes from start to end, or to the end of the file', async () => {
  const file = await openInputFile(writtenFile('a.bin', Uint8Array.of(10, 11, 12, 13, 14)))
  const slice = async (start: number, end?: number) => [...new Uint8Array(await file.slice(start, end))]
  expect(file.byteLength).toBe(5)
  expect(await slice(1, 3)).toEqual([11, 12])
  expect(await slice(3)).toEqual([13, 14])
  expect(await slice(3, 99)).toEqual([13, 14])
  expect(await slice(9, 12)).toEqual([])
  await file.close()
  await expect(openInputFile('/none/a.parquet')).rejects.toThrow('/none/a.parquet cannot be read: ENOENT')
})
