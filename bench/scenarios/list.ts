import { readTasks, watchTasks, type LongTasks } from '../measure/longTasks.ts'
import { framesWhileScrolling } from '../measure/scrolling.ts'
import { alternate, of, type Side } from '../measure/rounds.ts'
import { filesText } from '../sizes.ts'
import type { Stand } from '../stand/stand.ts'
import { type Scenario, speedRatios, timedOutside } from './scenario.ts'

export const list: Scenario = {
  name: 'list',
  what: 'a folder of many files in one directory: the answer of the server, and the first rows on the screen of its owner',
  browsers: ['chromium'],
  run: async (stand, { listedFiles, rounds }) => {
    const { id, title, remove } = await stand.folderOfTinyFiles(listedFiles, 0)
    const answer = serverAnswer(stand, id, listedFiles)
    const memory = await fromMemory(stand, id, listedFiles)
    const screen = await firstRows(stand, title, listedFiles)
    const samples = await alternate(stand.watched, [answer, memory, screen.side], rounds)
    const frames: number[] = []
    for (let round = 0; round < rounds; round++) frames.push(await screen.frames())
    await screen.close()
    await remove()
    const milliseconds = (side: Side) => of(samples, side).map(({ seconds }) => seconds * 1000)
    return {
      size: filesText(listedFiles),
      samples,
      measured: [
        { id: 'list-answer', values: milliseconds(answer), at: listedFiles },
        { id: 'list-rows', values: milliseconds(screen.side), at: listedFiles },
        { id: 'list-frames', values: frames, at: listedFiles },
        { id: 'list-ratio', values: speedRatios(of(samples, answer), of(samples, memory)) },
      ],
    }
  },
}

/** As pages ask for it. */
const listOf = (folder: number) => `/folders/${folder}/files?hashes=none`

const serverAnswer = (stand: Stand, folder: number, files: number): Side => ({
  name: "server's answer",
  bytes: 0,
  files,
  prepare: () =>
    Promise.resolve({
      run: timedOutside(async () => (await stand.api.send('GET', listOf(folder))).arrayBuffer()),
    }),
})

async function fromMemory(stand: Stand, folder: number, files: number): Promise<Side> {
  const answer = await stand.api.send('GET', listOf(folder))
  const { byteLength } = await answer.arrayBuffer()
  return {
    name: 'same bytes from memory',
    bytes: 0,
    files,
    prepare: () =>
      Promise.resolve({
        run: timedOutside(async () =>
          (await fetch(`${stand.plain.origin}/bytes/${byteLength}`)).arrayBuffer(),
        ),
      }),
  }
}

/** From the click on the folder until a row of it is there; `frames` scrolls through its rows afterwards. */
async function firstRows(stand: Stand, title: string, files: number) {
  const page = await stand.chromium.openDashboard()
  const side: Side = {
    name: 'first rows on screen',
    bytes: 0,
    files,
    prepare: async () => {
      await page.goto(`${stand.server.origin}/`)
      const link = page.locator(`a ::-p-text(${title})`)
      await link.wait()
      await page.evaluate(watchTasks)
      return {
        run: timedOutside(async () => {
          await link.click()
          await page.waitForSelector('[role="treegrid"] [role="row"][aria-level]')
        }),
        tasks: () => page.evaluate(readTasks) as Promise<LongTasks | null>,
      }
    },
  }
  const frames = () => page.evaluate(framesWhileScrolling) as Promise<number>
  return { side, frames, close: () => page.close() }
}
