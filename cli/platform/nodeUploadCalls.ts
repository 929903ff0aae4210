import { addresses } from '../../contract/addresses.ts'
import { FaultError } from '../../core/faults/fault.ts'
import type { UploadCalls } from '../../core/ports.ts'
import { uploadCalls } from '../../core/upload/uploadCalls.ts'
import { parseJsonObject } from '../../contract/parseJsonObject.ts'
import { exchangeJson, faultOfRawResponse } from './callJson.ts'
import type { ServerClient } from './serverClient.ts'

/** Calls of an upload, over one `ServerClient`. */
export const nodeUploadCalls = (server: ServerClient, linkToken: string): UploadCalls =>
  uploadCalls(
    {
      call: async (name, input) => {
        const raw = await exchangeJson(server, addresses[name], input)
        const responseFault = faultOfRawResponse(raw)
        if (responseFault) throw new FaultError(responseFault)
        return parseJsonObject(raw.text)
      },
      csrfToken: () => server.csrfToken,
      allowsStore: (url) => server.storeGuard.allows(url),
    },
    linkToken,
  )
