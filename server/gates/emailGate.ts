import type { FastifyRequest } from 'fastify'
import { detail } from '../../contract/errors.ts'
import { acceptedTags, bestLanguage } from '../../contract/languages.ts'
import { callerActor } from '../audit/audit.ts'
import type { RefusedAttempt } from '../audit/failureAggregator.ts'
import type { Context } from '../context.ts'
import { badRequest, tooManyRequests } from '../http/errors.ts'
import type { CodeMailContent } from '../mail/codeMails.ts'
import type { Mail } from '../mail/mail.ts'
import { loadMailTexts } from '../mail/mailTexts.ts'
import { addressOrNetwork } from '../http/ipAddresses.ts'
import { normalizeEmail } from '../security/emailCodes.ts'
import { emailCodeLifetimeSeconds } from '../util/lifetimes.ts'
import { principalOf } from '../http/principals.ts'
import { type CodeScope, issueGateCode, redeemGateCode } from './gateCodes.ts'

/** Gate of a link that asks for an e-mail address and a code sent to it. */
export interface EmailGate extends CodeScope {
  /** Token of the link that the visitor uses: guesses are counted for it. */
  linkToken: string
  /** Address for mails, for the one that was typed; undefined if it may not pass. */
  mailboxOf: (typed: string) => string | undefined | Promise<string | undefined>
  composeMail: (content: CodeMailContent) => Mail | Promise<Mail>
  /** Audit event of a wrong code. */
  failure: RefusedAttempt
}

/** Mails a code, to an address that may pass; any other is treated alike. @throws HttpError 404 or 429 */
export async function sendGateCode(
  context: Context,
  request: FastifyRequest,
  gate: EmailGate,
  { email, language }: { email: string; language: string | undefined },
): Promise<void> {
  await context.limits.codeRequests.consume(request)
  const issued = await issueGateCode(context, gate, normalizeEmail(email), {
    visitor: addressOrNetwork(request.ip),
    principal: principalOf(request),
  })
  if ('retryAfter' in issued) {
    await context.limits.codeRequests.forgive(request)
    throw tooManyRequests(issued.retryAfter * 1000)
  }
  const mailbox = await gate.mailboxOf(email)
  // Composed for any address, so that the response does not reveal whether a mail is sent.
  const mail = await gate.composeMail({
    to: mailbox ?? email,
    code: issued.code,
    minutes: emailCodeLifetimeSeconds / 60,
    origin: context.publicOrigin,
    look: await context.branding.forMails(),
    texts: await loadMailTexts(language ?? bestLanguage(acceptedTags(request.headers['accept-language']))),
  })
  if (mailbox !== undefined) context.mailer.sendInBackground(mail, request.log)
}

/** Checks and uses up a code. Returns the address in its normal form. @throws HttpError 400 or 429 */
export async function requireGateCode(
  context: Context,
  request: FastifyRequest,
  gate: EmailGate,
  email: string,
  code: string,
): Promise<string> {
  const address = normalizeEmail(email)
  const limitKey = `${gate.linkToken} ${address}`
  await context.limits.verificationCode.consume(request, limitKey)
  // The list comes last, so that an address that is not on it takes the same steps.
  if (
    !(await redeemGateCode(context, gate, address, code)) ||
    (await gate.mailboxOf(address)) === undefined
  ) {
    context.auditBuffer.addFailure(callerActor(request), gate.failure)
    throw badRequest(detail.badCode)
  }
  await context.limits.verificationCode.forgive(request, limitKey)
  return address
}

/** Counts a gate as passed, then calls `prove`; uncounts it if that throws. @throws HttpError 429; what `prove` throws */
export async function withGateLimit<T>(
  { limits }: Context,
  request: FastifyRequest,
  prove: () => Promise<T>,
): Promise<T> {
  await limits.gatesPassed.consume(request)
  try {
    return await prove()
  } catch (error) {
    await limits.gatesPassed.forgive(request)
    throw error
  }
}
