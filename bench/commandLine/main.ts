/**
 * The command line beside curl: `npm run bench:cli`. See ../README.md.
 */
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { cpus } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { GiB, KiB, MiB } from '../../contract/limits.ts'
import { AdminApi, type SourceFile } from '../../e2e/adminApi.ts'
import { TestServer } from '../../e2e/server.ts'
import { PlainServer } from '../setup/plainServer.ts'
import { cache, folderOfFiles, largeFile, nameInFolder } from '../setup/sampleFiles.ts'
import { StoredData } from '../setup/storedData.ts'
import { median } from '../statistics.ts'
import { runOnCore, type RunCost } from './runOnCore.ts'

const { values: options } = parseArgs({
  options: {
    mib: { type: 'string', default: '1024' },
    files: { type: 'string', default: '20000' },
    rounds: { type: 'string', default: '3' },
  },
})
const rounds = Number(options.rounds)
const fileBytes = Number(options.mib) * MiB
const files = Number(options.files)
const gotFiles = Math.min(files, 5000)
const smallBytes = 8 * KiB

const clientCore = 0
const sealpost = [process.execPath, join('dist-cli', 'bin', 'sealpost.js')]
const home = resolve(cache, 'home')
const target = join(cache, 'got')

/** Each round a fresh folder of the server, or of this disk; the program alone is measured. */
async function main(server: TestServer, plain: PlainServer): Promise<void> {
  if (cpus().length > 1) for (const { pid } of [server, plain]) pinToCore(pid, 1)
  const { api } = await AdminApi.signIn(server.origin)
  const stored = new StoredData(api, server.dataDir)
  const large = await largeFile(fileBytes)
  const small = folderOfFiles(files, smallBytes)
  const names = Array.from({ length: files }, (_, index) => nameInFolder(index))

  const curl = () => runClient(['curl', '-sS', '-T', large, `${plain.origin}/`])
  const least = () =>
    runClient([process.execPath, join('bench', 'commandLine', 'minimalSender.mjs'), large, plain.origin])
  const send = async (path: string) => {
    const remove = stored.prepareRemoval()
    const folder = await api.createFolder({ title: 'Bench', perform_mime_check: false })
    const link = `${server.origin}/upload/${folder.link_token}`
    const taken = await runClient([...sealpost, 'send', '--again', '--no-receipt', '--quiet', link, path])
    await remove(folder.id)
    return taken
  }
  const linkOf = async (name: string, sources: SourceFile[]) =>
    (await stored.linkOf(name, () => Promise.resolve(sources))).url
  const get = async (link: string) => {
    rmSync(target, { recursive: true, force: true })
    return runClient([...sealpost, 'get', '--quiet', link, target])
  }

  const uploads = await runInTurns({ curl, least, send: () => send(large) })
  printRow('curl -T, one file', uploads.curl, 1, fileBytes)
  printRow('the least, one file', uploads.least, 1, fileBytes)
  printRow('sealpost send, one file', uploads.send, 1, fileBytes)
  const { sendSmall } = await runInTurns({ sendSmall: () => send(small) })
  printRow('sealpost send, small files', sendSmall, files, files * smallBytes)
  const linkOfLarge = await linkOf('large', [{ path: basename(large), content: { file: large } }])
  const linkOfSmall = await linkOf(
    'small',
    names.slice(0, gotFiles).map((path) => ({ path, content: readFileSync(join(small, path)) })),
  )
  const downloads = await runInTurns({ large: () => get(linkOfLarge), small: () => get(linkOfSmall) })
  printRow('sealpost get, one file', downloads.large, 1, fileBytes)
  printRow('sealpost get, small files', downloads.small, gotFiles, gotFiles * smallBytes)
}

const runClient = (command: string[]) => runOnCore(clientCore, command, { HOME: home })

/** Whatever else the machine does meets them alike. */
async function runInTurns<N extends string>(
  works: Record<N, () => Promise<RunCost>>,
): Promise<Record<N, RunCost[]>> {
  const taken = Object.fromEntries(Object.keys(works).map((name) => [name, []])) as unknown as Record<
    N,
    RunCost[]
  >
  for (let round = 0; round < rounds; round++)
    for (const name of Object.keys(works) as N[]) taken[name].push(await works[name]())
  return taken
}

function printRow(what: string, taken: readonly RunCost[], count: number, bytes: number): void {
  const of = (figure: (one: RunCost) => number) => median(taken.map(figure))
  const [seconds, cpu, memory] = [of((one) => one.seconds), of((one) => one.cpu), of((one) => one.memory)]
  const rate =
    count === 1 ? `${(bytes / 1e6 / seconds).toFixed(0)} MB/s` : `${(count / seconds).toFixed(0)} files/s`
  const cost =
    count === 1
      ? `${((cpu / bytes) * GiB).toFixed(2)} CPU s a GiB`
      : `${((cpu / count) * 1000).toFixed(2)} CPU ms a file`
  console.log(
    `${what.padEnd(28)}${seconds.toFixed(2).padStart(7)} s  ${rate.padStart(13)}  ${cost.padStart(20)}  ${memory.toFixed(0).padStart(4)} MB`,
  )
}

/** All threads of a process. */
const pinToCore = (pid: number, core: number) =>
  void spawnSync('taskset', ['-apc', String(core), String(pid)])

rmSync(home, { recursive: true, force: true })
const [server, plain] = await Promise.all([TestServer.start(), PlainServer.start()])
try {
  await main(server, plain)
} finally {
  await Promise.all([server.stop(), plain.stop()])
  rmSync(target, { recursive: true, force: true })
  for (const name of readdirSync(cache).filter((one) => one.startsWith('received-')))
    rmSync(join(cache, name))
}
