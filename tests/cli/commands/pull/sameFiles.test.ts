import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { maxKeysPerRequest } from '../../../../contract/limits.ts'
import { contentByPath, pullScene, type PullScene } from './pullScene.ts'

const name = 'report.txt'
const some = (count: number) => Array.from({ length: count }, () => ({ name, content: 'same' }))

/** 'report.txt', 'report (2).txt', and so on. */
const names = (count: number) =>
  ['report.txt', ...Array.from({ length: count - 1 }, (_, n) => `report (${n + 2}).txt`)].sort()

const namesIn = async ({ dir }: PullScene) => Object.keys(await contentByPath(dir)).sort()

it('has a file on the disk for each of the folder, whether equal ones came together or one after the other', async () => {
  const here = await pullScene()
  await here.send(some(3))
  await here.run()
  for (const more of [1, 4, 1, 3]) {
    await here.send(some(more))
    expect((await here.run()).code).toBe(0)
  }
  expect(await namesIn(here)).toEqual(names(12))
  expect((await here.run()).told.filter(({ event }) => event === 'done')).toEqual([])
})

it(
  'has them in the same way where they are more than one request has keys for',
  { tags: 'thorough' },
  async () => {
    const here = await pullScene()
    const count = maxKeysPerRequest + 3
    for (let sent = 0; sent < count; sent += 250) await here.send(some(Math.min(250, count - sent)))
    expect((await here.run()).code).toBe(0)
    expect(await namesIn(here)).toEqual(names(count))
  },
)

it('takes for its own what lies there and stands for none: what a kill has left, or somebody has copied', async () => {
  const here = await pullScene()
  await here.send(some(3))
  await here.run()
  const state = join(here.dir, '.sealpost/files.jsonl')
  const lines = (await contentByPath(here.dir, true))['.sealpost/files.jsonl']?.split('\n') ?? []
  await writeFile(
    state,
    lines
      .slice(0, 2)
      .map((line) => `${line}\n`)
      .join(''),
  )
  await here.run()
  expect(await namesIn(here)).toEqual(names(3))
})

it('gives a name again that somebody has taken away, and none that differs from another only in case', async () => {
  const here = await pullScene()
  await here.send([{ name, content: '1' }])
  await here.run()
  await here.send([{ name: 'REPORT.TXT', content: '2' }])
  await here.run()
  expect(await contentByPath(here.dir)).toEqual({ 'report.txt': '1', 'REPORT (2).TXT': '2' })
  await rm(join(here.dir, name))
  await here.send([{ name, content: '3' }])
  await here.run()
  expect(await contentByPath(here.dir)).toEqual({ 'report.txt': '3', 'REPORT (2).TXT': '2' })
})

it('takes the same names for one whether files come together or one after the other', async () => {
  for (const isTogether of [true, false]) {
    const here = await pullScene()
    const files = ['straße.txt', 'STRASSE.txt'].map((name) => ({ name, content: name }))
    if (isTogether) await here.send(files)
    else
      for (const file of files) {
        await here.send([file])
        await here.run()
      }
    await here.run()
    expect(await contentByPath(here.dir)).toEqual({
      'straße.txt': 'straße.txt',
      'STRASSE (2).txt': 'STRASSE.txt',
    })
  }
})
