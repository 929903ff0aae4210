import type { addresses, CallName } from './addresses.ts'
import type { CallResponse } from './call.ts'
import type * as apiTokens from './apiTokens.ts'
import type * as audit from './audit.ts'
import type * as auth from './auth.ts'
import type * as diagnosis from './diagnosis.ts'
import type * as downloads from './downloads.ts'
import type * as folders from './folders.ts'
import type * as look from './look.ts'
import type * as notices from './notices.ts'
import type * as server from './server.ts'
import type * as sharing from './sharing.ts'
import type * as singleSignOn from './singleSignOn.ts'
import type * as uploads from './uploads.ts'

type At<Defined extends typeof addresses> = Defined

/** Every call by its name. Types alone, so that whoever imports it loads no schema. */
export type Calls = At<
  Pick<
    typeof apiTokens &
      typeof audit &
      typeof auth &
      typeof diagnosis &
      typeof downloads &
      typeof folders &
      typeof look &
      typeof notices &
      typeof server &
      typeof sharing &
      typeof singleSignOn &
      typeof uploads,
    CallName
  >
>

/** What it answers; null without a body. */
export type Answer<N extends CallName> = CallResponse<Calls[N]>
