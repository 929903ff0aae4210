import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import { cannotMount, mountSmallDisk } from '../server/mounts.ts'
import { scratchFolder } from '../server/scratchFolder.ts'

const isPinned = process.platform === 'linux' && ['x64', 'arm64'].includes(process.arch)
const script = JSON.stringify(pathToFileURL(resolve('scripts/pinnedNode.mjs')).href)

/** An installation with the pinned Node in `runtime`. */
async function installed(): Promise<string> {
  const folder = await scratchFolder()
  mkdirSync(join(folder, 'runtime', 'bin'), { recursive: true })
  writeFileSync(join(folder, 'runtime', 'bin', 'node'), Buffer.alloc(200_000))
  run(folder, `fs.writeFileSync('runtime/version', pinnedVersion())`)
  return folder
}

/** By a machine without an npm. */
const run = (cwd: string, code: string) =>
  execFileSync(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `import fs from 'node:fs'; import * as all from ${script}; const { pinnedVersion, fetchNode } = all; ${code}`,
    ],
    { cwd, encoding: 'utf8', env: { PATH: cwd } },
  )

const fetched = (folder: string) => run(folder, `console.log(fetchNode('.cache/node').problem)`)

it.runIf(isPinned && cannotMount === undefined)(
  `fetches a Node for whose copy there is no room, and leaves nothing of the attempt ${cannotMount ?? ''}`,
  async () => {
    const folder = await installed()
    const cache = join(folder, '.cache')
    mkdirSync(cache)
    await mountSmallDisk(cache, '100k')
    expect(fetched(folder)).toContain('Node could not be fetched')
    expect(readdirSync(cache)).toEqual([])
  },
)

it.runIf(isPinned)('says where no Node can be put', async () => {
  const folder = await installed()
  writeFileSync(join(folder, '.cache'), 'no folder')
  expect(fetched(folder)).toContain('Node could not be put into .cache/node: ENOTDIR')
})
