import type { Folder } from '../../contract/schemas/folders.ts'
import { callApi } from '../api/client.ts'
import { defaultSort } from '../api/defaultSort.ts'
import { foldersApi } from '../api/foldersApi.ts'
import { fromBase64 } from '../../core/crypto/index.ts'
import { fault, FaultError } from '../../core/faults/fault.ts'
import { selectSession } from '../session/sessionSlice.ts'
import { subscribeUnlockedKey, getUnlockedKey, type UnlockedKey } from '../session/unlockedKey.ts'
import { notify } from '../store/hooks.ts'
import type { AppThunk } from '../store/store.ts'
import { faultText } from '../../i18n/errorText.ts'
import { resilientDeviceMemory, indexedDbMemory } from './resilientDeviceMemory.ts'
import type { DeviceMemory, TrustCalls } from '../../core/trust/trustPorts.ts'
import { isShared, type SharedFolderKeyFields } from '../../core/trust/folderKeyFields.ts'
import { type EvaluatedFolder, Trust } from '../../core/trust/trust.ts'

const calls: TrustCalls = {
  getContacts: () => callApi('getContacts'),
  setContacts: (body) => callApi('setContacts', { body }),
  getRoster: (id) => callApi('getRoster', { params: { id } }),
  changeRoster: (id, body) => callApi('changeRoster', { params: { id }, body }),
}

interface OpenFolder {
  /** The list's entry when the folder was opened, as JSON. */
  readonly listEntry: string
  readonly folder: Promise<EvaluatedFolder>
}

/** Caches folders and their keys while the key that opened them is unlocked. */
class TrustService {
  #memory: DeviceMemory | null = null
  #current: { key: UnlockedKey; trust: Trust } | null = null
  readonly #opened = new Map<number, OpenFolder>()
  readonly #watchers = new Set<(id: number) => void>()

  constructor() {
    subscribeUnlockedKey(() => {
      if (getUnlockedKey() !== this.#current?.key) this.#forget()
    })
  }

  trust(key: UnlockedKey, user: { id: number; username: string }): Trust {
    if (this.#current?.key === key) return this.#current.trust
    this.#forget()
    this.#memory ??= resilientDeviceMemory(indexedDbMemory, () =>
      notify('warning', faultText(fault('device-memory-missing')), null),
    )
    const person = {
      user: user.id,
      name: user.username.normalize('NFC'),
      fp: key.fingerprint,
      root: key.root,
      privateKey: key.privateKey,
      signingKey: key.signingKey,
      publicKey: fromBase64(key.publicKeySpki),
    }
    const trust = new Trust(person, { calls, memory: this.#memory, now: () => new Date().toISOString() })
    this.#current = { key, trust }
    return trust
  }

  /** Opens a folder once for each state of its list entry: another title needs another evaluation. */
  folder({ id, title, several }: SharedFolderKeyFields, trust: Trust): Promise<EvaluatedFolder> {
    const cached = this.#opened.get(id)
    const listEntry = JSON.stringify([several, title])
    if (cached?.listEntry === listEntry) return cached.folder
    const folder = trust.open({ id, title, folder: several.folder })
    const opened = { listEntry, folder }
    this.#opened.set(id, opened)
    folder.catch(() => this.#opened.get(id) === opened && this.#opened.delete(id))
    return folder
  }

  dropFolder(id: number): void {
    this.#opened.delete(id)
    this.#watchers.forEach((watcher) => watcher(id))
  }

  watch(watcher: (id: number) => void): () => void {
    this.#watchers.add(watcher)
    return () => void this.#watchers.delete(watcher)
  }

  #forget(): void {
    this.#current = null
    this.#opened.clear()
  }
}

/** @throws FaultError if nobody is signed in any more */
export const trustOf =
  (key: UnlockedKey): AppThunk<Trust> =>
  (_, getState, services) => {
    const { user } = selectSession(getState())
    if (!user) throw new FaultError(fault('key-not-loaded'))
    return services.of(TrustService).trust(key, user)
  }

/** Verifies, evaluates and opens a folder; cached until its list entry changes. @throws ContactsAlarm, FaultError */
export const openSharedFolder =
  (folder: SharedFolderKeyFields, key: UnlockedKey): AppThunk<Promise<EvaluatedFolder>> =>
  (dispatch, _, services) =>
    services.of(TrustService).folder(folder, dispatch(trustOf(key)))

/**
 * Like `openSharedFolder`, but evaluates again if another window or device has seen newer statements, so that
 * nothing goes to a removed member.
 * @throws ContactsAlarm, FaultError
 */
export const openNewestSharedFolder =
  (folder: SharedFolderKeyFields, key: UnlockedKey): AppThunk<Promise<EvaluatedFolder>> =>
  async (dispatch) => {
    const evaluated = await dispatch(openSharedFolder(folder, key))
    if (await dispatch(trustOf(key)).isNewest(evaluated)) return evaluated
    dispatch(evictSharedFolder(folder.id))
    return dispatch(openSharedFolder(folder, key))
  }

/** True if a folder with one member has the title of a known shared one that the list omits. */
export const isInPlaceOfShared =
  (title: string, key: UnlockedKey): AppThunk<Promise<boolean>> =>
  (dispatch) =>
    dispatch(trustOf(key)).isInPlaceOfShared(title, async () =>
      (await dispatch(shownFolders())).filter(isShared).map(({ several }) => several.folder),
    )

/** Uses the cached list: asked again, a server could list what it has omitted on the screen. */
const shownFolders = (): AppThunk<Promise<readonly Folder[]>> => (dispatch) =>
  dispatch(foldersApi.endpoints.folders.initiate(defaultSort, { subscribe: false })).unwrap()

/** Drops a folder from the cache; it is evaluated again on the next request. */
export const evictSharedFolder =
  (id: number): AppThunk =>
  (_dispatch, _getState, services) =>
    services.of(TrustService).dropFolder(id)

/** Called for each folder that has to be evaluated again. @returns a function that unsubscribes */
export const onSharedFolderChange =
  (watcher: (id: number) => void): AppThunk<() => void> =>
  (_dispatch, _getState, services) =>
    services.of(TrustService).watch(watcher)
