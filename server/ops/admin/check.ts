import { shownText } from '../../../contract/shownText.ts'
import { compareObjects } from '../maintenance/compareObjects.ts'
import { readLatestScrubPass } from '../maintenance/scrubPass.ts'
import { listDamagedFiles } from '../../db/files/integrity.ts'
import {
  repairFolderTotals,
  findWrongFolderTotals,
  type WrongFolderTotal,
} from '../../db/folders/wrongFolderTotals.ts'
import { findWrongLinkTotals, repairLinkTotals, type WrongLinkTotal } from '../../db/links/wrongLinkTotals.ts'
import { type Command, AdminCommandError } from './command.ts'
import { describeFile, fileCountInWords } from './progress.ts'
import { passInWords } from './scrub.ts'

export const checkCommand: Command = {
  name: 'check',
  usage: '[--repair-totals]',
  description:
    'compares the files of the database with the objects of the store, both ways, by name and length, and the totals that quotas go by with the files; with --repair-totals it puts these right, and compares no objects',
  flags: ['repair-totals'],
  async run({ openDatabase, openInstallation, print }, _args, _options, flags) {
    if (flags.has('repair-totals')) {
      const db = await openDatabase()
      const wrong = await findWrongFolderTotals(db)
      await repairFolderTotals(
        db,
        wrong.map(({ folder_id }) => folder_id),
      )
      const wrongLinks = await findWrongLinkTotals(db)
      await repairLinkTotals(db, wrongLinks)
      for (const total of wrong) print(`Put right: ${wrongTotalInWords(total)}`)
      for (const total of wrongLinks) print(`Put right: ${wrongLinkInWords(total)}`)
      if (wrong.length === 0) print('Each folder’s total is that of its files.')
      return
    }
    const installation = await openInstallation()
    const { files, objects, missing, orphans, unknownNames } = await compareObjects(installation)
    for (const { file, bytes } of missing) {
      const how = bytes === undefined ? 'not there' : `has ${bytes} bytes instead of ${file.sealed_size}`
      print(`Missing: ${describeFile(file)}: ${how}`)
    }
    for (const { key, bytes } of orphans) {
      print(
        `Orphan: object ${key}: ${bytes === undefined ? 'unfinished parts' : `${bytes} bytes`}, of no file`,
      )
    }
    for (const name of unknownNames) print(`Strange: ${name}: nothing that Sealpost has made`)
    print(`${fileCountInWords(files)}, ${objects.toLocaleString('en')} objects.`)
    const markedFiles = await listDamagedFiles(installation.db)
    for (const file of markedFiles) print(`Damaged: ${describeFile(file)}: marked so by a scrub`)
    if (markedFiles.length > 0) print(`${fileCountInWords(markedFiles.length)} marked as damaged by a scrub.`)
    print(passInWords(await readLatestScrubPass(installation.db)))
    if (missing.length + orphans.length + unknownNames.length === 0)
      print('Each file has its object, and each object its file.')
    const totals = await findWrongFolderTotals(installation.db)
    for (const total of totals) print(`Total: ${wrongTotalInWords(total)}`)
    const linkTotals = await findWrongLinkTotals(installation.db)
    for (const total of linkTotals) print(`Total: ${wrongLinkInWords(total)}`)
    const advice = [
      [
        missing.length,
        'Missing: restore these objects from a backup, or delete the files in the browser and ask for them again.',
      ],
      [
        markedFiles.length,
        'Damaged: the same; the next scrub takes the mark of a file away that it finds whole.',
      ],
      [
        totals.length + linkTotals.length,
        'Total: quotas or limits count these folders or links wrongly. An instance of an older version may have run beside a newer one; once it is gone, run check --repair-totals.',
      ],
      [
        orphans.length + unknownNames.length,
        'Orphan, Strange: nothing reads them. Move them away; once you know that nothing lacks them, delete them.',
      ],
    ] as const
    const applicable = advice.flatMap(([count, text]) => (count > 0 ? [text] : []))
    if (applicable.length > 0) throw new AdminCommandError(applicable.join('\n'))
  },
}

const wrongTotalInWords = ({ folder_id, title, recorded, summed }: WrongFolderTotal): string =>
  `folder ${folder_id} (${JSON.stringify(shownText(title))}): counted ${recorded} bytes, its files and answers take ${summed}`

const wrongLinkInWords = ({ link_id, folder_id, recorded, counted }: WrongLinkTotal): string =>
  `download link ${link_id} of folder ${folder_id}: counted ${recorded.files} files and ${recorded.people} people, it has ${counted.files} and ${counted.people}`
