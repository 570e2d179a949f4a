import { expect, it } from 'vitest'
import { readWorkbook } from '../../../data-build/read/xlsx.ts'
import { workbookBytes } from './workbook-bytes.ts'

it('a truncated workbook is rejected', async () => {
  const whole = workbookBytes({ SG: [['A'], [1]] })
  expect((await readWorkbook(whole, 'whole.xlsx')).map(({ sheet }) => sheet)).toEqual(['SG'])
  await expect(readWorkbook(whole.subarray(0, whole.length >> 1), 'cut.xlsx')).rejects.toThrow(
    'cut.xlsx: not a complete workbook',
  )
})
