import { defineCall } from '../call.ts'
import { maxProbePieceBytes, maxProbePieces, maxProbeSilenceMs, maxProbeTurnMs } from '../limits.ts'
import { z } from './zod.ts'

/*
 * Calls by which the operator tries the road to the server, proxies included. For the session of the operator, or with
 * the secret that the command line has put into the database (`diagnosisHeader`). They store nothing.
 */

/** What arrived here of the request that was sent, and what the server takes it for. */
const seenRequest = z.object({
  http_version: z.string(),
  /** Under which it believes to be reached. */
  origin: z.string(),
  has_public_url: z.boolean(),
  trusts_proxies: z.boolean(),
  /** Of whoever has opened the connection: a proxy, or the caller. */
  peer: z.string(),
  peer_is_trusted: z.boolean(),
  /** Whom the limits would count. */
  visitor: z.string(),
  /** The entries of X-Forwarded-For, as they came. */
  forwarded_for: z.array(z.string()),
  forwarded_proto: z.string().nullable(),
  /** TRUST_PROXY names the last of them, which a proxy has written, as a proxy too. */
  names_last_forwarded: z.boolean(),
  time: z.iso.datetime(),
})
export type SeenRequest = z.output<typeof seenRequest>

export const seeRequest = defineCall('seeRequest', { response: seenRequest })

/** Takes any bytes, up to `maxProbeBytes`, and throws them away. 413 for more. */
export const takeBody = defineCall('takeBody', {
  response: z.object({
    bytes: z.number(),
    /** Between the arrival of its first bytes and of its last. */
    spread_ms: z.number(),
  }),
})

const upTo = (most: number) => z.coerce.number().int().min(0).max(most).default(0)

/** Waits `silent_ms`, then answers with `pieces` pieces of `piece_bytes`, `turn_ms` between them; with Content-Length. */
export const answerSlowly = defineCall('answerSlowly', {
  query: z.object({
    silent_ms: upTo(maxProbeSilenceMs),
    pieces: upTo(maxProbePieces),
    piece_bytes: upTo(maxProbePieceBytes),
    turn_ms: upTo(maxProbeTurnMs),
  }),
})

/** `probeRangeBytes` bytes, of which byte n is n modulo 251; takes Range. */
export const rangeOfBytes = defineCall('rangeOfBytes', {})

/** Of something that was tried: what went wrong, for the operator; null for nothing. Holds no secret. */
const problem = z.string().nullable()

const serverFacts = z.object({
  node: z.string(),
  public_url: z.string().nullable(),
  time: z.iso.datetime(),
  database: z.object({
    kind: z.enum(['sqlite', 'postgres']),
    problem,
    /** Of the shortest question, and of a write down to the disk. */
    read_ms: z.number(),
    write_ms: z.number(),
    /** The newest migration. */
    schema: z.string(),
    /** 'large': it would take long, and was left out; null where the database has no such check. */
    integrity: z.union([z.literal('ok'), z.literal('large'), z.string()]).nullable(),
    /** Ahead of this machine; null where it has no clock of its own. */
    clock_ahead_ms: z.number().nullable(),
  }),
  store: z.object({
    kind: z.enum(['disk', 's3']),
    problem,
    put_ms: z.number(),
    get_ms: z.number(),
    delete_ms: z.number(),
    /** Null where the store knows no end. */
    free_bytes: z.number().nullable(),
    min_free_bytes: z.number(),
    /** A server of an older build tells neither this nor the next. */
    max_file_bytes: z.number().optional(),
    /** Of a folder; null for no limit. */
    link_quota_bytes: z.number().nullish(),
    clock_ahead_ms: z.number().nullable(),
  }),
  /** Of the data folder; null where nothing of a transfer touches it. */
  disk: z.object({ problem, bytes_per_second: z.number(), sync_ms: z.number() }).nullable(),
  /** `destination`: the server's name and port, or the path of the folder. */
  mail: z.object({ kind: z.enum(['smtp', 'folder']), problem, destination: z.string(), from: z.string() }),
  /**
   * A provider that signs people in, asked as before anybody does; null where there is none. A server of an older build
   * does not tell.
   */
  sign_in: z
    .object({
      issuer: z.string(),
      /** Where it sends browsers back to. */
      callback: z.string(),
      /** Of what it says about itself; the rest is not known then. */
      problem,
      clock_ahead_ms: z.number().nullable(),
      has_secret: z.boolean(),
      /** Whether it took the client, by its id and secret. */
      client: z.enum(['taken', 'refused', 'unknown']),
      /** Whether it sends browsers back there. */
      redirect: z.enum(['known', 'refused', 'unknown']),
    })
    .nullish(),
  /** When a backup was last made; null for never. 'elsewhere': database and files are not here. */
  last_backup: z.union([z.iso.datetime(), z.literal('elsewhere')]).nullable(),
  /** What was deleted and is still in the store, after the sweeps of two hours. */
  unswept: z.number(),
  /** Names in the data folder that other users of the machine may read. */
  open_names: z.array(z.string()),
})
export type ServerFacts = z.output<typeof serverFacts>

/** Tries what the server works with, as the command line does. */
export const inspectServer = defineCall('inspectServer', { response: serverFacts })
