import { type GateSecretDep, confirmationPseudonym, countMailToAddress } from '../security/emailCodes.ts'
import type { FastifyRequest } from 'fastify'
import { assertDefined } from '../../contract/assertDefined.ts'
import { domainOf } from '../../contract/emailAddress.ts'
import { errorDetails } from '../../contract/errors.ts'
import { acceptedTags, bestLanguage } from '../../contract/languages.ts'
import { batchResultLifetimeSeconds } from '../../contract/limits.ts'
import { isoBefore, type ClockDep } from '../util/isoTime.ts'
import { sumOfBatch } from '../db/folders/folderSums.ts'
import { ownerNameOf } from '../db/folders/owners.ts'
import type { FolderRow } from '../db/schema.ts'
import { transact } from '../db/transact.ts'
import { notFound, tooManyRequests, unavailable } from '../http/errors.ts'
import { confirmationMail } from '../mail/confirmationMail.ts'
import { mailErrorFields, type MailerDep } from '../mail/mailer.ts'
import { loadMailTexts } from '../mail/mailTexts.ts'
import { noticeLeaseSeconds } from '../notices/noticeTimes.ts'
import { addressOrNetwork } from '../http/ipAddresses.ts'
import { maxConfirmationMails } from '../util/lifetimes.ts'
import { tokenHash } from '../util/tokens.ts'
import { allowedMailbox } from './gateRules.ts'
import type { BrandingDep } from '../branding/branding.ts'
import type { CountersDep, DbDep } from '../db/database.ts'
import type { RouteSettings } from '../config/config.ts'

type ConfirmationDeps = BrandingDep &
  GateSecretDep &
  CountersDep &
  DbDep &
  MailerDep &
  ClockDep &
  Pick<RouteSettings, 'publicOrigin'>

/**
 * Mails a confirmation of a batch to the verified address: once, but again on request after a mail that timed out, which
 * may have arrived. It is sent within the request, so that the sender learns whether it was; nothing retries it later. An
 * attempt counts for the limit of the address also if it fails.
 * @param email verified address of the sender, whose files are counted
 * @throws HttpError 404, 429 or 503
 */
export async function sendConfirmation(
  deps: ConfirmationDeps,
  request: FastifyRequest,
  folder: FolderRow,
  { email, batchId, language }: { email: string; batchId: string; language: string | undefined },
): Promise<void> {
  const { counters, db, mailer, now } = deps
  const sentKey = `confirmation ${tokenHash(`${folder.id} ${batchId} ${email}`)}`
  const sendingKey = `${sentKey} sending`
  const lease = await counters.add(sendingKey, 1, noticeLeaseSeconds)
  if (lease.points > 1) throw tooManyRequests(lease.msLeft)
  try {
    if (await counters.get(sentKey)) return
    const batch = await sumOfBatch(db, folder.id, { batchId, email })
    const since = isoBefore(now(), batchResultLifetimeSeconds)
    if (batch === undefined || batch.lastAt < since) throw notFound(errorDetails.uploadUnknown)
    const mail = confirmationMail({
      ...batch,
      to: assertDefined(allowedMailbox(folder, email)),
      title: folder.title,
      ownerName: await ownerNameOf(db, folder.id),
      origin: deps.publicOrigin,
      look: await deps.branding.forMails(),
      texts: await loadMailTexts(language ?? bestLanguage(acceptedTags(request.headers['accept-language']))),
    })
    const pseudonym = confirmationPseudonym(deps, email)
    const visitor = addressOrNetwork(request.ip)
    const limits = { max: maxConfirmationMails, maxBy: maxConfirmationMails }
    const retryAfter = await transact(db, (trx) => countMailToAddress(trx, deps, pseudonym, visitor, limits))
    if (retryAfter !== undefined) throw tooManyRequests(retryAfter * 1000)
    await mailer.sendWithin(mail).catch((error: unknown) => {
      request.log.error({ domain: domainOf(email), ...mailErrorFields(error) }, 'a mail could not be sent')
      throw unavailable(errorDetails.confirmationFailed)
    })
    // As long as the batch can be confirmed.
    await counters.add(sentKey, 1, batchResultLifetimeSeconds)
  } finally {
    await counters.delete(sendingKey)
  }
}
