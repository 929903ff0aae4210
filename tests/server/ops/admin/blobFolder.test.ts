import { existsSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { listDamagedFiles } from '../../../../server/db/files/integrity.ts'
import { runAdminInProcessWith } from '../../adminInProcess.ts'
import { scratchDatabase } from '../../scratchDatabase.ts'
import { scratchFolder } from '../../scratchFolder.ts'
import { createMaintenanceScene } from '../maintenance/maintenanceScene.ts'

it('refuses a data folder without files that the database has, and marks none damaged', async () => {
  const folder = await scratchFolder()
  const [dataDir, databaseUrl] = [join(folder, 'data'), await scratchDatabase()]
  const scene = await createMaintenanceScene({ dataDir, databaseUrl, s3: undefined })
  await scene.send([50])
  const scrub = () =>
    runAdminInProcessWith(folder, databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }, 'scrub')
  const [blobs, elsewhere] = [join(dataDir, 'blobs'), join(folder, 'blobs')]
  await rename(blobs, elsewhere)
  expect(await scrub()).toEqual({
    ...{ code: 78, out: '' },
    err: `There is no folder ${blobs}, though the database has files. Set DATA_DIR as for the server, or restore the folder.\n`,
  })
  expect(existsSync(blobs)).toBe(false)
  expect(await listDamagedFiles(scene.server.services.db)).toEqual([])
  await rename(elsewhere, blobs)
  expect(await scrub()).toMatchObject({ code: 0, err: '' })
})
