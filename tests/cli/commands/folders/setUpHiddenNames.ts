import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { HashedFileRecord } from '../../../../contract/schemas/folders.ts'
import { password, type startTestServer } from '../../../server/testServer.ts'
import { runCommand, setUpShare } from '../share/setUpShare.ts'

/** Content of the files with hidden names, by path. */
export const hidden = { 'Kündigung.txt': 'secret', 'Brief.txt': 'letter', 'sub/Brief.txt': 'other' }

/** A folder that hides names, with files that were sent there, and one that came with an open name. */
export async function setUpHiddenNames(services: Parameters<typeof startTestServer>[0] = {}) {
  const setup = await setUpShare({ services })
  const { owner, folder, proxy, contextOptions, localDir, runWithToken, folderAddress } = setup
  await setup.send([{ name: 'plain.txt', content: 'plain' }])
  await owner.browser.put(`/api/folders/${folder.id}`, { title: folder.title, private_names: true })
  for (const [path, content] of Object.entries(hidden)) await setup.writeLocalFile(path, content)
  const link = `${proxy.origin}/upload/${folder.link_token}#kp=${owner.key.fingerprint}`
  const paths = ['Kündigung.txt', 'Brief.txt', 'sub'].map((name) => join(localDir, name))
  await runCommand(['send', link, ...paths], contextOptions)
  const keyFile = join(localDir, '.key-password')
  await writeFile(keyFile, password)
  const withKey = ['--with-key', '--password-file', keyFile]
  const rows = async () =>
    (await owner.browser.get(`/api/folders/${folder.id}/files`)).json<HashedFileRecord[]>()
  return {
    ...setup,
    rows,
    ls: (...line: string[]) => runWithToken(['ls', folderAddress, ...line]),
    lsWithKey: (...line: string[]) => runWithToken(['ls', ...withKey, folderAddress, ...line]),
    withKey,
    rm: (...line: string[]) => runWithToken(['rm', '--yes', folderAddress, ...line]),
    rmWithKey: (...line: string[]) => runWithToken(['rm', '--yes', ...withKey, folderAddress, ...line]),
  }
}
