import type { FastifyRequest } from 'fastify'
import { KiB } from '../../contract/limits.ts'
import type { Counters } from '../db/counters.ts'
import { HttpError, isTooManyRequests, tooManyRequests } from '../http/errors.ts'
import { visitorAddress, visitorNetwork, networkLimitFactor } from '../http/ipAddresses.ts'
import { accountPrincipal } from '../http/principals.ts'
import { tokenHash } from '../util/tokens.ts'

/**
 * [Note: Rate limits]
 *
 * A visitor is an address: IPv4, or the first 64 bits of IPv6; all visitors of one IPv6 network (/48) together have ten
 * times the limits of one. Nothing is ever locked permanently, and no failures of a visitor keep others from the same
 * account; only guesses of a link's password, or of a code, are also counted across all visitors. Once the limit of a
 * link's password, or of its codes for all addresses, is reached, each visitor still has one attempt per minute, within
 * a second limit; as codes are short, their limit for one address is strict. A request refused by one limit does not
 * count for the others. `consume` throws HttpError 429 with the seconds to wait. docs/operations/rate-limits.md has the
 * table for operators.
 *
 * How a route uses them:
 *
 *     // Counted before the work, so that concurrent attempts are all counted.
 *     const right = await limits.linkPassword.attempt(request, linkToken, () => isRight(password))
 *     if (!right) throw unauthorized(…)
 *     await limits.linkPassword.forgive(request, linkToken)   // it was right: as if there had been no attempt
 */
export type RateLimits = ReturnType<typeof createRateLimits>

export interface RateLimitsDep {
  limits: RateLimits
}

export interface CallLimit {
  /**
   * Counts a call `times` times. It is allowed if a single one would be: a large operation may exceed the limit once, and
   * later ones have to wait until the count expires.
   */
  consume(request: FastifyRequest, times?: number): Promise<void>
  /** Takes back a call that was refused for another reason. */
  forgive(request: FastifyRequest): Promise<void>
}

/** Limit of guesses of a secret. Refused attempts are not counted, so insisting does not make it worse. */
interface AttemptLimit {
  consume(request: FastifyRequest, object: string): Promise<void>
  /** Same as `consume`, and then runs the work; an attempt refused with 503 for an overload does not count. */
  attempt<T>(request: FastifyRequest, object: string, work: () => Promise<T>): Promise<T>
  forgive(request: FastifyRequest, object: string): Promise<void>
}

/**
 * Limit of uploads. For visitors, by the number of uploads and by bytes, announced or beyond that. For signed-in users,
 * by the number per account: their bytes are limited by quotas, but audit events are kept when files are deleted.
 */
interface UploadLimit {
  /** Counts an upload in parts, or a form, with its announced bytes. */
  consume(request: FastifyRequest, bytes: number): Promise<void>
  forgive(request: FastifyRequest, bytes: number): Promise<void>
  /** Counts unannounced bytes, without refusing them. */
  charge(request: FastifyRequest, bytes: number): Promise<void>
}

/** Allows at most `points` within `seconds`. */
interface Allowance {
  points: number
  seconds: number
}

interface ObjectAllowance extends Allowance {
  /** Once the limit is reached, each visitor has one attempt per minute, and all together this many. */
  spares?: Allowance
}

const minute = 60
const hour = 60 * minute
const day = 24 * hour

/** Number of attempts without a wait, per visitor and object: for a person who tries several passwords. */
const freeAttempts = 5
const spareAttemptsOfVisitor: Allowance = { points: 1, seconds: minute }
const maxWaitSeconds = 15 * minute

/** Seconds after the nth wrong attempt before the next: 0, 0, 0, 0, 2, 4, 8 … 900. */
const waitSecondsAfter = (attempts: number): number =>
  attempts < freeAttempts ? 0 : Math.min(maxWaitSeconds, 2 ** (attempts - freeAttempts + 1))

/** Limits per visitor; those of an object apply to all its visitors. */
export const allowances = {
  prelogin: { points: 100, seconds: 5 * minute },
  login: { points: 60, seconds: hour },
  secondStep: { points: 60, seconds: hour },
  secondStepOfUser: { points: 100, seconds: hour },
  ownPassword: { points: 60, seconds: hour },
  linkPassword: { points: 60, seconds: hour },
  downloadPassword: { points: 60, seconds: hour },
  passwordAtLink: { points: 100, seconds: 10 * minute, spares: { points: 1000, seconds: hour } },
  verificationCode: { points: 60, seconds: hour },
  verificationCodeOfAddress: { points: 30, seconds: 10 * minute },
  // At most 300 guesses of a million codes in ten minutes, for all addresses of a link. A flood of guesses keeps others
  // out for that time.
  verificationCodeAtLink: {
    points: 200,
    seconds: 10 * minute,
    spares: { points: 100, seconds: 10 * minute },
  },
  gatesPassed: { points: 600, seconds: hour },
  signIns: { points: 600, seconds: hour },
  codeRequests: { points: 30, seconds: hour },
  confirmations: { points: 60, seconds: hour },
  singleSignOn: { points: 120, seconds: hour },
  // A provider of mail switches off for many people from one address.
  reminderSwitches: { points: 600, seconds: hour },
  recipientKeys: { points: 600, seconds: 10 * minute },
  personQueries: { points: 300, seconds: 10 * minute },
  rosterChanges: { points: 300, seconds: 10 * minute },
  changes: { points: 50_000, seconds: day },
  restorations: { points: 600, seconds: hour },
  apiTokens: { points: 60, seconds: hour },
  webhookTests: { points: 30, seconds: 10 * minute },
  // An hour of the smallest files that are sent individually (8 MiB) at 1100 Mbit/s; two days at 100 Mbit/s. 50 000
  // small files take a hundred uploads. The disk is protected by quota and floor, see [Note: Storage limits].
  uploadsBegun: { points: 60_000, seconds: hour },
  uploadsOfAccount: { points: 240_000, seconds: hour },
} satisfies Record<string, ObjectAllowance>

/** Maximum KiB that a visitor who is not signed in may send per day. */
export const uploadedKibibytesADay = 2 * 1024 ** 3

export function createRateLimits(counters: Counters) {
  async function takeOfVisitor(
    name: string,
    request: FastifyRequest,
    allowance: Allowance,
    taken = 1,
  ): Promise<void> {
    const network = visitorNetwork(request.ip)
    await take(`${name} ${visitorKeyOf(request)}`, allowance, taken)
    if (network === undefined) return
    const { points, seconds } = allowance
    try {
      await take(`${name} ${network}`, { points: networkLimitFactor * points, seconds }, taken)
    } catch (error) {
      await counters.add(`${name} ${visitorKeyOf(request)}`, -taken, seconds)
      throw error
    }
  }

  async function addToVisitor(
    name: string,
    request: FastifyRequest,
    points: number,
    seconds: number,
  ): Promise<void> {
    for (const who of [visitorKeyOf(request), visitorNetwork(request.ip)])
      if (who !== undefined) await counters.add(`${name} ${who}`, points, seconds)
  }

  /** Adds to a count. @throws HttpError 429 if that exceeds the limit; nothing is counted then */
  async function take(key: string, { points, seconds }: Allowance, taken = 1): Promise<void> {
    const count = await counters.add(key, taken, seconds)
    if (count.points <= points) return
    await counters.add(key, -taken, seconds)
    throw tooManyRequests(count.msLeft)
  }

  const callLimit = (name: string, perVisitor: Allowance): CallLimit => ({
    consume: (request, times = 1) =>
      takeOfVisitor(name, request, { ...perVisitor, points: perVisitor.points + times - 1 }, times),
    forgive: (request) => addToVisitor(name, request, -1, perVisitor.seconds),
  })

  /** Limit of failures per visitor. Successes, of which there may be thousands, are not counted and write nothing. */
  const failureLimit = (name: string, { points, seconds }: Allowance) => ({
    /** Call it before the attempt. @throws HttpError 429 */
    async requireFewFailures({ ip }: FastifyRequest): Promise<void> {
      for (const [who, most] of [
        [visitorAddress(ip), points],
        [visitorNetwork(ip), networkLimitFactor * points],
      ] as const) {
        const count = who === undefined ? undefined : await counters.get(`${name} ${who}`)
        if (count !== undefined && count.points >= most) throw tooManyRequests(count.msLeft)
      }
    },
    /** Counts a failed attempt. */
    countFailure: (request: FastifyRequest) => addToVisitor(name, request, 1, seconds),
  })

  const accountLimit = (name: string, ofAccount: Allowance) => ({
    consume: (userId: number) => take(`${name} ${userId}`, ofAccount),
  })

  /** @param ofWhole limit of what the object is in: the part of its name before the first space */
  function attemptLimit(
    name: string,
    perVisitor: Allowance,
    perObject?: ObjectAllowance,
    ofWhole?: ObjectAllowance,
  ): AttemptLimit {
    const keysOf = (request: FastifyRequest, object: string) => {
      const pair = `${name} ${visitorKeyOf(request)} ${tokenHash(object)}`
      return {
        ...{ pair, wait: `${pair} wait`, spare: `${pair} spare` },
        object: `${name} * ${tokenHash(object)}`,
        spares: `${name} * ${tokenHash(object)} spares`,
      }
    }
    type Keys = ReturnType<typeof keysOf>
    /** Limits for all visitors. */
    function sharedLimitsOf(request: FastifyRequest, object: string): [Keys, ObjectAllowance][] {
      const counts: [Keys, ObjectAllowance][] = []
      if (perObject) counts.push([keysOf(request, object), perObject])
      if (ofWhole) counts.push([keysOf(request, `${object.split(' ', 1)[0]} *`), ofWhole])
      return counts
    }
    /** Counts an attempt beyond the limit for all visitors of an object. */
    async function takeSpare({ spare, spares }: Keys, ofAll: Allowance): Promise<void> {
      await take(spare, spareAttemptsOfVisitor)
      try {
        await take(spares, ofAll)
      } catch (error) {
        await counters.delete(spare)
        throw error
      }
    }
    async function takeOfObject(keys: Keys, { spares, ...allowance }: ObjectAllowance): Promise<void> {
      try {
        await take(keys.object, allowance)
      } catch (error) {
        if (!spares || !isTooManyRequests(error)) throw error
        await takeSpare(keys, spares)
      }
    }
    async function giveBackOfObject(keys: Keys, { spares, seconds }: ObjectAllowance): Promise<void> {
      if (spares && (await counters.get(keys.spare))) {
        await counters.delete(keys.spare)
        await counters.add(keys.spares, -1, spares.seconds)
      } else await counters.add(keys.object, -1, seconds)
    }
    async function takeOfObjects(request: FastifyRequest, object: string): Promise<void> {
      const taken: [Keys, ObjectAllowance][] = []
      try {
        for (const count of sharedLimitsOf(request, object)) {
          await takeOfObject(...count)
          taken.push(count)
        }
      } catch (error) {
        for (const count of taken) await giveBackOfObject(...count)
        throw error
      }
    }
    async function giveBack(request: FastifyRequest, object: string): Promise<void> {
      await addToVisitor(name, request, -1, perVisitor.seconds)
      for (const count of sharedLimitsOf(request, object)) await giveBackOfObject(...count)
    }
    /** Takes back this attempt alone; earlier ones still count. */
    async function undoAttempt(request: FastifyRequest, object: string): Promise<void> {
      const keys = keysOf(request, object)
      const { points } = await counters.add(keys.pair, -1, day)
      if (waitSecondsAfter(points + 1) > 0) await counters.delete(keys.wait)
      await giveBack(request, object)
    }
    return {
      async attempt(request, object, work) {
        await this.consume(request, object)
        try {
          return await work()
        } catch (error) {
          if (error instanceof HttpError && error.statusCode === 503) await undoAttempt(request, object)
          throw error
        }
      },
      async consume(request, object) {
        const keys = keysOf(request, object)
        const waiting = await counters.get(keys.wait)
        if (waiting) throw tooManyRequests(waiting.msLeft)
        // The visitor's limit comes first: a refused visitor must not leave a row for each object that they name.
        await takeOfVisitor(name, request, perVisitor)
        try {
          await takeOfObjects(request, object)
        } catch (error) {
          await addToVisitor(name, request, -1, perVisitor.seconds)
          throw error
        }
        const { points } = await counters.add(keys.pair, 1, day)
        const seconds = waitSecondsAfter(points)
        if (seconds === 0) return
        // Of concurrent attempts, one is allowed and the others have to wait after it.
        const wait = await counters.add(keys.wait, 1, seconds)
        if (wait.points === 1) return
        await counters.add(keys.pair, -1, day)
        await giveBack(request, object)
        throw tooManyRequests(wait.msLeft)
      },
      async forgive(request, object) {
        const keys = keysOf(request, object)
        await counters.delete(keys.pair)
        await counters.delete(keys.wait)
        await giveBack(request, object)
      },
    }
  }

  function uploadLimit(
    begun: Allowance,
    ofAccount: Allowance,
    { kibibytes, seconds }: { kibibytes: number; seconds: number },
  ): UploadLimit {
    const [ofBegun, ofSent] = ['upload begun', 'upload sent']
    const keyOf = ({ user }: NonNullable<FastifyRequest['signedIn']>) =>
      `${ofBegun} ${accountPrincipal(user)}`
    const inKibibytes = (bytes: number) => Math.ceil(bytes / KiB)
    return {
      async consume(request, bytes) {
        if (request.signedIn) return take(keyOf(request.signedIn), ofAccount)
        await takeOfVisitor(ofBegun, request, begun)
        try {
          await takeOfVisitor(ofSent, request, { points: kibibytes, seconds }, inKibibytes(bytes))
        } catch (error) {
          await addToVisitor(ofBegun, request, -1, begun.seconds)
          throw error
        }
      },
      async forgive(request, bytes) {
        if (request.signedIn) {
          await counters.add(keyOf(request.signedIn), -1, ofAccount.seconds)
          return
        }
        await addToVisitor(ofBegun, request, -1, begun.seconds)
        await addToVisitor(ofSent, request, -inKibibytes(bytes), seconds)
      },
      async charge(request, bytes) {
        if (request.signedIn || bytes === 0) return
        await addToVisitor(ofSent, request, inKibibytes(bytes), seconds)
      },
    }
  }

  const { passwordAtLink } = allowances
  return {
    /** Per visitor. */
    prelogin: callLimit('prelogin', allowances.prelogin),
    /** The object is the normalized user name (`usernameKey`). */
    login: attemptLimit('login', allowances.login),
    /**
     * Also counted across all visitors, as guessing here requires the password. So only holders of a valid ticket are
     * counted, for its user; the object is the user's id.
     */
    secondStep: attemptLimit('secondStep', allowances.secondStep, allowances.secondStepOfUser),
    /** Repeated password, or code, of a signed-in user who changes something; the object is the user's id. */
    ownPassword: attemptLimit('ownPassword', allowances.ownPassword),
    /** Passwords of upload links; the object is the link's token. */
    linkPassword: attemptLimit('linkPassword', allowances.linkPassword, passwordAtLink),
    /** Passwords of download links; the object is the link's token. */
    downloadPassword: attemptLimit('downloadPassword', allowances.downloadPassword, passwordAtLink),
    /** Codes from mails; the object is link token, space and e-mail address; also counted at the link. */
    verificationCode: attemptLimit(
      'verificationCode',
      allowances.verificationCode,
      allowances.verificationCodeOfAddress,
      allowances.verificationCodeAtLink,
    ),
    /** Passed gates of upload and download links, as each leaves a row for a day. Per visitor. */
    gatesPassed: callLimit('gatePassed', allowances.gatesPassed),
    /** Successful sign-ins, as each is recorded in the audit trail. Per account. */
    signIns: accountLimit('signIn', allowances.signIns),
    /** Mails with a code, per visitor; the number per address is counted with the codes. */
    codeRequests: callLimit('codeRequest', allowances.codeRequests),
    /** Calls for a confirmation of an upload, per visitor; mails per address are counted apart. */
    confirmations: callLimit('confirmation', allowances.confirmations),
    /** Sign-ins by a provider that are started or return, except for those that open a session; per visitor. */
    singleSignOn: callLimit('singleSignOn', allowances.singleSignOn),
    /** Calls that switch off reminders by the token of a mail; per visitor. */
    reminderSwitches: callLimit('reminderSwitch', allowances.reminderSwitches),
    /** Requests for the key of an upload link, which is public. */
    recipientKeys: callLimit('recipientKey', allowances.recipientKeys),
    /** Queries for users by name or key; per visitor. */
    personQueries: callLimit('people', allowances.personQueries),
    /** Statements of shared folders, each verified and stored; per visitor. */
    rosterChanges: callLimit('rosterChange', allowances.rosterChanges),
    /** Whatever people who are signed in, and their scripts, change: each leaves a line of the history. Per account. */
    changes: accountLimit('change', allowances.changes),
    /** Calls that restore folders, or up to 100 000 files, from the trash. Per account. */
    restorations: accountLimit('restoration', allowances.restorations),
    /** API tokens that nobody has; per visitor. */
    apiTokens: failureLimit('apiToken', allowances.apiTokens),
    /** Posts to a webhook that somebody waits for; per visitor. */
    webhookTests: callLimit('webhookTest', allowances.webhookTests),
    uploads: uploadLimit(allowances.uploadsBegun, allowances.uploadsOfAccount, {
      kibibytes: uploadedKibibytesADay,
      seconds: day,
    }),
  }
}

const visitorKeyOf = (request: FastifyRequest): string => visitorAddress(request.ip)
