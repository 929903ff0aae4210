import {
  maxResponseBytes,
  maxResponseValues,
  maxCookies,
  maxResponseMs,
  postTimeoutMs,
  stallTimeoutMs,
} from '../../../cli/platform/serverClient.ts'
import { listTimeoutMs, maxListBytes } from '../../../cli/account/accountCalls.ts'
import { maxSecretBytes } from '../../../cli/secrets.ts'
import { maxUnansweredFiles } from '../../../cli/verifyServer/compareFiles.ts'
import { maxServedBytes } from '../../../contract/integrityFiles.ts'
import { maxServedMs } from '../../../cli/verifyServer/fetchServed.ts'
import { maxWebManifestLength } from '../../../core/integrity/webManifest.ts'
import { maxIntegrityListBytes } from '../../../cli/verifyServer/readIntegrityList.ts'
import { maxVerifyMs } from '../../../cli/verifyServer/verifyServer.ts'
import { maxListedFiles } from '../../../contract/schemas/integrity.ts'
import { maxReceiptBytes } from '../../../cli/verifyReceipt/readReceipt.ts'
import { maxJsonValues } from '../../../contract/jsonBounds.ts'
import {
  announcedLifetimeSeconds,
  auditPageSize,
  batchResultLifetimeSeconds,
  maxAllowedEmails,
  maxAnswersListed,
  maxApiTokens,
  maxPasskeys,
  maxTransports,
  maxAuditPageSize,
  maxBatchRequestBytes,
  maxContactsBytes,
  maxDeliveries,
  maxDownloadLinks,
  maxFilesPerCopy,
  maxFilesPerDeletion,
  maxFilesPerLink,
  maxFilesPerRequest,
  maxFilesTogether,
  maxFolderMembers,
  maxFolders,
  maxFormerKeyPairs,
  maxKeyRequestBytes,
  maxKeyStatements,
  maxKeysPerRequest,
  maxLinkRequestBytes,
  maxLinkedFiles,
  maxLinkedPeople,
  maxNamedFilesOfLink,
  maxLogoBytes,
  maxLogoPixels,
  maxMovedRosters,
  maxNamesHidden,
  maxPathLevels,
  maxPartChunks,
  maxParts,
  maxFilesByOthers,
  maxPeopleByOthers,
  maxProbeBytes,
  maxProbePieceBytes,
  maxProbePieces,
  maxRosterRequestBytes,
  maxRosterStatements,
  maxSenderFields,
  maxStatementBytes,
  maxUnfinishedListed,
  probeRangeBytes,
  uploadLifetimeSeconds,
  maxJsonDepth,
} from '../../../contract/limits.ts'
import { maxVisitors, maxTrackedFiles } from '../../../server/audit/downloadAggregator.ts'
import { maxCollectedFailures } from '../../../server/audit/failureAggregator.ts'
import { maxPartMemory } from '../../../server/blobs/blobStore.ts'
import { maxOwnerBytes, maxReconnects } from '../../../server/blobs/s3/s3BlobStore.ts'
import {
  maxStoreResponseBytes,
  storeConnectTimeoutMs,
  storeIdleTimeoutMs,
} from '../../../server/blobs/s3/s3Client.ts'
import { rowsPerRemoval } from '../../../server/db/removeSomeRows.ts'
import {
  responseTimeoutMs,
  connectTimeoutMs,
  maxConnections,
  statementTimeoutMs,
} from '../../../server/db/postgres/postgres.ts'
import { filesPerSum } from '../../../server/db/folders/folderSums.ts'
import { reservedParts } from '../../../server/db/folders/quotas.ts'
import {
  probeIdleTimeoutMs,
  maxProbeResponseBytes,
  probeTimeoutMs,
} from '../../../server/ops/doctor/sendNodeProbe.ts'
import { linksPerPage, namesPerPage } from '../../../server/downloads/folderLinks.ts'
import { sendWithinRequestMs, maxWaitingMails } from '../../../server/mail/mailer.ts'
import {
  maxSmtpConnections,
  maxSmtpReplyBytes,
  smtpConnectTimeoutMs,
  smtpIdleTimeoutMs,
} from '../../../server/mail/smtpTransport.ts'
import { streamedResponseBytes } from '../../../server/plugins/responseMemory.ts'
import { maxMemoryBudgetBytes, bodyReadingBytes } from '../../../server/http/memoryBudget.ts'
import { minCacheMs, queryTimeoutMs } from '../../../server/prometheus/cachedQuery.ts'
import {
  maxRefusedFiles,
  maxRefusedRanges,
  maxRefusedFormsPerFolder,
  maxRefusedFormsPerVisitor,
} from '../../../server/notices/arrivingBatches.ts'
import { maxRemindersADay } from '../../../server/notices/remindOwners.ts'
import { maxNoticesPerMail } from '../../../server/notices/sendNoticeMails.ts'
import {
  addedMailGapSeconds,
  noticeGiveUpSeconds,
  maxAddedMails,
  maxAddedMailsByUser,
} from '../../../server/notices/noticeTimes.ts'
import { lookupTimeoutMs } from '../../../server/notices/hostLookup.ts'
import { maxWebhookHeaderBytes, webhookTimeoutMs } from '../../../server/notices/webhookClient.ts'
import { maxWebhooksAtOnce, maxWebhooksPerOwner } from '../../../server/notices/sendWebhooks.ts'
import { maxConnectionsPerVisitor } from '../../../server/plugins/connectionLimit.ts'
import { bodyCopies, uncountedBodyBytes } from '../../../server/plugins/bodyMemory.ts'
import { maxSmallChunks, minChunkBytes } from '../../../server/http/mergeChunks.ts'
import { maxFormFields } from '../../../server/http/forms.ts'
import { maxPipelinedRequests } from '../../../server/http/pipelining.ts'
import {
  headersTimeoutMs,
  idleSocketTimeoutMs,
  smallBodyTimeoutMs,
} from '../../../server/http/clientTimeouts.ts'
import {
  maxBodyBytes,
  maxHeaderBytes,
  maxHeaders,
  maxParamLength,
  maxVisitorBodyBytes,
} from '../../../server/http/requestLimits.ts'
import { maxSlowCalls, maxSlowCallMs } from '../../../server/routes/diagnosis.ts'
import { healthCacheMs } from '../../../server/routes/health.ts'
import { maxOpenUploads } from '../../../server/routes/parts.ts'
import { bytesPerPage } from '../../../server/db/files/rowBytes.ts'
import { rowsPerPage } from '../../../server/http/sendList.ts'
import { maxComparedContents } from '../../../server/downloads/repeatedFiles.ts'
import {
  maxQueuedHashings,
  maxQueuedHashingsPerPrincipal,
  maxQueuedStretchings,
  maxQueuedStretchingsPerPrincipal,
} from '../../../server/security/passwordHashing.ts'
import { networkLimitFactor } from '../../../server/http/ipAddresses.ts'
import {
  maxCodeRequestsPerVisitor,
  emailCodeLifetimeSeconds,
  maxCodeRequests,
  maxEmailCodeTries,
  maxConfirmationMails,
  gatePassSeconds,
  sessionLifetimeSeconds,
  maxSessionsPerUser,
  loginTicketLifetimeSeconds,
} from '../../../server/util/lifetimes.ts'
import { allowances, uploadedKibibytesADay } from '../../../server/security/rateLimits.ts'
import { stallMs } from '../../../server/services.ts'
import { rosterRowsPerPiece } from '../../../server/sharing/rosterResponse.ts'
import { ssoAttemptSeconds } from '../../../server/singleSignOn/ssoAttempt.ts'
import { maxProviderResponseBytes } from '../../../server/singleSignOn/fetchFromProvider.ts'
import { maxSubLength } from '../../../server/singleSignOn/oidcClient.ts'
import { providerTimeoutSeconds } from '../../../server/singleSignOn/clientAuthentication.ts'
import {
  maxLagMsWhenScarce,
  maxRepeatedLagMs,
  minReaderBytesPerSecond,
  maxRememberedVisitors,
  maxReaderLagMs,
  lagRememberedMs,
} from '../../../server/http/readerLagMonitor.ts'
import { minSenderBytesPerSecond } from '../../../server/http/multipart.ts'
import { maxPartDrops } from '../../../server/uploads/completeUpload.ts'
import { maxSentMultiple, sentBytesSlack, sentPartsSlack } from '../../../server/uploads/receivePart.ts'
import { sumCacheMs } from '../../../server/uploads/storageLimits.ts'
import {
  maxAllFieldsBytes,
  maxFieldBytes,
  maxGateFieldBytes,
  maxHeadBytes,
} from '../../../server/uploads/uploadForm.ts'
import { maxIssues } from '../../../server/http/validation.ts'
import { maxListedObjectLength } from '../../../core/util/jsonArray.ts'
import { maxRefusalBytes } from '../../../core/open/sealedFileReader.ts'
import { type LimitCells, libraryLimit, type EntryPointGroup, limit, noLimit } from './limitCells.ts'

const noRequests = noLimit('nothing is asked elsewhere')
const noRows = noLimit('none are written')
const noDisk = noLimit('nothing is written')
const sameAsEveryRequest = noLimit('those of every request')

const everyRequestCells: LimitCells = {
  body: limit(
    { maxHeaderBytes },
    'server/limits/requests.test.ts: a head is as long as it may be',
    'address, query, cookies and all other headers together',
  ),
  nesting: noLimit('a head has no nesting'),
  members: limit(
    { maxHeaders, maxParamLength },
    'server/limits/requests.test.ts: the figures are those of the server',
    'headers that are looked at; characters of a name in the path',
  ),
  processor: limit(
    { maxPipelinedRequests },
    'server/limits/pipelining.test.ts: a connection may have so many requests',
    'requests of one connection without an answer; each is begun when the one before it has been answered',
  ),
  memory: limit(
    { maxHeaderBytes, maxPipelinedRequests },
    'server/limits/pipelining.test.ts: is closed before the second is answered',
    'of each head; heads of a connection',
  ),
  disk: noLimit('a log line for each request; the log is the operator’s'),
  rows: noRows,
  time: limit(
    { headersTimeoutMs, idleSocketTimeoutMs },
    'server/limits/requests.test.ts: the figures are those of the server',
    'to the end of the head; without a byte either way',
  ),
  connections: limit(
    { maxConnectionsPerVisitor },
    'server/limits/connections.test.ts: one visitor has so many connections open',
    'open at once, of one address; those of a proxy in front are bounded by the proxy and the operating system',
  ),
  requests: noRequests,
}

const bodyMemoryLimit = limit(
  { uncountedBodyBytes, bodyCopies, maxMemoryBudgetBytes },
  'server/limits/bodyMemory.test.ts: a body is counted as long as it says',
  'of a body that are not counted; how often those of a longer one count; of all that requests hold',
)
const largeBodyCells = {
  memory: limit(
    { maxBodyBytes, bodyCopies, maxMemoryBudgetBytes },
    'server/limits/bodyMemory.test.ts: one account sends one large body at a time',
    'beyond which an account sends one body at a time; how often its bytes count; of all that requests hold',
  ),
}

const filesOfDeletionCell = limit(
  { maxFilesPerDeletion },
  'server/limits/bodies.test.ts: no call takes more of a list',
  'files of one call',
)

const strangerCells: LimitCells = {
  body: limit({ maxVisitorBodyBytes }, 'server/limits/bodies.test.ts: no call takes a longer body'),
  nesting: limit({ maxJsonDepth }, 'server/http/json.test.ts: that is nested %i deep'),
  members: limit(
    { maxJsonValues, maxFormFields },
    'server/http/json.test.ts: that has too many values',
    'values of JSON; fields of a form',
  ),
  processor: limit(
    { maxIssues },
    'server/http/validation.test.ts: is told within bounds',
    'mistakes that are looked for',
  ),
  memory: bodyMemoryLimit,
  disk: noLimit('counts and lines of the history, whose rows are bounded'),
  rows: limit(
    { maxCollectedFailures },
    'server/audit/audit.test.ts: of all visitors together cannot fill the disk',
    'failures that are gathered before they become lines; the sweep forgets counts',
  ),
  time: limit(
    { smallBodyTimeoutMs, minChunkBytes, maxSmallChunks },
    'server/http/smallChunks.test.ts: a body in chunks of one byte is refused',
    'to the end of the body; the smallest chunks on the average, and chunks that may be smaller',
  ),
  connections: sameAsEveryRequest,
  requests: noRequests,
}

const signedInCells: LimitCells = {
  ...strangerCells,
  body: limit({ maxBodyBytes }, 'server/limits/bodies.test.ts: no call takes a longer body'),
  disk: noLimit(
    'rows, whose number is bounded; files have a quota, which is 1 TiB a folder unless it is set',
  ),
  rows: limit(
    { 'allowances.changes': allowances.changes },
    'server/limits/rates.test.ts: people change as much in a day',
    'changes of one account, each of which may leave a line of the history',
  ),
}

/** Hashes and raw passwords that wait, of all and of one account or address. */
const hashQueueLimits = {
  maxQueuedHashings,
  maxQueuedHashingsPerPrincipal,
  maxQueuedStretchings,
  maxQueuedStretchingsPerPrincipal,
}
/** Wrong ones of one visitor; and how many hashes, or raw passwords, wait. */
const guessCells = (name: keyof typeof allowances, constants = {}) => ({
  processor: limit(
    { [`allowances.${name}`]: allowances[name], ...constants, ...hashQueueLimits },
    'server/http/fairQueue.test.ts: of one principal only a few wait',
    'wrong attempts, most of all rates; hashes and raw passwords that wait, of all and of one account or address',
  ),
})
const rateCells = (name: keyof typeof allowances) => ({
  processor: limit(
    { [`allowances.${name}`]: allowances[name] },
    name === 'rosterChanges'
      ? 'server/sharing/rosters.test.ts: are changed at a bounded rate'
      : 'server/limits/rates.test.ts: a visitor makes as many calls',
    'calls of one visitor',
  ),
})
const restorationCells = {
  processor: limit(
    { 'allowances.restorations': allowances.restorations },
    'server/trash.test.ts: is restored as often in an hour',
    'calls of one account',
  ),
}
const emailCodeCells = {
  ...guessCells('verificationCode', {
    'allowances.verificationCodeOfAddress': allowances.verificationCodeOfAddress,
    'allowances.verificationCodeAtLink': allowances.verificationCodeAtLink,
  }),
  rows: limit(
    { maxEmailCodeTries, emailCodeLifetimeSeconds, 'allowances.gatesPassed': allowances.gatesPassed },
    'server/uploads/codes.test.ts: may be tried five times',
    'tries of one code, and its lifetime; gates that one visitor passes',
  ),
}
const codeMailCells = {
  ...rateCells('codeRequests'),
  requests: limit(
    { maxCodeRequests, maxCodeRequestsPerVisitor, maxWaitingMails },
    'server/uploads/codes.test.ts: leaves others a mail to the address',
    'mails to one address an hour, over all links; those that one visitor asks for; mails that wait',
  ),
}
const passwordHashingCells = {
  processor: limit(
    hashQueueLimits,
    'server/security/passwordHashing.test.ts: one account that has hashes made',
    'hashes and raw passwords that wait, of all and of one account or address',
  ),
}
const providerRequestCells = {
  requests: limit(
    { 'allowances.singleSignOn': allowances.singleSignOn },
    'server/singleSignOn.test.ts: is limited for a visitor who never arrives',
    'ways of one visitor, each with a few requests to the provider',
  ),
  time: limit(
    { ssoAttemptSeconds },
    'server/singleSignOn.test.ts: ends after ten minutes',
    'the way of a browser',
  ),
}
const sessionRowCells = {
  rows: limit(
    {
      ...{ maxSessionsPerUser, sessionLifetimeSeconds, loginTicketLifetimeSeconds },
      'allowances.signIns': allowances.signIns,
    },
    'server/auth.test.ts: of one person are so many',
    'sessions of one person; lifetime of a session and of a ticket, whose rows the sweep then removes; sign-ins that leave a line of the history',
  ),
}
const pageSizeCells = (constants: Record<string, number>, proof: string) => ({
  rows: limit(constants, proof, 'read at a time, or in one response'),
})
const streamedResponseCells = {
  processor: limit(
    { bytesPerPage },
    'server/longLists.test.ts: between two pages of a list everything else has a turn',
    'of the rows of one piece, as quotas count them; one piece is made at a time, of each principal in turn',
  ),
  memory: limit(
    { streamedResponseBytes, maxMemoryBudgetBytes },
    'server/http/readerLagMonitor.test.ts: every answer that goes out',
    'of one answer, however slowly it is taken; and of all that requests hold',
  ),
  time: limit(
    {
      ...{ smallBodyTimeoutMs, minReaderBytesPerSecond, maxReaderLagMs, maxLagMsWhenScarce },
      ...{ maxRepeatedLagMs, lagRememberedMs, maxRememberedVisitors },
    },
    'server/http/readerLagMonitor.test.ts: newcomers have the places of those who take nothing',
    'to the end of the body; that a reader may be behind; where others want the memory; where the same principal was that far behind before; so long, and of so many, that is remembered',
  ),
}
const accountRowCells = (constants: Record<string, number>, proof: string, about: string) => ({
  rows: limit(constants, `server/limits/accountRows.test.ts: ${proof}`, about),
})
const reminderCells = {
  requests: limit(
    { maxRemindersADay },
    'server/notices/reminders.test.ts: at most ten times a day',
    'reminders to one person that what they have ends',
  ),
}
const keyPairRowCells = accountRowCells(
  { maxFormerKeyPairs },
  'are so many in 30 days, and no more',
  'former key pairs of one person, each kept for 30 days',
)

const uploadRateConstants = {
  'allowances.uploadsBegun': allowances.uploadsBegun,
  'allowances.uploadsOfAccount': allowances.uploadsOfAccount,
  uploadedKibibytesADay,
}
const uploadPartCells = {
  processor: limit(
    { maxSentMultiple, sentPartsSlack },
    'server/uploads/tinyParts.test.ts: an upload takes four times its parts',
    'times that each part of an upload may be sent, and parts beyond that; one part is admitted at a time, of each principal in turn',
  ),
}

const downloadCells: LimitCells = {
  ...everyRequestCells,
  members: limit(
    { maxFilesTogether },
    'server/limits/bodies.test.ts: no call takes more of a list',
    'files of one answer',
  ),
  ...streamedResponseCells,
  processor: noLimit('bytes are passed on as they lie in the store; downloads are not limited'),
  rows: limit(
    { maxVisitors, maxTrackedFiles },
    'server/audit/downloadAggregator.test.ts: have a line each up to a bound',
    'visitors with lines of their own in ten minutes, others have one a link; files that are remembered for them',
  ),
  time: limit(
    { idleSocketTimeoutMs },
    'server/limits/requests.test.ts: the figures are those of the server',
    'without a byte taken; who takes bytes steadily is waited for',
  ),
}

const pagesAndHealthCells: LimitCells = {
  ...everyRequestCells,
  processor: limit(
    { healthCacheMs },
    'server/limits/outgoing.test.ts: health is looked at once',
    'health is looked at once in that time, whoever asks',
  ),
  memory: noLimit('files are sent as they are read, and a logo is as small as it was taken'),
}

export const entryPointGroups = {
  everyRequest: {
    title: 'Every request',
    about:
      'Holds for all that comes in by HTTP: the address with its query, cookies and other headers. What follows comes on top.',
    cells: everyRequestCells,
  },
  strangers: {
    title: 'Small calls that anybody may make',
    about: 'JSON, or a short form with the same fields. Nothing of a body is read where a call has none.',
    cells: strangerCells,
    routes: {
      'POST /api/auth/prelogin': rateCells('prelogin'),
      'POST /api/auth/token': { ...guessCells('login'), ...sessionRowCells },
      'POST /api/auth/token/2fa': {
        ...guessCells('secondStep', { 'allowances.secondStepOfUser': allowances.secondStepOfUser }),
        ...sessionRowCells,
      },
      'POST /api/auth/logout': {},
      'GET /api/auth/sign-in': {},
      'GET /api/auth/oidc/start': providerRequestCells,
      'GET /api/auth/oidc/callback': { ...providerRequestCells, ...sessionRowCells },
      'GET /api/server': {},
      'GET /api/look': {},
      'GET /api/openapi.json': {},
      'GET /api/upload/:link_token/status': {
        processor: limit(
          { sumCacheMs },
          'server/sums.test.ts: what is left of a quota is added up once a second',
          'what is left of a quota is added up once in that time, whoever asks',
        ),
      },
      'GET /api/upload/:link_token/public-key': rateCells('recipientKeys'),
      'POST /api/upload/:link_token/verify-password': {
        ...guessCells('linkPassword', { 'allowances.passwordAtLink': allowances.passwordAtLink }),
        rows: limit(
          { 'allowances.gatesPassed': allowances.gatesPassed, gatePassSeconds },
          'server/limits/rates.test.ts: gates are passed',
          'gates that one visitor passes, and how long each row stays',
        ),
      },
      'POST /api/upload/:link_token/verify-code': emailCodeCells,
      'POST /api/upload/:link_token/request-code': codeMailCells,
      'GET /api/reminders/:token/off': {},
      'POST /api/reminders/:token/off': rateCells('reminderSwitches'),
      'POST /api/upload/:link_token/confirmation': {
        ...rateCells('confirmations'),
        requests: limit(
          { maxConfirmationMails, maxWaitingMails },
          'server/uploads/confirmations.test.ts: goes five times an hour',
          'mails to one address an hour, over all links; one per batch; mails that wait',
        ),
        time: limit(
          { sendWithinRequestMs },
          'server/mail/mailer.test.ts: waits no longer within a request',
          'until the mail server has taken the mail',
        ),
      },
      'POST /api/upload/:link_token/files': {
        rows: limit(
          { maxOpenUploads, networkLimitFactor, announcedLifetimeSeconds, uploadLifetimeSeconds },
          'server/uploads/parts.test.ts: may be open 640 times',
          'open uploads of one visitor at a link; times as many of a network of IPv6; lifetime without a part, and after the last',
        ),
        disk: limit(
          { reservedParts },
          'server/storageLimits.test.ts: keeps nothing free for an upload of which no part has come whole',
          'parts that are kept free for an upload that runs, never more than has come of it',
        ),
        processor: limit(
          uploadRateConstants,
          'server/rateLimits.test.ts: take 60 000 uploads an hour',
          'uploads of one visitor who is not signed in, of one account, and KiB a day of that visitor',
        ),
      },
      'GET /api/upload/:link_token/files/:upload_id': {},
      'DELETE /api/upload/:link_token/files/:upload_id': {},
      'POST /api/upload/:link_token/files/:upload_id/parts/:n/address': {
        disk: limit(
          { maxSentMultiple, sentBytesSlack },
          'server/uploads/parts.test.ts: is sent at most four times',
          'times that an upload may be sent, and bytes beyond that',
        ),
        ...uploadPartCells,
      },
      'GET /api/download/:link_token/status': {
        ...pageSizeCells(
          { rowsPerPage, maxFilesPerLink },
          'server/longLists.test.ts: links are read one after the other',
        ),
        ...streamedResponseCells,
      },
      'POST /api/download/:link_token/request-code': codeMailCells,
      'POST /api/download/:link_token/verify-code': emailCodeCells,
      'POST /api/download/:link_token/verify-password': {
        ...guessCells('downloadPassword', { 'allowances.passwordAtLink': allowances.passwordAtLink }),
        ...pageSizeCells(
          { rowsPerPage, maxFilesPerLink },
          'server/longLists.test.ts: links are read one after the other',
        ),
      },
    },
  },
  signedIn: {
    title: 'Calls of people who are signed in, and of their scripts',
    about: 'Unknown API tokens are limited by themselves.',
    cells: {
      ...signedInCells,
      processor: limit(
        { maxIssues, 'allowances.apiTokens': allowances.apiTokens },
        'server/apiTokens.test.ts: is not guessed for long',
        'mistakes that are looked for; unknown tokens of one visitor',
      ),
    },
    routes: {
      'GET /api/auth/users/me': {},
      'PUT /api/auth/users/me': guessCells('ownPassword'),
      'PUT /api/auth/users/me/language': {},
      'PUT /api/auth/users/me/reminders': {},
      'POST /api/auth/users/me/email/request-code': {
        requests: limit(
          { maxCodeRequests, maxCodeRequestsPerVisitor, maxWaitingMails },
          'server/uploads/codes.test.ts: at links leaves the confirmation of the own address alone',
          'mails to one address an hour, of all accounts; those that one account asks for; mails that wait',
        ),
      },
      'POST /api/auth/users/me/email/confirm': {
        rows: limit(
          { maxEmailCodeTries, emailCodeLifetimeSeconds },
          'server/limits/rates.test.ts: a code for the own address',
          'tries of one code, and its lifetime',
        ),
      },
      'POST /api/auth/change-password': { ...guessCells('ownPassword'), ...keyPairRowCells },
      'POST /api/auth/verify-password': guessCells('ownPassword'),
      'PUT /api/auth/key-password': guessCells('ownPassword'),
      'POST /api/auth/2fa/setup': guessCells('ownPassword'),
      'POST /api/auth/2fa/enable': guessCells('ownPassword'),
      'POST /api/auth/2fa/disable': guessCells('ownPassword'),
      'GET /api/auth/oidc/link': {},
      'POST /api/auth/oidc/link': { ...guessCells('ownPassword'), ...providerRequestCells },
      'POST /api/auth/oidc/unlink': guessCells('ownPassword'),
      'GET /api/auth/public-key': {},
      'PUT /api/auth/public-key': {},
      'GET /api/auth/users/me/encrypted-key': {},
      'PUT /api/auth/users/me/encrypted-key': {
        body: limit(
          { maxKeyRequestBytes },
          'server/limits/bodies.test.ts: no call takes a longer body',
          'with the statements of all folders that the key opens',
        ),
        ...largeBodyCells,
        members: limit(
          { maxMovedRosters },
          'server/sharing/people.test.ts: has one statement of a folder at most',
          'folders, with one statement each',
        ),
        processor: limit(
          { 'allowances.rosterChanges': allowances.rosterChanges },
          'server/sharing/people.test.ts: has its statements counted with all others',
          'statements of one visitor; others go on between two of them',
        ),
        ...keyPairRowCells,
      },
      'GET /api/auth/users/me/recovery-box': {},
      'PUT /api/auth/users/me/recovery-box': {},
      'POST /api/auth/users/me/recovery-box/delete': {},
      'GET /api/auth/passkeys': {},
      'POST /api/auth/passkeys': {
        ...guessCells('ownPassword'),
        rows: limit({ maxPasskeys }, 'server/passkeys.test.ts: is one of at most ten', 'of one person'),
        members: limit(
          { maxTransports },
          'server/passkeys.test.ts: is refused with',
          'transports of a passkey',
        ),
      },
      'POST /api/auth/passkeys/:id/wrap': {},
      'PUT /api/auth/passkeys/:id': guessCells('ownPassword'),
      'POST /api/auth/passkeys/:id/delete': guessCells('ownPassword'),
      'GET /api/auth/api-tokens': {},
      'POST /api/auth/api-tokens': {
        ...guessCells('ownPassword'),
        rows: limit({ maxApiTokens }, 'server/apiTokens.test.ts: is one of at most fifty', 'of one person'),
      },
      'DELETE /api/auth/api-tokens/:id': {},
      'GET /api/audit': {
        ...pageSizeCells(
          { auditPageSize, maxAuditPageSize },
          'server/audit/audit.test.ts: reads page after page',
        ),
        ...streamedResponseCells,
      },
      'GET /api/people': rateCells('personQueries'),
      'GET /api/contacts': {},
      'PUT /api/contacts': {
        disk: limit(
          { maxContactsBytes },
          'server/limits/bodies.test.ts: no call takes more of a list',
          'of one person',
        ),
      },
      'GET /api/folders': {
        ...pageSizeCells({ rowsPerPage }, 'server/limits/accountRows.test.ts: are listed whole and in order'),
        ...streamedResponseCells,
        processor: limit(
          { filesPerSum },
          'server/sums.test.ts: added up a bounded number of files at a time',
          'files that are added up at a time; others go on between',
        ),
      },
      'POST /api/folders': {
        ...accountRowCells(
          { maxFolders },
          'are so many and no more: whoever has them',
          'folders of an account',
        ),
        ...reminderCells,
        members: limit(
          { maxAllowedEmails, maxSenderFields },
          'server/limits/bodies.test.ts: no call takes more of a list',
          'addresses and questions of a folder',
        ),
        ...passwordHashingCells,
      },
      'GET /api/folders/:id': {},
      'PUT /api/folders/:id': {
        members: limit(
          { maxAllowedEmails, maxSenderFields },
          'server/limits/bodies.test.ts: no call takes more of a list',
          'addresses and questions of a folder',
        ),
        ...passwordHashingCells,
      },
      'DELETE /api/folders/:id': {
        processor: limit(
          { rowsPerRemoval },
          'server/deletions.test.ts: deleting a folder removes its rows a few at a time',
          'rows that are removed at a time, after the answer; others go on between',
        ),
      },
      'GET /api/deliveries': {
        processor: limit(
          { filesPerSum },
          'server/deliveries.test.ts: read a bounded number of files at a time',
          'files that are read at a time; others go on between',
        ),
        rows: limit(
          { maxDeliveries },
          'server/deliveries.test.ts: are so many and no more, however many came',
          'the newest deliveries',
        ),
      },
      'GET /api/folders/trash': {
        rows: limit(
          { maxFolders },
          'server/limits/accountRows.test.ts: count in the trash, too',
          'folders of an account, with those in the trash',
        ),
      },
      'POST /api/folders/:id/restore': restorationCells,
      'GET /api/folders/:id/roster': {
        ...pageSizeCells(
          { rosterRowsPerPiece, rowsPerPage },
          'server/longLists.test.ts: the people of a folder are read and sent',
        ),
        ...streamedResponseCells,
      },
      'POST /api/folders/:id/roster': {
        ...rateCells('rosterChanges'),
        body: limit({ maxRosterRequestBytes }, 'server/limits/bodies.test.ts: no call takes a longer body'),
        members: limit(
          { maxFolderMembers, maxStatementBytes },
          'server/sharing/refusals.test.ts: is refused, and nothing has changed',
          'people of a statement, and its length',
        ),
        ...largeBodyCells,
        requests: limit(
          { maxAddedMails, maxAddedMailsByUser, addedMailGapSeconds },
          'server/notices/memberNotices.test.ts: a person who is added to many folders',
          'mails to one person about being added, those by one user, within that time; about one folder there is one',
        ),
        rows: limit(
          { maxRosterStatements, maxKeyStatements, maxFolderMembers },
          'server/sharing/rosters.test.ts: are only taken out beyond that',
          'statements of a folder; more that take out a key or an owner; beyond them as many as there are people to take out',
        ),
      },
      'PUT /api/folders/:id/leaving': {},
      'DELETE /api/folders/:id/leaving': {},
      'PUT /api/folders/:id/mail': {},
      'GET /api/folders/:id/webhook': {},
      'PUT /api/folders/:id/webhook': { rows: noLimit('a folder has one, and folders are bounded') },
      'DELETE /api/folders/:id/webhook': {},
      'POST /api/folders/:id/webhook/secret': {},
      'POST /api/folders/:id/webhook/test': {
        requests: limit(
          { 'allowances.webhookTests': allowances.webhookTests, webhookTimeoutMs },
          'server/limits/rates.test.ts: a visitor makes as many calls',
          'posts of one visitor; and the wait for each',
        ),
      },
      'POST /api/folders/:id/copies': {
        members: limit(
          { maxFilesPerCopy },
          'server/limits/bodies.test.ts: a step of copying',
          'files of one step',
        ),
        disk: noLimit('copies count towards the quota before they are made, as uploads do'),
      },
      'POST /api/folders/:id/hidden-names': {
        members: limit(
          { maxNamesHidden },
          'server/uploads/hideNames.test.ts: takes 1000 files in a body of the usual size, and no more',
          'files of one step',
        ),
        disk: noLimit('placeholders are as long as a short name'),
      },
      'GET /api/folders/:id/files': {
        ...pageSizeCells(
          { rowsPerPage },
          'server/longLists.test.ts: files of a folder are read page by page',
        ),
        ...streamedResponseCells,
        rows: limit(
          { rowsPerPage, maxComparedContents },
          'server/longLists.test.ts: behind the contents that are compared',
          'read at a time; different contents that are compared in a list without hashes',
        ),
      },
      'GET /api/folders/:id/trash': {
        ...pageSizeCells(
          { rowsPerPage },
          'server/longLists.test.ts: files of a folder are read page by page',
        ),
        ...streamedResponseCells,
      },
      'GET /api/folders/:id/answers': pageSizeCells(
        { maxAnswersListed },
        'server/uploads/answers.test.ts: come in pages',
      ),
      'GET /api/folders/:id/uploads': pageSizeCells(
        { maxUnfinishedListed },
        'server/limits/rates.test.ts: a folder lists as many',
      ),
      'DELETE /api/folders/:id/uploads/:upload_id': {},
      'POST /api/folders/files/keys': {
        members: limit(
          { maxKeysPerRequest },
          'server/limits/bodies.test.ts: no call takes more of a list',
          'files of one call',
        ),
      },
      'POST /api/folders/files/delete': {
        members: filesOfDeletionCell,
        processor: limit(
          { rowsPerRemoval },
          'server/deletions.test.ts: deleting files removes their rows a few at a time',
          'files that are removed at a time; others go on between',
        ),
      },
      'POST /api/folders/files/retention': {
        members: filesOfDeletionCell,
        processor: limit(
          { rowsPerRemoval },
          'server/deletions.test.ts: keeping files longer changes their rows a few at a time',
          'files that are kept longer at a time; others go on between',
        ),
      },
      'POST /api/folders/files/restore': {
        ...restorationCells,
        members: filesOfDeletionCell,
        memory: limit(
          { rowsPerRemoval },
          'server/deletions.test.ts: restoring files changes their rows a few at a time',
          'files that are restored at a time; others go on between',
        ),
      },
      'POST /api/download/links': {
        body: limit({ maxLinkRequestBytes }, 'server/limits/bodies.test.ts: no call takes a longer body'),
        ...reminderCells,
        ...largeBodyCells,
        members: limit(
          { maxFilesPerLink },
          'server/http/json.test.ts: are refused before anything is made',
          'files of a link, and keys in the JSON within the body',
        ),
        ...accountRowCells(
          { maxDownloadLinks, maxLinkedFiles, maxLinkedPeople },
          'count by the files and people that they name, too',
          'links of one person, and files and named people in all of them; a hash of each token that was used stays',
        ),
        ...passwordHashingCells,
      },
      'GET /api/download/links/folder/:id': {
        ...pageSizeCells(
          { linksPerPage, namesPerPage },
          'server/longLists.test.ts: links are read one after the other',
        ),
        ...streamedResponseCells,
      },
      'GET /api/download/links': {
        ...pageSizeCells(
          { linksPerPage, maxNamedFilesOfLink },
          'server/sentLinks.test.ts: come in pages, folder by folder, each once',
        ),
        ...streamedResponseCells,
      },
      'GET /api/download/links/:id/details': {
        ...pageSizeCells({ namesPerPage }, 'server/longLists.test.ts: links are read one after the other'),
        ...streamedResponseCells,
      },
      'PUT /api/download/links/:id': {
        body: limit({ maxLinkRequestBytes }, 'server/limits/bodies.test.ts: no call takes a longer body'),
        ...largeBodyCells,
        ...accountRowCells(
          { maxLinkedPeople, maxPeopleByOthers, maxLinkedFiles, maxFilesByOthers },
          'name so many people and no more',
          'named people and files in all links of one person, when these grow; those beyond which nobody else adds any',
        ),
        ...passwordHashingCells,
      },
      'DELETE /api/download/links/:id': {},
      'GET /api/download/links/:id/sealed': {},
      'GET /api/space': {},
      'GET /api/rules': {},
      'PUT /api/rules': {},
      'PUT /api/look': {},
      'DELETE /api/look': {},
      'PUT /api/look/logo': {
        body: limit({ maxLogoBytes }, 'server/limits/bodies.test.ts: no call takes a longer body'),
        memory: limit(
          { maxLogoPixels },
          'server/branding/logo.test.ts: is refused where it unpacks to more',
          'pixels each way; nothing beyond what the header says is unpacked',
        ),
      },
      'DELETE /api/look/logo': {},
    },
  },
  uploads: {
    title: 'Bytes of uploads',
    about:
      'A multipart form with files, and parts of large files. Quotas and the free disk are what the operator has set ([quotas](operations/quotas.md)).',
    cells: {
      ...everyRequestCells,
      body: limit(
        { maxBatchRequestBytes },
        'server/uploads/uploadFiles.test.ts: works under the limits of a form',
        'a form, beside one file of the largest size, which is a setting: MAX_FILE_BYTES',
      ),
      members: limit(
        { maxFilesPerRequest, maxHeadBytes, maxFieldBytes, maxPathLevels },
        'server/uploads/uploadFiles.test.ts: works under the limits of a form',
        'files of a form; bytes of the head of a part, and of a field; folders of a path',
      ),
      processor: limit(
        uploadRateConstants,
        'server/rateLimits.test.ts: take 60 000 uploads an hour',
        'uploads of one visitor who is not signed in, of one account, and KiB a day of that visitor',
      ),
      memory: limit(
        { maxMemoryBudgetBytes, maxAllFieldsBytes, maxGateFieldBytes },
        'server/uploads/memory.test.ts: an upload is taken while others hold 64',
        'of all requests together at most; all fields of a form; a field before the gates are open',
      ),
      disk: noLimit(
        'the quotas of folder and account, and the bytes that stay free, are settings: LINK_QUOTA_BYTES (1 TiB unless set), USER_QUOTA_BYTES (none unless set), MIN_FREE_BYTES (1 GiB unless set)',
      ),
      rows: limit(
        { batchResultLifetimeSeconds },
        'server/housekeeping.test.ts: forgets results of batches',
        'lifetime of a result. Each file counts 2 KiB towards the quota, and its name and path five times, for the rows that come with it',
      ),
      time: limit(
        { stallMs, minSenderBytesPerSecond, minChunkBytes, maxSmallChunks },
        'server/http/multipart.test.ts: who sends nothing any more',
        'without a byte; bytes a second over that time; the smallest chunks on the average, and chunks that may be smaller',
      ),
    },
    routes: {
      'POST /api/upload/:link_token': {
        disk: limit(
          { maxPartDrops },
          'server/uploads/directUploads.test.ts: ends an upload of which parts arrived altered too often',
          'times that altered parts of an upload are dropped, and all others copied within the store',
        ),
        rows: limit(
          { maxRefusedFiles, maxRefusedRanges, maxRefusedFormsPerVisitor, maxRefusedFormsPerFolder },
          'server/notices/refusedForms.test.ts: forms of which every file is refused',
          'refused files of a batch that are told apart, and ranges of them; forms of which every file is refused that leave a row, of one visitor in a folder and of all, in an hour',
        ),
      },
      'PUT /api/upload/:link_token/files/:upload_id/parts/:n': {
        body: limit(
          { maxPartChunks },
          'server/uploads/parts.test.ts: refuses a part that does not say its length',
          'sealed chunks of 256 KiB; exactly as many bytes as the plan says',
        ),
        members: limit(
          { maxParts },
          'server/uploads/parts.test.ts: has at most 10 000 parts',
          'parts of a file',
        ),
        memory: limit(
          { bodyReadingBytes, maxPartMemory },
          'server/http/memoryBudget.test.ts: has room for a few parts',
        ),
        disk: limit(
          { maxSentMultiple, sentBytesSlack },
          'server/uploads/parts.test.ts: is sent at most four times',
          'times that an upload may be sent, and bytes beyond that, within the quota',
        ),
        ...uploadPartCells,
        rows: noLimit('a part writes into the row of its upload'),
      },
    },
  },
  downloads: {
    title: 'Bytes of downloads',
    about: 'Sealed files, one by one or one after the other.',
    cells: downloadCells,
    routes: {
      'GET /api/folders/download/:id': {},
      'GET /api/folders/files/content': {},
      'GET /api/download/:link_token/file/:id': {},
      'GET /api/download/:link_token/files': {},
    },
  },
  diagnosis: {
    title: 'The self-test',
    about: 'For the operator alone, or who has the secret of the moment.',
    cells: {
      ...everyRequestCells,
      body: limit({ maxProbeBytes }, 'server/diagnosis.test.ts: take as much as the largest request has'),
      members: limit(
        { maxProbePieces, maxProbePieceBytes },
        'server/diagnosis.test.ts: answer in pieces and in ranges',
        'pieces of an answer, and bytes of each',
      ),
      processor: limit({ maxSlowCalls }, 'server/diagnosis.test.ts: are so many at once', 'calls at a time'),
      memory: noLimit('bytes are counted, not held'),
      time: limit({ maxSlowCallMs }, 'server/diagnosis.test.ts: are cut where they take longer'),
      connections: limit({ maxSlowCalls }, 'server/diagnosis.test.ts: are so many at once'),
    },
    routes: {
      'GET /api/diagnosis/request': {},
      'POST /api/diagnosis/body': {},
      'GET /api/diagnosis/answer': {},
      'GET /api/diagnosis/range': {
        memory: limit({ probeRangeBytes }, 'server/diagnosis.test.ts: answer in pieces and in ranges'),
      },
      'GET /api/diagnosis/server': {
        requests: noLimit('database, store and mail server are asked once; calls at a time are limited'),
      },
    },
  },
  pages: {
    title: 'Pages, logo and health',
    about:
      'Files of the build, and what watches the server. `/*` is every file of the build, and the page for every other address.',
    cells: pagesAndHealthCells,
    routes: {
      'GET /*': {},
      'POST /share-target': {},
      'GET /look/:name': {},
      'GET /healthz': {},
      'GET /readyz': {},
    },
  },
  metrics: {
    title: 'Figures for Prometheus',
    about: 'A port of its own, for whoever watches the server.',
    cells: {
      ...everyRequestCells,
      body: limit(
        { maxHeaderBytes },
        'server/limits/outgoing.test.ts: who asks for figures',
        'a body is not read',
      ),
      time: limit(
        { headersTimeoutMs, idleSocketTimeoutMs, queryTimeoutMs },
        'server/limits/outgoing.test.ts: who asks for figures',
        'to the end of the head; without a byte; for figures of the database',
      ),
      processor: limit(
        { minCacheMs },
        'server/metrics.test.ts: is asked once for all',
        'between two questions to the database',
      ),
      memory: noLimit('the number of series does not grow with requests'),
      connections: noLimit('the port is for the operator’s own programs'),
    },
  },
  webhooks: {
    title: 'Answers to webhooks',
    about: 'Of any server that an owner of a folder names.',
    cells: {
      body: limit(
        { maxWebhookHeaderBytes },
        'server/limits/outgoing.test.ts: a webhook that answers',
        'the head; nothing of a body is read',
      ),
      nesting: noLimit('nothing but the status is read'),
      members: noLimit('nothing but the status is read'),
      processor: noLimit('nothing but the status is read'),
      memory: limit(
        { maxWebhookHeaderBytes, maxWebhooksAtOnce },
        'server/limits/outgoing.test.ts: so many webhooks',
      ),
      disk: noDisk,
      rows: noLimit('the outcome is written over the one before'),
      time: limit(
        { webhookTimeoutMs, lookupTimeoutMs, noticeGiveUpSeconds },
        'server/notices/webhooks.test.ts: waits for no answer longer',
        'one try; one question to a name server; all tries',
      ),
      connections: limit({ maxWebhooksAtOnce }, 'server/limits/outgoing.test.ts: so many webhooks'),
      requests: limit(
        { maxWebhooksPerOwner },
        'server/notices/fairDelivery.test.ts: webhooks of one owner that never answer',
        'of one owner at a time; redirects are not followed; each folder has one try at a time, with longer and longer pauses',
      ),
    },
  },
  smtp: {
    title: 'Replies of the SMTP server',
    about: 'That the operator has set.',
    cells: {
      body: limit(
        { maxSmtpReplyBytes },
        'server/mail/mailer.test.ts: is not listened to where a reply has no end',
        'one reply with all its lines',
      ),
      nesting: noLimit('replies have no nesting'),
      members: limit(
        { maxSmtpReplyBytes },
        'server/mail/mailer.test.ts: is not listened to where a reply has no end',
        'lines count by their bytes',
      ),
      processor: noLimit('a reply is read once'),
      memory: limit(
        { maxWaitingMails, maxNoticesPerMail },
        'server/mail/mailer.test.ts: no more mails wait',
        'mails that wait; happenings that one mail tells of',
      ),
      disk: noDisk,
      rows: limit(
        { maxNoticesPerMail, noticeGiveUpSeconds },
        'server/notices/batches.test.ts: more happenings than fit',
        'taken up at a time; a notice that cannot be mailed goes after',
      ),
      time: libraryLimit(
        { smtpConnectTimeoutMs, smtpIdleTimeoutMs },
        'Nodemailer',
        'to connect and to greet; without a byte',
      ),
      connections: limit({ maxSmtpConnections }, 'server/limits/outgoing.test.ts: mails go over'),
      requests: noLimit(
        'notices are tried again with longer and longer pauses, and mails with codes are not kept',
      ),
    },
  },
  provider: {
    title: 'Answers of the sign-in provider',
    about: 'What it says of itself, its keys and its tokens.',
    cells: {
      body: limit(
        { maxProviderResponseBytes },
        'server/singleSignOnAnswers.test.ts: is not read, and lets nobody in',
      ),
      nesting: limit({ maxJsonDepth }, 'server/singleSignOnAnswers.test.ts: is not read, and lets nobody in'),
      members: limit({ maxJsonValues }, 'server/singleSignOnAnswers.test.ts: sends nobody there'),
      processor: limit(
        { 'allowances.singleSignOn': allowances.singleSignOn },
        'server/singleSignOn.test.ts: is limited for a visitor',
        'ways of one visitor, each with one signature',
      ),
      memory: limit(
        { maxProviderResponseBytes },
        'server/singleSignOnAnswers.test.ts: is not read, and lets nobody in',
      ),
      disk: noDisk,
      rows: limit(
        { maxSubLength },
        'server/singleSignOnAnswers.test.ts: a person of endless length',
        'characters of a person’s name there; nobody is made',
      ),
      time: libraryLimit({ providerTimeoutSeconds }, 'openid-client', 'each answer'),
      connections: noLimit('one for each way at most, and ways are limited'),
      requests: noLimit('discovery, keys and a token for each way at most, and ways are limited'),
    },
  },
  store: {
    title: 'Answers of the object store',
    about: 'Objects, listings and errors of the bucket that the operator has set.',
    cells: {
      body: limit(
        { maxStoreResponseBytes, maxOwnerBytes },
        'server/blobs/storeAnswers.test.ts: reads %s no further',
        'of listings and errors; of the mark of the owner. Objects are read as long as they were asked for',
      ),
      nesting: limit(
        { maxStoreResponseBytes },
        'server/blobs/storeAnswers.test.ts: outlives an answer of nothing but',
        'XML by its bytes',
      ),
      members: limit(
        { maxStoreResponseBytes },
        'server/blobs/storeAnswers.test.ts: takes a listing of as many objects',
        'a page of a listing by its bytes, and one page is held',
      ),
      processor: noLimit('bytes of objects are passed on'),
      memory: limit({ maxStoreResponseBytes }, 'server/blobs/storeAnswers.test.ts: reads %s no further'),
      disk: noDisk,
      rows: noLimit('hashes of what was sent, as many as parts'),
      time: libraryLimit(
        { storeConnectTimeoutMs, storeIdleTimeoutMs },
        'the AWS SDK',
        'to connect; without a byte',
      ),
      connections: noLimit(
        'one for each upload and download under way, of which there are as many as connections to this server',
      ),
      requests: limit(
        { maxReconnects },
        'server/blobs/s3BlobStore.test.ts: goes on reading where a connection broke',
        'times that a read which breaks is begun again without a byte in between',
      ),
    },
  },
  ownAddress: {
    title: 'Answers to the self-test of the command line',
    about: 'Of whoever answers at the address of the server (`sealpost-admin doctor`).',
    cells: {
      body: limit({ maxProbeResponseBytes }, 'server/doctorAnswers.test.ts: an answer of %i bytes'),
      nesting: noLimit('few fields are read of an answer within its bytes'),
      members: noLimit('few fields are read of an answer within its bytes'),
      processor: noLimit('an answer within its bytes is read once'),
      memory: limit({ maxProbeResponseBytes }, 'server/doctorAnswers.test.ts: an answer of %i bytes'),
      disk: noDisk,
      rows: noRows,
      time: limit(
        { probeIdleTimeoutMs, probeTimeoutMs },
        'server/doctorAnswers.test.ts: an answer that %s is waited for',
        'without a byte; the whole answer',
      ),
      connections: noLimit('one for each of the few requests'),
      requests: noLimit('a fixed number'),
    },
  },
  database: {
    title: 'Rows of the database',
    about: 'Lists are read page by page; what a call reads whole has a bound of its own above.',
    cells: {
      body: noLimit('texts are as long as they were taken'),
      nesting: noLimit('JSON in columns is the server’s own'),
      members: noLimit('JSON in columns is the server’s own'),
      processor: noLimit('a statement is bounded by its time'),
      memory: limit(
        { rowsPerPage, maxNoticesPerMail },
        'server/longLists.test.ts: files of a folder are read page by page',
        'rows of a list, and notices, that are held',
      ),
      disk: noLimit('what is stored has a quota, see uploads'),
      rows: limit({ rowsPerPage }, 'server/longLists.test.ts: files of a folder are read page by page'),
      time: libraryLimit(
        { connectTimeoutMs, statementTimeoutMs, responseTimeoutMs },
        'node-postgres',
        'of PostgreSQL: for a connection, of a statement, for its answer',
      ),
      connections: libraryLimit({ maxConnections }, 'node-postgres', 'of one server to PostgreSQL'),
      requests: noRequests,
    },
  },
  operatorsFiles: {
    title: 'Files of the operator',
    about:
      'The environment file, certificates, backups and what else the server’s commands read from this machine.',
    cells: {
      body: noLimit('who writes them owns the server'),
      nesting: noLimit('who writes them owns the server'),
      members: noLimit('who writes them owns the server'),
      processor: noLimit('read once, at the start or by a command'),
      memory: noLimit('who writes them owns the server'),
      disk: noDisk,
      rows: noRows,
      time: noLimit('read once, at the start or by a command'),
      connections: noLimit('there are none'),
      requests: noRequests,
    },
  },
  commandLineAnswers: {
    title: 'What the command line receives from a server',
    about: 'Which may be hostile: JSON, lists, sealed bytes and cookies.',
    cells: {
      body: limit(
        { maxResponseBytes, maxListBytes, maxListedObjectLength, maxRefusalBytes },
        'cli/commands/sendHostile.test.ts: that has no end is believed',
        'JSON; a list of files; characters of one object of a list; a refusal in place of a file. Of a file no more than was announced is read',
      ),
      nesting: limit({ maxJsonDepth }, 'cli/commands/sendHostile.test.ts: that is %s is believed'),
      members: limit(
        { maxResponseValues, maxCookies },
        'cli/commands/sendHostile.test.ts: that is %s is believed',
        'values of JSON; cookies',
      ),
      processor: limit({ maxResponseValues }, 'cli/commands/sendHostile.test.ts: that is %s is believed'),
      memory: limit(
        { maxResponseBytes, maxResponseValues },
        'core/util/jsonArray.test.ts: ends with %s',
        'of lists one object at a time, and what is remembered of each file',
      ),
      disk: noLimit('files are as long as the server announced before; who fetches sees that'),
      rows: noLimit('there is no database'),
      time: limit(
        { stallTimeoutMs, postTimeoutMs, maxResponseMs, listTimeoutMs },
        'cli/nodeBodies.test.ts: has no answer when no byte has moved',
        'without a byte; for a confirmation; an answer; a list',
      ),
      connections: noLimit('as many as files are fetched or sent at once'),
      requests: noLimit('redirects are not followed'),
    },
  },
  servedPages: {
    title: 'Pages that the command line compares',
    about: 'What a server, which may be hostile, sends to `verify-server`, and the list of a build.',
    cells: {
      body: limit(
        { maxServedBytes, maxIntegrityListBytes },
        'cli/commands/verifyServer/verifyServer.test.ts: in the form %s is read to a limit',
        'a response, as sent and decompressed; the list',
      ),
      nesting: noLimit(
        'of the server no JSON but the manifest and the claimed version are parsed, whose lengths have limits',
      ),
      members: limit(
        { maxListedFiles },
        'cli/commands/verifyServer/verifyServer.test.ts: that is none, or has no end, is refused',
        'files of a list; no more is asked for than it names',
      ),
      processor: limit(
        { maxServedBytes },
        'cli/commands/verifyServer/verifyServer.test.ts: in the form %s is read to a limit',
      ),
      memory: limit(
        { maxServedBytes, maxWebManifestLength },
        'core/integrity/webManifest.test.ts: that is longer than any of ours is not parsed',
        'four at a time, with a window of zstd as long; characters of a manifest that is parsed. A claimed version is parsed as the list is',
      ),
      disk: noLimit('nothing is written'),
      rows: noLimit('there is no database'),
      time: limit(
        { maxServedMs, maxVerifyMs },
        'cli/commands/verifyServer/verifyServer.test.ts: and never comes to one ends the command',
        'a response, whole; the comparison',
      ),
      connections: noLimit('four files are fetched at a time'),
      requests: limit(
        { maxUnansweredFiles },
        'cli/commands/verifyServer/verifyServer.test.ts: is not asked for the rest once it has stopped',
        'successive files without an answer; each request is repeated once, redirects are not followed',
      ),
    },
  },
  commandLineFiles: {
    title: 'Files that the command line reads',
    about: 'Secrets, links and receipts that it is told to read, and what it remembers itself.',
    cells: {
      body: limit(
        { maxSecretBytes, maxReceiptBytes },
        'cli/secrets.test.ts: a file of %i bytes is refused',
        'a secret, link or key; a receipt. What it has written itself, for its user alone, has no bound',
      ),
      nesting: noLimit(
        'what is JSON was written by the command for its user alone; one that is damaged is refused or begun anew',
      ),
      members: noLimit('as many as files were sent or pulled'),
      processor: noLimit('each is read once'),
      memory: limit(
        { maxSecretBytes, maxReceiptBytes },
        'cli/secrets.test.ts: a file of %i bytes is refused',
      ),
      disk: noLimit('journals of batches go after seven days'),
      rows: noLimit('there is no database'),
      time: noLimit('files of this machine'),
      connections: noLimit('there are none'),
      requests: noRequests,
    },
  },
} satisfies Record<string, EntryPointGroup>
