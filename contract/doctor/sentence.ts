/**
 * [Note: Sentences of findings]
 * Findings are shown in the reader's language. So a finding has no text: it names sentences and gives their values. The
 * texts are in the area `findings` of the catalogues, and the titles in `checks`. `mib`, `passed`: MiB; `free`, `least`, `most`, `quota`: GiB;
 * `speed`: MiB/s; `seconds`: s; `read`, `write`, `put`, `get`, `remove`, `sync`: ms; `problem`, `said` and `found` are
 * messages of another program.
 */
export type Sentence =
  // Sentences about the network path.
  | { name: 'unanswered' | 'untrusted' | 'stranger'; url: string; said: string }
  | { name: 'httpHere' | 'httpOnly' | 'isHttps' | 'publicUrl'; url: string }
  /** `days` is 0 for less than one day. */
  | { name: 'certificateEnds' | 'certificateHolds'; days: number }
  | { name: 'missingHsts' | 'oldHttp' | 'proxyOldHttp' | 'noPublicUrl' }
  | { name: 'httpVersion' | 'proxyHttp'; version: string }
  | { name: 'otherOrigin'; origin: string; url: string }
  | { name: 'proxyNotNamed'; peer: string }
  | {
      name:
        | 'noProxy'
        | 'bypassedProxies'
        | 'trustsAnybody'
        | 'forged'
        | 'visitorsUnsaid'
        | 'visitorsUnknown'
        | 'visitorsCounted'
    }
  | { name: 'bodyPasses'; mib: number }
  /** `status` is 0 if the connection was cut. */
  | { name: 'bodyRefused'; mib: number; status: number }
  /** `passed` is 0 if no tested size passed. */
  | { name: 'bodyTooSmall' | 'bodySmall'; passed: number }
  | { name: 'notKnown' | 'requestsFlow' | 'answersFlow' | 'requestsCollected' | 'answersCollected' }
  | { name: 'nobodyCut'; seconds: number }
  | { name: 'cutOff'; who: 'server' | 'sender' | 'reader'; seconds: number }
  | { name: 'longerUntried' | 'cutAbortsTransfers' | 'cutSlowsTransfers' }
  | { name: 'rangesWork' | 'otherRange' }
  | { name: 'wholeForRange'; status: number }
  | { name: 'clocksAgree'; whose: ComparedClock }
  | { name: 'clocksApart' | 'clocksFarApart'; whose: ComparedClock; seconds: number }
  | { name: 'leftOut'; what: readonly Sentence[] }
  | { name: 'requestBuffering' | 'senderTimeOut' | 'readerTimeOut' | 'certificateTime' }
  // Sentences about the server.
  | { name: 'silent' | 'slow' }
  | { name: 'oldNode'; version: string; least: string }
  | { name: 'node'; version: string }
  | { name: 'databaseFails'; database: string; problem: string }
  | { name: 'database'; database: string; schema: string; read: number; write: number }
  | { name: 'fileSound' | 'fileLarge' }
  | { name: 'fileDamaged'; found: string }
  | { name: 'storeFails'; kind: 'disk' | 's3'; problem: string }
  | { name: 'store'; kind: 'disk' | 's3'; put: number; get: number; remove: number }
  | { name: 'noRoom' | 'littleRoom' | 'room'; free: number; least: number }
  | { name: 'fileSize'; most: number }
  | { name: 'fileBeyondQuota'; most: number; quota: number }
  | { name: 'fileBeyondParts'; parts: number }
  | { name: 'diskFails'; problem: string }
  | { name: 'disk'; speed: number; sync: number }
  | { name: 'diskWaits' | 'diskSlow' }
  | { name: 'mailFails'; kind: 'smtp' | 'folder'; where: string; problem: string }
  | { name: 'noMailServer'; where: string }
  | { name: 'mail'; where: string; from: string }
  | { name: 'signInFails'; issuer: string; problem: string }
  | { name: 'signIn'; issuer: string }
  | { name: 'clientTaken' | 'secretRefused' | 'clientRefused' | 'clientUnknown' }
  | { name: 'addressKnown' | 'addressRefused' | 'addressUnknown'; callback: string }
  | { name: 'backupElsewhere' | 'noBackup' }
  /** `days` is 0 for today. */
  | { name: 'backup'; days: number }
  | { name: 'unswept'; count: number }
  | { name: 'swept' | 'folderPrivate' | 'namesVisible' | 'settingsKnown' }
  | { name: 'settingsUnknown'; names: string }
  | { name: 'folderOpen'; names: string }

export type ComparedClock = 'device' | 'machine' | 'database' | 'store' | 'provider'

type Values = Readonly<Record<string, string | number>>

/** Joins the texts of sentences. @param say formats a text of `findings` with its values */
export function formatSentence(
  sentences: readonly Sentence[],
  say: (name: Sentence['name'], values: Values) => string,
  between = ' ',
): string {
  const format = ({ name, ...values }: Sentence) =>
    say(
      name,
      Object.fromEntries(
        Object.entries(values as Readonly<Record<string, string | number | readonly Sentence[]>>).map(
          ([key, value]) => [key, typeof value === 'object' ? formatSentence(value, say, ', ') : value],
        ),
      ),
    )
  return sentences.map(format).join(between)
}
