import { assertDefined } from '../../contract/assertDefined.ts'
import { sealedSize } from '../../contract/sealedSize.ts'
import { AdminApi } from '../../e2e/adminApi.ts'
import { newBatchId, sendForm, sendParts } from '../../e2e/protocol/sender.ts'
import { type SendRequest, sendRequest } from '../../e2e/protocol/wire.ts'
import { newSecret } from '../../e2e/sealing.ts'
import { TestServer } from '../../e2e/server.ts'
import { newFormFile, partBytes, partLanes, type LoadContext } from './runLoad.ts'
import { type LoadMachine, machineNamed } from './machines.ts'
import type { LoadOptions, StandSpec } from './options.ts'
import { startServices } from '../../scripts/services.ts'

/** Servers that are measured together. */
export interface Stand {
  name: string
  servers: TestServer[]
  /** Those that take part; none where everything runs on this one. */
  machines: LoadMachine[]
  api: AdminApi
  /** What is there to be saved. */
  stored: Pick<LoadContext, 'link' | 'large' | 'small'>
}

/** So many files of each size; more would be read from a disk, which is not what is measured. */
const largeFiles = 2
const smallFiles = 100

/** Each client is a visitor of its own, as behind a proxy; requests that go well are not logged. */
const commonSettings = { TRUST_PROXY: '1', LOG_LEVEL: 'warn' }

type Tools = Pick<LoadContext, 'agent' | 'ciphertext'> & {
  options: LoadOptions
  machines: readonly LoadMachine[]
}

/** Starts all that is asked for. Stands of one kind share their database and store; what they do not use rests. */
export async function openStands(tools: Tools): Promise<{ stands: Stand[]; close: () => Promise<void> }> {
  const { machines } = tools
  const { stands: specs } = tools.options
  const closing: (() => Promise<void>)[] = []
  const close = async () => {
    for (const end of closing.splice(0).toReversed()) await end()
  }
  async function install(kind: StandSpec['kind'], settings: Record<string, string>): Promise<Stand[]> {
    const ofKind = specs.filter((spec) => spec.kind === kind)
    const most = Math.max(0, ...ofKind.map(({ servers }) => servers))
    const servers = await Promise.all(
      Array.from({ length: most }, async (_, n) => {
        const machine = machineNamed(machines, `server ${n + 1}`)
        const server = await TestServer.start(undefined, { ...commonSettings, ...settings }, machine)
        closing.push(() => server.stop())
        return server
      }),
    )
    const [first] = servers
    if (!first) return []
    const api = await AdminApi.start(first.origin)
    const stored = await storeFiles(api, first.origin, tools)
    return ofKind.map(({ name, servers: count }) => ({
      ...{ name, servers: servers.slice(0, count), api, stored },
      machines: machines.filter((machine) => takesPart(machine.name, kind, count)),
    }))
  }
  try {
    const found = await install('embedded', {})
    if (specs.some(({ kind }) => kind === 'scaled')) {
      const services = await startServices(
        { isKept: true },
        { database: machineNamed(machines, 'database'), store: machineNamed(machines, 'store') },
      )
      closing.push(services.stop)
      found.push(...(await install('scaled', services.settings)))
    }
    return {
      stands: specs.map(({ name }) => assertDefined(found.find((stand) => stand.name === name))),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** Returns whether a stand of so many servers uses a machine. */
function takesPart(name: string, kind: StandSpec['kind'], servers: number): boolean {
  const [, server] = /^server (\d+)$/.exec(name) ?? []
  if (server !== undefined) return Number(server) <= servers
  return kind === 'scaled' || (name !== 'database' && name !== 'store')
}

/** Files of both sizes under one link. */
async function storeFiles(api: AdminApi, origin: string, { agent, ciphertext, options }: Tools) {
  const { link_token: folder } = await api.createFolder({ title: 'To be saved', perform_mime_check: false })
  const ask: SendRequest = (request) => sendRequest(origin, request, { agent })
  const confirm = async (files: ReturnType<typeof newFormFile>[]) => {
    const { successful_files } = await sendForm(ask, folder, files, newBatchId())
    return successful_files.map(({ id }) => id)
  }
  const large: number[] = []
  for (let n = 0; n < largeFiles; n++) {
    const parts = ciphertext.parts(sealedSize(options.largeBytes), partBytes)
    large.push(
      ...(await confirm([newFormFile({ uploadId: await sendParts(ask, folder, parts, partLanes) })])),
    )
  }
  const one = () => newFormFile(ciphertext.take(sealedSize(options.smallBytes)))
  const small = await confirm(Array.from({ length: smallFiles }, one))
  const shared = [...large, ...small].map((id) => ({
    id,
    path: '',
    sha256: '',
    size: 0,
    secret: newSecret(),
  }))
  const { token: link } = await api.share(shared)
  return { link, large, small }
}
