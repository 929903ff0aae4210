import { isAnyOf } from '@reduxjs/toolkit'
import { type AppThunk, startAppListening } from '../../store/store.ts'
import type { KeptFile, OpenedUpload } from '../../transfer/keptUploads.ts'
import { count } from '../../ui/format.ts'
import { breathe, type FoundFile } from './droppedFiles.ts'
import { FileFinder, mayRead } from './fileHandles.ts'
import { registerFile, registerRoot } from './fileRegistry.ts'
import { say } from './say.ts'
import { sendFiles, type Store } from './sending.ts'
import {
  batchEnded,
  filesAdded,
  forgetRequested,
  keptFilesFound,
  keptFilesRequested,
  keptFilesSought,
  keptUploadContinued,
  keptUploadFound,
  keptUploadRequested,
  pageLeft,
  pageOpened,
} from './uploadEvents.ts'
import { selectUpload, step, takesFiles } from './uploadSlice.ts'

/**
 * Going on with an upload that a reload or a crash interrupted, see [Note: Uploads that outlive their page]. Its files
 * come back in one of two ways: this browser still holds what was dropped, or the person gives the same files again.
 * Either way a file is the one of then only with its path, size and date; what was read of it is compared by its hash
 * before anything new is sealed.
 */

/** The upload that is being gone on with, while its files are gathered. */
let opened: OpenedUpload | null = null
const atHand = new Map<number, File>()

/** Files asked for at a time. */
const portion = 100
/** Rows that enter the queue in one action. */
const rowsAtOnce = 2000

const loadKept = () => import('../../transfer/keptUploads.ts')

function letGo() {
  opened?.batch.release()
  opened = null
  atHand.clear()
}

/** False when there is nothing to open: it is gone, or another tab has it. */
async function open({ dispatch, getState }: Store): Promise<boolean> {
  const { kept } = selectUpload(getState())
  if (!kept) return false
  if (opened?.batch.batchId === kept.batchId) return true
  letGo()
  const { KeptBatch } = await loadKept()
  opened = await KeptBatch.open(kept.batchId)
  if (opened) return true
  say('info', 'Another tab is going on with this upload.')
  dispatch(keptUploadFound(null))
  return false
}

/** Offers what was interrupted, if anything was. A browser that keeps nothing has nothing to offer. */
async function offer({ dispatch, getState }: Store): Promise<void> {
  const { linkToken } = selectUpload(getState())
  const { findKeptUploads } = await loadKept()
  const [latest] = await findKeptUploads(linkToken).catch(() => [])
  if (selectUpload(getState()).linkToken === linkToken) dispatch(keptUploadFound(latest ?? null))
}

const isBeforeReady = (at: number) => at < step.ready

startAppListening({
  predicate: (_, current, previous) =>
    selectUpload(current).step === step.ready && isBeforeReady(selectUpload(previous).step),
  effect: (_, api) => offer(api),
})
startAppListening({ matcher: isAnyOf(pageOpened, pageLeft), effect: letGo })

startAppListening({
  actionCreator: keptFilesRequested,
  effect: async (_, api) => {
    api.dispatch(keptFilesSought())
    if (!(await open(api)) || !opened) return
    const { roots, missing } = opened
    if (!(await mayRead(roots))) {
      api.dispatch(
        keptFilesFound({
          found: atHand.size,
          problem: 'The browser may not read the files. Try again, or choose the same files or folder again.',
        }),
      )
      return
    }
    const finder = new FileFinder(roots)
    for (let at = 0; at < missing.length; at += portion) {
      const find = async (file: KeptFile) => {
        const found = await finder.find(file, (candidate) => isSame(file, candidate))
        if (found) atHand.set(file.index, found)
      }
      await Promise.all(missing.slice(at, at + portion).map(find))
      await breathe()
    }
    await goOnIfComplete(api)
  },
})

/** Takes those of the given files that an interrupted upload misses. @returns those that are not of it */
export const takeMissing =
  (given: FoundFile[]): AppThunk<Promise<FoundFile[]>> =>
  async (dispatch, getState) => {
    if (!selectUpload(getState()).kept || !(await open({ dispatch, getState })) || !opened) return given
    const missing = new Places(opened.missing.filter(({ index }) => !atHand.has(index)))
    const stored = new Places(opened.stored)
    const others: FoundFile[] = []
    let isOfIt = false
    for (const found of given) {
      const match = missing.take(found)
      isOfIt ||= missing.knows(found) || stored.knows(found)
      if (match) atHand.set(match.index, found.file)
      else if (!stored.take(found)) others.push(found)
    }
    if (isOfIt) void goOnIfComplete({ dispatch, getState })
    else if (atHand.size === 0) letGo()
    return others
  }

/** Files by their places; two of one name may have come from folders of one name. */
class Places {
  readonly #files = new Map<string, KeptFile[]>()

  constructor(files: readonly KeptFile[]) {
    for (const file of files) {
      const others = this.#files.get(placeOf(file))
      if (others) others.push(file)
      else this.#files.set(placeOf(file), [file])
    }
  }

  /** Whether there was a file in that place, as it is now or otherwise. */
  knows({ file, path }: FoundFile): boolean {
    return this.#files.has(placeOf({ path, name: file.name }))
  }

  /** The one that the found file is, once. */
  take({ file, path }: FoundFile): KeptFile | undefined {
    const here = this.#files.get(placeOf({ path, name: file.name }))
    const at = here?.findIndex((kept) => isSame(kept, file)) ?? -1
    return at < 0 ? undefined : here?.splice(at, 1)[0]
  }
}

const placeOf = ({ path, name }: Pick<KeptFile, 'path' | 'name'>) => `${path}/${name}`

const isSame = ({ size, lastModified }: KeptFile, file: File) =>
  file.size === size && file.lastModified === lastModified

async function goOnIfComplete(store: Store): Promise<void> {
  if (!opened) return
  const lacking = opened.missing.length - atHand.size
  if (lacking === 0) return goOn(store)
  const problem = `${count(lacking, 'file')} not found as ${lacking === 1 ? 'it was' : 'they were'}: changed, moved or deleted.`
  store.dispatch(keptFilesFound({ found: atHand.size, problem }))
}

startAppListening({ actionCreator: keptUploadRequested, effect: (_, api) => goOn(api) })

async function goOn({ dispatch, getState }: Store): Promise<void> {
  if (!opened || !takesFiles(selectUpload(getState()))) return
  const { batch, missing, stored, roots } = opened
  const rows = missing.flatMap(({ index, name, path, size }) => {
    const file = atHand.get(index)
    return file ? [{ id: registerFile(file), index, name, relativePath: path, size }] : []
  })
  opened = null
  atHand.clear()
  roots.forEach(registerRoot)
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    const some = rows.slice(at, at + rowsAtOnce)
    dispatch(filesAdded(some.map(({ id, name, relativePath, size }) => ({ id, name, relativePath, size }))))
    await breathe()
  }
  const received = stored.map(({ name, path, size, sha256, fileId }) => {
    return { name, relativePath: path, size, fileHash: sha256, fileId }
  })
  dispatch(keptUploadContinued({ received }))
  const indexOf = new Map(rows.map(({ id, index }) => [id, index]))
  const othersMissing = rows.length < missing.length
  const ids = rows.map(({ id }) => id)
  await sendFiles({ dispatch, getState }, { ids, rest: { batch, indexOf, othersMissing } })
}

/** What is left of it, or another one, is offered as soon as nothing is being sent. */
startAppListening({ actionCreator: batchEnded, effect: (_, api) => offer(api) })

startAppListening({
  actionCreator: forgetRequested,
  effect: async (_, api) => {
    if ((await open(api)) && opened) {
      const { batch } = opened
      opened = null
      atHand.clear()
      await batch.forget().catch(() => undefined)
    }
    await offer(api)
  },
})
