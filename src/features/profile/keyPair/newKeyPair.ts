import {
  fingerprint,
  fromBase64,
  generateKeyPair,
  rootOf,
  type PrivateKeyWrapper,
  type SealedPrivateKey,
  toBase64,
  wrapPrivateKey,
} from '../../../../core/crypto/index.ts'
import type { AppThunk } from '../../../store/store.ts'
import { type KeyChangePlan, trustDataForNextKey } from '../../../trust/keyChange.ts'
import type { PreparedKeyChange, NextKey } from '../../../../core/trust/trust.ts'
import type { PlannedKeyChange } from './AffectedFolders.tsx'

/** RSA modulus lengths in bits, by their values in the form. */
export const keySizes = { '2048': 2048, '3072': 3072, '4096': 4096 } as const
export type KeySize = keyof typeof keySizes
type Bits = (typeof keySizes)[KeySize]

/** A new pair that is not installed yet. Its private key is sealed; nothing here is secret. */
export interface NewKeyPair {
  publicKeySpki: string
  fingerprint: string
  sealed: Required<SealedPrivateKey>
  /** HKDF handle of R, for the data that is installed with it. */
  root: CryptoKey
  preparedChange: PreparedKeyChange | null
  plan: KeyChangePlan
}

type InstallableKey = Pick<NewKeyPair, 'publicKeySpki' | 'fingerprint' | 'root'>

/** Converts a key for the data that is installed with it. */
export const toNextKey = ({ publicKeySpki, fingerprint, root }: InstallableKey): NextKey => ({
  fp: fingerprint,
  root,
  publicKey: fromBase64(publicKeySpki),
})

export async function makeKeyPair(bits: Bits, wrapper: PrivateKeyWrapper) {
  const { pkcs8Bytes, spkiBytes } = await generateKeyPair(bits)
  try {
    return {
      publicKeySpki: toBase64(spkiBytes),
      fingerprint: (await fingerprint(spkiBytes)).b64u,
      sealed: await wrapPrivateKey(wrapper, pkcs8Bytes),
      root: await rootOf(pkcs8Bytes),
    }
  } finally {
    pkcs8Bytes.fill(0)
  }
}

/** Makes a pair, and the data that is installed with it. @throws FaultError */
export const makePlannedPair =
  (bits: Bits, wrapper: PrivateKeyWrapper, { plan, key }: PlannedKeyChange): AppThunk<Promise<NewKeyPair>> =>
  async (dispatch) => {
    const pair = await makeKeyPair(bits, wrapper)
    return { ...pair, plan, preparedChange: await dispatch(trustDataForNextKey(toNextKey(pair), plan, key)) }
  }

/** The three steps that a new pair requires, in this order, since key and backup must belong together. */
export interface RequiredSteps {
  upload: 'open' | 'running' | 'done'
  save: 'open' | 'running' | 'done'
  download: 'open' | 'done'
}

export const noStepDone: RequiredSteps = { upload: 'open', save: 'open', download: 'open' }

const stateAfter = {
  uploadStarted: { upload: 'running' },
  uploaded: { upload: 'done' },
  uploadFailed: { upload: 'open' },
  saveStarted: { save: 'running' },
  saved: { save: 'done' },
  saveFailed: { save: 'open' },
  downloaded: { download: 'done' },
} as const satisfies Record<string, Partial<RequiredSteps>>

export type StepEvent = keyof typeof stateAfter

export function requiredStepsReducer(steps: RequiredSteps, event: StepEvent): RequiredSteps {
  if (event === 'uploadStarted' && steps.upload !== 'open') return steps
  if (event === 'saveStarted' && (steps.upload !== 'done' || steps.save !== 'open')) return steps
  return { ...steps, ...stateAfter[event] }
}

export const allStepsDone = ({ upload, save, download }: RequiredSteps): boolean =>
  upload === 'done' && save === 'done' && download === 'done'

/** Returns which steps are done, which one is next, and whose buttons are disabled. */
export const stepStates = ({ upload, save, download }: RequiredSteps) => ({
  upload: { done: upload === 'done', next: upload !== 'done', disabled: upload !== 'open' },
  save: {
    done: save === 'done',
    next: upload === 'done' && save !== 'done',
    disabled: upload !== 'done' || save !== 'open',
  },
  download: { done: download === 'done', next: save === 'done' && download !== 'done' },
})
