import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AdminApi, type Folder, type SourceFile, type StoredFile } from '../e2e/adminApi.ts'
import { codeMailedTo } from '../e2e/mails.ts'
import { adminPassword, adminUsername, type TestServer } from '../e2e/server.ts'
import {
  changePeople,
  fingerprintOf,
  uploadTarget,
  createSharedFolder,
  addAdministrator,
  newKeyPair,
  newestPublicKey,
  sealContacts,
  type Person,
} from '../e2e/sharing.ts'
import { drawingPdf, letterPdf, photoPng, textFile } from './documents.ts'
import { Backdater } from './backdater.ts'

/** What the demo shows, for whoever opens it. */
export interface DemoData {
  /** Signed in as the administrator to whom it belongs. */
  api: AdminApi
  /** Upload links. */
  openLink: string
  passwordLink: string
  emailLink: string
  expiredLink: string
  /** Download links. */
  publicShare: string
  protectedShare: string
  /** Not used yet. */
  onceShare: string
  /** Opens the files that came before the key pair was replaced. */
  olderBackup: string
}

export const linkPassword = 'KranichLaterne26417'
export const folderTitles = {
  permit: 'Harbour House: building permit',
  site: 'Harbour House: site office',
  warranty: 'Mill Lane 4: warranty claim',
} as const

/**
 * Some weeks in the office of Brandt & Okafor, architects: folders and files in every state that the product knows.
 * Made by the real calls, and sealed by an implementation that is not the product's.
 */
export async function createDemoData(
  server: Pick<TestServer, 'origin' | 'dataDir' | 'admin'>,
): Promise<DemoData> {
  const { api, sealedKey, userId, verifier } = await AdminApi.signIn(server.origin)
  await api.json('PUT', '/auth/users/me', {
    current_password: await api.loginVerifier(),
    email: 'office@brandt-okafor.example',
  })
  const olderBackup = join(server.dataDir, 'private-key-backup-older.json')
  await writeFile(olderBackup, JSON.stringify({ username: adminUsername, ...sealedKey }, null, 2))

  const backdater = new Backdater(server.dataDir)
  const uploadLink = ({ link_token }: Folder) => `${server.origin}/upload/${link_token}`

  /** The stranger's way to a folder that asks for a proven address. */
  async function proveAddress({ link_token }: Folder, address: string) {
    await api.json('POST', `/upload/${link_token}/request-code`, { uploader_email: address })
    await api.json('POST', `/upload/${link_token}/verify-code`, {
      uploader_email: address,
      verification_code: await codeMailedTo(address, server.dataDir),
    })
  }

  async function receiveFiles(folder: Folder, files: SourceFile[], daysAgo: number, time: string) {
    const stored = await api.store(files, folder)
    backdater.uploaded(folder, stored, daysAgo, time)
    return stored
  }

  async function openFiles(files: StoredFile[], daysAgo: number, time: string) {
    for (const { id } of files) await (await api.send('GET', `/folders/download/${id}`)).arrayBuffer()
    backdater.downloaded(files, daysAgo, time)
  }

  const tax = await api.createFolder({
    title: 'Tax documents 2025',
    description:
      'Receipts and statements for the annual accounts. The code goes to the address that we know.',
    allowed_emails: ['mira@ledger-and-sons.example', 'jonas@ledger-and-sons.example'],
    expiration_date: null,
  })
  backdater.created(tax, 41, '09:12:40')
  await proveAddress(tax, 'mira@ledger-and-sons.example')
  await openFiles(await receiveFiles(tax, taxFiles, 20, '16:02:11'), 19, '08:31:05')
  await proveAddress(tax, 'jonas@ledger-and-sons.example')
  await receiveFiles(tax, laterTaxFiles, 3, '11:47:52')

  const library = await api.createFolder({
    title: 'Riverside Library: competition entry',
    description: null,
    expires_in_days: 30,
  })
  backdater.created(library, 36, '14:20:03', -6)
  await openFiles(await receiveFiles(library, libraryFiles, 8, '21:55:37'), 7, '07:58:20')

  const photos = await api.createFolder({ title: 'Site photos, Mill Lane', expires_in_days: 90 })
  backdater.created(photos, 33, '10:05:19', 57)
  await openFiles(await receiveFiles(photos, millLanePhotos, 30, '12:40:09'), 30, '17:15:44')
  await api.json('PUT', `/folders/${photos.id}`, { title: 'Site photos, Mill Lane', is_active: false })

  const permit = await api.createFolder({
    title: folderTitles.permit,
    description:
      'Drawings, reports and photos for the permit of Harbour Street 12. Whole folders are welcome: they keep their structure.',
    expires_in_days: 30,
  })
  backdater.created(permit, 12, '08:45:30', 18)
  await receiveFiles(permit, earlyPermitFiles, 11, '15:22:48')
  // A new pair: what came until now needs the backup of the one before.
  const pair = newKeyPair()
  await api.putInForce(pair)
  const drawings = await receiveFiles(permit, permitDrawings, 6, '10:14:27')
  await openFiles(drawings.slice(0, 4), 5, '09:03:16')
  const reports = await receiveFiles(permit, permitReports, 4, '17:38:02')
  await openFiles(reports.slice(0, 1), 4, '18:01:55')
  await receiveFiles(permit, permitPhotos, 1, '13:26:41')
  await receiveFiles(permit, oddlyNamedFiles, 1, '13:29:10')

  const warranty = await api.createFolder({
    title: folderTitles.warranty,
    description: 'Exhibits and statements. The password is in our letter.',
    link_password: linkPassword,
    expires_in_days: 60,
  })
  backdater.created(warranty, 9, '11:30:00', 51)
  await api.json('POST', `/upload/${warranty.link_token}/verify-password`, { link_password: linkPassword })
  await receiveFiles(warranty, warrantyFiles, 2, '19:08:33')

  const office = {
    ...{ id: userId, name: adminUsername, password: adminPassword, verifier },
    ...{ pair, fp: fingerprintOf(pair), api },
  } satisfies Person
  const colleagues = [
    await addAdministrator(server, 'amara'),
    await addAdministrator(server, 'jonas'),
  ] as const
  await api.json('PUT', '/contacts', sealContacts(pair, 1, colleagues))
  const [amara, jonas] = colleagues
  const people = [
    [office, 'owner'],
    [amara, 'owner'],
    [jonas, 'member'],
  ] as const
  const site = await changePeople(await createSharedFolder(office, folderTitles.site), office, { people })
  const siteFolder = uploadTarget(site)
  backdater.created(siteFolder, 5, '09:02:51')
  const diary = await api.store(siteFiles, siteFolder, newestPublicKey(site))
  backdater.uploaded(siteFolder, diary, 1, '07:40:12')

  const applications = await api.createFolder({
    title: 'Applications: junior architect',
    description: 'Letter, CV and portfolio, please.',
    require_email_verification: true,
    expires_in_days: 30,
    quota_bytes: 5 * 1024 ** 3,
  })
  backdater.created(applications, 2, '16:40:12', 28)

  const publicShare = await api.share(drawings.slice(0, 3), { expiresIn: 3 * 86_400 })
  const protectedShare = await api.share(reports, { password: linkPassword })
  backdater.shared(publicShare, 1, '09:20:18')
  const onceShare = await api.share(drawings.slice(4, 6), { expiresIn: 7 * 86_400, maxDownloads: 1 })
  backdater.shared(protectedShare, 3, '12:11:54')
  backdater.shared(onceShare, 1, '10:02:37')
  await backdater.write(api)

  return {
    api,
    openLink: uploadLink(permit),
    passwordLink: uploadLink(warranty),
    emailLink: uploadLink(applications),
    expiredLink: uploadLink(library),
    publicShare: publicShare.url,
    protectedShare: protectedShare.url,
    onceShare: onceShare.url,
    olderBackup,
  }
}

const file = (path: string, content: Buffer): SourceFile => ({ path, content })

const earlyPermitFiles = [
  file(
    'Reports/Soil survey.pdf',
    letterPdf('Soil survey', 'Harbour Street 12, plot 118/4', 'Three borings to 8 m; sand above firm marl.'),
  ),
  file(
    'Correspondence/Consent of the neighbours.pdf',
    letterPdf('Consent', 'We have seen the drawings and agree to the distance of 3.20 m.'),
  ),
]

const permitDrawings = [
  ...['Ground floor', 'First floor', 'Second floor', 'Attic'].map((floor) =>
    file(`Drawings/Floor plans/${floor}.pdf`, drawingPdf(floor)),
  ),
  ...['Section A-A', 'Section B-B'].map((name) => file(`Drawings/Sections/${name}.pdf`, drawingPdf(name))),
  ...['Ansicht Süd', 'Ansicht Straße (West)'].map((name) =>
    file(`Drawings/Elevations/${name}.pdf`, drawingPdf(name)),
  ),
]

const structuralAnalysis = letterPdf(
  'Structural analysis',
  'Slab 22 cm, C30/37. Proof of punching shear on page 14.',
)
const permitReports = [
  file('Reports/Structural analysis.pdf', structuralAnalysis),
  file('Reports/Structural analysis (copy).pdf', structuralAnalysis),
  file(
    'Reports/Fire safety concept.pdf',
    letterPdf('Fire safety concept', 'Two escape routes on every floor.'),
  ),
  file(
    'Reports/Area schedule.csv',
    textFile(
      'floor;room;use;m²;height;finish',
      ...['ground', 'first', 'second', 'attic'].flatMap((floor, level) =>
        ['hall', 'café', 'kitchen', 'office', 'meeting room', 'store', 'plant room', 'balcony'].map(
          (use, n) => `${floor};${level}.${n + 1};${use};${(12.5 + 7 * n + 1.3 * level).toFixed(1)};2.75;oak`,
        ),
      ),
    ),
  ),
]

const permitPhotos = ['2041', '2042', '2044', '2047'].map((number) =>
  file(`Site photos/IMG_${number}.png`, photoPng(number)),
)

const meetingNotes = [
  'Site meeting, Harbour Street 12',
  '',
  'Handrail: steel, 42 mm, on the inner side of the stair. Colour: still open.',
  'Café: the kitchen moves to the north wall, so that the duct goes straight up to the roof.',
  'Windows on the street side: three samples next week, two with a thinner frame.',
  'The neighbours ask for the crane to be gone by 6 p.m. on Fridays.',
  'Fire brigade: the gate opens to 3.50 m; the survey from last year still says 3.20 m.',
  'Attic: one more socket beside each desk. Studio light as in the sketch.',
  'Next meeting in two weeks, same place.',
]

/** A repeated file, one of the same name, and names from other alphabets and habits. */
const oddlyNamedFiles = [
  file('Site photos/IMG_2044.png', photoPng('2044')),
  file('Correspondence/Notes #3 – really final?.txt', textFile(...meetingNotes)),
  file('Correspondence/100% "signed" & stamped.pdf', letterPdf('Power of attorney', 'Signed and stamped.')),
  file('Correspondence/見積書 (estimate).pdf', letterPdf('Estimate', 'Facade panels, 420 pieces.')),
]

const siteFiles = [
  file('Diary/Week 14.txt', textFile(...meetingNotes)),
  file('Diary/Week 15.txt', textFile(...meetingNotes.toReversed())),
  file(
    'Delivery notes/Steel, 2nd lot.pdf',
    letterPdf('Delivery note', '14 beams HEB 200, checked on arrival.'),
  ),
]

const warrantyFiles = [
  file(
    'Statement of facts.pdf',
    letterPdf('Statement of facts', 'The membrane was laid in rain on two days in May.'),
  ),
  file('Exhibits/Exhibit 1 - Contract.pdf', letterPdf('Contract', 'Roof works, Mill Lane 4.')),
  file('Exhibits/Exhibit 2 - Site diary.pdf', letterPdf('Site diary', '12 May: rain from 10 a.m.')),
  file('Exhibits/Exhibit 3 - Ceiling, room 7.png', photoPng('ceiling')),
]

const taxFiles = [
  file('Bank statements/2025-01.pdf', letterPdf('Statement of account', 'January 2025')),
  file('Bank statements/2025-02.pdf', letterPdf('Statement of account', 'February 2025')),
  file('Travel expenses.csv', textFile('date;trip;amount', '2025-02-11;Site visit;84.20')),
]
const laterTaxFiles = [
  file('Payroll summary.pdf', letterPdf('Payroll summary', 'Six employees, first half of 2025')),
]

const libraryFiles = [
  file('Board 1.png', photoPng('library 1')),
  file('Board 2.png', photoPng('library 2')),
  file('Explanatory text.pdf', letterPdf('Riverside Library', 'A reading room that follows the river.')),
]

const millLanePhotos = ['roof', 'gutter', 'attic'].map((name) => file(`${name}.png`, photoPng(name)))
