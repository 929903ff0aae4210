import type { addresses, CallName } from './addresses.ts'
import type { CallResponse } from './call.ts'
import type * as apiTokens from './schemas/apiTokens.ts'
import type * as audit from './schemas/audit.ts'
import type * as auth from './schemas/auth.ts'
import type * as diagnosis from './schemas/diagnosis.ts'
import type * as downloads from './schemas/downloads.ts'
import type * as folders from './schemas/folders.ts'
import type * as look from './schemas/look.ts'
import type * as notices from './schemas/notices.ts'
import type * as operatorRules from './schemas/operatorRules.ts'
import type * as passkeys from './schemas/passkeys.ts'
import type * as server from './schemas/server.ts'
import type * as sharing from './schemas/sharing.ts'
import type * as singleSignOn from './schemas/singleSignOn.ts'
import type * as uploads from './schemas/uploads.ts'

type MatchingAddresses<Defined extends typeof addresses> = Defined

/** Every call by name. Types alone, so that importing it loads no schema. */
export type Calls = MatchingAddresses<
  Pick<
    typeof apiTokens &
      typeof audit &
      typeof auth &
      typeof diagnosis &
      typeof downloads &
      typeof folders &
      typeof look &
      typeof notices &
      typeof operatorRules &
      typeof passkeys &
      typeof server &
      typeof sharing &
      typeof singleSignOn &
      typeof uploads,
    CallName
  >
>

/** The response of a call; null without a body. */
export type ResponseOf<N extends CallName> = CallResponse<Calls[N]>
