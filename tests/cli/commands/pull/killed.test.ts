import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, it } from 'vitest'
import { MiB } from '../../../../contract/limits.ts'
import { scratchFolder } from '../../../server/scratchFolder.ts'
import { startNodeUpload, stateDirectoryIn } from '../../../transfer/nodeUpload.ts'
import { contentByPath, setUpPull, writeScript } from './setUpPull.ts'
import { createHash, randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'

it('that is killed again and again goes on, with every file whole and none twice', async () => {
  const { send, commandLine, contextOptions, dir, run, proxy, folder, owner } = await setUpPull()
  const small = Array.from({ length: 120 }, (_, i) => ({
    name: `${i}.txt`,
    path: `d${i % 7}`,
    content: `content ${i}`,
  }))
  await send(small)
  const source = await scratchFolder()
  const bytes = randomBytes(40 * MiB)
  await writeFile(join(source, 'large.bin'), bytes)
  const upload = await startNodeUpload({
    ...{ origin: proxy.origin, linkToken: folder.link_token, recipientKey: owner.key.publicKeySpki },
    ...{
      batchId: 'B'.repeat(21) + 'A',
      paths: [join(source, 'large.bin')],
      stateDirectory: stateDirectoryIn(source),
    },
  })
  await upload.over()
  const seen = join(source, 'seen')
  const scan = await writeScript(`basename "$1" >> '${seen}'`)
  for (const after of [1, 20, 50]) {
    const child = spawn(process.execPath, ['cli/main.ts', ...commandLine('--then', scan, '--json')], {
      env: { ...process.env, ...contextOptions.env },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let done = 0
    for await (const text of createInterface(child.stdout)) {
      const { event } = JSON.parse(text) as { event: string }
      if (event === 'done') done++
      if (done === after) child.kill('SIGKILL')
    }
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    expect(child.signalCode, `after ${after}`).toBe('SIGKILL')
  }
  expect((await run('--then', scan)).code).toBe(0)
  const { 'large.bin': large, ...others } = await contentByPath(dir)
  expect(others).toEqual(
    Object.fromEntries(small.map(({ name, path, content }) => [`${path}/${name}`, content])),
  )
  expect(large).toBeDefined()
  const sum = (content: Buffer) => createHash('sha256').update(content).digest('hex')
  expect(sum(await readFile(join(dir, 'large.bin')))).toBe(sum(bytes))
  // Of each kill, those that it met between the command and their place were seen again.
  const times = (await readFile(seen, 'utf8')).trim().split('\n').length
  expect(times).toBeGreaterThanOrEqual(121)
  expect(times).toBeLessThanOrEqual(121 + 3 * 17)
})
