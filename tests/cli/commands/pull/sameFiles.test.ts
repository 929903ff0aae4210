import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { maxKeysPerRequest } from '../../../../contract/limits.ts'
import { contentByPath, setUpPull, type PullSetup } from './setUpPull.ts'

const fileName = 'report.txt'
const sameNamedFiles = (count: number) =>
  Array.from({ length: count }, () => ({ name: fileName, content: 'same' }))

/** 'report.txt', 'report (2).txt', and so on. */
const numberedNames = (count: number) =>
  ['report.txt', ...Array.from({ length: count - 1 }, (_, n) => `report (${n + 2}).txt`)].sort()

const savedNames = async ({ dir }: PullSetup) => Object.keys(await contentByPath(dir)).sort()

it('has a file on the disk for each of the folder, whether equal ones came together or one after the other', async () => {
  const setup = await setUpPull()
  await setup.send(sameNamedFiles(3))
  await setup.run()
  for (const more of [1, 4, 1, 3]) {
    await setup.send(sameNamedFiles(more))
    expect((await setup.run()).code).toBe(0)
  }
  expect(await savedNames(setup)).toEqual(numberedNames(12))
  expect((await setup.run()).events.filter(({ event }) => event === 'done')).toEqual([])
})

it(
  'has them in the same way where they are more than one request has keys for',
  { tags: 'thorough' },
  async () => {
    const setup = await setUpPull()
    const count = maxKeysPerRequest + 3
    for (let sent = 0; sent < count; sent += 250)
      await setup.send(sameNamedFiles(Math.min(250, count - sent)))
    expect((await setup.run()).code).toBe(0)
    expect(await savedNames(setup)).toEqual(numberedNames(count))
  },
)

it('takes for its own what lies there and stands for none: what a kill has left, or somebody has copied', async () => {
  const setup = await setUpPull()
  await setup.send(sameNamedFiles(3))
  await setup.run()
  const state = join(setup.dir, '.sealpost/files.jsonl')
  const lines = (await contentByPath(setup.dir, true))['.sealpost/files.jsonl']?.split('\n') ?? []
  await writeFile(
    state,
    lines
      .slice(0, 2)
      .map((line) => `${line}\n`)
      .join(''),
  )
  await setup.run()
  expect(await savedNames(setup)).toEqual(numberedNames(3))
})

it('gives a name again that somebody has taken away, and none that differs from another only in case', async () => {
  const setup = await setUpPull()
  await setup.send([{ name: fileName, content: '1' }])
  await setup.run()
  await setup.send([{ name: 'REPORT.TXT', content: '2' }])
  await setup.run()
  expect(await contentByPath(setup.dir)).toEqual({ 'report.txt': '1', 'REPORT (2).TXT': '2' })
  await rm(join(setup.dir, fileName))
  await setup.send([{ name: fileName, content: '3' }])
  await setup.run()
  expect(await contentByPath(setup.dir)).toEqual({ 'report.txt': '3', 'REPORT (2).TXT': '2' })
})

it('takes the same names for one whether files come together or one after the other', async () => {
  for (const isTogether of [true, false]) {
    const setup = await setUpPull()
    const files = ['straße.txt', 'STRASSE.txt'].map((name) => ({ name, content: name }))
    if (isTogether) await setup.send(files)
    else
      for (const file of files) {
        await setup.send([file])
        await setup.run()
      }
    await setup.run()
    expect(await contentByPath(setup.dir)).toEqual({
      'straße.txt': 'straße.txt',
      'STRASSE (2).txt': 'STRASSE.txt',
    })
  }
})
