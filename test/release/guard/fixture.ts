import { openVicinage, type Vicinage } from '../../../src/index.ts'
import { folderFixture } from '../../library/fixtures/folder.ts'
import { emptyFolder } from '../../support/empty-folder.ts'

/** Opens a small data folder, and makes an empty one for functions that write. */
export async function fixture(): Promise<{ data: string; vicinage: Vicinage; folder: string }> {
  const data = await folderFixture()
  return { data, vicinage: await openVicinage({ data, userData: false }), folder: emptyFolder() }
}
