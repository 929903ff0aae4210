import type { Folder } from '../../contract/schemas/folders.ts'
import { callApi } from '../api/client.ts'
import { defaultSort, foldersApi } from '../api/foldersApi.ts'
import { fromBase64 } from '../../core/crypto/index.ts'
import { fault, FaultError } from '../../core/faults/fault.ts'
import { selectSession } from '../session/sessionSlice.ts'
import { subscribeUnlockedKey, getUnlockedKey, type UnlockedKey } from '../session/unlockedKey.ts'
import { notify } from '../store/hooks.ts'
import type { AppThunk } from '../store/store.ts'
import { faultText } from '../../i18n/errorText.ts'
import { deviceMemory, inIndexedDb } from './deviceMemory.ts'
import type { DeviceMemory, TrustCalls } from '../../core/trust/ports.ts'
import { isShared, type SharedFolderOf } from '../../core/trust/sharedFolder.ts'
import { type EvaluatedFolder, Trust } from '../../core/trust/trust.ts'

const calls: TrustCalls = {
  getContacts: () => callApi('getContacts'),
  setContacts: (body) => callApi('setContacts', { body }),
  getRoster: (id) => callApi('getRoster', { params: { id } }),
  changeRoster: (id, body) => callApi('changeRoster', { params: { id }, body }),
}

interface OpenFolder {
  /** What the list said of it then. */
  readonly claimed: string
  readonly folder: Promise<EvaluatedFolder>
}

/** Keys of folders live here as long as the key that opened them is unlocked. */
class TrustService {
  #memory: DeviceMemory | null = null
  #of: { key: UnlockedKey; trust: Trust } | null = null
  readonly #open = new Map<number, OpenFolder>()
  readonly #watchers = new Set<(id: number) => void>()

  constructor() {
    subscribeUnlockedKey(() => {
      if (getUnlockedKey() !== this.#of?.key) this.#forget()
    })
  }

  trust(key: UnlockedKey, user: { id: number; username: string }): Trust {
    if (this.#of?.key === key) return this.#of.trust
    this.#forget()
    this.#memory ??= deviceMemory(inIndexedDb, () =>
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
    this.#of = { key, trust }
    return trust
  }

  /** Judged once for whatever the list says of it: another title over the same statements is judged anew. */
  folder({ id, title, several }: SharedFolderOf, trust: Trust): Promise<EvaluatedFolder> {
    const known = this.#open.get(id)
    const claimed = JSON.stringify([several, title])
    if (known?.claimed === claimed) return known.folder
    const folder = trust.open({ id, title, folder: several.folder })
    const opened = { claimed, folder }
    this.#open.set(id, opened)
    folder.catch(() => this.#open.get(id) === opened && this.#open.delete(id))
    return folder
  }

  dropFolder(id: number): void {
    this.#open.delete(id)
    this.#watchers.forEach((watcher) => watcher(id))
  }

  watch(watcher: (id: number) => void): () => void {
    this.#watchers.add(watcher)
    return () => void this.#watchers.delete(watcher)
  }

  #forget(): void {
    this.#of = null
    this.#open.clear()
  }
}

/** @throws FaultError when nobody is signed in any more */
export const trustOf =
  (key: UnlockedKey): AppThunk<Trust> =>
  (_, getState, services) => {
    const { user } = selectSession(getState())
    if (!user) throw new FaultError(fault('key-not-loaded'))
    return services.of(TrustService).trust(key, user)
  }

/** Verified, judged and opened; the same until the list says another thing of it. @throws ContactsAlarm, FaultError */
export const openShared =
  (folder: SharedFolderOf, key: UnlockedKey): AppThunk<Promise<EvaluatedFolder>> =>
  (dispatch, _, services) =>
    services.of(TrustService).folder(folder, dispatch(trustOf(key)))

/**
 * As `openShared`, and judged anew where another window of this device, or the person elsewhere, has seen more since: what
 * is built on it does not reach somebody who was removed. @throws ContactsAlarm, FaultError
 */
export const openNewest =
  (folder: SharedFolderOf, key: UnlockedKey): AppThunk<Promise<EvaluatedFolder>> =>
  async (dispatch) => {
    const judged = await dispatch(openShared(folder, key))
    if (await dispatch(trustOf(key)).isNewest(judged)) return judged
    dispatch(dropShared(folder.id))
    return dispatch(openShared(folder, key))
  }

/** Whether a folder of one person has the title of a known one of several that the list leaves out. */
export const isInPlaceOfShared =
  (title: string, key: UnlockedKey): AppThunk<Promise<boolean>> =>
  (dispatch) =>
    dispatch(trustOf(key)).isInPlaceOfShared(title, async () =>
      (await dispatch(shownFolders())).filter(isShared).map(({ several }) => several.folder),
    )

/** As they are on the screen: asked a second time, a server could list what it left out there. */
const shownFolders = (): AppThunk<Promise<readonly Folder[]>> => (dispatch) =>
  dispatch(foldersApi.endpoints.folders.initiate(defaultSort, { subscribe: false })).unwrap()

/** It is judged anew when it is next asked for. */
export const dropShared =
  (id: number): AppThunk =>
  (_dispatch, _getState, services) =>
    services.of(TrustService).dropFolder(id)

/** Told of each folder that is to be judged anew. @returns ends that */
export const watchShared =
  (watcher: (id: number) => void): AppThunk<() => void> =>
  (_dispatch, _getState, services) =>
    services.of(TrustService).watch(watcher)
