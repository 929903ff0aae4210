import { vi } from 'vitest'
import { type Bytes, toBase64Url } from '../../../../core/crypto/bytes.ts'

/** The WebAuthn of a browser, in place of the one that tests do not have. */
export class FakeAuthenticator {
  /** What each gesture derives, in turn; the last one goes on. Null: nothing. An error: it fails. */
  outputs: (Uint8Array | null | Error)[] = []
  enabled = true
  tellsTransports = true
  readonly credentialId: string
  readonly createdOptions: PublicKeyCredentialCreationOptions[] = []
  readonly requestedOptions: PublicKeyCredentialRequestOptions[] = []
  /** The buffers that were given out. */
  readonly givenOutputs: Bytes[] = []
  readonly unknownCredentialIds: string[] = []
  readonly #rawId: Bytes

  constructor(id = 7) {
    this.#rawId = new Uint8Array(32).fill(id)
    this.credentialId = toBase64Url(this.#rawId)
  }

  /** Takes the place of the browser's; `vi.unstubAllGlobals` ends that. */
  install(hostname = 'files.example.org'): this {
    vi.stubGlobal('location', new URL(`https://${hostname}/`))
    vi.stubGlobal('navigator', {
      credentials: {
        create: ({ publicKey }: { publicKey: PublicKeyCredentialCreationOptions }) => {
          this.createdOptions.push(publicKey)
          return this.#gesture({ enabled: this.enabled })
        },
        get: ({ publicKey }: { publicKey: PublicKeyCredentialRequestOptions }) => {
          this.requestedOptions.push(publicKey)
          return this.#gesture({})
        },
      },
    })
    vi.stubGlobal(
      'PublicKeyCredential',
      Object.assign(() => undefined, {
        signalUnknownCredential: ({ credentialId }: { credentialId: string }) => {
          this.unknownCredentialIds.push(credentialId)
          return Promise.resolve()
        },
      }),
    )
    return this
  }

  #gesture(prf: object): Promise<object> {
    const [output = null] = this.outputs.length > 1 ? this.outputs.splice(0, 1) : this.outputs
    if (output instanceof Error) return Promise.reject(output)
    const first = output && new Uint8Array(output)
    if (first) this.givenOutputs.push(first)
    return Promise.resolve({
      rawId: this.#rawId.buffer,
      response: this.tellsTransports ? { getTransports: () => ['internal'] } : {},
      getClientExtensionResults: () => ({
        prf: { ...prf, ...(first && { results: { first: first.buffer } }) },
      }),
      toJSON: () => {
        throw new Error('never serialized')
      },
    })
  }
}
