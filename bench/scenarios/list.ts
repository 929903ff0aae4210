import { readTasksExpression, watchTasksExpression, type LongTasks } from '../measure/longTasks.ts'
import { scrollingFramesExpression } from '../measure/scrollingFrames.ts'
import { measureAlternately, samplesOf, type Side } from '../measure/rounds.ts'
import { filesText } from '../sizes.ts'
import type { Setup } from '../setup/setup.ts'
import { type Scenario, speedRatios, timedOutside } from './scenario.ts'

export const list: Scenario = {
  name: 'list',
  what: 'a folder of many files in one directory: the answer of the server, and the first rows on the screen of its owner',
  browsers: ['chromium'],
  run: async (setup, { listedFiles, rounds }) => {
    const { id, title, remove } = await setup.folderOfTinyFiles(listedFiles, 0)
    const answer = serverAnswer(setup, id, listedFiles)
    const memory = await fromMemory(setup, id, listedFiles)
    const screen = await firstRows(setup, title, listedFiles)
    const samples = await measureAlternately(setup.watched, [answer, memory, screen.side], rounds)
    const frames: number[] = []
    for (let round = 0; round < rounds; round++) frames.push(await screen.frames())
    await screen.close()
    await remove()
    const milliseconds = (side: Side) => samplesOf(samples, side).map(({ seconds }) => seconds * 1000)
    return {
      size: filesText(listedFiles),
      samples,
      measured: [
        { id: 'list-answer', values: milliseconds(answer), at: listedFiles },
        { id: 'list-rows', values: milliseconds(screen.side), at: listedFiles },
        { id: 'list-frames', values: frames, at: listedFiles },
        { id: 'list-ratio', values: speedRatios(samplesOf(samples, answer), samplesOf(samples, memory)) },
      ],
    }
  },
}

/** As pages ask for it. */
const listOf = (folder: number) => `/folders/${folder}/files?hashes=none`

const serverAnswer = (setup: Setup, folder: number, files: number): Side => ({
  name: "server's answer",
  bytes: 0,
  files,
  prepare: () =>
    Promise.resolve({
      run: timedOutside(async () => (await setup.api.send('GET', listOf(folder))).arrayBuffer()),
    }),
})

async function fromMemory(setup: Setup, folder: number, files: number): Promise<Side> {
  const answer = await setup.api.send('GET', listOf(folder))
  const { byteLength } = await answer.arrayBuffer()
  return {
    name: 'same bytes from memory',
    bytes: 0,
    files,
    prepare: () =>
      Promise.resolve({
        run: timedOutside(async () =>
          (await fetch(`${setup.plainServer.origin}/bytes/${byteLength}`)).arrayBuffer(),
        ),
      }),
  }
}

/** From the click on the folder until a row of it is there; `frames` scrolls through its rows afterwards. */
async function firstRows(setup: Setup, title: string, files: number) {
  const page = await setup.chromium.openDashboard()
  const side: Side = {
    name: 'first rows on screen',
    bytes: 0,
    files,
    prepare: async () => {
      await page.goto(`${setup.server.origin}/`)
      const link = page.locator(`a ::-p-text(${title})`)
      await link.wait()
      await page.evaluate(watchTasksExpression)
      return {
        run: timedOutside(async () => {
          await link.click()
          await page.waitForSelector('[role="treegrid"] [role="row"][aria-level]')
        }),
        tasks: () => page.evaluate(readTasksExpression) as Promise<LongTasks | null>,
      }
    },
  }
  const frames = () => page.evaluate(scrollingFramesExpression) as Promise<number>
  return { side, frames, close: () => page.close() }
}
