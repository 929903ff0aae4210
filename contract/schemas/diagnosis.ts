import { defineCall } from '../call.ts'
import { maxProbePieceBytes, maxProbePieces, maxProbeSilenceMs, maxProbeTurnMs } from '../limits.ts'
import { z } from './zod.ts'

/*
 * Calls by which the operator tests the path to the server, proxies included. They need the operator's
 * session, or the secret that the command line has written to the database (`diagnosisHeader`), and store
 * nothing.
 */

/** The request as it arrived, and how the server interprets it. */
const seenRequest = z.object({
  http_version: z.string(),
  /** The server's own idea of its origin. */
  origin: z.string(),
  has_public_url: z.boolean(),
  trusts_proxies: z.boolean(),
  /** Address of the connection's peer: a proxy, or the caller. */
  peer: z.string(),
  peer_is_trusted: z.boolean(),
  /** The address that rate limits would count. */
  visitor: z.string(),
  /** The entries of X-Forwarded-For, as received. */
  forwarded_for: z.array(z.string()),
  forwarded_proto: z.string().nullable(),
  /** True if TRUST_PROXY also includes the last entry, which a proxy has added. */
  names_last_forwarded: z.boolean(),
  time: z.iso.datetime(),
})
export type SeenRequest = z.output<typeof seenRequest>

export const seeRequest = defineCall('seeRequest', { response: seenRequest })

export const takeBody = defineCall('takeBody', {
  response: z.object({
    bytes: z.number(),
    /** Time from its first byte to its last. */
    spread_ms: z.number(),
  }),
})

const upTo = (most: number) => z.coerce.number().int().min(0).max(most).default(0)

/** Waits `silent_ms`, then responds with `pieces` pieces of `piece_bytes`, `turn_ms` apart; with Content-Length. */
export const answerSlowly = defineCall('answerSlowly', {
  query: z.object({
    silent_ms: upTo(maxProbeSilenceMs),
    pieces: upTo(maxProbePieces),
    piece_bytes: upTo(maxProbePieceBytes),
    turn_ms: upTo(maxProbeTurnMs),
  }),
})

/** `probeRangeBytes` bytes, of which byte n is n modulo 251; supports Range. */
export const rangeOfBytes = defineCall('rangeOfBytes', {})

/** Error message of a check, for the operator; null if it succeeded. Contains no secret. */
const problem = z.string().nullable()

const serverFacts = z.object({
  node: z.string(),
  public_url: z.string().nullable(),
  time: z.iso.datetime(),
  database: z.object({
    kind: z.enum(['sqlite', 'postgres']),
    problem,
    /** Duration of the simplest query, and of a durable write. */
    read_ms: z.number(),
    write_ms: z.number(),
    /** The newest migration. */
    schema: z.string(),
    /** 'large': skipped, as it would take long; null if the database has no such check. */
    integrity: z.union([z.literal('ok'), z.literal('large'), z.string()]).nullable(),
    /** Ahead of this machine; null without a clock of its own. */
    clock_ahead_ms: z.number().nullable(),
  }),
  store: z.object({
    kind: z.enum(['disk', 's3']),
    problem,
    put_ms: z.number(),
    get_ms: z.number(),
    delete_ms: z.number(),
    /** Null if the store's capacity is unknown. */
    free_bytes: z.number().nullable(),
    min_free_bytes: z.number(),
    /** This and the next are absent in responses of older servers. */
    max_file_bytes: z.number().optional(),
    /** Quota of a folder; null for no limit. */
    link_quota_bytes: z.number().nullish(),
    clock_ahead_ms: z.number().nullable(),
  }),
  /** The data folder's file system; null if transfers do not use it. */
  disk: z.object({ problem, bytes_per_second: z.number(), sync_ms: z.number() }).nullable(),
  /** `destination`: the server's name and port, or the path of the folder. */
  mail: z.object({ kind: z.enum(['smtp', 'folder']), problem, destination: z.string(), from: z.string() }),
  /** The sign-in provider, tested as for a sign-in; null if there is none. Absent in responses of older servers. */
  sign_in: z
    .object({
      issuer: z.string(),
      /** The address that it redirects browsers to. */
      callback: z.string(),
      /** Error of its metadata; the rest is then unknown. */
      problem,
      clock_ahead_ms: z.number().nullable(),
      has_secret: z.boolean(),
      /** Whether it accepts the client's id and secret. */
      client: z.enum(['taken', 'refused', 'unknown']),
      /** Whether it redirects browsers to that address. */
      redirect: z.enum(['known', 'refused', 'unknown']),
    })
    .nullish(),
  /** Time of the last backup; null for never. 'elsewhere': database and files are not on this machine. */
  last_backup: z.union([z.iso.datetime(), z.literal('elsewhere')]).nullable(),
  /** Deleted files that are still in the store after sweeps of two hours. */
  unswept: z.number(),
  /** Names in the data folder that other users of the machine may read. */
  open_names: z.array(z.string()),
  /** Variables that are no settings, each with the setting of the nearest name. Absent in responses of older servers. */
  unknown_settings: z.array(z.object({ name: z.string(), meant: z.string().nullable() })).optional(),
})
export type ServerFacts = z.output<typeof serverFacts>

export const inspectServer = defineCall('inspectServer', { response: serverFacts })
