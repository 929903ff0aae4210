import { chmod, chown, mkdir, stat, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { exitCodes } from '../../cli/exitCodes.ts'
import { ensurePrivateFolder } from '../../cli/platform/privateFolder.ts'
import { scratchFolder } from '../server/scratchFolder.ts'

it('lets nobody else into what was there before', async () => {
  const path = join(await scratchFolder(), 'parts')
  await mkdir(path)
  await chmod(path, 0o777)
  await ensurePrivateFolder(path)
  expect((await stat(path)).mode & 0o777).toBe(0o700)
})

it('takes no symbolic link for a folder of ours', async () => {
  const root = await scratchFolder()
  await mkdir(join(root, 'elsewhere'))
  await symlink(join(root, 'elsewhere'), join(root, 'parts'))
  await expect(ensurePrivateFolder(join(root, 'parts'))).rejects.toMatchObject({ exitCode: exitCodes.usage })
})

it.runIf(process.getuid?.() === 0)('takes none that another user has made', async () => {
  const path = join(await scratchFolder(), 'parts')
  await mkdir(path)
  await chown(path, 12345, 12345)
  await expect(ensurePrivateFolder(path)).rejects.toMatchObject({ exitCode: exitCodes.usage })
})
