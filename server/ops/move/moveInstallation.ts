import { allowsSeveralServers, ConfigError } from '../../config/config.ts'
import type { Database } from '../../db/database.ts'
import { countFilesAndBytes, hasNoMoveRecords } from '../../db/files/movedObjects.ts'
import type { Db } from '../../db/schema.ts'
import { findOrCreateSecret } from '../../db/installation/settings.ts'
import { createPartRecords } from '../../db/files/partRecords.ts'
import { transact } from '../../db/transact.ts'
import { lockDataFolder, openDatabase, openBlobStore } from '../../services.ts'
import type { FileTotals } from '../maintenance/backUpInstallation.ts'
import type { DamagedFile } from './copyUnit.ts'
import {
  markAsMoveTarget,
  recordStoreKind,
  requireStoreKind,
  requireMoveFinished,
} from '../../db/installation/moveState.ts'
import { moveObjects, type Installation, requireAllObjectsMoved } from './moveObjects.ts'
import { moveRows } from './moveRows.ts'
import { type MovePlan, planMove, type InstallationConfig } from './movePlan.ts'

export interface MoveHandlers {
  onPlan: (plan: MovePlan, all: FileTotals) => void
  onProgress: (moved: FileTotals) => void
}

export interface MoveResult extends FileTotals {
  /** Files whose content was not moved. */
  damages: DamagedFile[]
  uploads: number
  partsLeft: number
  rows: number
  /** False if damages prevented finishing. Repeating the move tries these files again. */
  isFinished: boolean
}

/**
 * Moves an installation: first all objects, each of them verified, then all rows in one transaction that also ends the
 * move. Until then servers refuse the target, and nothing is changed at the source. An interrupted move continues when
 * it is repeated. No server may use either meanwhile: see [Note: Who uses a database] and `lockDataFolder`.
 * @param leaveDamaged true to finish even if some files could not be moved
 * @throws ConfigError; errors of databases and stores
 */
export async function moveInstallation(
  from: InstallationConfig,
  to: InstallationConfig,
  leaveDamaged: boolean,
  handlers: MoveHandlers,
): Promise<MoveResult> {
  const plan = planMove(from, to)
  const closing: (() => void | Promise<void>)[] = []
  try {
    const withDataFolder = [from, to].filter((one) => !allowsSeveralServers(one))
    for (const dataDir of new Set(withDataFolder.map((one) => one.dataDir))) {
      const lock = await lockDataFolder({ dataDir })
      closing.push(() => lock.release())
    }
    const source = await openDatabase(from, true)
    closing.push(() => source.close())
    await requireMoveFinished(source.db)
    await requireStoreKind(source.db, from)
    let target = source
    if (plan.database) {
      target = await openDatabase(to, true)
      closing.push(() => target.close())
      const installation = (await findOrCreateSecret(source.db, 'installation')).toString('base64')
      await transact(target.db, (trx) => markAsMoveTarget(trx, installation))
    }
    handlers.onPlan(plan, plan.store ? await countFilesAndBytes(source.db) : { files: 0, bytes: 0 })
    return await moveBetween(source, target, from, to, plan, leaveDamaged, handlers)
  } finally {
    for (const close of closing.reverse()) await close()
  }
}

async function moveBetween(
  source: Database,
  target: Database,
  from: InstallationConfig,
  to: InstallationConfig,
  plan: MovePlan,
  leaveDamaged: boolean,
  { onProgress }: MoveHandlers,
): Promise<MoveResult> {
  let count = { files: 0, bytes: 0 }
  const objects = plan.store
    ? await moveObjects(
        await openInstallation(source, from),
        await openEmptyInstallation(target, to),
        (moved) => {
          count = moved
          onProgress(moved)
        },
      )
    : { damages: [], uploads: 0, partsLeft: 0 }
  const moved = { ...count, ...objects, rows: 0, isFinished: false }
  if (objects.damages.length > 0 && !leaveDamaged) return moved
  const finish = async (sourceRows: Db, targetRows: Db) => {
    if (plan.store) await requireAllObjectsMoved(sourceRows, targetRows, objects.damages.length)
    await recordStoreKind(targetRows, to)
    await targetRows.deleteFrom('moved_object').execute()
    if (to.s3 !== undefined) return
    // Only a bucket has these.
    await targetRows.deleteFrom('stored_hash').execute()
    await targetRows.deleteFrom('parts_upload').execute()
    await targetRows.deleteFrom('stated_checksum').execute()
  }
  if (!plan.database) {
    await transact(target.db, (trx) => finish(trx, trx))
    return { ...moved, isFinished: true }
  }
  const rows = await moveRows(source, target, !plan.store, finish)
  return { ...moved, rows, isFinished: true }
}

async function openInstallation({ db }: Database, config: InstallationConfig): Promise<Installation> {
  return {
    db,
    store: await openBlobStore(config, db),
    records: config.s3 === undefined ? undefined : createPartRecords(db),
  }
}

/** Requires a target without data, except from an earlier run. */
async function openEmptyInstallation(database: Database, config: InstallationConfig): Promise<Installation> {
  const installation = await openInstallation(database, config)
  if (!(await hasNoMoveRecords(installation.db)) || (await installation.store.isEmpty())) return installation
  throw new ConfigError([
    config.s3 === undefined
      ? `The folder ${config.dataDir} holds files already. Move DATA_DIR/blobs away, or name another folder.`
      : `The bucket ${config.s3.bucket} is not empty. Empty it, or name another one.`,
  ])
}
