import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { readBundle } from '../../src/bundle/read.ts'
import { writeBundle } from '../../src/bundle/write.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

it('an open bundle does not keep the bytes of its file in memory', async () => {
  const data = Uint8Array.from({ length: 1 << 16 }, (_, i) => (i * i) >> 3)
  const opened = async () => {
    const bytes = await writeBundle({ kind: 'test', id: 'a', meta: {}, sources: [], sections: [{ name: 'a', data }] })
    return { file: new WeakRef(bytes.buffer), bundle: await readBundle(bytes, 'a.bundle') }
  }
  const { file, bundle } = await opened()
  // What a finished promise still holds goes with the next turn of the event loop.
  for (let turn = 0; turn < 20 && file.deref() !== undefined; turn++) {
    await new Promise((resolve) => setTimeout(resolve, 5))
    collectGarbage()
  }
  expect(file.deref()).toBeUndefined()
  expect(bundle.section('a', 'u8')).toEqual(data)
})
