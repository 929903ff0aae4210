import type { FastifyRequest } from 'fastify'
import { errorDetails } from '../../contract/errors.ts'
import { acceptedTags, bestLanguage } from '../../contract/languages.ts'
import { callerActor } from '../audit/audit.ts'
import type { RefusedAttempt } from '../audit/failureAggregator.ts'
import { badRequest, tooManyRequests } from '../http/errors.ts'
import type { CodeMailContent } from '../mail/codeMails.ts'
import type { Mail } from '../mail/mail.ts'
import { loadMailTexts } from '../mail/mailTexts.ts'
import { addressOrNetwork } from '../http/ipAddresses.ts'
import { normalizeEmail, type GateSecretDep } from '../security/emailCodes.ts'
import { emailCodeLifetimeSeconds } from '../util/lifetimes.ts'
import { principalOf } from '../http/principals.ts'
import { type CodeScope, issueGateCode, redeemGateCode } from './gateCodes.ts'
import type { AuditBufferDep } from '../audit/auditBuffer.ts'
import type { BrandingDep } from '../branding/branding.ts'
import type { DbDep } from '../db/database.ts'
import type { RateLimitsDep } from '../security/rateLimits.ts'
import type { MailerDep } from '../mail/mailer.ts'
import type { ClockDep } from '../util/isoTime.ts'
import type { RouteSettings } from '../config/config.ts'

export type EmailGateDeps = AuditBufferDep &
  BrandingDep &
  DbDep &
  GateSecretDep &
  RateLimitsDep &
  MailerDep &
  ClockDep &
  Pick<RouteSettings, 'publicOrigin'>

/** Gate of a link that asks for an e-mail address and a code sent to it. */
export interface EmailGate extends CodeScope {
  /** Token of the link that the visitor uses: guesses are counted for it. */
  linkToken: string
  /** Address to which the code for a typed address is sent; undefined if it may not pass. */
  mailboxOf: (typed: string) => string | undefined | Promise<string | undefined>
  composeMail: (content: CodeMailContent) => Mail | Promise<Mail>
  /** Audit event of a wrong code. */
  failure: RefusedAttempt
}

/**
 * Mails a code to an address that may pass. For any other address it does the same without a mail.
 * @throws HttpError 404 or 429
 */
export async function sendGateCode(
  deps: EmailGateDeps,
  request: FastifyRequest,
  gate: EmailGate,
  { email, language }: { email: string; language: string | undefined },
): Promise<void> {
  await deps.limits.codeRequests.consume(request)
  const issued = await issueGateCode(deps, gate, normalizeEmail(email), {
    visitor: addressOrNetwork(request.ip),
    principal: principalOf(request),
  })
  if ('retryAfter' in issued) {
    await deps.limits.codeRequests.forgive(request)
    throw tooManyRequests(issued.retryAfter * 1000)
  }
  const mailbox = await gate.mailboxOf(email)
  // Composed for any address, so that the response does not reveal whether a mail is sent.
  const mail = await gate.composeMail({
    to: mailbox ?? email,
    code: issued.code,
    minutes: emailCodeLifetimeSeconds / 60,
    origin: deps.publicOrigin,
    look: await deps.branding.forMails(),
    texts: await loadMailTexts(language ?? bestLanguage(acceptedTags(request.headers['accept-language']))),
  })
  if (mailbox !== undefined) deps.mailer.sendInBackground(mail, request.log)
}

/** Checks and uses up a code. @returns the address in its normal form @throws HttpError 400 or 429 */
export async function requireGateCode(
  deps: EmailGateDeps,
  request: FastifyRequest,
  gate: EmailGate,
  email: string,
  code: string,
): Promise<string> {
  const address = normalizeEmail(email)
  const limitKey = `${gate.linkToken} ${address}`
  await deps.limits.verificationCode.consume(request, limitKey)
  // The list comes last, so that an address that is not on it takes the same steps.
  if (!(await redeemGateCode(deps, gate, address, code)) || (await gate.mailboxOf(address)) === undefined) {
    deps.auditBuffer.addFailure(callerActor(request), gate.failure)
    throw badRequest(errorDetails.badCode)
  }
  await deps.limits.verificationCode.forgive(request, limitKey)
  return address
}

/** Counts a gate as passed, and calls `prove`. If that throws, the gate is not counted. @throws HttpError 429 */
export async function withGateLimit<T>(
  { limits }: EmailGateDeps,
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
