import type { Catalogue } from './en.ts'

/** Deutsch. */
export const de: Catalogue = {
  app: {
    notFound: '404 Nicht gefunden',
    notFoundText: 'Unter dieser Adresse gibt es keine Seite.',
    goHome: 'Zur Startseite',
    notShown: 'Diese Seite konnte nicht angezeigt werden',
    openAnew: 'Seite neu öffnen',
    newVersion: 'Eine neue Version von Sealpost wurde installiert. Laden Sie neu, um weiterzumachen.',
    partOffline:
      'Sie sind offline, und dieser Teil ist noch nicht auf diesem Gerät. Er kommt, sobald der Server antwortet.',
    reload: 'Neu laden',
    updateReady: 'Eine neue Version von Sealpost ist bereit.',
    updateSigned:
      'Eine neue Version von Sealpost ist bereit: {version}. Ihre Dateien stimmen mit der Liste überein, die die Entwickler signiert haben.',
    updateUnsigned:
      'Eine neue Version von Sealpost ist bereit. Die Entwickler haben sie nicht signiert. Fragen Sie vor dem Neuladen beim Betreiber nach.',
    updateAltered:
      'Eine neue Version von Sealpost ist bereit, aber nicht die von den Entwicklern signierte Version {version}. Fragen Sie vor dem Neuladen beim Betreiber nach.',
    updateOlder:
      'Eine andere Version von Sealpost ist bereit: {version}, die älter ist als Ihre. Fragen Sie vor dem Neuladen beim Betreiber nach.',
    updateUnknown:
      'Eine neue Version von Sealpost ist bereit. Ob die Entwickler sie signiert haben, konnte nicht geprüft werden. Fragen Sie vor dem Neuladen beim Betreiber nach.',
    updateInstalled: 'Eine neue Version von Sealpost wurde installiert.',
  },

  site: {
    description: 'Ende-zu-Ende-verschlüsselter Dateiaustausch.',
    appDescription: 'Ende-zu-Ende-verschlüsselter Dateiaustausch für den eigenen Server.',
    newFolder: 'Neuer Ordner',
    newFolderText: 'Einen Ordner und seinen Upload-Link anlegen',
    profile: 'Profil',
    profileText: 'Passwort, zweiter Faktor und Schlüssel',
    wideScreenshot: 'Die Übersicht: Ordner, ihre Links und was noch nicht heruntergeladen wurde',
    narrowScreenshot: 'Ein Upload-Link auf einem Telefon',
  },

  unfit: {
    notStarted: 'Sealpost ist nicht gestartet',
    notStartedText:
      'Wenn Sie online sind, laden Sie die Seite einmal neu. Hilft das nicht, ist dieser Browser zu alt für Sealpost, das Dateien in ihm ver- und entschlüsselt: Öffnen Sie dieselbe Adresse in einem aktuellen. Die ältesten, mit denen es geht, sind Chrome und Edge 116, Firefox 124 und Safari 17.4.',
    noScript:
      'Sealpost ver- und entschlüsselt Dateien in Ihrem Browser. Bitte erlauben Sie JavaScript für diese Seite.',
    needsHttps: 'Diese Seite braucht https',
    needsHttpsText:
      'Sealpost ver- und entschlüsselt in Ihrem Browser, und Browser erlauben das nur auf Seiten, die über https kommen. Diese kam über einfaches http, daher kann hier nichts sicher gesendet oder geöffnet werden.',
    givenLink: 'Wenn Ihnen jemand diesen Link gegeben hat',
    givenLinkText: 'Öffnen Sie dieselbe Adresse mit https:// davor:',
    givenLinkElse: 'Hilft das nicht, sagen Sie es dem Betreiber.',
    yourServer: 'Wenn Sie diesen Server betreiben',
    yourServerText:
      'Er braucht ein Zertifikat, zum Beispiel von einem Reverse-Proxy wie Caddy, der sich selbst eines besorgt, und seine öffentliche https-Adresse in der Einstellung PUBLIC_URL. Auf dem Rechner, auf dem er läuft, geht http://localhost ohne Weiteres.',
    cannotRun: 'Sealpost läuft in diesem Browser nicht',
    cannotRunText:
      'Sealpost ver- und entschlüsselt in Ihrem Browser, und diesem fehlt, was dazu nötig ist. Es wurde nichts gesendet, und nichts ist verloren.',
    whatToDo: 'Was Sie tun können',
    otherBrowser:
      'Öffnen Sie dieselbe Adresse in einem aktuellen Browser. Die ältesten, mit denen es geht, sind {browsers}. Ist Ihrer so neu, hat vielleicht eine Einstellung oder eine Erweiterung etwas abgeschaltet.',
    oldestBrowsers: 'Chrome und Edge 116, Firefox 124 und Safari 17.4',
    missingHere: 'Hier fehlt: {features}.',
    webWorkers: 'Web Worker',
    streams: 'Streams',
  },

  ui: {
    lockedName: 'Name gesperrt',
    skip: 'Zum Inhalt springen',
    toStartPage: '{name}, zur Startseite',
    offline: 'Offline',
    operator: 'Wer diesen Server betreibt',
    imprint: 'Impressum',
    privacy: 'Datenschutz',
    support: 'Hilfe und Kontakt',
    language: 'Sprache',
    languageMissing: 'Die Texte dieser Sprache konnten nicht geladen werden: {reason}',
    backToDashboard: 'Zurück zur Übersicht',

    cancel: 'Abbrechen',
    close: 'Schließen',
    tryAgain: 'Erneut versuchen',
    error: '<strong>Fehler:</strong> {message}',
    done: 'Erledigt',
    note: 'Hinweis',
    warning: 'Warnung',
    errorLabel: 'Fehler',
    closeNotification: 'Meldung schließen',

    copy: 'Kopieren',
    copied: 'Kopiert',
    linkNotCopied: 'Der Link konnte nicht in die Zwischenablage kopiert werden.',
    share: 'Teilen …',
    notShared: 'Das Gerät konnte den Link nicht teilen. Kopieren Sie ihn stattdessen.',
    copyByHand: 'Von Hand kopieren',
    copyByHandText:
      '{failure} Der Text ist ausgewählt: Kopieren Sie ihn mit Strg+C, ⌘C oder indem Sie ihn gedrückt halten.',
    toCopy: 'Zu kopieren',

    compareSha256: 'SHA-256 vergleichen',
    compareSha256Hint:
      'Jeder Download wird geprüft. Bei Dateien über {size} gehört die SHA-256-Prüfsumme nicht dazu; sie ist nur eine Angabe des Absenders, bis auch sie verglichen ist. Das dauert länger.',
    youAreOffline: 'Sie sind offline.',
    keptList: 'Diese Liste liegt auf diesem Gerät, <strong>Stand {time}</strong>.',
    onceAnswered: '{actions}, sobald der Server antwortet.',
    showTyped: 'Eingabe anzeigen',
    hideTyped: 'Eingabe verbergen',
    fingerprintWords: 'Wörter des Fingerabdrucks',
    wordsOfFolder: 'Wörter, die Absender sehen',
    yourWords: 'Ihre Wörter',
    yourWordsText: 'Die Upload-Seite zeigt sie. Absender können sie am Telefon mit Ihnen vergleichen.',
    used: '{bytes} von {limit} belegt',
    almostFull: 'Fast voll',
    full: 'Voll',
    keyName: '„{words} …“',
    andMore: '{names} und {more, number} weitere',
    more: 'und {count, number} weitere',
    timeLeft: 'noch {time}',
    remove: 'Entfernen',
    saving: 'Wird gespeichert …',
    delete: 'Löschen',
    never: 'Nie',
    verify: 'Code prüfen',
    verifying: 'Wird geprüft …',
    checking: 'Wird geprüft …',
    continue: 'Weiter',
    sendCode: 'Code senden',
    askForNewLink: 'Bitten Sie die Person, die Ihnen diesen Link gegeben hat, um einen neuen.',
    progressOf: 'Fortschritt von {name}',
    stopAndLeave: 'Beenden und verlassen',
    emailInvalid: 'Bitte geben Sie eine gültige E-Mail-Adresse ein.',
    emailLocalPart:
      'Umlaute, Akzente und andere Schriften sind hier vor dem @ nicht möglich. Bitte verwenden Sie eine andere Adresse.',
    codeForm: 'Der Bestätigungscode muss genau 6 Ziffern haben.',
  },

  faults: {
    csrf: 'Die Prüfung gegen fremde Anfragen (CSRF) ist fehlgeschlagen',
    sessionExpired: 'Die Sitzung ist abgelaufen. Bitte melden Sie sich erneut an.',
    notAuthenticated: 'Nicht angemeldet. Bitte melden Sie sich an.',
    badLogin: 'Benutzername oder Passwort ist falsch.',
    badPassword: 'Das eingegebene Passwort ist falsch.',
    badCode: 'Der Bestätigungscode ist ungültig oder abgelaufen.',
    ticketEnded: 'Diese Anmeldung ist abgelaufen. Bitte melden Sie sich erneut an.',
    ticketTries: 'Zu viele falsche Codes. Bitte melden Sie sich erneut an.',
    singleSignOnOff: 'Dieser Server hat keine Anmeldung über einen Anbieter.',
    providerUnavailable:
      'Der Anmeldeanbieter antwortet nicht, oder nicht so, wie er sollte. Versuchen Sie es gleich noch einmal; bleibt es dabei, sagen Sie es dem Betreiber dieses Servers.',
    tooManyRequests: 'Zu viele Anfragen. Bitte versuchen Sie es später noch einmal.',
    linkInvalid: 'Der Link ist ungültig oder abgelaufen.',
    unknownField:
      'Der Server hat eine andere Version als diese Seite. Laden Sie die Seite neu und versuchen Sie es noch einmal.',
    uploadLinkReplaced: 'Dieser Link wurde ersetzt.',
    recipientKeyMissing: 'Der öffentliche Schlüssel des Empfängers fehlt oder ist nicht eingerichtet.',
    uploadUnknown: 'Dieser Upload ist unbekannt oder abgelaufen.',
    uploadSentTooOften:
      'Teile dieser Datei wurden zu oft gesendet. Bitte senden Sie sie von Anfang an noch einmal.',
    tooManyUploads:
      'Von Ihrer Adresse sind hier zu viele Uploads unfertig. Lassen Sie einige fertig werden, oder versuchen Sie es später noch einmal.',
    partsMissing:
      'Teile der Datei fehlen oder kamen verändert an. Versuchen Sie es noch einmal, oder über ein anderes Netz.',
    uploadConfirmed: 'Diese Datei wurde bereits bestätigt.',
    storedOtherwise: 'An dieser Stelle der Sendung wurde schon eine andere Datei gespeichert.',
    gateClosed: 'Dieser Upload-Link verlangt zuerst ein Passwort oder eine bestätigte E-Mail-Adresse.',
    gateNotAsked: 'Dieser Link verlangt das nicht mehr. Bitte laden Sie die Seite neu.',
    confirmationUnavailable:
      'Dieser Server versendet keine E-Mails und kann Uploads daher nicht per E-Mail bestätigen.',
    confirmationFailed: 'Die E-Mail konnte nicht gesendet werden. Bitte versuchen Sie es später noch einmal.',
    notEncrypted: 'Die Datei ist nicht verschlüsselt und wurde daher nicht gespeichert.',
    outOfSpace: 'Der Server hat für diesen Upload keinen Platz mehr.',
    linkQuota: 'Dieser Upload-Link hat für so viele Daten keinen Platz.',
    storageUnavailable:
      'Der Server kann im Moment nichts speichern. Bitte versuchen Sie es später noch einmal.',
    internal:
      'Auf dem Server ist etwas schiefgegangen. Bitte versuchen Sie es noch einmal; bleibt es dabei, sagen Sie es dem Betreiber.',
    requestTooLarge: 'Die Anfrage ist zu groß.',
    uploadStoodStill: 'Der Upload stand zu lange still.',
    uploadTooSlow: 'Der Upload kam zu langsam an.',
    bodyAltered:
      'Es kam etwas anderes an, als gesendet wurde. Versuchen Sie es noch einmal, oder über ein anderes Netz.',
    uploadTooLong: 'Der Upload hat zu lange gedauert. Bitte versuchen Sie es noch einmal.',
    busy: 'Der Server hat im Moment zu viel zu tun. Bitte versuchen Sie es gleich noch einmal.',
    shuttingDown: 'Der Server startet gerade neu. Bitte versuchen Sie es gleich noch einmal.',

    'bad-format': 'Ungültige verschlüsselte Daten: unbekanntes Format.',
    'bad-key': 'Vom Server kam ein Schlüssel in ungültigem Format.',
    'size-mismatch': 'Die Datei hat sich geändert, während sie gelesen wurde.',
    'sealed-twice': 'Ein Teil einer Datei darf nicht zweimal mit demselben Schlüssel verschlüsselt werden.',
    'weak-key':
      'Der öffentliche Schlüssel ist kein einwandfreier RSA-Schlüssel mit 2048, 3072 oder 4096 Bit.',

    unanswered: 'Netzwerkfehler: Es konnte keine Verbindung zum Server hergestellt werden.',
    'file-changed':
      'Die Datei hat sich geändert oder kann nicht mehr gelesen werden. Entfernen Sie sie, und fügen Sie sie wieder hinzu.',
    'type-mismatch': 'Der Inhalt passt nicht zur Dateiendung. Bitte exportieren Sie die Datei neu.',
    'not-as-sealed': 'Die Datei ist nicht die, die gesendet wurde.',
    'key-missing': 'Der Schlüssel zum Verschlüsseln fehlt',
    unreported: 'Der Server hat zu diesem Upload nichts gemeldet',
    'no-verdict': 'Vom Server kam eine leere Antwort.',
    'not-stored': '{speaks, select, yes {{said}} other {Der Upload ist auf dem Server fehlgeschlagen}}',
    'stored-otherwise':
      'Die Datei wurde so gespeichert, wie sie vor der Änderung war. Entfernen Sie sie, und fügen Sie sie wieder hinzu.',
    'storage-unsafe': 'Der Speicher dieses Browsers hat versagt. Bitte versuchen Sie es noch einmal.',
    'thread-died':
      'Ein Arbeitsprozess dieser Seite ist zu Ende: {speaks, select, yes {{said}} other {Er ist ohne Angabe eines Grundes stehen geblieben}}',

    'upload-token-missing': 'In der Adresse fehlt das Token.',
    'fields-refused':
      'Dieser Server fragt in einer Form, die kein Ordner haben kann; deshalb wird nichts davon gezeigt oder gesendet.',
    'link-damaged':
      'Was in diesem Link auf das # folgt, nennt keinen Schlüssel. Bitten Sie noch einmal um den Link und öffnen Sie ihn vollständig.',
    'other-recipient':
      'Der Schlüssel, den der Server anbietet, ist nicht der, für den dieser Link erstellt wurde.',
    'recipient-changed':
      'Der Schlüssel, den der Server anbietet, hat sich geändert, seit diese Seite geöffnet wurde. Laden Sie die Seite neu und vergleichen Sie die Wörter des Schlüssels am Telefon mit dem Empfänger, bevor Sie etwas senden.',
    'cookies-blocked':
      'Dieser Browser blockiert Cookies für diese Adresse. Lassen Sie sie hier zu und öffnen Sie die Seite neu.',
    'other-answer':
      'Statt des Servers hat etwas anderes geantwortet, etwa ein Proxy oder die Anmeldeseite eines Netzes.',
    'part-missing':
      'Ein Teil der Anwendung konnte nicht geladen werden. Prüfen Sie Ihre Verbindung; hilft das nicht, laden Sie die Seite neu.',
    unexpected:
      '{speaks, select, yes {Unerwarteter Fehler: {said}} other {Ein unerwarteter Fehler ist aufgetreten.}}',
    unexpectedSilent: 'Ein unbekannter Fehler ist aufgetreten.',

    status401: 'Nicht berechtigt, oder die Sitzung ist abgelaufen.',
    status403: 'Nicht erlaubt',
    status422: 'Die Anfrage ist ungültig. Prüfen Sie Ihre Eingaben.',
    status429: 'Zu viele Anfragen. Bitte versuchen Sie es später noch einmal.',
    otherStatus: 'Der Server hat mit {status} geantwortet ({statusText}).',
    noStatusText: 'unbekannt',
    serverError: 'Serverfehler: {said}',
    fallback: 'Ein unerwarteter Fehler ist aufgetreten.',
  },

  moreFaults: {
    mismatchedArrays: 'Die Längen der übermittelten Dateiangaben passen nicht zusammen',
    gateFieldsLate:
      'Die Felder link_password, uploader_email und verification_code kommen vor allen anderen des Formulars.',
    downloadLinkExpired: 'Dieser Link ist abgelaufen.',
    downloadLinkUsedUp: 'Dieser Link wurde so oft benutzt, wie er es erlaubt.',
    downloadLinkLocked: 'Dieser Download ist durch ein Passwort geschützt.',
    downloadLinkNamed:
      'Dieser Download ist für bestimmte Personen. Öffnen Sie den Link noch einmal und bestätigen Sie Ihre E-Mail-Adresse.',
    linkTokenUsed: 'Dieses Link-Token wurde schon einmal benutzt.',
    fileNotFound: 'Datei nicht gefunden.',
    fileLost:
      'Der Inhalt dieser Datei ist auf dem Server verloren gegangen. Vielleicht hat der Betreiber eine Sicherung; sonst bitten Sie den Absender, sie noch einmal zu schicken.',
    truncated: 'Vom Server kamen unvollständige Dateidaten.',
    damaged: 'Die Entschlüsselung ist fehlgeschlagen: Die Daten sind beschädigt.',
    'wrong-key': 'Für einen anderen Schlüssel verschlüsselt als den, der offen ist.',
    'wrong-password': 'Die Entschlüsselung ist fehlgeschlagen: falsches Passwort oder beschädigte Daten.',
    'bad-iv': 'Vom Server kam ein Initialisierungsvektor in ungültigem Format.',
    'short-for-iv': 'Ungültige verschlüsselte Daten: zu kurz für einen Initialisierungsvektor.',
    'no-link-keys': 'Im Link wurden keine gültigen Schlüssel gefunden.',
    commitment: 'Der Schlüssel der Datei passt nicht zum Manifest dieser Datei.',
    'kdf-refused': 'Der Server hat Passworteinstellungen verlangt, die nicht sicher sind.',
    'link-keys-missing':
      'Im Link fehlen die Schlüssel. Der Link ist unvollständig oder wurde falsch kopiert.',
    incomplete: 'Vom Server kamen unvollständige Dateidaten.',
    'other-length':
      'Die Länge ist nicht die, die der Server nennt; die Datei kann einzeln heruntergeladen werden.',
    'stored-damaged': 'Die gespeicherten Daten sind beschädigt: Ein Teil davon besteht die Prüfung nicht.',
    'hash-mismatch':
      'Der Inhalt ist nicht der, der gesendet wurde: Seine SHA-256-Prüfsumme ist eine andere als die festgehaltene.',
    'content-mismatch':
      'Der Inhalt ist nicht der, der gesendet wurde: Er ist ein anderer als der, den der Browser des Absenders verschlüsselt hat.',
    'none-opened': 'Keine der Dateien konnte heruntergeladen werden.',
    unsaved: '{speaks, select, yes {{said}} other {In den Ordner kann nicht geschrieben werden.}}',
    'name-refused':
      'Unter diesem Namen speichert der Browser in diesem Ordner keine Datei. Laden Sie sie einzeln herunter, oder speichern Sie in einen anderen Ordner.',
    'path-too-deep':
      'Sie liegt mehr als {limit, number} Ordner tief. Auf ihrer Seite kann sie einzeln heruntergeladen werden.',
    'device-full': 'Auf diesem Gerät ist kein Platz mehr.',
    'no-sink':
      'Dieses Fenster kann höchstens {capacity, number} MB auf einmal speichern, denn {why, select, no_start {sein Service Worker startet nicht, und für eine private Kopie auf der Festplatte hat es keinen Platz} no_room {es bietet keinen Service Worker und hat für eine größere private Kopie auf der Festplatte keinen Platz} other {es bietet weder einen Service Worker noch ein privates Dateisystem}}; {what, select, download {dieser Download hat} file {diese Datei hat} other {diese Dateien haben zusammen}} {bytes, number} MB. Meist liegt es an einem privaten Fenster oder an gesperrten Websitedaten: Öffnen Sie den Link in einem normalen Fenster oder in einem anderen Browser.',
    'browser-stopped':
      'Der Browser hat den Download abgebrochen, bevor er vollständig war. Was gespeichert wurde, ist unvollständig: Löschen Sie es.',
    'not-shared': 'Dieser Browser teilt die Datei nicht. Laden Sie sie stattdessen herunter.',
    'key-not-sent': 'Die Verschlüsselungsdaten zu {name} fehlen',
    'key-not-in-link': 'Der Schlüssel zu „{name}“ wurde nicht gefunden.',
    'key-input-missing': 'Passwort oder Schlüsseldaten fehlen.',
    'key-not-loaded': 'Der Schlüssel ist nicht geladen.',
    'download-token-missing': 'Das Token des Download-Links fehlt.',
    'other-link': 'Das ist der Link eines anderen Downloads.',
  },

  ownFaults: {
    linkChanged:
      'Dieser Link wurde inzwischen geändert. Laden Sie die Seite neu, und versuchen Sie es noch einmal.',
    lastFileOfLink: 'Das sind alle Dateien des Links. Löschen Sie stattdessen den Link.',
    logoNoPng: 'Das Logo muss ein PNG sein. Exportieren Sie es als solches; SVG und JPEG gehen nicht.',
    logoTooLarge: 'Das Logo darf höchstens 100 KB groß sein. Verkleinern Sie es.',
    logoTooManyPixels: 'Das Logo darf höchstens 512 × 512 Pixel groß sein. Verkleinern Sie es.',
    logoTooManyColours:
      'Dieses Bild hat für ein Logo zu viele Farben. Verkleinern Sie es, etwa auf 256 Pixel Breite.',
    logoAnimated: 'Ein animiertes PNG geht nicht. Exportieren Sie ein einzelnes Bild.',
    logoInterlaced: 'Ein PNG mit Zeilensprung (interlaced) geht nicht. Exportieren Sie es ohne.',
    logoDamaged:
      'Dieses PNG ist beschädigt oder unvollständig. Exportieren Sie es noch einmal, und laden Sie das neue hoch.',
    noRoomToRestore:
      'Nicht wiederhergestellt: Dafür ist kein Platz mehr. Was im Papierkorb liegt, lässt sich sofort löschen, um Platz zu schaffen.',
    twoFactorOn: 'Die Zwei-Faktor-Anmeldung ist bereits eingeschaltet.',
    twoFactorNotSetUp: 'Richten Sie zuerst die Zwei-Faktor-Anmeldung ein.',
    usernameTaken: 'Dieser Benutzername ist bereits vergeben.',
    onlyWayIn:
      'Nichts anderes würde Sie hereinlassen, daher bleibt diese Verknüpfung. Der Betreiber kann sie entfernen.',
    keyPasswordMissing: 'Legen Sie zuerst in Ihrem Profil ein Schlüsselpasswort fest.',
    keyPasswordSet: 'Sie haben schon ein Passwort. Ändern Sie es in Ihrem Profil.',
    tokenUnknown: 'Dieses API-Token ist unbekannt, wurde widerrufen oder ist abgelaufen.',
    tokenNotTaken: 'Dieser Aufruf nimmt kein API-Token an.',
    tokenWithCookies: 'Senden Sie ein API-Token oder Cookies, nicht beides.',
    tokenScope: 'Diesem API-Token fehlt eine Berechtigung, die der Aufruf braucht.',
    tooManyTokens: 'Sie haben so viele API-Token, wie eine Person haben darf. Widerrufen Sie zuerst eines.',
    tokenNotFound: 'API-Token nicht gefunden.',
    tooManyLinks:
      'Sie haben so viele Download-Links, wie eine Person haben darf, oder diese nennen so viele Dateien oder Personen wie erlaubt. Löschen Sie einige, die Sie nicht mehr brauchen.',
    tooManyPeopleOfMaker:
      'Die Download-Links der Person, die diesen erstellt hat, nennen so viele Personen, dass nur sie selbst weitere hinzufügen kann.',
    noMailServer:
      'Dieser Server versendet keine E-Mails; Download-Links für bestimmte Personen gibt es darum nicht.',
    downloadLinkNotFound: 'Diesen Link gibt es nicht (mehr), oder Sie sind nicht mehr in seinem Ordner.',
    folderNotFound: 'Diesen Ordner gibt es nicht (mehr), oder Sie sind nicht mehr darin.',
    tooManyFolders: 'Sie haben so viele Ordner, wie ein Konto haben darf (10 000). Löschen Sie zuerst einen.',
    ownerHasTooManyFolders:
      'Dieser Ordner würde bei jemandem zählen, dessen Konto so viele Ordner hat, wie es haben darf (10 000). Diese Person muss zuerst einen löschen.',
    ownerHasNoRoom:
      'Dieser Ordner würde bei jemandem zählen, dessen Speicherplatz dafür nicht reicht. Löschen Sie Dateien in diesem Ordner, oder diese Person muss zuerst eigene löschen.',
    ownersOnly: 'Das kann nur, wem dieser Ordner gehört.',
    rosterMoved: 'Die Personen dieses Ordners wurden inzwischen geändert. Sehen Sie sie sich noch einmal an.',
    rosterFull:
      'Die Personen dieses Ordners wurden so oft geändert, wie ein Ordner es erlaubt. Legen Sie einen neuen Ordner mit den gewünschten Personen an und kopieren Sie die Dateien.',
    rosterInvalid: 'Diese Erklärung folgt nicht aus den Personen des Ordners, wie sie jetzt sind.',
    contactsMoved:
      'Was Sie sich von anderen gemerkt haben, wurde inzwischen geändert. Sehen Sie es sich noch einmal an.',
    personUnknown: 'Auf diesem Server hat niemand diesen Namen oder Schlüssel.',
    notShared: 'Dies ist ein Ordner einer einzelnen Person.',
    lastOwner:
      'Der letzte Eigentümer kann einen Ordner nicht verlassen. Machen Sie zuerst jemand anderen zum Eigentümer.',
    webhookAddressClosed: 'Das ist keine Adresse im offenen Internet. Der Betreiber kann sie erlauben.',
    copyingTooLong: 'Das Kopieren hat zu lange gedauert. Bitte versuchen Sie es noch einmal.',
    otherKeyCommitment:
      'Statt einer Datei, die hier geöffnet wurde, hat der Server eine andere. Laden Sie die Seite neu.',
    namesNotHidden: 'Dieser Ordner verbirgt keine Namen. Ändern Sie das zuerst unter „Bearbeiten“.',
    copyUnsealed: 'Dateien ohne Manifest lassen sich nicht kopieren.',
    sharedTitle: 'Der Titel eines gemeinsamen Ordners wird durch eine Erklärung seiner Personen geändert.',
    sentFolder: 'Dieser Ordner enthält Gesendetes. Sein Upload-Link bleibt inaktiv.',
    passwordAsBefore: 'Das neue Passwort muss ein anderes sein als das bisherige.',
    linkDatePast: 'Das Ablaufdatum muss in der Zukunft liegen.',
    operatorsLook: 'Nur der Betreiber kann ändern, wie dieser Server aussieht.',
    operatorsRules: 'Nur der Betreiber kann die Regeln ändern.',
    ruleFixed: 'Diese Regel ist in der Umgebung des Servers festgelegt.',
    rulesNeedMail:
      'Dieser Server versendet keine E-Mails und kann deshalb keine bestimmten Personen verlangen.',
    linkPasswordRequired: 'Auf diesem Server brauchen Download-Links ein Passwort.',
    linkLastsTooLong:
      'Auf diesem Server gelten Download-Links nicht so lange. Wählen Sie ein früheres Ablaufdatum.',
    namedPeopleRequired: 'Auf diesem Server müssen Download-Links nennen, wer sie benutzen darf.',
    linkUsesRequired:
      'Auf diesem Server sind Download-Links nicht so oft nutzbar. Wählen Sie eine kleinere Zahl.',
    uploadGateRequired:
      'Auf diesem Server brauchen Ordner ein Link-Passwort oder bestätigte E-Mail-Adressen.',
    domainNotAllowed: 'Adressen dieser Domain sind auf diesem Server nicht erlaubt.',
    retentionTooLong:
      'Dieser Server begrenzt, wie lange Dateien aufbewahrt werden. Wählen Sie weniger Tage oder ein früheres Datum.',
    selfTestOver: 'Dieser Selbsttest ist vorbei oder gehört zu einem anderen Server.',
    operatorsTest: 'Nur der Betreiber kann diesen Server prüfen.',
    webhookMissing: 'Dieser Ordner hat keinen Webhook.',
    noOwnEmail: 'Ihr Profil hat keine E-Mail-Adresse.',
    keyDataMissing:
      'Auf dem Server wurden keine verschlüsselten Schlüsseldaten gefunden. Bitte erzeugen Sie in Ihrem Profil Schlüssel oder stellen Sie sie dort wieder her.',
    publicKeyMissing: 'Es gibt keinen öffentlichen Schlüssel, zu dem dieser private gehören könnte.',
    keyPairReplaced:
      'Ihr Schlüsselpaar wurde in einem anderen Fenster oder einer anderen Sitzung ersetzt. Laden Sie die Seite neu und versuchen Sie es noch einmal.',
    tooManyKeyPairs:
      'Ihr Schlüssel oder sein Passwort wurde in den letzten 30 Tagen zu oft geändert. Versuchen Sie es in einigen Tagen noch einmal.',
    passkeyNotFound: 'Passkey nicht gefunden.',
    passkeyKnown: 'Dieser Passkey steht schon in Ihrer Liste.',
    tooManyPasskeys: 'Sie haben so viele Passkeys, wie eine Person haben darf. Entfernen Sie zuerst einen.',
    recoveryBoxMissing: 'Der Server hat zu Ihrem Schlüsselpaar keinen Wiederherstellungscode.',
    mistyped:
      'Ein Zeichen des Wiederherstellungscodes ist falsch eingegeben. Vergleichen Sie ihn mit Ihrem Blatt.',
    'generation-closed':
      'Generation {gen} des Ordnerschlüssels lässt sich für Sie nicht öffnen. Fragen Sie einen anderen Eigentümer.',
    'folder-key-closed':
      'Für einen Schlüssel dieses Ordners verschlüsselt, der sich für Sie nicht öffnen lässt oder verändert wurde. Fragen Sie einen anderen Eigentümer.',
    'person-key-missing':
      'Der Server gibt keinen öffentlichen Schlüssel von {name} heraus. Versuchen Sie es später noch einmal.',
    'folder-not-trusted':
      'Diesem Ordner ist, so wie er ist, nicht zu trauen. Sehen Sie sich zuerst seine Personen an.',
    'folder-in-place':
      'Sie kennen einen Ordner dieses Titels als gemeinsamen. Der Server zeigt ihn als Ihren alleinigen; Dateien würden über seinen Link für Sie allein verschlüsselt, daher wurde der Link nicht kopiert. Fragen Sie die anderen Personen; die Übersicht zeigt, was fehlt.',
    'contacts-not-believed':
      'Der Server gibt etwas anderes zurück als das, was Sie bei ihm über Personen und Ordner hinterlegt haben, die Sie kennen. Bevor das geklärt ist, wird nichts aus einem gemeinsamen Ordner geöffnet: Die Übersicht zeigt, was anders ist.',
    'contacts-full':
      'Für weitere Personen und Ordner, die Sie kennen, ist kein Platz mehr. Entfernen Sie Personen in Ihrem Profil.',
    'names-other':
      'Der Server gibt anders an, als Sie es festgelegt haben, ob dieser Ordner die Namen von Dateien verbirgt. Darum wurde kein Link kopiert und nichts gesendet. Öffnen Sie den Ordner mit entsperrtem Schlüssel: Dort wird gefragt, was gilt.',
    'link-other':
      'Der Server zeigt für diesen Ordner einen anderen Upload-Link, als Sie und dieses Gerät kennen. Daher wurde keiner kopiert und nichts gesendet. Öffnen Sie den Ordner mit entsperrtem Schlüssel: Dort steht, was anders ist.',
    'folder-not-new':
      'Der Server hat mit einem Ordner oder einem Upload-Link geantwortet, den es schon gab. Geben Sie keinen Link davon weiter, und fragen Sie den Betreiber des Servers.',
    'sent-elsewhere':
      'Sie wurde nicht an diesen Ordner gesendet. Laden Sie sie einzeln herunter, wenn Sie sie ansehen möchten.',
    'file-returned':
      'Sie war gelöscht oder fehlte und ist wieder da, oder an ihrer Stelle steht eine andere. Nehmen Sie sie zuerst auf der Seite des Ordners an, oder laden Sie sie einzeln herunter.',
    'file-exchanged':
      'Sie wurde ausgetauscht, seit dieses Gerät sie geöffnet hat: Der Server gibt einen anderen Schlüssel oder ein anderes Manifest heraus. Fragen Sie, wer sie gesendet hat, und den Betreiber des Servers.',
    'newer-version':
      'Das hat eine spätere Version von Sealpost geschrieben. Laden Sie die Seite neu, damit sie aktualisiert wird, oder installieren Sie das neuere Kommandozeilenprogramm.',
    'device-memory':
      'Was dieser Browser sich von den Personen und Ordnern gemerkt hat, die Sie kennen, ist nicht lesbar. Daher kann niemand sagen, ob der Server einen älteren Stand zeigt. Laden Sie die Seite neu; bleibt es dabei, starten Sie den Browser neu oder nehmen Sie ein anderes Gerät.',
    'device-memory-missing':
      'Dieser Browser kann sich nicht merken, was er von den Personen und Ordnern gesehen hat, die Sie kennen, wie in manchen privaten Fenstern: Ist diese Seite geschlossen, fällt ein älterer Stand, den der Server zeigt, hier nicht auf.',
    'folder-other':
      'Der Server zeigt diesen Ordner anders, als Sie ihn kennen, daher wurde sein geheimer Link nicht kopiert. Öffnen Sie den Ordner: Dort steht, was anders ist.',
    'folder-moved':
      'Der Server zeigt diesen Ordner anders als beim Öffnen dieser Seite: Er wurde inzwischen geändert, oder an seiner Stelle steht ein anderer. Öffnen Sie ihn aus der Übersicht und sehen Sie ihn an, bevor Sie ihn ändern.',
    'change-unconfirmed':
      'Eine Änderung der Personen dieses Ordners wurde schon unterschrieben, und der Server hat sie nicht bestätigt. Senden Sie zuerst diese noch einmal.',
    'change-empty': 'Das ändert nichts, oder es ließe den Ordner ohne Eigentümer.',
  },

  message: {
    title: 'Nachricht',
    read: 'Lesen',
    readOf: '{name} lesen',
    unreadable: 'Diese Datei ist keine Nachricht, die sich anzeigen lässt. Speichern Sie sie stattdessen.',
    notCopied: 'Die Nachricht ließ sich nicht kopieren.',
  },

  preview: {
    purpose: 'Ihr privater Schlüssel entschlüsselt die Datei.',
    of: 'Vorschau von {name}',
    place: '{number, number} von {files, number} · {size}',
    previous: 'Vorige Datei',
    next: 'Nächste Datei',
    save: 'Herunterladen',
    download: '{name} herunterladen',
    link: 'Link für {name} erstellen',
    delete: '{name} löschen',
    'too-large': 'Für Dateien über {size} gibt es keine Vorschau.',
    'no-kind': 'Für diese Art von Datei gibt es keine Vorschau.',
    'not-decoded': 'Dieser Browser kann die Datei nicht anzeigen.',
    'too-many-pixels': 'Das Bild hat zu viele Pixel für eine Vorschau.',
    firstBytes: 'Die ersten {size}:',
  },

  saving: {
    inProgress: 'Download läuft',
    progress: 'Fortschritt des Downloads',
    toFolder: 'Wird in den Ordner gespeichert',
    showLeftOut: 'Alle {count, number} ausgelassenen Dateien anzeigen',
    filesLeftOut: 'Ausgelassene Dateien',
    renamed:
      '{count, plural, one {# Datei wurde unter einem anderen Namen gespeichert, als sie gesendet wurde} other {# Dateien wurden unter anderen Namen gespeichert, als sie gesendet wurden}}',
    renamedFiles: 'Dateien mit anderem Namen',
    unsealed: 'Name und Inhalt sind Angaben des Servers',
    differentName: 'Name vom Server geändert',
    differentPath: 'Ordner vom Server geändert',
    differentSize: 'Größe vom Server geändert',
    differentSha256: 'Prüfsumme vom Server geändert',

    cancelled: 'Download abgebrochen.',
    failed: 'Download fehlgeschlagen: {reason}',
    fileFailed: '{name} konnte nicht heruntergeladen werden: {reason}',
    someFailed:
      'Download abgeschlossen, aber {count, plural, one {# Datei ist} other {# Dateien sind}} fehlgeschlagen.',
    remains: 'Was gespeichert wurde, ist unvollständig: Löschen Sie es.',
    bytesOf: '{bytes} von {total}',
    filesOf: '{done, number} von {files, plural, one {# Datei} other {# Dateien}}',
    openingKeys: 'Schlüssel werden geöffnet: {done, number} von {files, number}',
    lookingInside: 'Der Inhalt des Ordners wird gelesen …',
    starting: 'Wird gestartet …',
    saving: 'Wird gespeichert: {progress}',
    needsNetwork: 'Wartet auf die Verbindung. Der Download geht von selbst weiter.',
    needsServer: 'Wartet auf den Server: An seiner Stelle antwortet etwas anderes.',
    needsPassword: 'Wartet auf das Passwort dieses Links.',
    needsSignIn: 'Wartet darauf, dass Sie sich wieder anmelden.',
    needsPress: 'Entschlüsselt',
    readyToShare: 'Bereit: Teilen',
    shortNeedsNetwork: 'Wartet auf die Verbindung',
    shortNeedsServer: 'Wartet auf den Server',
    shortNeedsPassword: 'Wartet auf das Passwort',
    shortNeedsSignIn: 'Wartet auf die Anmeldung',

    noneDecrypted: 'Keine der Dateien konnte entschlüsselt werden.',
    archiveNotKept: 'Das Archiv ist unvollständig: Nichts davon wurde als fertig behalten.',
    savedFile: '{size} gespeichert',
    sharedFile: '{size} geteilt',
    savedFiles: '{files, plural, one {# Datei} other {# Dateien}}, {size} gespeichert',
    sha256Compared: 'SHA-256 verglichen',
    sha256ComparedTo: 'SHA-256 verglichen: {sha256}',
    verifiedBut: 'Inhalte geprüft bis auf {files, plural, one {# Datei} other {# Dateien}}',
    contentVerified: 'Inhalt geprüft',
    contentsVerified: 'Inhalte geprüft',
    allOfFileVerified: 'Inhalt und Name geprüft',
    allOfFilesVerified: 'Inhalte und Namen geprüft',
    noManifest: 'Ohne Manifest kam: {names}. Name und Inhalt sind Angaben des Servers.',
    moreAltered: 'Der Server hat {count, number} weitere geändert.',
    notDecrypted:
      '{count, plural, one {# Datei konnte} other {# Dateien konnten}} nicht entschlüsselt werden: {names}',
    sealedToOlder:
      'Für Ihren älteren Schlüssel {key} verschlüsselt: Stellen Sie in Ihrem Profil die Sicherung dieses Schlüssels wieder her, um sie zu öffnen.',
    sealedToOther:
      'Für einen anderen Schlüssel verschlüsselt als den, der entsperrt ist: Stellen Sie in Ihrem Profil die Sicherung jenes Schlüssels wieder her, um sie zu öffnen.',

    allFailed: 'Keine der Dateien konnte heruntergeladen werden.',
    complete: 'Download abgeschlossen. Jede Datei wurde geprüft.',
    completeUnsealed:
      'Download abgeschlossen. Name und Inhalt von {files, plural, one {# Datei} other {# Dateien}} sind Angaben des Servers.',
    archiveUseless: 'Das Archiv ist unvollständig: Was davon gespeichert wurde, ist nicht zu gebrauchen.',
    moreMarked: 'und {count, number} weitere, in der Liste gekennzeichnet',
  },

  look: {
    section: 'Erscheinungsbild',
    intro: 'Auf allen Seiten, in E-Mails und in der installierten Anwendung.',
    loading: 'Das Erscheinungsbild wird geladen …',
    name: 'Name des Dienstes',
    nameHint: 'Statt „Sealpost“.',
    accent: 'Akzentfarbe',
    accentHint: 'Als #rrggbb.',
    pick: 'Farbe wählen',
    greeting: 'Begrüßung',
    greetingHint: 'Reiner Text auf Upload-Seiten.',
    imprint: 'Impressum',
    imprintHint: 'https://… In Deutschland und Österreich meist Pflicht.',
    privacy: 'Datenschutzerklärung',
    privacyHint: 'https://…',
    support: 'Hilfe und Kontakt',
    supportHint: 'E-Mail-Adresse oder https://…',
    logo: 'Eigenes Logo',
    logoHint:
      'PNG, höchstens 100 KB und {pixels} × {pixels} Pixel. Ein Quadrat ab 144 ist auch das App-Symbol.',
    chooseLogo: 'PNG wählen',
    noLogo: 'Kein eigenes Logo',
    keptLogo: 'Ihr Logo',
    preview: 'Vorschau',
    onLight: 'Auf hellen Seiten',
    onDark: 'Auf dunklen Seiten',
    contrast:
      '{place}: {colour}, Kontrast {ratio}\u00a0zu\u00a01{change, select, darker {: dunkler als Ihre Farbe, damit man sie lesen kann} lighter {: heller als Ihre Farbe, damit man sie lesen kann} other {}}',
    sampleTitle: 'Dateien hochladen',
    sampleText: 'So sehen es Absender.',
    sampleButton: 'Dateien auswählen',
    sampleLink: 'Ein Link',
    save: 'Erscheinungsbild speichern',
    saved: 'Gespeichert. Ab jetzt sehen es alle.',
    reset: 'Zurücksetzen',
    resetTitle: 'Erscheinungsbild zurücksetzen?',
    resetConfirm: 'Zurücksetzen',
    resetText:
      'Name, Logo, Farbe, Begrüßung und alle Links werden entfernt, auch die zu Impressum und Datenschutzerklärung. Das lässt sich nicht rückgängig machen.',
    wasReset: 'Das Erscheinungsbild ist wieder das ursprüngliche.',
  },

  rules: {
    section: 'Regeln',
    intro: 'Für alles Neue auf diesem Server.',
    loading: 'Die Regeln werden geladen …',
    uploadGate: 'Ordner brauchen ein Link-Passwort oder bestätigte E-Mail-Adressen',
    linkPassword: 'Download-Links brauchen ein Passwort',
    namedPeople: 'Download-Links sind für bestimmte Personen',
    namedNeedMail:
      'Nicht verfügbar: Dieser Server versendet keine E-Mails, und bestimmte Personen erhalten einen Code per E-Mail.',
    linkDays: 'Tage je Download-Link, höchstens',
    linkUses: 'Downloads je Download-Link, höchstens',
    defaultRetention: 'Tage bis zum Löschen, für neue Ordner',
    defaultRetentionHint: 'Ohne Eintrag: Dateien bleiben.',
    maxRetention: 'Tage bis zum Löschen, höchstens',
    blankForAny: 'Ohne Eintrag: unbegrenzt.',
    domains: 'Erlaubte E-Mail-Domains',
    domainsHint: 'Durch Kommas getrennt, ohne Subdomains. Ohne Eintrag: alle.',
    fixed: 'In der Umgebung des Servers durch {variable} festgelegt.',
    broken:
      'In Benutzung, obwohl sie einer Regel widersprechen: {folders, plural, one {# Ordner} other {# Ordner}}, {links, plural, one {# Download-Link} other {# Download-Links}}. Domains sind nicht mitgezählt.',
    save: 'Regeln speichern',
    saved: 'Gespeichert. Die Regeln gelten ab jetzt.',
    required: 'Auf diesem Server vorgeschrieben.',
    gateRequired: 'Auf diesem Server vorgeschrieben: ein Link-Passwort oder bestätigte E-Mail-Adressen.',
    atMostDays: 'Auf diesem Server höchstens {days, plural, one {# Tag} other {# Tage}}.',
    atMostUses: 'Auf diesem Server höchstens {max, number}.',
    onlyDomains: 'Auf diesem Server nur Adressen bei {domains}.',
    notAllowed: 'Auf diesem Server nicht erlaubt: {address}. Nur Adressen bei {domains}.',
  },

  session: {
    loading: 'Die Anmeldung wird geprüft …',
    offline: 'Sie sind offline',
    notSignedOut: '{fault} Sie sind nicht abgemeldet: Diese Seite geht weiter, sobald der Server antwortet.',
    locked: 'Ihr privater Schlüssel wurde nach {minutes, number} Minuten ohne Benutzung gesperrt.',

    keyOpen: 'Schlüssel offen',
    keyOpenText: 'Ihr privater Schlüssel ist offen. Hier sperren Sie ihn, für alle Tabs.',
    keyLocked: 'Schlüssel gesperrt',
    menuFailed: 'Das hat nicht geklappt: {reason}',
    keyLockedText: 'Ihr privater Schlüssel ist gesperrt. Hier entsperren Sie ihn.',
    menu: 'Konto von {username}',
    install: 'App installieren',
    scheme: 'Farbschema',
    schemeSystem: 'System',
    schemeLight: 'Hell',
    schemeDark: 'Dunkel',

    passwordRequired: '{kind, select, login {Anmeldepasswort} other {Schlüsselpasswort}} erforderlich',
    purpose: 'Ihr privater Schlüssel entschlüsselt Dateien.',
    passwordText:
      '{purpose} Ihr Passwort öffnet ihn in diesem Browser und wird nicht an den Server gesendet.',
    password: '{kind, select, login {Anmeldepasswort} other {Schlüsselpasswort}}',
    unlock: 'Entsperren',
    unlocking: 'Wird entsperrt …',
    useCode: 'Stattdessen den Wiederherstellungscode verwenden',
    unlocked: 'Ihr privater Schlüssel ist in diesem Tab entsperrt, bis Sie sich abmelden oder ihn schließen.',
    unlockedFor:
      'Ihr privater Schlüssel ist in diesem Tab entsperrt, bis Sie sich abmelden, den Tab schließen oder den Schlüssel {minutes, number} Minuten lang nicht benutzen.',
    unlockFailed: 'Der Schlüssel konnte nicht entsperrt werden: {reason}',
    notThisPassword: 'Das ist nicht das Passwort Ihres Schlüssels.',
    formerPassword: 'Wurde Ihr Passwort zurückgesetzt, verwenden Sie in Ihrem Profil das frühere.',
    formerPasswordOrCode:
      'Wurde Ihr Passwort zurückgesetzt, verwenden Sie Ihren Wiederherstellungscode oder in Ihrem Profil das frühere Passwort.',
    myProfile: 'Mein Profil',
    tryAgain: 'Erneut versuchen',
    finish: 'Fertig',

    codeTitle: 'Wiederherstellungscode verwenden',
    codeText:
      'Geben Sie den Code von Ihrem Wiederherstellungsblatt ein. Er wird nicht an den Server gesendet.',
    codeHint: '{typed, number} von {all, number} Zeichen. Groß oder klein, mit oder ohne Bindestriche.',
    codeIncomplete: 'Ein Wiederherstellungscode hat 28 Zeichen: sieben Gruppen zu je vier.',
    codeOfOtherBox:
      'Dieser Code ist so eingegeben, wie er geschrieben wurde, aber er ist nicht der gültige: Er kann von einem älteren Blatt stammen oder jemand anderem gehören.',
    codeAlteredBox:
      'Der Code ist richtig, aber was der Server dazu aufbewahrt, wurde verändert oder gehört nicht zu dem öffentlichen Schlüssel, den er nennt. Versuchen Sie es mit Ihrer Sicherungsdatei, und geben Sie keine Upload-Links weiter, bevor Sie wissen, woran es liegt.',
    codeOtherWords:
      'Der Schlüssel wurde nicht verwendet. Andere Wörter gehören zu einem anderen Schlüssel: Der Code kann von einem anderen Blatt stammen. Ist das nicht so, geben Sie keine Upload-Links weiter, bevor Sie wissen, woran es liegt.',
    openKey: 'Meinen Schlüssel öffnen',
    opening: 'Wird geöffnet …',
    wordsTitle: 'Dieselben Wörter wie auf Ihrem Blatt?',
    wordsText:
      'Der Code öffnet einen privaten Schlüssel mit diesen zwölf Wörtern. Vergleichen Sie sie mit Ihrem Blatt, bevor er verwendet wird.',
    wordsDiffer: 'Es sind andere',
    wordsSame: 'Es sind dieselben',
    sealTitle: 'Den Schlüssel mit Ihrem Passwort verschlüsseln?',
    sealText:
      'Ihr Schlüssel ist für diese Sitzung offen. Verschlüsseln Sie ihn mit dem aktuellen {kind, select, login {Anmeldepasswort} other {Schlüsselpasswort}}, dann öffnet ihn künftig dieses. Ihr Wiederherstellungscode bleibt gültig.',
    currentPassword: 'Aktuelles {kind, select, login {Anmeldepasswort} other {Schlüsselpasswort}}',
    notNow: 'Nicht jetzt',
    seal: 'Meinen Schlüssel verschlüsseln',
    sealing: 'Wird verschlüsselt …',

    foreignTitle: 'Ein anderer Schlüssel als zuvor',
    foreignServer:
      'Der private Schlüssel, den der Server zurückgegeben hat, ist nicht der, den dieses Gerät für „{username}“ kennt. Er wird nicht verwendet.',
    foreignBackup:
      'Der private Schlüssel in dieser Sicherung ist nicht der, den dieses Gerät für „{username}“ kennt. Er wird nicht verwendet.',
    replacedQuestion: 'Haben Sie Ihr Schlüsselpaar auf einem anderen Gerät ersetzt oder wiederhergestellt?',
    replacedAnswer: 'Dann vergleichen Sie die Wörter unter „{title}“ mit denen, die das Profil dort zeigt.',
    notReplacedQuestion: 'Haben Sie das nicht, oder sind die Wörter andere?',
    formerServer:
      'Dann hat der Server vielleicht ein früheres Paar zurückgegeben. Verwenden Sie es nicht: Was Absender dafür verschlüsseln, kann lesen, wer dieses Paar hat. Geben Sie keine Upload-Links weiter, bevor Sie wissen, woran es liegt.',
    formerBackup:
      'Dann ist es vielleicht ein früheres Paar, das der Server für das gültige ausgibt. Verwenden Sie es nicht: Was Absender dafür verschlüsseln, kann lesen, wer dieses Paar hat. Geben Sie keine Upload-Links weiter, bevor Sie wissen, woran es liegt.',
    useReplaced: 'Das Paar wurde ersetzt: von nun an verwenden',
    firstTitle: 'Erster Schlüssel dieses Namens',
    firstText:
      'Dieses Gerät kennt noch keinen Schlüssel von „{username}“, nur von {names}; Namen können gleich aussehen und verschieden sein. Der Schlüssel wird nicht verwendet.',
    quotedName: '„{name}“',
    newHereQuestion: 'Sind Sie „{username}“ und auf diesem Gerät neu?',
    newHereAnswer:
      'Dann vergleichen Sie die Wörter mit denen, die das Profil auf einem anderen Gerät zeigt, wenn Sie eines haben.',
    otherNameQuestion: 'Heißen Sie anders, oder haben Sie Ihren Schlüssel hier schon einmal entsperrt?',
    useFirst: 'Das ist mein Schlüssel: von nun an verwenden',
    knownHere: 'Auf diesem Gerät bekannt',
    wordsServer: 'Vom Server zurückgegeben',
    wordsBackup: 'In dieser Sicherung',
    doNotUse: 'Nicht verwenden',
  },

  /** Names of files that a folder has already are hidden from the server. */
  hidingNames: {
    purpose: 'Ihr privater Schlüssel öffnet die verschlüsselten Namen.',
    start: 'Diese Namen verbergen',
    stop: 'Anhalten',
    title:
      '{count, plural, one {Den Namen} other {Die Namen von # Dateien}} verbergen, {count, plural, one {den} other {die}} der Server kennt?',
    text: 'Der Server vergisst Namen, Ordner und Prüfsummen und kann sie nicht zurückgeben: Ihr Schlüssel zeigt, was Absender gesendet haben, und Download-Links zeigen es den Empfängern. Programme, die keine Manifeste öffnen, sehen Platzhalter. Sicherungen des Servers enthalten die Namen weiterhin, und ein Server kann behalten, was er einmal erfahren hat.',
    trash:
      'Dateien im Papierkorb behalten dort ihre Namen: Leeren Sie ihn vorher, oder stellen Sie die Dateien wieder her.',
    progress: 'Namen werden verborgen: {done, number} von {total, number}',
    contradicted:
      'Der Server sagt zu {count, plural, one {# Datei etwas anderes, als ihr Absender gesendet hat; sie bleibt, wie sie ist} other {# Dateien etwas anderes, als ihre Absender gesendet haben; sie bleiben, wie sie sind}}: <names></names>{more, plural, =0 {} other { und # weitere}}',
    hidden:
      '{count, plural, =0 {Es wurde kein Name verborgen.} one {Der Name von # Datei ist jetzt vor dem Server verborgen.} other {Die Namen von # Dateien sind jetzt vor dem Server verborgen.}}',
    waiting:
      '{count, plural, one {# Datei behält vorerst ihren Namen: Ihr Absender kann} other {# Dateien behalten vorerst ihre Namen: Ihre Absender können}} das Hochladen noch wiederholen. Verbergen Sie sie nach dem {date}.',
    withoutManifest:
      '{count, plural, one {# Datei kam ohne Manifest und behält ihren Namen.} other {# Dateien kamen ohne Manifest und behalten ihre Namen.}}',
    unopened:
      '{count, plural, one {# Datei öffnet sich nicht mit Ihrem Schlüssel und behält ihren Namen.} other {# Dateien öffnen sich nicht mit Ihrem Schlüssel und behalten ihre Namen.}}',
  },

  copying: {
    title: 'In Ordner kopieren',
    titleDone: 'Dateien kopiert',
    reading: 'Manifeste werden gelesen',
    unread: 'Es wurde nichts kopiert. {reason}',
    files: '{count, plural, one {# Datei} other {# Dateien}}',
    moreFiles: 'Weitere Dateien zum Kopieren',
    none: 'Keine dieser Dateien kann kopiert werden.',
    unsealed:
      '{count, plural, one {# Datei kann nicht kopiert werden, weil sie ohne Manifest kam und nur der Server sagt, was sie ist} other {# Dateien können nicht kopiert werden, weil sie ohne Manifest kamen und nur der Server sagt, was sie sind}}: <names></names>{more, plural, =0 {} other { und # weitere}}',
    unopened:
      '{count, plural, one {# Datei kann nicht kopiert werden, weil sich ihr Schlüssel mit Ihrem nicht öffnen lässt} other {# Dateien können nicht kopiert werden, weil sich ihre Schlüssel mit Ihrem nicht öffnen lassen}}: <names></names>{more, plural, =0 {} other { und # weitere}}',
    elsewhere:
      '{count, plural, one {# Datei kann nicht kopiert werden, weil sie nicht an diesen Ordner gesendet wurde} other {# Dateien können nicht kopiert werden, weil sie nicht an diesen Ordner gesendet wurden}}: <names></names>{more, plural, =0 {} other { und # weitere}}',
    returned:
      '{count, plural, one {# Datei wird nicht kopiert, da sie gelöscht war oder fehlte und wieder da ist} other {# Dateien werden nicht kopiert, da sie gelöscht waren oder fehlten und wieder da sind}}: <names></names>{more, plural, =0 {} other { und # weitere}}',
    loading: 'Ordner werden geladen …',
    noTargets:
      'Es gibt keinen gemeinsamen Ordner, der Ihnen gehört. Legen Sie zuerst in der Übersicht einen an.',
    into: 'In welchen gemeinsamen Ordner?',
    note: 'Alle Personen des Zielordners können die Kopien öffnen und sehen die bestätigten E-Mail-Adressen der Absender. Ihre Herkunft gilt dort als nicht nachgewiesen. Die Originale bleiben hier; Antworten der Absender werden nicht kopiert.',
    copy: '{count, plural, one {# Datei} other {# Dateien}} kopieren',
    copyingTo: 'Kopieren {titled, select, yes {nach „{title}“} other {in den Ordner ohne Titel}}',
    progress: '{what}: {done, number} von {total, number}',
    stop: 'Anhalten',
    noneThere: '{titled, select, yes {In „{title}“} other {Im Ordner ohne Titel}} ist noch nichts.',
    someThere:
      'Bisher {done, plural, one {ist # von {count, number} Dateien} other {sind # von {count, number} Dateien}} {titled, select, yes {in „{title}“} other {im Ordner ohne Titel}}.',
    haltedText: 'Was dort ist, bleibt dort und wird beim Fortsetzen nicht noch einmal kopiert.',
    goOn: 'Fortsetzen',
    done: '{count, plural, one {# Datei ist} other {# Dateien sind}} jetzt {titled, select, yes {in „{title}“} other {im Ordner ohne Titel}}.',
    leftOut:
      '{count, plural, one {# ausgewählte Datei wurde} other {# ausgewählte Dateien wurden}} ausgelassen.',
    openFolder: 'Zielordner öffnen',
  },

  people: {
    title: 'Personen',
    count: '{count, plural, one {# Person} other {# Personen}}',
    lockedText: '{count, plural, one {# Person} other {# Personen}} laut Server.',
    lockedNote: 'Entsperren Sie Ihren Schlüssel, um zu prüfen, wer in diesem Ordner ist.',
    unlockPurpose: 'Ihr privater Schlüssel öffnet diesen Ordner und zeigt, wer darin ist.',
    show: 'Personen anzeigen',
    opening: 'Es wird geprüft, wer in diesem Ordner ist …',
    notShown: 'Solange die Warnung oben besteht, wird niemand angezeigt.',
    openProfile: 'Profil öffnen',

    search: 'Person suchen',
    found: '{found, number} von {count, plural, one {# Person} other {# Personen}}',
    noneFound: 'Niemand heißt „{name}“.',
    ofFolder: 'Personen dieses Ordners',
    you: 'Sie',
    owner: 'Eigentümer',
    member: 'Mitglied',
    asksToLeave: 'Möchte gehen',
    since: 'Seit <time></time>',
    compared: 'Code verglichen',
    notCompared: 'Code nicht verglichen',
    keyWords: 'Wörter des Schlüssels',
    keyWordsOf: 'Wörter des Schlüssels von {name}',
    actions: 'Aktionen für {name}',
    actionCompare: 'Code vergleichen …',
    actionMember: 'Zum Mitglied machen …',
    actionOwner: 'Zum Eigentümer machen …',
    actionConfirm: 'Bestätigen und entfernen …',
    actionRemove: 'Entfernen …',
    keysClosed:
      '{count, plural, one {Schlüssel Nr. {last} dieses Ordners lässt} other {Die Schlüssel Nr. {numbers} und {last} dieses Ordners lassen}} sich für Sie nicht öffnen. {isExchanged, select, yes {Der Server gibt einen anderen Schlüssel heraus als den, den die Eigentümer unterschrieben haben, oder einen veränderten.} other {Der Server gibt {count, plural, one {ihn} other {sie}} Ihnen nicht mehr heraus.}} Dateien, die {count, plural, one {für ihn} other {für sie}} verschlüsselt wurden, bleiben verschlossen, und Sie können niemanden hinzufügen. Fragen Sie einen anderen Eigentümer; öffnet sich bei niemandem etwas, hält der Server es zurück.',
    answerFirst:
      'Es wird niemand hinzugefügt oder entfernt, bevor Sie beantwortet haben, was oben auf dieser Seite steht.',

    add: 'Person hinzufügen',
    addText:
      'Lassen Sie sich den Code auf anderem Weg als über diesen Server geben: persönlich, am Telefon, per E-Mail oder Chat. Dann kann niemand an Stelle der Person hinzugefügt werden.',
    find: 'Suchen',
    finding: 'Wird gesucht …',
    whatYouHave: 'Was Sie von der Person haben',
    theirCode: 'Den Code',
    twelveWords: 'Die zwölf Wörter',
    code: 'Code',
    codeHint: 'Ein Name, ein Punkt und 43 Zeichen, aus dem Profil der Person.',
    orKnown: 'Oder jemand, dessen Code Sie verglichen haben',
    scan: 'Mit der Kamera scannen',
    camera: 'Bild der Kamera',
    noCamera: 'Die Kamera kann hier nicht benutzt werden. Fügen Sie stattdessen den Code ein.',
    stopScanning: 'Scannen beenden',
    username: 'Benutzername',
    twelveWordsHint: 'Alle in ihrer Reihenfolge, als Wörter oder Zahlen.',
    noCode:
      'Das ist kein vollständiger Code einer Person: Der besteht aus einem Namen, einem Punkt und 43 Zeichen. Bitten Sie die Person, die ganze Zeile aus ihrem Profil zu kopieren.',
    notTwelve: 'Geben Sie alle zwölf Wörter oder Zahlen ein. Das sind {typed}.',
    noUsername: 'Geben Sie den Benutzernamen ein.',
    nameTooLong: 'Ein Name hat höchstens {limit} Zeichen.',
    noKey: 'Der Server hat keinen Schlüssel dieser Person herausgegeben.',
    otherKeyGiven:
      'Der Server hat einen anderen Schlüssel herausgegeben als den dieses Codes. Es wurde niemand hinzugefügt.',
    weakKey:
      'Dieser Schlüssel ist zu schwach, um etwas für ihn zu verschlüsseln. Die Person braucht ein neues Schlüsselpaar.',
    noNumber: 'Der Server hat keine gültige Nummer dieser Person genannt. Es wurde niemand hinzugefügt.',
    otherCode:
      'Das ist der Code eines anderen Schlüssels als dessen, den dieser Ordner nennt. Machen Sie nicht weiter, bevor Sie wissen, woran es liegt: Fragen Sie die Person noch einmal, persönlich oder am Telefon.',
    otherWords:
      'Diese Wörter gehören nicht zu dem Schlüssel, den dieser Server herausgibt. Suchen Sie nach einem Tippfehler; gibt es keinen, machen Sie nicht weiter, bevor Sie wissen, woran es liegt.',
    isIn: '{name} ist schon in diesem Ordner. Der Code gilt jetzt als verglichen.',
    formerName:
      '{former} ist mit einem anderen Schlüssel in diesem Ordner, und laut diesem Server ist {name} dieselbe Person mit einem neuen Namen. Wenn das stimmt, entfernen Sie zuerst {former} und fügen Sie dann {name} hinzu.',
    tooMany: 'Ein Ordner hat höchstens {limit} Personen.',
    addPerson: '{name} hinzufügen',
    addPersonText:
      'Der Schlüssel ist der von {name}. {name} wird alles öffnen können, was in diesem Ordner ist und was noch kommt.',
    serverName: 'Dieser Server nennt die Person „{name}“.',
    formerKey:
      '{name} ist mit einem anderen Schlüssel in diesem Ordner. Jener Schlüssel wird entfernt, und der Ordner bekommt einen neuen: Das ersetzt die Upload-Links.',
    role: 'Rolle',
    memberText: 'Lädt Dateien herunter und erstellt Download-Links.',
    ownerText:
      'Fügt außerdem Personen hinzu und entfernt sie, ändert und löscht den Ordner und seine Dateien.',
    addToFolder: 'Zum Ordner hinzufügen',
    adding: 'Wird hinzugefügt …',
    wasAdded: '{name} wurde hinzugefügt',
    wasAddedText: '{name} ist im Ordner.',
    newLinkText:
      'Der Upload-Link wurde ersetzt: Geben Sie Ihren Absendern den neuen. Der alte antwortet „Dieser Link wurde ersetzt.“; begonnene Uploads werden noch fertig.',
    copyNewLink: 'Neuen Upload-Link kopieren',

    compareCode: 'Code von {name} vergleichen',
    compareCodeBegin: 'Code von {name} vergleichen …',
    compareText:
      'Bitten Sie {name} auf anderem Weg als über diesen Server um den Code oder um die zwölf Wörter des Schlüssels. Ist er einmal verglichen, gilt in jedem Ordner, was {name} unterschreibt.',
    compare: 'Vergleichen',
    comparing: 'Wird verglichen …',
    otherName:
      'Der Schlüssel ist derselbe, aber das ist der Code von „{own}“, und wer die Person hinzugefügt hat, nennt sie „{named}“. Drücken Sie noch einmal „Vergleichen“, wenn Sie wissen, dass es eine Person ist.',

    removePerson: '{name} entfernen',
    askedToLeave:
      'Laut Server möchte {name} den Ordner verlassen. Fragen Sie auf anderem Weg nach, bevor Sie die Person entfernen.',
    removeText:
      'Der Ordner bekommt einen neuen Schlüssel, und {name} kann nichts mehr öffnen, was von nun an kommt.',
    replacesLinks:
      '<strong>Das ersetzt die Upload-Links.</strong> Der alte antwortet „Dieser Link wurde ersetzt.“; begonnene Uploads werden noch fertig.',
    removeEnds: '{name} bekommt keine E-Mails zu diesem Ordner mehr.',
    webhookEnds:
      'Hat {name} den Webhook dieses Ordners eingerichtet, wird er entfernt. Was noch nicht zugestellt ist, entfällt.',
    removeLeaves:
      'Download-Links, die {name} kennt, gelten weiter, bis Sie sie löschen. Was {name} bisher öffnen konnte, kann kopiert worden sein.',
    removing: 'Wird entfernt …',
    wasRemoved: '{name} wurde entfernt',
    wasRemovedText: '{name} ist nicht mehr in diesem Ordner.',
    makePersonOwner: '{name} zum Eigentümer machen',
    makeOwnerText:
      '{name} wird alles tun können, was Sie können: Personen hinzufügen und entfernen, auch Sie, den Ordner und seine Dateien ändern und löschen.',
    handOverText:
      'Um den Ordner zu übergeben, machen Sie {name} zum Eigentümer und verlassen ihn dann: {name} bestätigt es, indem Sie entfernt werden.',
    makeOwner: 'Zum Eigentümer machen',
    makePersonMember: '{name} zum Mitglied machen',
    makeMemberText:
      '{name} wird weiterhin Dateien sehen und herunterladen sowie Download-Links erstellen und kopieren.',
    makeMember: 'Zum Mitglied machen',
    signing: 'Wird unterschrieben …',
    newKeyBegin: 'Neuer Schlüssel …',
    newKey: 'Neuer Schlüssel für den Ordner',
    newKeyText:
      'Was von nun an kommt, wird für einen neuen Schlüssel verschlüsselt, den alle im Ordner bekommen; was schon da ist, bleibt, wie es ist. Das hilft, wenn ein Gerät in anderen Händen gewesen sein kann.',
    makeNewKey: 'Neuen Schlüssel erzeugen',
    makingKey: 'Der Schlüssel wird erzeugt …',
    hasNewKey: 'Der Ordner hat einen neuen Schlüssel',
    hasNewKeyText: 'Der Ordner hat einen neuen Schlüssel.',

    leaveBegin: 'Verlassen …',
    leave: 'Diesen Ordner verlassen',
    leaveText:
      'Die Eigentümer erfahren es. Sie bleiben im Ordner, bis jemand von ihnen Sie entfernt, und können es bis dahin zurücknehmen.',
    tellOwners: 'Eigentümern mitteilen',
    telling: 'Wird mitgeteilt …',
    leaving:
      'Sie haben den Eigentümern mitgeteilt, dass Sie den Ordner verlassen möchten. Sie bleiben darin, bis jemand von ihnen Sie entfernt.',
    stay: 'Im Ordner bleiben',

    history: 'Verlauf der Personen',
    entry: 'Nr. {seq}, <time></time>',
    created: '{actor} hat den Ordner angelegt.',
    renamed: '{actor} hat den Ordner in „{title}“ umbenannt.',
    added: '{actor} hat {name} als {role, select, owner {Eigentümer} other {Mitglied}} hinzugefügt.',
    rotated: 'Der Ordner hat einen neuen Schlüssel und einen neuen Upload-Link.',
    signedAgain: '{actor} hat dieselben Personen noch einmal unterschrieben.',
    removed: '{actor} hat {name} entfernt.',
    calledNow: '{name} heißt von nun an {now}.',
    otherPair: '{name} hat ein anderes Schlüsselpaar.',
    became: '{name} wurde {role, select, owner {Eigentümer} other {Mitglied}}.',
    compareSeen: 'Vergleichen, was alle sehen',
    compareSeenText:
      'Lesen Sie Nummer und Wörter von Zeit zu Zeit den anderen vor. Sind es bei ihnen andere, zeigt der Server jemandem von Ihnen einen älteren oder anderen Stand.',
    headNewest: '<strong>Neuester Eintrag</strong>: Nr. {seq}, <time></time>',
    wordsNewest: 'Wörter des neuesten Eintrags',
    headSeen: '<strong>Was Sie gesehen haben</strong>: Nr. {seq}, <time></time>',
    wordsSeen: 'Wörter dessen, was Sie gesehen haben',
    headGiven: '<strong>Was der Server jetzt herausgibt</strong>: Nr. {seq}, <time></time>',
    wordsGiven: 'Wörter dessen, was der Server jetzt herausgibt',

    askPeople:
      'Erstellen Sie keine Links zu ihm und geben Sie seinen Upload-Link nicht weiter, bevor Sie wissen, woran es liegt. Fragen Sie die anderen Personen am Telefon oder persönlich, was sie sehen.',
    broken: 'Die Liste der Personen dieses Ordners ist nicht echt',
    brokenEmpty: 'Der Server gibt gar keine Liste heraus.',
    brokenSpelling: 'Eintrag Nummer {seq} ihres Verlaufs ist nicht lesbar.',
    brokenBegin: 'Eintrag Nummer {seq} ihres Verlaufs beginnt keinen Ordner.',
    brokenFolder: 'Eintrag Nummer {seq} ihres Verlaufs gehört zu einem anderen Ordner.',
    brokenOrder: 'Eintrag Nummer {seq} ihres Verlaufs folgt nicht auf den davor.',
    brokenActor:
      'Eintrag Nummer {seq} ihres Verlaufs ist von jemandem unterschrieben, dem der Ordner nicht gehörte.',
    brokenGeneration: 'Eintrag Nummer {seq} ihres Verlaufs nennt einen Schlüssel, der nicht passt.',
    brokenRemoval: 'Eintrag Nummer {seq} ihres Verlaufs entfernt jemanden und behält den Schlüssel.',
    brokenOwnerless: 'Eintrag Nummer {seq} ihres Verlaufs lässt den Ordner ohne Eigentümer.',
    brokenSignature:
      'Eintrag Nummer {seq} ihres Verlaufs trägt nicht die Unterschrift dessen, von dem er stammen müsste.',
    brokenText:
      'So hat es kein Eigentümer des Ordners gemacht: Der Server hat etwas verändert oder verloren. Aus diesem Ordner wird nichts geöffnet.',
    withheld: 'Der Server hält zurück, wer in diesem Ordner ist',
    withheldText:
      'Sie kennen diesen Ordner, und der Server gibt keine Liste seiner Personen mehr heraus: Ein Eigentümer hat Sie entfernt, der Ordner wurde gelöscht, oder die Liste wird zurückgehalten. Aus ihm wird nichts geöffnet.',
    exchanged: 'Das ist die Liste der Personen eines anderen Ordners',
    exchangedText:
      'Der Server zeigt den einen Ordner und gibt die Personen eines anderen heraus. Aus ihm wird nichts geöffnet.',
    otherTitle: 'Dieser Ordner hat einen anderen Titel',
    otherTitleText:
      'Der Server zeigt ihn als „{shown}“. Seine Eigentümer haben den Titel „{signed}“ unterschrieben. Wer Titel vertauscht, könnte Sie dazu bringen, die Adresse des einen Ordners den Absendern eines anderen zu geben. Aus ihm wird nichts geöffnet.',
    notNamed: 'Sie sind nicht mehr in diesem Ordner',
    notNamedText:
      'Die neueste Liste seiner Personen nennt Sie nicht. Ein Eigentümer hat Sie entfernt, oder der Server zeigt Ihnen eine Liste, die nicht für Sie gedacht ist. Fragen Sie einen Eigentümer.',
    otherKey: 'Dieser Ordner kennt Sie mit einem anderen Schlüssel',
    otherKeyText:
      'Seinen Personen wurde ein anderes Schlüsselpaar von Ihnen genannt als das, das jetzt offen ist. Haben Sie ein neues Schlüsselpaar, schicken Sie Ihren neuen Code einem Eigentümer: Sie werden dann entfernt und wieder hinzugefügt.',
    otherKeyElse:
      'Wenn nicht, hat sich vielleicht jemand für Sie ausgegeben. Sagen Sie es den Eigentümern, am Telefon oder persönlich.',
    rollback: 'Der Server zeigt einen älteren Stand dieses Ordners',
    rollbackText:
      'Sie haben eine neuere Liste seiner Personen gesehen, als der Server jetzt herausgibt. Entweder wurde der Server aus einer Sicherung wiederhergestellt, oder er bringt jemanden zurück, der entfernt wurde. Aus diesem Ordner wird nichts geöffnet.',
    fork: 'Der Server zeigt einen anderen Verlauf dieses Ordners',
    forkText:
      'Was Sie von seinen Personen gesehen haben, kommt in dem nicht vor, was der Server jetzt herausgibt. Entweder wurde der Server aus einer Sicherung wiederhergestellt und der Ordner seither geändert, oder er zeigt verschiedenen Personen verschiedene Listen. Aus diesem Ordner wird nichts geöffnet.',
    noWayBack:
      'Dieses Gerät kann nicht übernehmen, was der Server herausgibt: Es hat nicht, was Sie gesehen haben, oder jemand, der entfernt wurde, hat seither unterschrieben. Vielleicht kann es das Gerät eines anderen Eigentümers; sonst legen Sie einen neuen Ordner an.',

    restoredBegin: 'Der Server wurde wiederhergestellt …',
    restored: 'Der Server wurde wiederhergestellt',
    restoredText:
      'Machen Sie nur weiter, wenn Ihnen der Betreiber am Telefon oder persönlich gesagt hat, dass dieser Server aus einer Sicherung wiederhergestellt wurde. Was seit jener Sicherung geändert wurde, ist verloren.',
    restoredForgotten:
      'Wen Sie seit jener Sicherung verglichen und welche Ordner Sie angenommen haben, kann vergessen sein: Vergleichen Sie und nehmen Sie sie noch einmal an.',
    restoredRemembered:
      'Personen, deren Vergleich Sie seither vergessen haben, gelten wieder als verglichen: Vergessen Sie ihn in Ihrem Profil noch einmal, bevor Sie einen gemeinsamen Ordner öffnen.',
    returning: 'Diese Personen kommen wieder hinein und müssen noch einmal entfernt werden:',
    regaining:
      'Diese Personen sind wieder Eigentümer, die andere einlassen und entfernen, und müssen noch einmal zu Mitgliedern gemacht werden:',
    notYourPassword: 'Das ist nicht Ihr {kind, select, login {Anmeldepasswort} other {Schlüsselpasswort}}.',
    takeOlder: 'Älteren Stand übernehmen',
    takingOlder: 'Wird übernommen …',

    invitation: '{name} hat Sie zu „{title}“ hinzugefügt',
    invitationText:
      'Sie können die Dateien dieses Ordners schon öffnen. Sobald Sie angenommen haben, können Sie auch seine Links weitergeben.',
    invitationCompared:
      'Sie haben den Code der Person verglichen: Nehmen Sie an, wenn Sie das erwartet haben.',
    invitationNotCompared:
      'Jeder könnte diesen Ordner angelegt und diesen Namen eingetragen haben. Vergleichen Sie zuerst den Code von {name}: Er muss von der Person selbst kommen, nicht von diesem Server.',
    soFar: 'Was bisher geschah',
    givenUpCame: 'Eine aufgegebene Änderung ist doch in Kraft getreten',
    givenUpCameText:
      'Sie haben sie unterschrieben und aufgegeben, und der Server zeigt sie trotzdem. Dateien lassen sich öffnen; Links werden wieder erstellt und kopiert, wenn Sie sie angenommen haben. Wollen Sie sie nicht, nehmen Sie sie an und ändern Sie es zurück.',
    unsure: '{name} hat geändert, wer in diesem Ordner ist',
    unsureText:
      'Sie haben den Code von {name} noch nicht verglichen. Dateien lassen sich öffnen; Links werden wieder erstellt und kopiert, wenn Sie es getan haben.',
    changes: 'Was geändert wurde',
    acceptBegin: 'Annehmen …',
    acceptChangeBegin: 'Änderung annehmen …',
    acceptInvitation: 'Einladung annehmen',
    acceptInvitationText:
      'Von nun an ist „{title}“ einer Ihrer Ordner, mit den Personen, die er jetzt hat. Hält der Server ihn eines Tages zurück, oder zeigt er Ihnen einen älteren Stand, erfahren Sie es.',
    acceptChange: 'Änderung annehmen',
    acceptChangeText:
      'Von nun an gilt sie als Ihre eigene Änderung, und Sie vertrauen dem Ordner so, wie er jetzt ist.',
    accept: 'Annehmen',
    accepting: 'Wird angenommen …',

    unconfirmed: 'Eine Änderung der Personen ist nicht bestätigt',
    unconfirmedHere:
      'Sie haben sie unterschrieben, und der Server hat nicht gesagt, dass sie gespeichert ist. Senden Sie dieselbe noch einmal, oder geben Sie sie auf; bis dahin wird nichts anderes geändert.',
    unconfirmedElsewhere:
      'Sie haben sie auf einem anderen Gerät unterschrieben, und der Server hat nicht gesagt, dass sie gespeichert ist. Senden Sie sie von dort noch einmal, oder geben Sie sie auf; bis dahin wird nichts anderes geändert.',
    sendAgainBegin: 'Erneut senden …',
    sendChangeAgain: 'Änderung erneut senden',
    sendAgainText:
      'Es wird genau dieselbe gesendet, sie zählt also einmal, ob der Server sie schon hat oder nicht.',
    sendAgain: 'Erneut senden',
    sending: 'Wird gesendet …',
    giveUpBegin: 'Aufgeben …',
    giveChangeUp: 'Änderung aufgeben',
    giveUpText:
      'Sie wird nicht mehr gesendet. Was Sie unterschrieben haben, lässt sich aber nicht zurücknehmen: Hat der Server sie und nur seine Antwort zurückgehalten, kann er sie noch gelten lassen, solange nichts anderes an ihrer Stelle steht. Dann fragt dieses Gerät Sie noch einmal. Machen Sie bald eine andere Änderung, etwa einen neuen Schlüssel.',
    giveUp: 'Aufgeben',
    givingUp: 'Wird aufgegeben …',

    contacts: 'Was Sie sich von anderen gemerkt haben, ist nicht so, wie Sie es verlassen haben',
    contactsAltered:
      'Wen Sie verglichen haben und welche Ordner Sie kennen, liegt beim Server, mit Ihrem Schlüssel verschlüsselt. Was er zurückgibt, lässt sich nicht öffnen: Es wurde verändert oder gehört zu einem anderen Schlüssel. Bevor das geklärt ist, wird kein gemeinsamer Ordner geöffnet.',
    contactsReload: 'Laden Sie die Seite nach einer Weile neu. Bleibt es dabei, sagen Sie es dem Betreiber.',
    contactsOlder:
      'Wen Sie verglichen haben und welche Ordner Sie kennen, liegt beim Server, mit Ihrem Schlüssel verschlüsselt. Dieses Gerät hat einen neueren Stand gesehen, als der Server jetzt herausgibt. Entweder wurde der Server aus einer Sicherung wiederhergestellt, oder er möchte, dass Sie vergessen, wen Sie verglichen haben. Bevor das geklärt ist, wird kein gemeinsamer Ordner geöffnet.',
    contactsOther:
      'Wen Sie verglichen haben und welche Ordner Sie kennen, liegt beim Server, mit Ihrem Schlüssel verschlüsselt. Dieses Gerät hat einen anderen Stand derselben Nummer gesehen. Entweder wurde der Server aus einer Sicherung wiederhergestellt und Sie haben seither auf einem anderen Gerät etwas geändert, oder er zeigt Ihren Geräten Verschiedenes. Bevor das geklärt ist, wird kein gemeinsamer Ordner geöffnet.',

    unnamedFolder: 'Ein gemeinsamer Ordner ({id}…)',
    folderMissing:
      '<strong>{folder}</strong> wird nicht mehr angezeigt: Sie wurden entfernt, der Ordner wurde gelöscht, oder der Server hält ihn zurück. Fragen Sie die anderen Personen, und wählen Sie „Vergessen“, sobald Sie den Grund kennen.',
    forgetIt: 'Vergessen',
    ownRenamed: 'Von mir umbenannt',
    ownRenamedText:
      '<strong>{now}</strong> hieß {before}, als Sie den Ordner zuletzt kannten. Haben Sie ihn nicht umbenannt, zeigt der Server einen Ordner als einen anderen: Fragen Sie den Betreiber, und geben Sie von keinem der beiden Ordner einen Link weiter.',
    ownReturned: 'Es ist derselbe Ordner',
    ownReturnedText:
      '<strong>{folder}</strong> hat die Nummer eines Ordners, den Sie gelöscht haben. Es kann jener Ordner sein, wenn der Server aus einer Sicherung wiederhergestellt wurde. Haben Sie ihn eben erst angelegt, löschen Sie ihn und legen Sie einen anderen an: Dateien des alten könnten als seine gelten.',
    ownMissing: 'Von mir gelöscht',
    ownMissingText:
      '<strong>{folder}</strong>, dessen geheimen Link Sie weitergegeben haben, wird nicht mehr aufgeführt. Haben Sie den Ordner nicht gelöscht, hält der Server ihn zurück: Fragen Sie den Betreiber.',
  },

  profile: {
    title: 'Mein Profil und Einstellungen',
    pages: 'Seiten Ihres Profils',
    pageAccount: 'Konto',
    pageSecurity: 'Sicherheit',
    pageDevices: 'Geräte',
    pageApi: 'API',
    pageServer: 'Server',
    signedInAs: 'Angemeldet als <strong>{username}</strong>',
    unavailable: 'Das Profil ist nicht verfügbar. Bitte melden Sie sich erneut an.',
    status: 'Status',
    nothingChanged: 'Es wurde nichts geändert.',
    stay: 'Bleiben',

    information: 'Angaben zum Profil',
    username: 'Benutzername',
    displayName: 'Name für andere (optional)',
    displayNameHint: 'Absender und Empfänger sehen ihn.',
    email: 'E-Mail (optional)',
    emailConfirmed: 'Bestätigt.',
    reminders: 'Mich einen Tag vor Ablauf an Ordner ohne Dateien und unbenutzte Links erinnern',
    remindersHint: 'Per E-Mail, höchstens zehnmal am Tag.',
    emailHint: 'Für E-Mails, wenn Dateien ankommen. Ein Code bestätigt sie.',
    changeAddress: 'Adresse ändern',
    skipStep: 'Überspringen',
    currentPassword: 'Aktuelles Passwort',
    currentPasswordHint: 'Zum Speichern nötig.',
    save: 'Profil speichern',
    saved: 'Das Profil ist gespeichert.',
    confirmEmail: 'Bestätigen Sie Ihre E-Mail-Adresse',
    confirmEmailText:
      'Danach erhält {address} eine E-Mail, wenn Dateien ankommen oder jemand Sie zu einem Ordner hinzufügt.',
    sendAnother: 'Neuen Code senden',
    codeSent: 'Ein Code ist auf dem Weg an {address}. Er gilt 10 Minuten.',
    mailCode: 'Code aus der E-Mail',
    sixDigits: 'Sechs Ziffern.',
    confirmAddress: 'Adresse bestätigen',
    confirming: 'Wird bestätigt …',

    signingIn: 'Anmelden',
    passwordForgotten: 'Wenn ich mein Passwort vergesse',
    emergency: 'Für den Notfall',
    changePasswordTitle: '{kind, select, login {Anmeldepasswort} other {Schlüsselpasswort}} ändern',
    changePasswordIntro: 'Es verschlüsselt auch Ihren privaten Schlüssel.',
    unlockOnce:
      '{kind, select, login {Beim Anmelden meinen Schlüssel öffnen, für alle Tabs} other {Meinen Schlüssel für alle Tabs öffnen}}',
    unlockOnceHint:
      'Auf diesem Gerät. Sonst verlangt jeder Tab Ihr Passwort, sobald er den Schlüssel braucht.',
    newPassword: 'Neues Passwort',
    newPasswordHint: 'Mindestens 8 Zeichen.',
    confirmPassword: 'Neues Passwort wiederholen',
    changePassword: 'Passwort ändern',
    changingPassword: 'Wird geändert …',
    passwordChanged: 'Das Passwort ist geändert. Alle anderen Sitzungen wurden beendet.',
    passwordUnclear:
      '{reason} Ihr Passwort kann trotzdem geändert worden sein: {kind, select, key {Ihr privater Schlüssel öffnet sich mit dem neuen oder mit dem alten.} other {Melden Sie sich mit dem neuen an und, wenn es abgelehnt wird, mit dem alten. Ihr privater Schlüssel öffnet sich mit dem, das Sie anmeldet.}}',
    keyNotOpened: 'Ihr privater Schlüssel lässt sich nicht öffnen',
    keyNotOpenedText:
      'Der gespeicherte private Schlüssel lässt sich mit Ihrem aktuellen Passwort nicht öffnen und daher nicht mit dem neuen verschlüsseln. Er kann noch mit einem älteren Passwort verschlüsselt sein. Sie können das Passwort allein ändern; der Schlüssel bleibt, wie er ist, und weiter unten können Sie ihn mit seinem älteren Passwort öffnen oder eine Sicherung wiederherstellen.',
    changePasswordOnly: 'Nur das Passwort ändern',
    setKeyPasswordTitle: 'Schlüsselpasswort festlegen',
    setKeyPasswordIntro:
      'Es verschlüsselt Ihren privaten Schlüssel und bestätigt Änderungen. Zur Anmeldung dient es nicht, und Ihr Anbieter erfährt es nie. Wird es vergessen, kann es niemand wiederherstellen.',
    keyPassword: 'Schlüsselpasswort',
    keyPasswordHint: 'Mindestens 8 Zeichen. Ein anderes, als Ihr Anbieter kennt.',
    confirmKeyPassword: 'Schlüsselpasswort wiederholen',
    setKeyPassword: 'Schlüsselpasswort festlegen',
    settingKeyPassword: 'Wird festgelegt …',

    twoFactor: 'Zwei-Faktor-Anmeldung',
    twoFactorIntro: 'Bei der Anmeldung ein Code aus einer Authenticator-App.',
    enabled: 'Eingeschaltet',
    disabled: 'Ausgeschaltet',
    setupStarted: 'Einrichtung begonnen',
    isEnabled: 'Die Zwei-Faktor-Anmeldung ist eingeschaltet.',
    isDisabled: 'Die Zwei-Faktor-Anmeldung ist ausgeschaltet.',
    enableTwoFactor: 'Zwei-Faktor-Anmeldung einschalten',
    verifyForm: 'Authenticator-Code prüfen',
    secretQr: 'QR-Code für Ihre Authenticator-App',
    scan: 'Scannen Sie den Code mit Ihrer Authenticator-App, oder geben Sie dort dieses Geheimnis ein:',
    copySecret: 'Geheimnis kopieren',
    secretNotCopied: 'Das Geheimnis konnte nicht kopiert werden.',
    appCode: 'Code aus der App',
    cancelSetup: 'Einrichtung abbrechen',
    disableTwoFactor: 'Zwei-Faktor-Anmeldung ausschalten',
    disablingTwoFactor: 'Wird ausgeschaltet …',
    disableQuestion: 'Zwei-Faktor-Anmeldung ausschalten?',
    disableText: 'Zur Anmeldung genügt dann Ihr Passwort allein.',
    disable: 'Ausschalten',

    sharing: 'Mit anderen teilen',
    sharingLocked: 'Entsperren Sie Ihren Schlüssel, um Ihren Code und die verglichenen Personen zu sehen.',
    showMyCode: 'Meinen Code anzeigen',
    peoplePurpose:
      'Ihr Code wird aus Ihrem privaten Schlüssel berechnet, und die Personen, die Sie kennen, sind damit verschlüsselt.',
    myCode: 'Mein Code',
    myCodeText:
      'Für alle, die einen Ordner mit Ihnen teilen möchten. Er ist kein Geheimnis, aber senden Sie ihn auf anderem Weg als über diesen Server: per Messenger, E-Mail, auf Papier, oder lassen Sie ihn scannen. Am Telefon lesen Sie die zwölf Zahlen vor.',
    myCodeQr: 'QR-Code meines Codes',
    myCodeWords: 'Wörter meines Codes',
    copyCode: 'Code kopieren',
    codeNotCopied: 'Der Code konnte nicht in die Zwischenablage kopiert werden.',
    comparedPeople: 'Personen, die ich verglichen habe',
    openingPeople: 'Die Liste wird geöffnet …',
    noPeople: 'Noch niemand. Wessen Code Sie vergleichen, erscheint hier.',
    forgetPerson: 'Den Vergleich vergessen?',
    forgetPersonText:
      '{name} bleibt in den Ordnern, die Sie teilen. Was {name} dort ändert, danach werden Sie gefragt, bis Sie den Code noch einmal vergleichen.',
    sharedFolders: 'Ordner, die ich teile',
    noSharedFolders: 'Keine. Wählen Sie beim Anlegen eines Ordners „Mehrere Personen“.',

    device: 'Dieses Gerät',
    nothingStored:
      'Dieser Browser speichert nichts für diese Seite. Meist liegt es an einem privaten Fenster oder an gesperrten Websitedaten.',
    keepLists: 'Listen auf diesem Gerät behalten',
    keepListsHint:
      'Namen, Größen, Zeiten und Zustände Ihrer Ordner und geöffneter Dateilisten sind offline lesbar, auch für andere in diesem Browser; nie ein Schlüssel oder ein Link. Beim Abmelden gelöscht, oder sobald der Server nach dem Ende der Sitzung erreicht wird.',
    listsDeleted: 'Die hier behaltenen Listen sind gelöscht.',
    listsNotDeleted:
      'Die Listen konnten nicht gelöscht werden. Löschen Sie die Daten dieser Website in den Einstellungen des Browsers.',
    namesKept:
      'Namen, die dem Server verborgen sind, bleiben hier gespeichert, mit Ihrem privaten Schlüssel verschlüsselt, damit sich Ordner schnell öffnen. Was 30 Tage nicht benutzt wurde, wird gelöscht.',
    forgetNames: 'Auf diesem Gerät vergessen',
    namesForgotten: 'Die hier gespeicherten Namen sind gelöscht.',
    lockAfter: 'Privaten Schlüssel sperren nach',
    lockAfterHint: 'Sie bleiben angemeldet, Downloads laufen weiter.',
    lockMinutes: '{minutes, number} Minuten',
  },

  keys: {
    title: 'Ihr Schlüssel',
    intro: 'Nur Ihr privater Schlüssel öffnet, was an Sie gesendet wird.',
    passwordFirst:
      'Legen Sie zuerst oben ein Schlüsselpasswort fest: Es verschlüsselt Ihren privaten Schlüssel.',
    makeOrRestore: 'Schlüssel erzeugen oder wiederherstellen',
    statusLoading: 'Der Stand der Schlüssel wird geprüft …',
    statusNone: 'Kein Schlüsselpaar',
    statusNoneText: 'Erzeugen Sie eines, um Dateien zu empfangen.',
    statusIncomplete: 'Öffentlicher Schlüssel gesetzt, privater nicht gespeichert',
    statusReadyText:
      'Gespeichert. Ihr {kind, select, login {Anmeldepasswort} other {Schlüsselpasswort}} öffnet ihn, nach einem Zurücksetzen das davor.',
    statusUnknown: 'Unbekannt',
    statusUnknownText: 'Der Stand der Schlüssel konnte nicht gelesen werden.',
    restoredHere: '(in dieser Sitzung aus einer Sicherung wiederhergestellt)',
    incompleteText:
      'Es gibt einen öffentlichen Schlüssel, aber kein verschlüsselter privater ist gespeichert. Solange das so ist, kann Ihnen niemand Dateien senden. Stellen Sie die Sicherung dieses Schlüssels wieder her, oder erzeugen Sie ein neues Schlüsselpaar und führen Sie alle drei Schritte aus.',
    renewingText:
      'Ein neuer öffentlicher Schlüssel wurde hochgeladen, sein privater aber nicht gespeichert; daher gilt das bisherige Schlüsselpaar. Um es zu ersetzen, erzeugen Sie ein neues Schlüsselpaar und führen Sie alle drei Schritte aus.',

    fingerprint: 'Fingerabdruck',
    fingerprintText: 'Zwölf Wörter zum Vergleich mit Absendern.',
    showFingerprint: 'Fingerabdruck anzeigen',
    fingerprintPurpose: 'Der Fingerabdruck wird aus Ihrem privaten Schlüssel berechnet.',
    fingerprintQr: 'QR-Code des Fingerabdrucks',
    served: 'Aus Ihrem privaten Schlüssel berechnet; der öffentliche Schlüssel auf dem Server passt dazu.',
    otherServed:
      'Der öffentliche Schlüssel auf dem Server ist nicht der Ihres privaten Schlüssels. Dateien, die jetzt hochgeladen werden, kann vielleicht jemand anderes lesen. Geben Sie keine Upload-Links weiter, bevor Sie wissen, woran es liegt.',
    alsoOpen: 'In dieser Sitzung auch offen: {keys}',

    backupFile: 'Sicherungsdatei',
    backupText:
      'Öffnet Ihre Dateien, falls der gespeicherte Schlüssel verloren geht oder ersetzt wird, mit dem damaligen {kind, select, login {Anmeldepasswort} other {Schlüsselpasswort}}. Laden Sie nach einer Änderung eine neue herunter.',
    downloadNewBackup: 'Neue Sicherung herunterladen',
    backupPurpose:
      'Ihr Schlüssel wird einmal geöffnet, damit sicher ist, dass sich die Sicherung öffnen lässt.',
    storedAnew:
      'Der gespeicherte Schlüssel ist nicht der, der in diesem Tab geöffnet wurde: Er wurde neu verschlüsselt oder ersetzt. Er wird noch einmal geöffnet, damit die Sicherung eine ist, die sich öffnen lässt.',
    otherStored:
      'Es wurde keine Sicherung gespeichert: Der gespeicherte Schlüssel ist {stored}, und offen war in diesem Tab {before}. Haben Sie Ihr Schlüsselpaar nicht ersetzt, geben Sie keine Upload-Links weiter, bevor Sie wissen, woran es liegt.',
    backupDescription:
      'Sicherung eines privaten Schlüssels von Sealpost. Der Schlüssel ist mit dem Passwort des Tages verschlüsselt, an dem sie erstellt wurde: Bewahren Sie beides auf.',

    generate: 'Neues Schlüsselpaar erzeugen',
    generateIntro:
      'Das Paar wird in diesem Browser erzeugt. Ihr {kind, select, login {Anmeldepasswort} other {Schlüsselpasswort}} verschlüsselt den privaten Schlüssel, sodass der Server ihn nicht öffnen kann.',
    advanced: 'Erweitert',
    size: 'Schlüssellänge',
    bits: 'RSA {size} Bit',
    bitsDefault: 'RSA {size} Bit (üblich)',
    generating: 'Wird erzeugt …',
    generateQuestion: 'Ein neues Schlüsselpaar erzeugen?',
    generateText:
      'Dateien, die für ein älteres Schlüsselpaar verschlüsselt wurden, sind ohne dessen Sicherung nicht mehr zugänglich.',
    generateEndsCode: 'Ihr Wiederherstellungscode entfällt mit dem aktuellen Paar.',
    generateSteps: 'Es folgen drei Schritte.',
    generateBackup:
      'Vergewissern Sie sich vorher, dass Sie dessen Sicherungsdatei haben. Geben Sie Ihre Upload-Links danach neu aus: Links mit dem Fingerabdruck des jetzigen Schlüssels nehmen keine Dateien mehr an.',
    generateConfirm: 'Erzeugen',
    passwordRequired: 'Zum Erzeugen und Verschlüsseln der Schlüssel ist das Passwort erforderlich.',
    generationCancelled: 'Das Erzeugen der Schlüssel wurde abgebrochen.',
    generationFailed: 'Das Erzeugen der Schlüssel ist fehlgeschlagen: {reason}',
    presentSignsNew: 'Ihr aktueller Schlüssel unterschreibt für den neuen.',
    presentSignsOther: 'Ihr aktueller Schlüssel unterschreibt für den anderen.',

    stakeKept:
      '<strong>Sie bleiben in {titles}.</strong> {count, plural, one {Dieser Ordner gehört} other {Diese Ordner gehören}} Ihnen, daher wird der neue Schlüssel sofort eingelassen, mit Ihrem aktuellen unterschrieben. Die Upload-Links {count, plural, one {dieses Ordners} other {dieser Ordner}} werden ersetzt: Senden Sie die neuen allen, die noch hochladen.',
    stakeWaiting:
      '<strong>Ein Eigentümer muss Sie wieder einlassen: {titles}.</strong> Bis dahin können Sie nicht öffnen, was darin ist. Senden Sie Ihren neuen Code einem Eigentümer; er steht in Ihrem Profil.',
    stakeLost:
      '<strong>Für immer verloren: {titles}.</strong> {count, plural, one {Dieser Ordner gehört} other {Diese Ordner gehören}} niemandem sonst, und ohne Ihren aktuellen Schlüssel kann Sie niemand wieder einlassen.',
    stakeNamed:
      '<strong>Jener Schlüssel ist schon in {titles}, sagt der Server.</strong> Öffnen Sie {count, plural, one {ihn} other {sie}} danach, um zu sehen, ob das stimmt.',
    stakeMissing:
      '<strong>Der Server zeigt {titles} nicht an.</strong> Sie kennen {count, plural, one {diesen Ordner} other {diese Ordner}}, daher wird der neue Schlüssel dort nicht eingelassen, und wer Ihren aktuellen Schlüssel hat, behält, was er öffnet. Fragen Sie die anderen Personen dort, bevor Sie weitermachen, es sei denn, Sie wissen, dass {count, plural, one {er gelöscht wurde oder Sie entfernt wurden} other {sie gelöscht wurden oder Sie entfernt wurden}}.',
    stakeTrashed:
      '<strong>Im Papierkorb: {titles}.</strong> Wenn Sie {count, plural, one {diesen Ordner} other {einen dieser Ordner}} mit anderen teilen, stellen Sie ihn vorher wieder her: Dort erhält der neue Schlüssel keinen Zugang.',
    unseenFolder: 'einen Ordner, den dieses Gerät noch nicht gesehen hat',
    stakeForgets: 'Sie müssen mit den Personen, mit denen Sie teilen, noch einmal die Codes vergleichen.',
    openFirstText: 'Ist Ihr aktueller Schlüssel offen, bleiben Sie in den Ordnern, die Ihnen gehören.',
    openFirst: 'Zuerst meinen aktuellen Schlüssel öffnen',

    newPair: 'Neues Schlüsselpaar erzeugt – noch nicht fertig!',
    newPairText:
      'Bisher gibt es das neue Schlüsselpaar nur in diesem Fenster. Drei Schritte machen es gültig und sicher.',
    newPairInForce: 'Neues Schlüsselpaar gültig',
    newPairInForceText: 'Das neue Schlüsselpaar gilt, und seine Sicherung ist auf Ihrem Gerät.',
    stepUpload: 'Den öffentlichen Schlüssel hochladen',
    stepUploadText: 'Die Browser der Absender verschlüsseln Dateien damit.',
    uploadKey: 'Hochladen',
    uploadingKey: 'Wird hochgeladen …',
    uploadedKey: 'Hochgeladen ✓',
    stepSave: 'Die verschlüsselten Schlüsseldaten im Profil speichern',
    stepSaveText:
      'Ihr privater Schlüssel, verschlüsselt mit Ihrem {kind, select, login {Anmeldepasswort} other {Schlüsselpasswort}}. Damit wird das neue Paar zum gültigen.',
    saveKey: 'Speichern',
    savedKey: 'Gespeichert ✓',
    stepDownload: 'Die Sicherung als .json-Datei herunterladen <required>(erforderlich)</required>',
    stepDownloadText:
      'Diese Datei ist Ihr Ersatzschlüssel. Bewahren Sie sie nicht auf diesem Gerät auf, sondern etwa auf einem USB-Stick; mit Ihrem heutigen {kind, select, login {Anmeldepasswort} other {Schlüsselpasswort}} öffnet sie Ihre Dateien.',
    downloadBackup: 'Herunterladen',
    downloadAgain: 'Erneut herunterladen?',
    stepCode: 'Einen Wiederherstellungscode erstellen (optional)',
    formerCode: 'Ihr früherer Code öffnet nichts vom neuen Paar.',
    stepCodeText:
      'Ein Blatt Papier, das diesen Schlüssel öffnet, wenn das Passwort vergessen ist. Ihr Profil bietet es auch später an.',
    makeACode: 'Code erstellen',
    madeCode: 'Erstellt ✓',
    completeFirst:
      'Bitte führen Sie alle Schritte aus (hochladen, speichern, herunterladen), bevor Sie schließen.',
    doneClose: 'Fertig (schließen)',
    changedMeanwhile: 'Das hat sich inzwischen geändert',
    changedMeanwhileText:
      'Der Server hat das neue Paar nicht angenommen: Die Ordner, die Sie teilen, oder was Sie sich von anderen gemerkt haben, sind nicht so wie bei Ihrer Zustimmung. Machen Sie nur weiter, und speichern Sie noch einmal, wenn das hier richtig ist:',
    goOn: 'Weiter',

    restoreTitle: 'Schlüssel aus einer Sicherung wiederherstellen',
    restoreIntro:
      'Ihr gespeicherter Schlüssel wird nur ersetzt, wenn sich die Sicherung öffnet. Prüfen ändert nichts.',
    chooseBackup: '.json-Datei auswählen',
    noBackup: 'Keine Datei ausgewählt',
    backupHint: 'Ihr Name beginnt mit private-key-backup.',
    backupEmpty: 'Der Inhalt der Datei konnte nicht gelesen werden.',
    backupUnreadable: 'Die Sicherungsdatei konnte nicht gelesen werden.',
    backupNoJson: 'Die Sicherungsdatei ist nicht zu verstehen. Es muss eine gültige JSON-Datei sein.',
    backupIncomplete:
      'Die Sicherungsdatei ist ungültig oder unvollständig. Die Schlüsseldaten oder das Salz fehlen.',
    passwordNotVerified:
      'Das Passwort stimmt nicht. Bitte geben Sie Ihr aktuelles {kind, select, login {Anmeldepasswort} other {Schlüsselpasswort}} ein.',
    restore: 'Wiederherstellen',
    restoring: 'Wird wiederhergestellt …',
    test: 'Sicherung prüfen',
    testing: 'Wird geprüft …',
    backupNotOpened:
      'Die Sicherung wurde nicht geöffnet: Ihr Passwort ist ein anderes, oder die Datei ist beschädigt. Es wurde nichts geändert.',
    backupWorks:
      'Ihre Sicherung ist brauchbar. Sie enthält den privaten Schlüssel des gültigen Paars, {key}. {password, select, older {Sie öffnet sich mit dem älteren Passwort, das Sie eben eingegeben haben, nicht mit Ihrem aktuellen: Bewahren Sie auch dieses auf, oder laden Sie eine neue Sicherung herunter.} other {Sie öffnet sich mit Ihrem aktuellen {kind, select, login {Anmeldepasswort} other {Schlüsselpasswort}}.}}',
    backupOfOther:
      'Diese Sicherung lässt sich öffnen, passt aber nicht zu Ihrem öffentlichen Schlüssel: Sie enthält {key}. {password, select, older {Sie öffnet sich mit dem älteren Passwort, das Sie eben eingegeben haben, nicht mit Ihrem aktuellen: Bewahren Sie auch dieses auf, oder laden Sie eine neue Sicherung herunter.} other {Sie öffnet sich mit Ihrem aktuellen {kind, select, login {Anmeldepasswort} other {Schlüsselpasswort}}.}} Stellen Sie sie wieder her, um Dateien zu öffnen, die für jenen Schlüssel verschlüsselt wurden.',
    restored:
      'Privater Schlüssel wiederhergestellt: {key} gilt, verschlüsselt mit Ihrem aktuellen {kind, select, login {Anmeldepasswort} other {Schlüsselpasswort}}.',
    olderOpen:
      'Der Schlüssel {key} ist für diese Sitzung offen: Dateien, die für ihn verschlüsselt sind, lassen sich öffnen, bis Sie sich abmelden oder diesen Tab schließen.',
    restoreFailed: 'Die Wiederherstellung ist fehlgeschlagen: {reason}',
    restoreCancelled: 'Wiederherstellung abgebrochen: Die Benutzernamen sind verschieden.',
    restoreNotOpened:
      'Wiederherstellung abgebrochen: Die Sicherung wurde nicht geöffnet. Es wurde nichts geändert.',
    restoreChangedNothing: 'Wiederherstellung abgebrochen. Es wurde nichts geändert.',
    restoreAnyway: 'Trotzdem wiederherstellen',
    otherUser: 'Sicherung eines anderen Benutzers',
    otherUserText:
      'Diese Sicherung wurde für „{ofBackup}“ erstellt, und Sie sind als „{username}“ angemeldet. Trotzdem wiederherstellen?',
    otherForm: 'Diese Datei enthält Ihren Schlüssel in anderer Form',
    otherFormText:
      'Dateien öffnen sich damit wie zuvor. Was Sie sich von anderen Personen gemerkt haben und die Links, die Sie erstellt haben, tun es nicht: Ein anderes Programm hat diese Datei neu geschrieben, und sie hängen davon ab, wie Ihr Schlüssel ursprünglich geschrieben war. Verwenden Sie eine Sicherung, die Sealpost erstellt hat, wenn Sie eine haben.',
    passwordOfBackupText:
      'Die Sicherung lässt sich mit dem eingegebenen Passwort nicht öffnen. Geben Sie das {kind, select, login {Anmeldepasswort} other {Schlüsselpasswort}} des Tages ein, an dem sie gemacht wurde{hasDate, select, yes { ({date})} other {}}.',
    passwordOfBackup: 'Passwort der Sicherung',
    openBackup: 'Sicherung öffnen',
    older: 'Diese Sicherung gehört zu einem anderen Schlüsselpaar',
    olderText:
      'Sie lässt sich öffnen, passt aber nicht zu dem öffentlichen Schlüssel, den Absender jetzt bekommen. Wenn Sie sie wieder gültig machen, geben Sie Ihre Upload-Links neu aus. Ihr Fingerabdruck:',
    olderForSession:
      '<strong>Verwenden Sie sie für diese Sitzung</strong>, um Dateien zu öffnen, die dafür verschlüsselt wurden; es wird nichts geändert.',
    olderCurrent:
      '<strong>Machen Sie sie wieder gültig</strong>, dann werden neue Dateien dafür verschlüsselt. Dateien, die für das jetzt gültige Paar verschlüsselt sind, öffnen sich dann nur mit dessen Sicherung.',
    makeCurrent: 'Wieder gültig machen',
    useForSession: 'Für diese Sitzung verwenden',

    code: 'Wiederherstellungscode',
    codeIntro: 'Öffnet Ihren privaten Schlüssel, wenn ein Passwort vergessen ist. Der Server sieht ihn nie.',
    noCode: 'Kein Wiederherstellungscode',
    codeMade: 'Erstellt am <time></time>',
    codeEnded:
      'Ihr Wiederherstellungscode gehörte zu dem ersetzten Schlüsselpaar und öffnet hier nichts mehr. Erstellen Sie einen neuen.',
    makeCodeTitle: 'Wiederherstellungscode erstellen',
    makeCodeText:
      'Sie bekommen 28 Zeichen auf einem Blatt Papier. Der Server bewahrt auf, was nur dieser Code öffnet.',
    makeTheCode: 'Code erstellen',
    makingCode: 'Wird erstellt …',
    replaceCode: 'Code ersetzen',
    replaceCodeTitle: 'Wiederherstellungscode ersetzen',
    lostSheet:
      'Das Blatt des aktuellen Codes öffnet hier dann nichts mehr. Dass er löscht, verspricht der Server aber nur, und es kann Kopien seiner Daten geben: Kann jemand anderes das Blatt haben, erzeugen Sie ein neues Schlüsselpaar.',
    codeNotRight:
      'Ihr gespeicherter Schlüssel lässt sich mit diesem Passwort nicht öffnen. Ist es Ihr {kind, select, login {Anmeldepasswort} other {Schlüsselpasswort}}, so ist der Schlüssel noch mit einem älteren verschlüsselt: Verschlüsseln Sie ihn zuerst im Profil mit dem aktuellen.',
    codeNotKept:
      'Was der Server aufbewahrt, lässt sich mit dem neuen Code nicht öffnen, daher wird der Code nicht angezeigt. Ein früherer Code öffnet nichts mehr. Erstellen Sie einen anderen, und verlassen Sie sich vorher auf keinen.',
    codeUnclear:
      '{reason} Trotzdem kann ein neuer Code gespeichert worden sein; er ist dann verloren, und der frühere mit ihm: Erstellen Sie einen anderen.',
    codeReady: 'Ihr Wiederherstellungscode ist fertig. Bewahren Sie das Blatt getrennt von diesem Gerät auf.',
    codeLeft:
      'Sie haben geschlossen, ohne den Code zu sichern, und er wird nie wieder angezeigt: Niemand kann ihn verwenden. Erstellen Sie einen anderen.',
    removeCode: 'Code entfernen',
    removeCodeQuestion: 'Den Wiederherstellungscode entfernen?',
    removeCodeText:
      'Vergessen Sie dann Ihr {kind, select, login {Anmeldepasswort} other {Schlüsselpasswort}}, so öffnen nur eine Sicherungsdatei und das Passwort ihres Tages, was an Sie gesendet wurde.',
    codeRemoved: 'Der Wiederherstellungscode ist entfernt.',
    sheetTitle: 'Ihr Wiederherstellungscode ist fertig',
    sheetText:
      'Geprüft: Dieser Code öffnet Ihren Schlüssel. Er wird nur jetzt angezeigt: Drucken Sie das Blatt, oder speichern Sie es dort, wo niemand sonst es findet.',
    printSheet: 'Drucken oder als PDF speichern',
    saveSheet: 'Als HTML-Datei speichern',
    codeNotCopied: 'Der Code konnte nicht in die Zwischenablage kopiert werden.',
    leaveQuestion: 'Ohne den Code schließen?',
    leaveText:
      'Sie haben ihn nicht gedruckt, gespeichert oder kopiert, und er wird nie wieder angezeigt. Sie müssten einen anderen erstellen.',
    leaveWithout: 'Ohne ihn schließen',

    olderPasswordTitle: 'Passwort wurde zurückgesetzt?',
    olderPasswordText:
      'Wurde Ihr {kind, select, login {Anmeldepasswort} other {Schlüsselpasswort}} zurückgesetzt, ist Ihr Schlüssel noch mit dem davor verschlüsselt. Öffnen Sie ihn einmal damit, mit Ihrem Wiederherstellungscode oder einem Passkey, dann wird er mit dem aktuellen verschlüsselt.',
    olderPassword: 'Älteres Passwort',
    sealWithCurrent: 'Mit aktuellem Passwort verschlüsseln',
    sealedAgain:
      'Ihr privater Schlüssel ist wieder mit Ihrem aktuellen {kind, select, login {Anmeldepasswort} other {Schlüsselpasswort}} verschlüsselt.',
    openForSession:
      'Ihr privater Schlüssel ist für diese Sitzung offen. Der gespeicherte ist verschlüsselt wie zuvor.',
    olderPasswordWrong:
      'Auch mit diesem älteren Passwort lässt sich Ihr gespeicherter Schlüssel nicht öffnen.',
    storedOfOther:
      'Der gespeicherte private Schlüssel gehört nicht zu Ihrem öffentlichen. Stellen Sie eine Sicherung wieder her, oder erzeugen Sie ein neues Paar.',
    notReencrypted:
      'Ihr privater Schlüssel wurde nicht neu verschlüsselt. Die Schlüsseldaten auf dem Server können unbrauchbar sein, wenn das alte Passwort falsch war: Öffnen Sie sie mit einem älteren Passwort, stellen Sie eine Sicherung wieder her, oder erzeugen Sie in Ihrem Profil neue Schlüssel.',
  },

  passkeys: {
    unlock: 'Mit Passkey entsperren',
    use: 'Passkey verwenden',
    waiting: 'Passkey wird abgefragt …',

    title: 'Passkeys',
    intro: 'Privaten Schlüssel mit Fingerabdruck, Gesicht oder PIN öffnen. Nicht zur Anmeldung.',
    loading: 'Passkeys werden geladen …',
    times: 'Hinzugefügt am <added></added>{isUsed, select, yes { · zuletzt benutzt am <use></use>} other {}}',
    otherHost: 'Nur unter {host}',
    rename: 'Umbenennen',
    renameIt: '{name} umbenennen',
    removeIt: '{name} entfernen',
    noAddress: 'Passkeys brauchen einen Hostnamen, und diese Seite hat nur eine IP-Adresse.',
    noBrowser: 'Dieser Browser kann Schlüssel nicht mit Passkeys öffnen.',
    codeFirst:
      'Erstellen Sie zuerst einen Wiederherstellungscode: Mit einem Passkey ist das Schlüsselpasswort bald vergessen, und Sicherungsdateien brauchen es.',
    codeToo:
      'Mit einem Passkey ist ein Passwort bald vergessen. Ein Wiederherstellungscode öffnet Ihren Schlüssel, wenn beides fehlt.',
    enough: 'Sie haben {passkeys, number} Passkeys, so viele, wie eine Person haben darf.',
    endWithPair: 'Ihre Passkeys gelten nur für das jetzige Paar.',

    add: 'Passkey hinzufügen',
    whoOpens:
      'Wer dieses Gerät entsperren kann (mit PIN oder einem hinterlegten Finger), kann Ihre Dateien öffnen, solange Sie angemeldet sind.',
    name: 'Name',
    unnamed: 'Passkey',
    createText: 'Ihr Browser fragt nach Fingerabdruck, Gesicht oder PIN.',
    create: 'Passkey erstellen',
    confirmText:
      'Verwenden Sie den Passkey jetzt. Er wird nur hinzugefügt, wenn er jedes Mal dieselbe Antwort gibt.',
    confirm: 'Passkey verwenden',
    added: 'Der Passkey ist hinzugefügt. Er hat Ihren Schlüssel geöffnet.',

    renameTitle: 'Passkey umbenennen',
    renaming: 'Wird umbenannt …',
    removeQuestion: 'Diesen Passkey entfernen?',
    removeText: '„{name}“ öffnet hier dann nichts mehr. Damit entfällt nur eine Abkürzung.',
    removeLimits:
      'Dass er löscht, verspricht der Server nur, und es kann Kopien seiner Daten geben. Kann jemand anderes das Gerät haben oder das Konto, mit dem es Passkeys abgleicht, erzeugen Sie ein neues Schlüsselpaar.',
    removed: 'Der Passkey ist entfernt. Hat Ihr Gerät ihn noch, löschen Sie ihn auch dort.',

    refused:
      'Der Passkey wurde nicht verwendet: Der Vorgang wurde abgebrochen, dauerte zu lange, oder er ist nicht auf diesem Gerät. Ihr Passwort öffnet den Schlüssel weiterhin.',
    notCreated: 'Es wurde kein Passkey erstellt: Der Vorgang wurde abgebrochen oder dauerte zu lange.',
    noSecret:
      'Dieser Passkey kann keine Schlüssel öffnen: Sein Gerät oder Passwortmanager unterstützt PRF nicht.',
    present: 'Dieses Gerät oder sein Passwortmanager hat schon einen Passkey für Ihren Schlüssel.',
    notAllowedHere:
      'Der Browser lässt auf dieser Seite keine Passkeys zu, etwa weil er dem Zertifikat nicht vertraut.',
    noVerification:
      'Dieses Gerät kann nicht erkennen, dass Sie es sind. Richten Sie dort zuerst eine PIN oder einen Fingerabdruck ein.',
    unstable:
      'Der Passkey gab zwei verschiedene Antworten und wurde nicht hinzugefügt: Ihr Schlüssel ließe sich damit nicht mehr öffnen. Versuchen Sie es mit einem anderen Gerät oder Passwortmanager.',
    notKept:
      'Was der Server aufbewahrt, lässt sich mit dem Passkey nicht öffnen. Er wurde nicht hinzugefügt.',
    otherAnswer:
      'Der Passkey gab eine andere Antwort als beim Hinzufügen. Verwenden Sie ihn auf dem Gerät, auf dem Sie ihn hinzugefügt haben, oder Ihr Passwort.',
    alteredWrap:
      'Der Passkey ist richtig, aber was der Server dazu aufbewahrt, wurde verändert oder gehört nicht zu dem öffentlichen Schlüssel, den er nennt. Verwenden Sie Ihr Passwort, und geben Sie keine Upload-Links weiter, bevor Sie wissen, woran es liegt.',
    isRemoved: 'Dieser Passkey wurde aus Ihrem Profil entfernt. Ihr Passwort öffnet den Schlüssel weiterhin.',
  },

  tokens: {
    title: 'API-Token',
    intro: 'Für Skripte in Ihrem Namen. Sie enden am gewählten Tag und wenn sich Ihr Passwort ändert.',
    loading: 'Token werden geladen …',
    times:
      '{isOver, select, yes {Endete} other {Endet}} am <end></end> · {isUsed, select, yes {zuletzt benutzt am <use></use>} other {nie benutzt}}',
    revoke: 'Widerrufen',
    revokeToken: '{name} widerrufen',
    revokeQuestion: 'Dieses Token widerrufen?',
    revokeText: 'Skripte, die „{name}“ benutzen, werden von da an abgewiesen.',
    revoked: 'Das Token „{name}“ ist widerrufen.',
    begin: 'Token erstellen',
    create: 'API-Token erstellen',
    name: 'Name',
    nameHint: 'Etwa „nächtlicher Download“.',
    scopes: 'Rechte',
    readFiles: 'Ordner und Dateien lesen',
    readFilesHint: 'Ohne Ihren privaten Schlüssel öffnet sich nichts.',
    deleteFiles: 'Dateien löschen',
    deleteFilesHint: 'Auch unfertige Uploads. Das lässt sich nicht rückgängig machen.',
    writeFolders: 'Ordner anlegen und ändern',
    writeFoldersHint: 'Auch zum Senden von Dateien. Zusammen mit „Dateien löschen“ löscht es auch Ordner.',
    writeLinks: 'Download-Links erstellen, ändern und beenden',
    writeLinksHint: 'Braucht auch „Ordner und Dateien lesen“. Links überdauern das Token.',
    writeWebhooks: 'Webhooks ändern',
    writeWebhooksHint: 'Sie überdauern das Token.',
    readAudit: 'Verlauf lesen',
    readAuditHint: 'Wer was wann getan hat.',
    readKey: 'Verschlüsselten privaten Schlüssel lesen',
    readKeyHint:
      'Mit Ihrem Passwort oder Wiederherstellungscode verschlüsselt. Wer ihn hat, kann in Ruhe Passwörter ausprobieren. Auch, wer in gemeinsamen Ordnern ist.',
    lifetime: 'Endet nach',
    choose: 'Auswählen …',
    week: 'Einer Woche',
    days: '{days, number} Tagen',
    year: 'Einem Jahr',
    createIt: 'Token erstellen',
    creating: 'Wird erstellt …',
    made: 'Ihr API-Token',
    madeText:
      'Es wird nur jetzt angezeigt. Legen Sie es dort ab, wo Sie Passwörter aufbewahren; wer es hat, kann tun, was Sie ihm erlaubt haben.',
    token: 'API-Token',
    copy: 'Token kopieren',
    notCopied: 'Das Token konnte nicht in die Zwischenablage kopiert werden.',
    leaveQuestion: 'Ohne das Token schließen?',
    leaveText:
      'Sie haben es nicht kopiert, und es wird nie wieder angezeigt. Sie müssten ein anderes erstellen.',
    leaveWithout: 'Ohne es schließen',
  },

  signInBy: {
    title: 'Anmeldung über {isNamed, select, yes {{provider}} other {einen Anbieter}}',
    intro:
      'Er öffnet Ihre Sitzung, nie Ihren privaten Schlüssel. Wenn Sie sich hier abmelden, bleiben Sie dort angemeldet.',
    passwordFirst: 'Zum Verknüpfen brauchen Sie Ihr Passwort: Legen Sie zuerst ein Schlüsselpasswort fest.',
    notLinked: 'Nicht verknüpft',
    isLinked: 'Verknüpft',
    linkedToOther: 'Mit einem anderen Anbieter verknüpft',
    since: 'seit <time></time>',
    link: 'Verknüpfen',
    linkAnew: 'Neu verknüpfen',
    linkTo: 'Mit {isNamed, select, yes {{provider}} other {einem Anbieter}} verknüpfen',
    linkText:
      'Sie melden sich dort an und kommen zurück. Wem jenes Konto gehört, kann von da an Ihre Sitzung öffnen.',
    goOn: 'Weiter zum Anbieter',
    leaving: 'Es geht weiter …',
    unlink: 'Verknüpfung lösen',
    unlinkFrom: 'Verknüpfung mit {isNamed, select, yes {{provider}} other {einem Anbieter}} lösen?',
    unlinkText:
      'Sie melden sich dann mit Ihrem Benutzernamen und Passwort an. Alle Ihre anderen Sitzungen enden.',
    unlinking: 'Wird gelöst …',
    unlinked: 'Die Verknüpfung ist gelöst. Alle anderen Sitzungen wurden beendet.',
    onlyWayIn: 'Nichts anderes lässt Sie herein, daher kann nur der Betreiber die Verknüpfung entfernen.',
    linked: 'Verknüpft. Von nun an öffnet der Anbieter Ihre Sitzung.',
    cancelled: 'Es wurde nichts verknüpft: Das wurde beim Anbieter abgebrochen.',
    taken:
      'Es wurde nichts verknüpft: Diese Person des Anbieters ist hier mit einem anderen Benutzer verknüpft.',
    ended:
      'Es wurde nichts verknüpft: Die Sitzung, die es begonnen hat, ist beendet, oder es hat länger als zehn Minuten gedauert. Beginnen Sie noch einmal.',
    clock:
      'Es wurde nichts verknüpft: Die Uhren dieses Servers und des Anbieters gehen verschieden. Sagen Sie es dem Betreiber.',
    refused:
      'Es wurde nichts verknüpft: Die Antwort des Anbieters ist nicht gültig. Versuchen Sie es noch einmal; bleibt es dabei, sagen Sie es dem Betreiber.',
    unavailable:
      'Es wurde nichts verknüpft: Der Anbieter antwortet nicht. Versuchen Sie es gleich noch einmal.',
    misconfigured:
      'Es wurde nichts verknüpft: Die Anmeldung beim Anbieter ist hier nicht richtig eingerichtet. Sagen Sie es dem Betreiber dieses Servers.',
    busy: 'Es wurde nichts verknüpft: Von Ihrer Adresse wurde zu viel begonnen. Bitte versuchen Sie es später noch einmal.',
  },

  serverCheck: {
    title: 'Diesen Server prüfen',
    intro: 'Prüft die Verbindung und alles, wovon der Server abhängt. Dauert eine Minute.',
    now: 'Jetzt prüfen',
    again: 'Noch einmal prüfen',
    running: 'Wird geprüft. Lassen Sie diese Seite offen.',
    progress: 'Dieser Server wird geprüft',
    summary:
      '<strong>{problems, plural, =0 {{warnings, plural, =0 {Nichts zu beanstanden} one {# Warnung} other {# Warnungen}}} one {# Problem{warnings, plural, =0 {} one {, # Warnung} other {, # Warnungen}}} other {# Probleme{warnings, plural, =0 {} one {, # Warnung} other {, # Warnungen}}}}.</strong> Geprüft am <time></time>.',
    changeFor: 'Zeigen, was zu ändern ist für',
    found: 'Was gefunden wurde',
    well: '{count, plural, one {# Prüfung} other {# Prüfungen}} ohne Beanstandung',
    wellList: 'Ohne Beanstandung',
    problem: 'Problem',
    ok: 'In Ordnung',
    settings: 'Einstellungen von Sealpost',
    configuration: 'Konfiguration von {proxy}',
    shell: 'Auf dem Server',
    lines: '{title}, {where}',
    copyLines: 'Kopieren: {title}, {where}',
    notCopied: 'Es konnte nicht in die Zwischenablage kopiert werden.',
  },

  checks: {
    reach: 'Erreichbarkeit des Servers',
    https: 'https',
    'http-version': 'HTTP-Version',
    'proxy-http': 'HTTP bis zum Server',
    'public-url': 'Eigene Adresse',
    visitors: 'Adressen der Besucher',
    'body-limit': 'Größte Anfrage',
    'request-buffering': 'Puffern von Anfragen',
    'answer-buffering': 'Puffern von Antworten',
    'time-outs': 'Zeitlimits',
    range: 'Teilabrufe',
    clock: 'Uhr',
    'left-out': 'Hier nicht geprüft',
    server: 'Der Server selbst',
    node: 'Node',
    database: 'Datenbank',
    'database-check': 'Datei der Datenbank',
    'database-clock': 'Uhr der Datenbank',
    store: 'Dateispeicher',
    'store-clock': 'Uhr des Dateispeichers',
    room: 'Freier Platz',
    'file-size': 'Größte Datei',
    disk: 'Geschwindigkeit der Festplatte',
    mail: 'E-Mail',
    'sign-in': 'Anmeldung über einen Anbieter',
    'sign-in-client': 'Client beim Anbieter',
    'sign-in-address': 'Redirect-URI',
    'sign-in-clock': 'Uhr des Anbieters',
    backup: 'Sicherung',
    sweeping: 'Aufräumen',
    permissions: 'Datenordner',
    settings: 'Einstellungen',
  },

  findings: {
    unanswered: '{url} antwortet nicht ({said}). Läuft der Server, und führt der Name zu seinem Proxy?',
    untrusted:
      'Dem Zertifikat von {url} wird nicht vertraut ({said}), daher wurde dahinter nichts geprüft. Stammt es von einer eigenen Zertifizierungsstelle, wird ihr mit NODE_EXTRA_CA_CERTS vertraut.',
    stranger:
      'Unter {url} antwortet nicht dieser Server ({said}). PUBLIC_URL gehört vielleicht einem anderen, oder der Proxy leitet Anfragen anderswohin.',
    httpHere:
      '{url} gilt nur auf diesem Rechner: Browser verschlüsseln nur über https. Stellen Sie für andere einen Proxy mit Zertifikat davor, und setzen Sie PUBLIC_URL.',
    httpOnly:
      '{url} ist nicht https, und dort verschlüsseln Browser nicht: Niemand kann etwas senden oder öffnen. Stellen Sie einen Proxy mit Zertifikat davor.',
    isHttps: '{url} ist https.',
    certificateEnds:
      'Das Zertifikat läuft in {days, plural, =0 {weniger als einem Tag} one {# Tag} other {# Tagen}} ab und wurde nicht erneuert.',
    certificateHolds:
      'Das Zertifikat gilt noch {days, plural, =0 {weniger als einen Tag} one {# Tag} other {# Tage}}.',
    missingHsts: 'Antworten sagen https nicht für die Zukunft zu (Strict-Transport-Security).',
    httpVersion: 'Browser bekommen HTTP/{version}.',
    oldHttp:
      'Browser bekommen nur HTTP/1.1: höchstens sechs Übertragungen zugleich, alle Tabs zusammengenommen.',
    proxyOldHttp:
      'Der Proxy spricht mit dem Server HTTP/1.0: je Anfrage eine Verbindung, und Inhalte ohne Längenangabe werden erst gesammelt.',
    proxyHttp: 'Anfragen erreichen den Server über HTTP/{version}.',
    otherOrigin:
      'Der Server hält sich für {origin} und wurde als {url} angesprochen: Anfragen von Seiten dort werden abgelehnt, und Links führen anderswohin.',
    noPublicUrl: 'PUBLIC_URL ist nicht gesetzt: Links und E-Mails nennen, was immer in einer Anfrage steht.',
    publicUrl: 'PUBLIC_URL ist {url}.',
    noProxy: 'Es gibt keinen Proxy, und keinem wird vertraut.',
    proxyNotNamed:
      'TRUST_PROXY nennt den Proxy nicht ({peer}): Alle Besucher zählen als einer und erreichen die Grenzen gemeinsam.',
    bypassedProxies: 'Diese Verbindung kam an den Proxys vorbei, die TRUST_PROXY nennt.',
    trustsAnybody:
      'Davor steht kein Proxy, und wegen TRUST_PROXY übernimmt der Server von jedem, der sich von hier verbindet, die Adresse, die er angibt. Grenzen lassen sich so umgehen.',
    forged:
      'Besucher können ihre Adresse selbst wählen: Der Server hat eine geglaubt, die diese Prüfung erfunden hat. Grenzen lassen sich so umgehen.',
    visitorsUnsaid: 'Der Proxy sagt nicht, woher Besucher kommen: Alle zählen als einer.',
    visitorsUnknown:
      'TRUST_PROXY nennt auch die Adresse, von der aus geprüft wurde. Wie der Server fremde Adressen behandelt, lässt sich so nicht sagen. Prüfen Sie von einem anderen Rechner aus.',
    visitorsCounted: 'Die Grenzen gelten für jeden Besucher einzeln.',
    bodyPasses: 'Eine Anfrage von {mib, number} MiB kommt durch.',
    bodyRefused:
      'Eine Anfrage von {mib, number} MiB wird {status, plural, =0 {abgebrochen} other {abgelehnt ({status})}}.',
    bodyTooSmall:
      '{passed, plural, =0 {Nicht einmal die kleinste kommt durch: Größere Dateien können nicht gesendet werden.} other {{passed, number} MiB kommen durch: Größere Dateien können nicht gesendet werden.}}',
    bodySmall: '{passed, number} MiB kommen durch: Es geht, mit mehr und kleineren Anfragen.',
    notKnown: 'Nicht bekannt: Die Anfrage, die es prüft, ist fehlgeschlagen.',
    requestsFlow: 'Uploads erreichen den Server ohne Umweg.',
    answersFlow: 'Downloads verlassen den Server ohne Umweg.',
    requestsCollected:
      'Der Proxy sammelt Anfragen, bevor er sie weitergibt: Uploads werden zuerst auf seine Festplatte geschrieben und gelten als gesendet, bevor sie es sind.',
    answersCollected:
      'Der Proxy sammelt Antworten, bevor er sie weitergibt: Downloads werden auf seine Festplatte geschrieben, und der angezeigte Fortschritt stimmt nicht.',
    nobodyCut: 'Innerhalb von {seconds, number} s wird keine Verbindung abgebrochen.',
    longerUntried: 'Länger wurde nicht geprüft.',
    cutOff:
      '{who, select, server {Wartet eine Anfrage auf den Server} sender {Hält ein Absender inne} other {Hält ein Empfänger inne}}, wird die Verbindung nach {seconds, number} s abgebrochen.',
    cutAbortsTransfers: 'Langsame Leitungen und Festplatten verlieren dadurch ihre Übertragungen.',
    cutSlowsTransfers: 'Übertragungen gehen dort weiter, wo sie waren, aber das kostet Zeit.',
    rangesWork: 'Ein abgebrochener Download geht dort weiter, wo er war.',
    otherRange:
      'Nach einem Teil gefragt, liefert der Proxy einen anderen: Abgebrochene Downloads beginnen von vorn.',
    wholeForRange:
      'Nach einem Teil gefragt, antwortet der Proxy mit dem Status {status}: Abgebrochene Downloads beginnen von vorn.',
    clocksAgree:
      'Die Uhren des Servers und {whose, select, device {dieses Geräts} machine {dieses Rechners} database {der Datenbank} provider {des Anbieters} other {des Dateispeichers}} stimmen überein.',
    clocksApart:
      'Die Uhren des Servers und {whose, select, device {dieses Geräts} machine {dieses Rechners} database {der Datenbank} provider {des Anbieters} other {des Dateispeichers}} gehen {seconds, number} s auseinander. Stellen Sie die falsche richtig, über NTP.',
    clocksFarApart:
      'Die Uhren des Servers und {whose, select, device {dieses Geräts} machine {dieses Rechners} database {der Datenbank} provider {des Anbieters} other {des Dateispeichers}} gehen {seconds, number} s auseinander: Codes des zweiten Faktors werden abgelehnt, und was abläuft, tut es zur falschen Zeit. Stellen Sie die falsche richtig, über NTP.',
    leftOut: 'Dieser Browser kann nicht alles prüfen. Die Befehlszeile prüft auch: {what}.',
    requestBuffering: 'das Puffern von Anfragen',
    senderTimeOut: 'das Zeitlimit für Absender',
    readerTimeOut: 'das Zeitlimit für Empfänger',
    certificateTime: 'wie lange das Zertifikat noch gilt',

    silent: 'Er hat über sich nichts gesagt. Sehen Sie in sein Protokoll.',
    slow: 'Das ist langsam.',
    oldNode: 'Node {version} ist älter als {least}.',
    node: 'Node {version}.',
    databaseFails: '{database} funktioniert nicht: {problem}',
    database:
      '{database}, Schema {schema}: Eine Abfrage dauert {read, number} ms, ein Schreibvorgang {write, number} ms.',
    fileSound: 'SQLite findet keinen Schaden.',
    fileLarge:
      'Sie ist groß, und ihre Prüfung wurde ausgelassen: Sie dauert eine Weile, während der Server läuft.',
    fileDamaged:
      'SQLite findet einen Schaden: {found}. Halten Sie den Server an und stellen Sie die letzte Sicherung wieder her.',
    storeFails:
      '{kind, select, disk {Der Ordner der Dateien} other {Der Bucket}} funktioniert nicht: {problem}',
    store:
      '{kind, select, disk {Der Ordner der Dateien} other {Der Bucket}}: Eine kleine Datei wird in {put, number} ms geschrieben, in {get, number} ms gelesen und in {remove, number} ms gelöscht.',
    noRoom:
      '{free, number} GiB sind frei, und Uploads lassen davon {least, number} GiB übrig (MIN_FREE_BYTES): Alle Uploads werden abgelehnt. Schaffen Sie Platz.',
    littleRoom:
      '{free, number} GiB sind frei, und Uploads lassen davon {least, number} GiB übrig (MIN_FREE_BYTES): Für Uploads bleibt weniger als 1 GiB.',
    room: '{free, number} GiB sind frei, und Uploads lassen davon {least, number} GiB übrig (MIN_FREE_BYTES).',
    fileSize: 'Eine Datei darf bis zu {most, number} GiB groß sein (MAX_FILE_BYTES).',
    fileBeyondQuota:
      'Eine Datei darf bis zu {most, number} GiB groß sein (MAX_FILE_BYTES), ein Ordner nimmt aber insgesamt nur {quota, number} GiB an (LINK_QUOTA_BYTES): Größere Dateien werden deshalb abgelehnt.',
    fileBeyondParts:
      'Seiten und Befehlszeile senden Dateien bis {parts, number} GiB; größere kommen nur in einer einzigen Anfrage an.',
    diskFails: 'In den Datenordner kann nicht geschrieben werden: {problem}',
    disk: '{speed, number} MiB/s bis auf die Festplatte, {sync, number} ms für einen Abgleich (sync).',
    diskWaits: 'Jede Bestätigung wartet auf mehrere. DATA_DIR gehört auf eine lokale Festplatte.',
    diskSlow: 'Das ist langsam: DATA_DIR gehört auf eine lokale Festplatte, am besten eine SSD.',
    mailFails:
      '{kind, select, smtp {Der SMTP-Server} other {Der Ordner}} {where} nimmt keine E-Mails an: {problem}',
    noMailServer:
      'Es werden keine E-Mails gesendet: SMTP_URL ist nicht gesetzt, und sie werden in den Ordner {where} geschrieben. Codes und Mitteilungen erreichen niemanden.',
    mail: 'Der SMTP-Server {where} lässt diesen Server herein; E-Mails kommen von {from}. Ob sie ankommen, zeigt: sealpost-admin test-mail ADRESSE',
    signInFails:
      'Der Anbieter {issuer} sagt nicht, wie man sich dort anmeldet ({problem}). OIDC_ISSUER muss genau das sein, was der Anbieter selbst als seinen Issuer nennt, und von diesem Server aus erreichbar.',
    signIn: 'Der Anbieter {issuer} antwortet.',
    clientTaken: 'Der Anbieter erkennt Sealpost als seinen Client.',
    secretRefused:
      'Der Anbieter lehnt den Client ab: OIDC_CLIENT_ID oder OIDC_CLIENT_SECRET ist nicht, was er vergeben hat.',
    clientRefused:
      'Der Anbieter lehnt den Client ab: OIDC_CLIENT_ID ist nicht, was er vergeben hat, oder er verlangt ein Secret.',
    clientUnknown:
      'Der Anbieter verrät nicht, ob OIDC_CLIENT_ID und OIDC_CLIENT_SECRET stimmen: Das zeigt erst eine Anmeldung.',
    addressKnown: 'Der Anbieter schickt Browser zurück zu {callback}.',
    addressRefused:
      'Der Anbieter schickt Browser nicht zurück zu {callback}. Tragen Sie dort beim Client genau diese Adresse als Redirect-URI ein.',
    addressUnknown:
      'Der Anbieter verrät nicht, ob er {callback} kennt. Genau diese Adresse muss dort beim Client als Redirect-URI stehen.',
    backupElsewhere:
      'Datenbank und Dateien liegen bei anderen Diensten: Ob sie gesichert werden, ist von hier aus nicht zu sehen.',
    noBackup:
      'Es ist keine Sicherung verzeichnet. Eine Kopie, die auf andere Weise entstanden ist, ist hier nicht zu sehen.',
    backup: 'Die letzte Sicherung ist {days, plural, =0 {von heute} one {von gestern} other {# Tage alt}}.',
    swept: 'Was gelöscht wurde, ist aus dem Dateispeicher verschwunden.',
    unswept:
      '{count, plural, one {# gelöschtes Objekt liegt} other {# gelöschte Objekte liegen}} nach zwei Stunden noch im Dateispeicher. Das Protokoll sagt, warum: ‚sweep failed‘ oder ‚garbage‘.',
    folderPrivate: 'Nur der Benutzer, unter dem der Server läuft, darf hineinsehen.',
    settingsKnown: 'Alle Namen sind bekannt.',
    settingsUnknown: 'Diese sind keine Einstellungen; der Server beachtet sie nicht: {names}.',
    namesVisible:
      'Andere dürfen die Namen darin sehen, aber nur der Benutzer, unter dem der Server läuft, die Inhalte.',
    folderOpen: 'Andere Benutzer dieses Rechners dürfen darin lesen: {names}.',
  },

  dashboard: {
    checking: 'Die Anmeldung wird geprüft …',
    title: 'Übersicht',
    myProfile: 'Mein Profil',
    logOut: 'Abmelden',
    newFolder: '+ Neuer Ordner',
    keyNone: 'Ohne Schlüsselpaar kann Ihnen niemand Dateien senden.',
    keyNoneAction: 'Schlüsselpaar erzeugen',
    keyIncomplete:
      'Ihr Schlüsselpaar ist nicht vollständig: Der private Schlüssel wurde nicht gespeichert (Schritt 2 von 3). Bis dahin kann Ihnen niemand Dateien senden. Erzeugen Sie ein neues Paar, oder stellen Sie die Sicherung dieses Paars wieder her.',
    keyIncompleteAction: 'Paar vervollständigen',
    keyRenewing:
      'Ein neues Schlüsselpaar wurde begonnen, aber nicht fertiggestellt. Es gilt weiter das bisherige.',
    keyRenewingAction: 'Ihr Schlüsselpaar',
    codeReminder:
      'Wenn Sie Ihr Passwort vergessen, öffnet nur noch ein Wiederherstellungscode auf Papier Ihre Dateien.',
    makeCode: 'Code erstellen',
    dismiss: 'Ausblenden',
    room: 'Platz Ihres Kontos',
    roomFull:
      'Ihre Upload-Links nehmen keine Dateien mehr an. Löschen Sie welche, oder bitten Sie den Betreiber um mehr Platz.',

    loading: 'Die Ordner werden geladen …',
    onceAnswered: 'Ordner können geändert werden',
    none: 'Noch keine Ordner',
    noneHint: 'Legen Sie einen Upload-Ordner an.',
    setUp: 'In {count, plural, =4 {vier} other {drei}} Schritten Dateien empfangen',
    setUpDone: 'Bereit zum Empfangen',
    setUpKey: 'Schlüssel erzeugen',
    setUpKeyDone: 'Ihr Schlüssel ist bereit',
    setUpBackup: 'Sicherung des Schlüssels speichern',
    setUpDetails: 'Ihr Name und Ihre E-Mail-Adresse',
    setUpName: 'Ihr Name',
    setUpShare: 'Link weitergeben',
    firstFolder: 'Ersten Ordner anlegen',
    find: 'Ordner suchen',
    folderCount: '{count, plural, one {# Ordner} other {# Ordner}}',
    foundOf: '{found, number} von {count, plural, one {# Ordner} other {# Ordnern}}',
    noMatch: 'Kein Ordner passt zu „{words}“.',
    onlyNew: 'Mit neuen Dateien',
    noNew: 'Keine Ordner mit neuen Dateien.',
    folders: 'Ordner',
    trail: 'Seitenpfad',
    sortBy: 'Sortieren nach',
    sortByName: '{column}, {order, select, asc {A bis Z} other {Z bis A}}',
    sortByTime: '{column}, {order, select, asc {älteste zuerst} other {neueste zuerst}}',
    columnTitle: 'Titel',
    columnCreated: 'Angelegt',
    columnExpires: 'Läuft ab',
    columnLastUpload: 'Letzter Upload',
    security: 'Schutz',
    actions: 'Aktionen',

    noTitle: '(ohne Titel)',
    empty: 'Noch keine Dateien',
    emptyAtMost: 'Noch keine Dateien, höchstens {limit}',
    holds: '{count, plural, one {# Datei} other {# Dateien}}, <size></size>',
    holdsAtMost: '{count, plural, one {# Datei} other {# Dateien}}, <size></size>, höchstens {limit}',
    invitation: 'Einladung',
    linkAlarm: 'Upload-Link prüfen',
    linkAlarms:
      '{count, plural, one {Der Upload-Link von <names></names> ist ein anderer als der gemerkte} other {Die Upload-Links von <names></names>{more, plural, =0 {} other { und # weiteren}} sind andere als die gemerkten}}. Bis Sie auf der Seite des Ordners geantwortet haben, wird kein Link kopiert und nichts gesendet.',
    leaving: '{count, plural, one {# Person möchte} other {# Personen möchten}} gehen',
    created: 'Der Ordner „{title}“ ist angelegt.',
    sendLink: 'Senden Sie den Upload-Link an alle, die Dateien für Sie haben.',
    passwordApart:
      'Senden Sie seinen Upload-Link an alle, die Dateien für Sie haben, und das Passwort auf einem anderen Weg.',
    newFiles: '{count, number} neu',
    newDeliveries: 'Neu',
    deliveryChanged: 'Das hat sich inzwischen geändert. Bitte sehen Sie noch einmal nach.',
    deliveredFiles: '{count, plural, one {# neue Datei} other {# neue Dateien}}',
    downloadDelivery: 'Alle herunterladen',
    furtherFiles: '… und {count, plural, one {# weitere Datei} other {# weitere Dateien}}',
    neverDownloaded: '{count, plural, one {# Datei} other {# Dateien}} nie heruntergeladen',
    active: 'Aktiv',
    expired: 'Abgelaufen',
    inactive: 'Inaktiv',
    linkState:
      'Upload-Link {status, select, active {aktiv{expires, select, yes { bis <time></time>} other {, ohne Ablauf}}} expired {abgelaufen seit <time></time>} other {inaktiv}}',
    linkOnly: 'Nur der Link',
    verification: 'E-Mail-Bestätigung',
    verificationOf: 'E-Mail-Bestätigung ({count, number} zugelassen)',

    uploadLink: 'Upload-Link',
    copyLink: 'Link kopieren',
    elseSecretLink: 'Geheimen Link kopieren',
    moreWays: 'Link anders teilen',
    more: 'Weitere Aktionen',
    showQr: 'QR-Code anzeigen',
    edit: 'Bearbeiten',
    useAsTemplate: 'Als Vorlage verwenden',
    copyUploadLink: 'Upload-Link kopieren',

    qrTitle: 'Upload-Link von „{title}“',
    qrCode: 'QR-Code des Upload-Links',
    withSecret: 'Mit einem Geheimnis, das nachweist, woher Dateien kommen',
    withSecretHint:
      'Dateien, die über diesen Link kommen, gelten als nachgewiesen: erstellt von jemandem, der ihn hatte, nicht vom Server allein. Wer ihn hat oder hatte, kann zusammen mit dem Server solche Dateien erstellen und zurückdatieren, und gelöschte können wiederkommen. Was über den gewöhnlichen Link kommt, gilt als nicht nachgewiesen.',
    fingerprintPurpose: 'Der Fingerabdruck im Link wird aus Ihrem privaten Schlüssel berechnet.',
    secretPurpose: 'Das Geheimnis im Link wird aus Ihrem privaten Schlüssel berechnet.',
    namesQuestion:
      'Laut Server verbirgt {title} die Namen von Dateien nicht; Sie haben das noch nicht entschieden. Verborgene Namen zeigt nur Ihr Schlüssel. Was schon dort ist, bleibt, wie es ist.',
    hideNames: 'Namen verbergen',
    leaveNamesVisible: 'Sichtbar lassen',
    foreignKey:
      'Der öffentliche Schlüssel auf dem Server ist nicht der, für den Ihr entsperrter privater Schlüssel bürgt, daher wurde der Link nicht kopiert. Wenn Sie Ihren Schlüssel nicht in einem anderen Fenster ersetzt haben, kann jetzt Hochgeladenes für jemand anderen lesbar sein. Melden Sie sich ab und wieder an, und geben Sie keine Upload-Links weiter, bevor Sie wissen, woran es liegt.',
    keyNotSaid:
      'Der Server sagt nicht, welchen Schlüssel er den Absendern dieses Ordners gibt, daher wurde der Link nicht kopiert. {reason}',

    deleteTitle: 'Ordner löschen',
    deleteQuestion:
      'Möchten Sie den Ordner „{title}“ wirklich löschen? Das kann nicht rückgängig gemacht werden.',
    deleteLosses:
      '{count, plural, one {# Datei darin und jeder Download-Link zu ihr wird} other {# Dateien darin und alle Download-Links zu ihnen werden}} gelöscht, und der Upload-Link des Ordners gilt nicht mehr.',
    deleted: '{count, plural, one {Der Ordner „{title}“ wurde} other {# Ordner wurden}} gelöscht.',
  },

  files: {
    title: 'Dateien im Ordner',
    titleOf: 'Dateien im Ordner: {title}',
    invalidId: 'Die Nummer des Ordners ist ungültig',
    notAuthenticated: 'Nicht angemeldet.',
    loading: 'Der Inhalt des Ordners wird geladen …',
    onceAnswered: 'Dateien können heruntergeladen, geteilt und gelöscht werden',
    room: 'Platz dieses Ordners',
    roomFull:
      'Sein Upload-Link nimmt keine Dateien mehr an. Löschen Sie welche, oder lassen Sie einen Eigentümer unter „Bearbeiten“ die Grenze erhöhen.',
    empty: 'Dieser Ordner ist leer.',
    emptyHint: 'Hier erscheint, was hochgeladen wird.',
    upload: 'Hochladen',
    uploadFiles: 'Dateien auswählen',
    uploadFolder: 'Ordner auswählen',
    dropToUpload: 'Loslassen, um in diesen Ordner hochzuladen',
    uploadPurpose: 'Er stellt sicher, dass Ihre Dateien nur für diesen Ordner verschlüsselt werden.',
    sentByYou: 'von Ihnen hochgeladen',

    fileCount: '{count, plural, one {# Datei} other {# Dateien}}',
    alreadyDownloaded: '{count, number} schon heruntergeladen',
    unfinishedCount: '{count, plural, one {# unfertiger Upload} other {# unfertige Uploads}}',
    linkCount: '{count, plural, one {# Download-Link} other {# Download-Links}}',
    checkingNames: 'Namen werden geprüft: {done, number} von {total, number}',
    namesVerified: 'Namen geprüft',
    retention: 'Dateien werden nach {count, plural, one {# Tag} other {# Tagen}} gelöscht',
    keptTo: 'bleibt bis {date}',
    deletedAt: 'Wird ab {time} gelöscht, auch aus dem Papierkorb',
    namesUnchecked: '{count, plural, one {# Name, wie ihn} other {# Namen, wie sie}} der Server angibt',
    check: 'Prüfen',
    originProven: 'Herkunft nachgewiesen',
    originNotProven: 'Herkunft nicht nachgewiesen',
    originOf: '{proven, number} von {files, number} nachgewiesen',
    onlyNotProven: 'Ohne Nachweis',

    selectAll: 'Alle Dateien auswählen',
    selectedOf: '{selected, number} / {total, number} ausgewählt',
    selectedShort: '{selected, number}',
    ofTotal: ' / {total, number}',
    filtered: '{text}, Liste gefiltert',
    clearSelection: 'Auswahl aufheben',
    search: 'Namen suchen',
    endSearch: 'Suche beenden',
    showAll: 'Alle anzeigen',
    neverDownloaded: 'Nie heruntergeladen',
    createLink: 'Link erstellen …',
    copyToFolder: 'Kopieren in …',
    downloadSelected: 'Auswahl herunterladen',
    downloadAll: 'Alle herunterladen ({count, number})',
    deleteSelected: 'Auswahl löschen',
    keepLonger: 'Länger aufbewahren',
    shortKeep: 'Länger',
    keep: 'Aufbewahren',
    keepCount: '{count, plural, one {# Datei} other {# Dateien}} aufbewahren',
    keepDays: '{days} Tage: bis {date}',
    keepMost: 'So lange, wie dieser Server zulässt: bis {date}',
    keepAlways: 'Immer',
    keepHint: 'Ein Datum lässt sich nur hinausschieben.',
    keptMost: 'Diese Dateien bleiben schon so lange, wie dieser Server zulässt.',
    keptUntil: '{count, plural, one {# Datei bleibt} other {# Dateien bleiben}} bis {date}.',
    keptAlways:
      '{count, plural, one {# Datei wird} other {# Dateien werden}} nicht mehr nach Datum gelöscht.',
    notKept: '{count, plural, one {# Datei bleibt} other {# Dateien bleiben}} nicht länger: {reason}',
    shortSearch: 'Suchen',
    shortNew: 'Neu',
    shortSenders: 'Absender',
    shortLink: 'Link',
    shortCopy: 'Kopieren',
    shortDownload: 'Laden',
    shortAll: 'Alle',
    downloadPurpose: 'Ihr privater Schlüssel entschlüsselt diese Dateien.',
    linkPurpose: 'Ihr privater Schlüssel öffnet die Dateischlüssel für den Link.',
    copyPurpose: 'Ihr privater Schlüssel öffnet die Dateischlüssel für den anderen Ordner.',
    noneToDownload: 'Für den ZIP-Download sind keine Dateien ausgewählt.',
    noneToLink: 'Bitte wählen Sie mindestens eine Datei aus, um einen Download-Link zu erstellen.',
    tooManyToLink: 'Ein Download-Link fasst höchstens {count, plural, one {# Datei} other {# Dateien}}.',
    noneNamed: 'Keine Datei passt zu „{words}“.',
    noneMatch: 'Keine Datei passt zum Filter{filter, select, unproven {} other { „Nie heruntergeladen“}}.',
    noneMatchIn:
      'In „{name}“ passt keine Datei zum Filter{filter, select, unproven {} other { „Nie heruntergeladen“}}.',
    howChecked: 'Wie Downloads geprüft werden',

    list: 'Dateien',
    isNew: 'neu',
    columnSelected: 'Ausgewählt',
    columnName: 'Name',
    columnUploaded: 'Hochgeladen',
    columnDownloaded: 'Zuletzt heruntergeladen',
    columnSize: 'Größe',
    columnAction: 'Aktion',
    select: '{name} auswählen',
    download: 'Herunterladen',
    shareOf: '{name} teilen',
    downloadOf: '{name} herunterladen',
    collapse: '{name} zuklappen',
    expand: '{name} aufklappen',
    downloadedAt: 'Heruntergeladen:',
    emptyDirectory: 'Leer',
    duplicate: '(doppelt)',
    duplicateHint: 'Eine andere Datei hier hat denselben Inhalt',
    shownAs: 'Der Server zeigt {name}',
    noManifest: 'Zu dieser Datei kam kein Manifest: Nichts bürgt für sie',
    late: 'nach dem Schlüsselwechsel angekommen',
    lateHint:
      'Nach der Uhr des Servers. Ihr Upload hatte vorher begonnen, oder jemand hat sie erstellt, der entfernt wurde: Der Schlüssel des Ordners ist seither ein anderer.',
    olderKey: 'für einen älteren Schlüssel verschlüsselt',
    sealedTo: 'Verschlüsselt für den Schlüssel {key}',

    markProven: 'Nachgewiesen: von jemandem erstellt, der den geheimen Link dieses Ordners hatte',
    markNotProven: 'Nicht nachgewiesen: über einen einfachen Link gesendet oder vom Server erstellt',
    markCopied: 'Nicht nachgewiesen: laut Server in diesen Ordner kopiert',
    markWrong: 'Falscher Herkunftsnachweis',
    saidProven: '(nachgewiesen)',
    saidNotProven: '(nicht nachgewiesen)',
    copiedHere: 'kopiert, sagt der Server',
    saidCopied: 'nicht nachgewiesen (laut Server kopiert)',
    saidWrong: 'falscher Herkunftsnachweis: Fragen Sie den Absender, bevor Sie dieser Datei trauen',
    legend: 'Was nachweist, woher eine Datei kommt',
    proven: 'Nachgewiesen',
    provenText:
      'Von jemandem erstellt, der den geheimen Upload-Link dieses Ordners hatte, nicht vom Server allein.',
    notProven: 'Nicht nachgewiesen',
    notProvenText:
      'Über einen einfachen Link gesendet oder aus einem anderen Ordner kopiert. Jeder kann eine solche Datei senden, auch der Server.',
    wrong: 'Falsch',
    wrongText:
      'Behauptet, über einen geheimen Link gekommen zu sein, aber nicht über den dieses Ordners; oder eine andere Datei hat ihren Platz eingenommen. Fragen Sie den Absender, bevor Sie ihr trauen.',
    provenLimits:
      'Zusammen mit dem Server können alle, die den geheimen Link haben oder hatten, solche Dateien erstellen und zurückdatieren, und gelöschte können wiederkommen. Name und Ordner sind so nachgewiesen, wie sie verschlüsselt wurden; der Inhalt, sobald ein Download ihn geprüft hat.',

    discounted:
      '{count, plural, one {# Datei kam} other {# Dateien kamen}} über einen geheimen Link, aber nichts sagt, dass Sie für diesen Ordner einen ausgegeben haben: Der Server zeigt Ihnen vielleicht einen anderen. Wenn Sie Titel und Dateien kennen, sagen Sie es, dann gelten sie als nachgewiesen.',
    itIsMine: 'Es ist mein Ordner',
    renamed:
      'Dieser Ordner hieß {before}, als Sie ihn zuletzt kannten. Wenn Sie ihn nicht umbenannt haben, zeigt der Server Ihnen Dateien, die für einen anderen Ordner gesendet wurden: Fragen Sie den Betreiber, und geben Sie von keinem der beiden Ordner einen Link weiter. Bis Sie antworten, gilt hier nichts als nachgewiesen.',
    iRenamedIt: 'Ich habe ihn umbenannt',
    returned:
      'Sie haben einen Ordner mit dieser Nummer gelöscht. Wurde der Server aus einer Sicherung wiederhergestellt, kann es wieder derselbe sein; haben Sie gerade einen neuen angelegt, löschen Sie ihn und legen Sie einen anderen an, sonst könnten Dateien des alten als seine durchgehen. Bis Sie antworten, gilt hier nichts als nachgewiesen.',
    unbelieved:
      'Was der Server von den Ordnern und Personen zurückgibt, die Sie kennen, ist nicht das, was Sie bei ihm hinterlegt haben. Bevor das geklärt ist, gilt hier nichts als nachgewiesen.',

    namesOther:
      'Sie haben festgelegt, dass dieser Ordner {chosen, select, hidden {die Namen von Dateien vor dem Server verbirgt} other {dem Server die Namen von Dateien zeigt}}; der Server gibt es anders an. Wenn jemand das geändert hat oder eine Sicherung eingespielt wurde, übernehmen Sie es hier. Wenn nicht, ändern Sie es in den Einstellungen des Ordners. Bis dahin wird kein Link kopiert und nichts gesendet.',
    lockedNames:
      'Der Server kennt {count, plural, one {den Namen von # Datei} other {die Namen von # Dateien}} nicht. Ihr Schlüssel zeigt {count, plural, one {ihn} other {sie}}.',
    showNames: 'Namen anzeigen',
    namesPurpose: 'Ihr privater Schlüssel öffnet die Namen dieser Dateien.',
    nameWasKnown: 'der Server kannte diesen Namen',
    openName: 'kam mit offenem Namen',
    openNames:
      '{count, plural, one {# Datei wurde} other {# Dateien wurden}} mit offenem Namen gesendet, den der Server kennt. Das liegt an Links, die ausgegeben wurden, bevor dieser Ordner Namen verbarg: Geben Sie den neuen Link aus.',
    altered:
      'Der Server hat geändert, was er zu {count, plural, one {# Datei} other {# Dateien}} sagt. Angezeigt und gespeichert wird, was der Absender gesendet hat.',
    unsealed:
      'Zu {count, plural, one {# Datei} other {# Dateien}} kam kein Manifest: Name und Inhalt sind Angaben des Servers. Solche Dateien senden andere Programme; ein Server kann sie selbst erstellen.',
    someNames: '<names></names> und {more, number} weitere',
    damaged:
      'Der Server hat {count, plural, one {# Datei} other {# Dateien}} beschädigt auf seiner Festplatte gefunden: <names></names>. Bitten Sie den Betreiber, sie aus einer Sicherung wiederherzustellen, oder die Absender, sie noch einmal zu senden.',
    unopened: 'Nicht geöffnet: {reason}',
    unopenedHere:
      '{count, plural, one {# Datei lässt} other {# Dateien lassen}} sich in diesem Browser nicht öffnen: <names></names>. Was gespeichert ist, kann heil sein. Versuchen Sie es mit einem anderen Browser.',
    damagedOn: 'Der Server hat diese Datei am {time} beschädigt auf seiner Festplatte gefunden',
    damagedMayNotOpen:
      'Der Server hat diese Datei am {time} beschädigt auf seiner Festplatte gefunden. Vielleicht lässt sie sich nicht öffnen.',
    damagedOfThese:
      'Der Server hat {count, plural, one {# Datei} other {# Dateien}} von diesen beschädigt auf seiner Festplatte gefunden. Was sich nicht öffnen lässt, wird ausgelassen und genannt.',
    linkOther:
      'Der Server zeigt für diesen Ordner einen anderen Upload-Link als den gemerkten. Daher wird keiner kopiert und nichts hierher gesendet. Wurde eine Sicherung eingespielt, fragen Sie den Betreiber des Servers, ob dieser Link stimmt: Über einen falschen könnten hier Dateien eines anderen Ordners erscheinen.',
    linkDisagree:
      'Dieses Gerät und Ihre Kontakte haben sich verschiedene Upload-Links dieses Ordners gemerkt. Daher wird kein Link kopiert und nichts gesendet. Vielleicht wurde diesem Gerät ein falscher gezeigt. Fragen Sie den Betreiber des Servers, ob der Link stimmt, den er jetzt zeigt.',
    linkTwice:
      'Der Server zeigt einen Upload-Link für zwei Ihrer Ordner. Daher wird kein Link kopiert und nichts gesendet. Was an den einen gesendet wurde, könnte im anderen erscheinen. Fragen Sie den Betreiber des Servers.',
    linkRestored: 'Der gezeigte Link stimmt',
    unlockToAnswer: 'Entsperren Sie Ihren Schlüssel, um zu antworten.',
    sentTo: 'an {title} gesendet, nicht an diesen Ordner',
    sentElsewhere: 'nicht an diesen Ordner gesendet',
    elsewhere:
      '{count, plural, one {# Datei wurde} other {# Dateien wurden}} nicht an diesen Ordner gesendet: <names></names>. Der Server hat sie hierher verschoben, oder {count, plural, one {ihr Absender hat} other {ihre Absender haben}} etwas Falsches angegeben. Geben Sie sie nicht weiter.',
    unsaid: '{count, plural, one {# Datei sagt} other {# Dateien sagen}} nicht, über welchen Link',
    deletedBack:
      '{count, plural, one {# Datei, die gelöscht war oder fehlte, ist wieder da, oder an ihrer Stelle steht eine andere} other {# Dateien, die gelöscht waren oder fehlten, sind wieder da, oder an ihrer Stelle stehen andere}}: <names></names>. Archive lassen sie aus, bis Sie sie annehmen.',
    acceptReturned: 'Annehmen',
    isBack: 'war gelöscht oder fehlte und ist wieder da, oder an ihrer Stelle steht eine andere',
    unlisted:
      '{count, plural, one {# Datei, die Sie hier gesehen haben, wird} other {# Dateien, die Sie hier gesehen haben, werden}} nicht mehr aufgeführt.',
    nowInTrash:
      '{count, plural, one {# Datei, die Sie hier gesehen haben, ist} other {# Dateien, die Sie hier gesehen haben, sind}} im Papierkorb.',
    restoredElsewhere:
      '{count, plural, one {# Datei wurde} other {# Dateien wurden}} aus dem Papierkorb wiederhergestellt.',
    openElsewhere: 'Diese Datei herunterladen?',
    openElsewhereText:
      'Sie wurde nicht an diesen Ordner gesendet: Der Server hat sie hierher verschoben, oder ihr Absender hat etwas Falsches angegeben. Halten Sie sie nicht für das, worum Sie hier gebeten haben.',
    wrongOrigins:
      'Der Herkunftsnachweis von {count, plural, one {# Datei} other {# Dateien}} ist falsch: <names></names>. Jemand hat ihn für einen anderen Ordner erstellt oder an die Stelle einer anderen Datei gesetzt. Fragen Sie den Absender, bevor Sie ihm trauen.',
    batch:
      'Von {sent, number} gesendeten Dateien {present, plural, one {ist # hier} other {sind # hier}}<more> · gesendet <time></time> · <names></names></more>',
    moreBatches:
      'und {count, plural, one {# weiterer Durchgang, von dem} other {# weitere Durchgänge, von denen}} nicht alle Dateien hier sind',

    deleteTitle: 'Dateien löschen',
    deleteQuestion: 'Möchten Sie {count, plural, one {# Datei} other {# Dateien}} wirklich löschen?',
    deleteMore: 'und {count, plural, one {# weitere Datei} other {# weitere Dateien}}',
    deleteText: 'Sie verschwinden auch aus allen Download-Links. Das kann nicht rückgängig gemacht werden.',
    deleted: '{count, plural, one {# Datei} other {# Dateien}} gelöscht.',
    noneDeleted: 'Keine der ausgewählten Dateien konnte gelöscht werden.',
    someNotDeleted:
      '{count, plural, one {# Datei konnte} other {# Dateien konnten}} nicht gelöscht werden. Versuchen Sie es noch einmal.',

    unfinished: 'Unfertige Uploads',
    unfinishedOne: 'Noch keine Datei.',
    unfinishedSum:
      '{count, plural, one {# Upload} other {# Uploads}}: <arrived></arrived> von <announced></announced> angekommen. Noch keine Dateien, aber sie brauchen schon Platz.',
    unfinishedSumLatest:
      'Die letzten {count, plural, one {# Upload} other {# Uploads}}: <arrived></arrived> von <announced></announced> angekommen. Noch keine Dateien, aber sie brauchen schon Platz.',
    endAll: 'Alle beenden …',
    endingOf: '{done, number} von {count, number} beendet',
    moreUnfinishedLabel: 'Weitere unfertige Uploads',
    arrivedOf: '<arrived></arrived> von <announced></announced> angekommen',
    end: 'Beenden',
    endLabel: 'Den am {time} begonnenen Upload beenden',
    begun: 'Begonnen',
    lastPart: 'Letzter Teil',
    nothingCame: 'Noch nichts gekommen',
    endsByItself: 'Wird verworfen',
    sender: 'Absender',
    endTitle: 'Upload beenden',
    endAllTitle: 'Alle unfertigen Uploads beenden',
    endAllConfirm: '{count, plural, one {# Upload} other {# Uploads}} beenden',
    endQuestion: 'Möchten Sie diesen Upload wirklich beenden?',
    endAllQuestion: 'Möchten Sie wirklich {count, plural, one {# Upload} other {# Uploads}} beenden?',
    arrivedIsRemoved:
      'Die {bytes}, die angekommen sind, werden vom Server entfernt. Das kann nicht rückgängig gemacht werden.',
    nothingArrived: 'Es ist noch nichts angekommen.',
    oneOnItsWay: 'In den letzten zehn Minuten ist etwas davon gekommen: Vielleicht ist noch etwas unterwegs.',
    someOnTheirWay:
      'Von {count, number} davon ist in den letzten zehn Minuten etwas gekommen: Vielleicht ist noch etwas unterwegs.',
    sentAgain:
      '{count, plural, one {Wer ihn sendet, muss diese Datei von Anfang an senden.} other {Wer sie sendet, muss diese Dateien von Anfang an senden.}}',
    notEnded:
      '{count, plural, one {# Upload konnte} other {# Uploads konnten}} nicht beendet werden. {reason}',
    ended: '{count, plural, one {# Upload} other {# Uploads}} beendet.',
    finishedMeanwhile:
      '{count, plural, one {# Upload ist inzwischen fertig. Er steht} other {# Uploads sind inzwischen fertig. Sie stehen}} jetzt in der Liste.',
    endedBefore: '{count, plural, one {# Upload war} other {# Uploads waren}} schon zu Ende.',
  },

  /** Gelöschte Dateien und Ordner, die sich wiederherstellen lassen. */
  trash: {
    line: 'Papierkorb ({count, number})',
    loading: 'Papierkorb wird geladen …',
    filesUntil: '{count, plural, one {Sie bleibt} other {Sie bleiben}} bis {date} im Papierkorb. Danach:',
    folderUntil: 'Er bleibt bis {date} im Papierkorb. Danach:',
    earlierDates: 'Dateien mit früherem Datum werden an diesem Tag aus dem Papierkorb gelöscht.',
    filesIn: '{count, plural, one {# Datei} other {# Dateien}} im Papierkorb',
    folderIn: '„{title}“ ist im Papierkorb',
    undo: 'Rückgängig',
    selectAll: 'Alles im Papierkorb auswählen',
    facts: '<size></size> · gelöscht <deleted></deleted> · bis\u00a0<until></until>',
    restore: 'Wiederherstellen',
    deleteNow: 'Jetzt löschen',
    empty: 'Papierkorb leeren',
    filesRestored: '{count, plural, one {# Datei} other {# Dateien}} wiederhergestellt.',
    filesNotRestored:
      '{count, plural, one {# Datei wurde} other {# Dateien wurden}} nicht wiederhergestellt.',
    foldersRestored:
      '{count, plural, one {Der Ordner „{title}“ wurde} other {# Ordner wurden}} wiederhergestellt.',
    foldersQuestion:
      'Möchten Sie {count, number} Ordner wirklich löschen? Das kann nicht rückgängig gemacht werden.',
  },

  sent: {
    copyInFolder:
      'Kopieren oder ergänzen Sie ihn auf der Seite seines Ordners, die die Namen der Dateien zeigt.',
    title: 'Gesendet',
    none: 'Noch keine Download-Links.',
    noneHint:
      'Senden Sie Dateien, oder wählen Sie in einem Ordner welche aus und erstellen Sie einen Link, mit dem andere sie herunterladen.',
    withoutLink: 'Ohne Link',
    withoutLinkHint:
      'Öffnen Sie einen Eintrag, um den Upload abzuschließen, einen Link zu erstellen oder ihn zu löschen.',
    noMatch: 'Kein Link passt dazu.',
    find: 'Links suchen',
    foundOf: '{found, number} von {count, plural, one {# Link} other {# Links}}',
    show: 'Anzeigen',
    all: 'Alle',
    active: 'Aktive',
    expired: 'Abgelaufene',
    usedUp: 'Verbrauchte',
    sortBy: 'Sortieren nach',
    newest: 'Neueste zuerst',
    ending: 'Bald ablaufende zuerst',
    byTitle: 'Titel',
    byFolder: 'Ordner',
    list: 'Download-Links',
    more: 'Mehr anzeigen',
  },

  send: {
    title: 'Dateien senden',
    folderTitle: 'Gesendet {time}',
    nothingShared:
      'Die Dateien wurden nicht übergeben. Teilen Sie sie noch einmal, oder wählen Sie sie hier aus.',
    messageStays: 'Ein Teil ist angekommen, deshalb bleibt die Nachricht, wie sie war.',
    messageHint: 'Wird wie die Dateien verschlüsselt. Der Server kann sie nicht lesen.',
    noKey: 'Zum Senden brauchen Sie ein Schlüsselpaar.',
    stopText:
      'Es werden noch Dateien gesendet. Wenn Sie jetzt gehen, finden Sie sie unter „Gesendet“: Dort können Sie sie binnen sieben Tagen in diesem Browser fertigstellen.',
  },

  share: {
    title: 'Download-Link erstellen',
    readyTitle: 'Der Download-Link ist fertig',
    addTitle: 'Zu einem Download-Link hinzufügen',
    newLink: 'Neuer Link',
    linkFiles: '{count, plural, one {# Datei} other {# Dateien}}',
    add: 'Zum Link hinzufügen',
    addFiles: 'Dateien hinzufügen',
    added: 'Die Dateien wurden zum Link hinzugefügt.',
    adding: 'Wird hinzugefügt …',
    addWith: '{count, plural, one {Diese Datei} other {Diese # Dateien}} trotzdem hinzufügen',
    addText: 'Empfänger finden die Dateien unter derselben Adresse, sobald sie die Seite neu laden.',
    addTextOpen:
      'Empfänger finden die Dateien unter derselben Adresse, sobald sie die Seite neu laden. Hat eine frühere Version den Link erstellt, kopieren Sie ihn erneut und geben Sie ihn neu weiter: Die bisherige Adresse öffnet diese Dateien vielleicht nicht.',
    filesAddedTo: '{count, plural, one {# Datei wurde} other {# Dateien wurden}} zum Link hinzugefügt.',
    files: '<strong>{count, plural, one {# Datei} other {# Dateien}}</strong>: <names></names>',
    filesAndMore:
      '<strong>{count, plural, one {# Datei} other {# Dateien}}</strong>: <names></names> und {more, number} weitere',
    filesExpire:
      '{count, plural, one {Die Datei wird am {date}} other {Dateien werden ab dem {date}}} gelöscht, wie lange der Link auch gilt.',
    pathsTold: 'Empfänger sehen auch die Ordnernamen.',
    protection: 'Passwortschutz',
    noPassword: 'Wer den Link hat, kann die Dateien öffnen.',
    noPasswordNamed: 'Die Schlüssel sind Teil des Links und werden nicht an den Server gesendet.',
    password: 'Passwort',
    confirmPassword: 'Passwort wiederholen',
    anotherPassword: 'Anderes Passwort erzeugen',
    named: 'Nur für bestimmte Personen',
    namedLimits:
      'Sie bekommen einen Code per E-Mail. Das ist keine Verschlüsselung: Wer Link und Code hat, kann die Dateien öffnen.',
    namedNoMail: 'Dieser Server versendet keine E-Mails; niemand bekäme den Code dafür.',
    people: 'E-Mail-Adressen',
    peopleHint: 'Durch Kommas oder Zeilen getrennt.',
    peopleCount: '{count, plural, one {# Person} other {# Personen}}',
    expires: 'Ablaufdatum',
    expiresNever: 'Der Link gilt, bis Sie ihn löschen.',
    validUntil: 'Gültig bis',
    validFor: 'Gültig für',
    days: '{count, plural, one {# Tag} other {# Tage}}',
    otherDate: 'Anderes Datum',
    words: 'Titel und Nachricht',
    wordsHint: 'Empfänger lesen sie über den Dateien. Auch dieser Server kann sie lesen.',
    linkTitle: 'Titel (optional)',
    message: 'Nachricht (optional)',
    uses: 'Anzahl Downloads',
    unlimited: 'Unbegrenzt',
    once: 'Einmal',
    onceHint:
      'Wer zuerst herunterlädt, verbraucht ihn, und kann es im selben Browser 24 Stunden lang wiederholen.',
    onceNamedHint:
      'Wer von diesen Personen zuerst herunterlädt, verbraucht ihn, und kann es im selben Browser 24 Stunden lang wiederholen.',
    aNumber: 'Eine Anzahl',
    aNumberHint:
      'Wer herunterlädt, verbraucht einen davon, und kann es im selben Browser 24 Stunden lang wiederholen.',
    aNumberNamedHint:
      'Wer von diesen Personen herunterlädt, verbraucht einen davon, und kann es im selben Browser 24 Stunden lang wiederholen.',
    leaveOut: '{count, plural, one {Diese Datei} other {Diese # Dateien}} auslassen',
    createWith: 'Link mit {count, plural, one {dieser Datei} other {diesen # Dateien}} erstellen',
    create: 'Link erstellen',
    creating: 'Link wird erstellt …',
    sealing: 'Schlüssel werden verschlüsselt',
    sealingAt: 'Schlüssel werden für die Empfänger verschlüsselt: {percent} %',
    notCreated: 'Der Link konnte nicht erstellt werden. {reason}',

    link: 'Link',
    qrCode: 'QR-Code des Download-Links',
    copyPassword: 'Passwort kopieren',
    passwordNotCopied: 'Das Passwort konnte nicht kopiert werden.',
    unsealed:
      'Zu {count, plural, one {# Datei} other {# Dateien}} kam kein Manifest: Name und Inhalt sind Angaben des Servers, und den Empfängern wird das gesagt. {names}',
    usedOnce: 'Er kann einmal benutzt werden: Ein eigener Download würde ihn verbrauchen.',
    usedTimes: 'Er kann {count, number}-mal benutzt werden; eigene Downloads zählen mit.',
    openForNamed:
      'Die genannten Personen können die Dateien mit diesem Link und einem Code aus einer E-Mail öffnen. Der Teil nach # ist der Schlüssel.',
    openForAll: 'Wer diesen Link hat, kann die Dateien öffnen. Der Teil nach # ist ihr Schlüssel.',
    shareSeparately: 'Denken Sie daran, das Passwort getrennt weiterzugeben!',
    shownOnce: 'Es wird nur jetzt angezeigt.',
    notCopied: 'Das Passwort wurde nicht kopiert. Wenn Sie schließen, ist es weg.',
    closeAnyway: 'Ohne Kopieren schließen',

    active: 'Aktive Download-Links',
    none: 'Dieser Ordner hat keine aktiven Download-Links.',
    expired: '{count, plural, one {# abgelaufener Link} other {# abgelaufene Links}}',
    loading: 'Die Links werden geladen …',
    protected: 'Mit Passwort geschützt',
    open: 'Ohne Passwort',
    namedTag: 'Bestimmte Personen',
    forPeople:
      'Für {count, plural, one {# Person} other {# Personen}}, {opened, plural, =0 {noch nicht geöffnet} other {von # geöffnet}}',
    opened: 'geöffnet',
    notOpened: 'nicht geöffnet',
    writeMail: 'E-Mail schreiben',
    mailSubject: 'Dateien für Sie',
    mailEnd: 'Gültig bis {date}',
    otherFiles:
      'Der Link hat andere Dateien, als hier stehen. Laden Sie die Seite neu, und sehen Sie noch einmal nach.',
    forOne: 'Für {email}, geöffnet {date}',
    forOneUnopened: 'Für {email}, noch nicht geöffnet',
    addDays: '+{count, plural, one {# Tag} other {# Tage}}',
    extended: 'Der Link gilt bis {date}.',
    changeExpiry: 'Ablauf ändern …',
    changeExpiryTitle: 'Ablauf dieses Links',
    changeExpiryText: 'Der Link bleibt derselbe; Sie müssen ihn nicht neu senden.',
    expiryChanged: 'Der Ablauf des Links wurde geändert.',
    newerServerNeeded: 'Dafür ist ein neuerer Server nötig.',
    changeWords: 'Titel und Nachricht ändern …',
    wordsChanged: 'Titel und Nachricht wurden geändert.',
    lengthOf: '{length, number} von {max, number} Zeichen',
    changePassword: 'Passwort ändern …',
    changePasswordTitle: 'Passwort dieses Links',
    changePasswordText:
      'Der Link bleibt derselbe; teilen Sie den Empfängern das neue Passwort mit. Das alte öffnet ihn nicht mehr. Was schon heruntergeladen wurde, bleibt dort.',
    passwordChanged: 'Das Passwort des Links wurde geändert.',
    setPassword: 'Passwort setzen …',
    newAddressText: 'Der Link bekommt eine neue Adresse, die Sie weitergeben. Die alte endet.',
    addressChanged: 'Der Link hat eine neue Adresse: Kopieren Sie sie, und geben Sie sie weiter.',
    removeFile: 'Entfernen',
    removeFileOf: '{name} aus diesem Link entfernen',
    removeFileTitle: 'Datei aus dem Link entfernen',
    removeFileText:
      'Niemand kann {name} mehr über diesen Link herunterladen. Die Datei bleibt im Ordner und bei allen, die sie schon heruntergeladen haben.',
    fileRemoved: '{name} wurde aus dem Link entfernt.',
    changePeople: 'Personen ändern',
    changePeopleTitle: 'Personen dieses Links',
    changePeopleText:
      'Wen Sie entfernen, weist der Server ab der nächsten Anfrage ab. Was schon heruntergeladen wurde, bleibt dort.',
    peopleChanged: 'Die Personen des Links wurden geändert.',
    checkingAt: 'Prüfung: {percent} %',
    copyPurpose: 'Ihr privater Schlüssel öffnet die Schlüssel dieses Links.',
    handOutQuestion: 'Diesen Link weitergeben?',
    linkNotCopied: 'Der Link konnte nicht kopiert werden. {reason}',
    deleteTitle: 'Download-Link löschen',
    deleteQuestion: 'Möchten Sie diesen Download-Link wirklich endgültig löschen?',
    deleted: 'Der Download-Link wurde gelöscht.',
    notDeleted: 'Der Link konnte nicht gelöscht werden. {reason}',
    created: 'Erstellt',
    filesDownloaded: 'Heruntergeladene Dateien',
    downloads: 'Downloads',
    usedOf: '{used, number} von {max, number}',
    usedUp: '{used, number} von {max, number}, verbraucht',
    allowOneMore: 'Einmal mehr erlauben',
    oneMore: 'Der Link kann noch einmal benutzt werden.',
    notChanged: 'Der Link konnte nicht geändert werden. {reason}',
    moreFilesLabel: 'Weitere Dateien dieses Links',
    notDecrypted:
      '{count, plural, one {# Datei konnte} other {# Dateien konnten}} nicht entschlüsselt werden: {names}',
    sentElsewhere:
      '{count, plural, one {# Datei wurde} other {# Dateien wurden}} nicht an diesen Ordner gesendet: {names}',
    returned:
      '{count, plural, one {# Datei, die gelöscht war oder fehlte, ist wieder da, oder an ihrer Stelle steht eine andere} other {# Dateien, die gelöscht waren oder fehlten, sind wieder da, oder an ihrer Stelle stehen andere}}: {names}',
    unjudged:
      'Niemand kann sagen, welche Dateien an diesen Ordner gesendet wurden: Die Seite des Ordners sagt, warum. Klären Sie das zuerst.',
    notAsSent: 'Der Server zeigt andere Dateien, als Sie gesendet haben.',
    sealedEarlier:
      'Dieser Link wurde vor dem letzten Schlüsselwechsel erstellt. Wer den früheren Schlüssel hat, könnte öffnen, was Sie hinzufügen: Erstellen Sie einen neuen Link.',
    filesAltered:
      'Der Server hat geändert, was er zu {count, plural, one {# Datei} other {# Dateien}} sagt: {names}',
    notUnlocked: 'Der private Schlüssel ist nicht entsperrt.',
    noBox:
      'Der Server hat zu diesem Link keine verschlüsselten Schlüssel. Er wurde von einer früheren Version oder einem anderen Programm erstellt, oder der Server hält sie zurück. Erstellen Sie einen neuen Link für diese Dateien.',
    boxAltered: 'Der Server hat geändert, was von diesem Link verschlüsselt gespeichert ist.',
    boxForeign:
      'Was der Server zu diesem Link herausgegeben hat, lässt sich mit Ihrem Schlüssel nicht öffnen. Wurde der Link mit einem früheren Schlüssel erstellt, öffnen Sie dessen Sicherung in Ihrem Profil; wenn nicht, hat der Server es ausgetauscht.',
    boxForeignShared:
      'Was der Server zu diesem Link herausgegeben hat, lässt sich mit den Schlüsseln des Ordners nicht öffnen: Der Server hat es ausgetauscht, oder er hält die Generation des Schlüssels zurück, mit der es erstellt wurde.',
    boxOfOther: 'Der Server hat die Schlüssel eines anderen Links herausgegeben.',
    shownProtected: 'Der Server zeigt diesen Link als einen mit Passwort; er wurde ohne erstellt.',
    shownOpen: 'Der Server zeigt diesen Link als einen ohne Passwort; er wurde mit einem erstellt.',
    listAltered: 'Der Server hat die Liste der Dateien geändert, für die dieser Link erstellt wurde.',
    noneShown:
      'Der Server zeigt keine der Dateien dieses Links: Sie wurden gelöscht, oder er hält sie zurück.',
    shownTwice: 'Der Server zeigt eine Datei dieses Links mehr als einmal.',
    filesAdded: 'Der Server hat Dateien hinzugefügt, für die dieser Link nicht erstellt wurde: {names}.',
    filesExchanged: 'Der Server hat andere Dateien an die Stelle derer dieses Links gesetzt: {names}.',
    filesUnopened:
      '{count, plural, one {# Datei dieses Links lässt} other {# Dateien dieses Links lassen}} sich nicht öffnen, daher sagt nichts, ob es die sind, für die er erstellt wurde: {names}.',
    filesRenamed:
      'Der Server zeigt Dateien dieses Links unter anderen Namen, als sie gesendet wurden: {names}.',
    doubtFewer:
      'Dieser Link wurde für {made, number} Dateien erstellt; {count, plural, one {# wird} other {# werden}} gezeigt. Wer ihn bekommt, kann alle öffnen, die der Server noch davon hat.',
    doubtUnsealed:
      'Zu {count, plural, one {# Datei} other {# Dateien}} kam kein Manifest, Name und Inhalt sind also Angaben des Servers: {names}.',
    doubtGeneration:
      'Dieser Link wurde vor dem letzten Schlüsselwechsel erstellt. Jemand, der seither entfernt wurde, könnte ihn zusammen mit dem Server erstellt haben und könnte öffnen, was er herausgibt. Ein neuer Link für dieselben Dateien lässt keinen solchen Zweifel.',
  },

  folderForm: {
    createTitle: 'Neuen Upload-Ordner anlegen',
    allOptions: 'Alle Optionen',
    create: 'Ordner anlegen',
    templateOf: 'Mit den Optionen von „{title}“.',
    templateMissing:
      'Dieser Ordner lässt sich nicht als Vorlage verwenden: Er wurde nicht gefunden, konnte nicht geladen werden oder gehört Ihnen nicht. Das Formular ist leer.',
    created: 'Der Ordner „{title}“ wurde angelegt.',
    signaturePurpose: 'Ein gemeinsamer Ordner beginnt mit Ihrer Unterschrift.',
    editTitle: 'Upload-Ordner bearbeiten',
    editTitleOf: 'Upload-Ordner bearbeiten: {title}',
    idMissing: 'Die Nummer des Ordners fehlt.',
    ownersOnly: 'Nur die Eigentümer dieses Ordners können ihn ändern.',
    loading: 'Der Ordner wird geladen …',
    notFound: 'Der Ordner wurde nicht gefunden oder konnte nicht geladen werden.',
    save: 'Änderungen speichern',
    saved: 'Der Ordner „{title}“ wurde gespeichert!',
    titlePurpose: 'Der Titel eines gemeinsamen Ordners wird mit Ihrem privaten Schlüssel unterschrieben.',
    notSaved: 'Beim Speichern ist ein Fehler aufgetreten. Bitte prüfen Sie die Angaben.',
    description: 'Beschreibung (optional)',
    whoOpens: 'Wer die Dateien öffnet',
    onlyMe: 'Nur ich',
    several: 'Mehrere Personen',
    moreOptions: 'Weitere Optionen',
    optionQuestions: '{count, plural, one {# Frage} other {# Fragen}}',
    optionLimit: 'höchstens {size} GB',
    firstMails: 'Wenn etwas ankommt, erhalten Sie eine E-Mail an {email}.',
    severalHint: 'Sie fügen sie danach hinzu. Das lässt sich später nicht ändern.',
    severalTakesKey: 'Dazu brauchen Sie ein Schlüsselpaar: <link>Erzeugen Sie es zuerst</link>.',
    expiration: 'Ablauf',
    expiresNever: 'Kein Ablauf',
    expiresOnDate: 'An einem Datum',
    expiresInDays: 'Nach einer Zahl von Tagen',
    days: 'Tage',
    expiresOn: 'Läuft ab am',
    expiresInPast: 'Diese Zeit ist vorbei: Der Link wäre von Anfang an abgelaufen.',
    retention: 'Dateien automatisch löschen',
    retentionNever: 'Nie',
    retentionAfter: 'Nach {days, number} Tagen',
    retentionOwn: 'Nach anderer Frist',
    retentionDays: 'Tage bis zum Löschen',
    retentionNote:
      'Dateien werden {count, plural, one {einen Tag} other {# Tage}} nach ihrer Ankunft gelöscht.',
    retentionHint: 'Dateien, die schon hier sind, behalten ihr Datum.',
    changeProtection: 'Passwort ändern oder entfernen',
    passwordOfTemplate: 'Das Passwort der Vorlage kann niemand lesen. Legen Sie ein neues fest.',
    passwordStays: 'Ein Passwort ist gesetzt.',
    passwordChanges: 'Leer lassen, um das Passwort zu entfernen.',
    password: 'Link-Passwort',
    newPassword: 'Neues Link-Passwort',
    confirmPassword: 'Link-Passwort wiederholen',
    generatePassword: 'Passwort erzeugen',
    passwordOnce: 'Nur jetzt zu sehen. Senden Sie es getrennt vom Link.',
    removePassword: 'Das Passwort entfernen?',
    removePasswordText: 'Wer den Upload-Link hat, kann ihn dann ohne Passwort benutzen.',
    removePasswordConfirm: 'Passwort entfernen',
    verification: 'E-Mail-Bestätigung verlangen',
    verificationHint: 'Die Adresse steht dann bei jeder Datei.',
    verificationOff:
      'Wer den Link hat, darf hochladen. {count, plural, one {# zugelassene Adresse bleibt} other {# zugelassene Adressen bleiben}} gespeichert.',
    noMailServer:
      'Dieser Server versendet keine E-Mails: Absender würden auf Codes warten, die nie ankommen.',
    allowed: 'Zugelassene E-Mail-Adressen',
    allowedAny: 'Durch Kommas oder Zeilen getrennt. Ohne Eintrag: alle Adressen.',
    allowedThese:
      '{count, plural, one {Nur diese Adresse darf hochladen.} other {Nur diese # Adressen dürfen hochladen.}}',
    privateNames: 'Namen vor dem Server verbergen',
    namesVisible: 'Namen für den Server sichtbar',
    privateNamesHint:
      'Die Browser der Absender teilen dem Server weder Namen noch Ordner noch Prüfsummen der Dateien mit. Ihr Schlüssel zeigt sie. Die Namen von Dateien, die schon hier sind, verbirgt die Seite des Ordners; geben Sie den Upload-Link neu aus.',
    namesPurpose: 'Mit Ihrem privaten Schlüssel wird gemerkt, ob dieser Ordner Namen verbirgt.',
    mimeCheck: 'Dateitypen prüfen',
    mimeCheckHint: 'Weist Dateien ab, deren Inhalt nicht zur Endung passt.',
    limit: 'Speicherplatz begrenzen',
    limitOn: 'Was schon hier ist, bleibt.',
    atMost: 'Höchstens',
    activeOff: 'Der Upload-Link gilt nicht mehr. Dateien und Download-Links bleiben.',

    webhook: 'Webhook',
    webhookText:
      'Ruft ein anderes Programm auf, wenn ein Upload endet oder abbricht und wenn ein Download-Link zum ersten Mal benutzt wird. Sendet Zahlen, keine Namen oder Inhalte.',
    address: 'Adresse',
    addressHint: 'Halten Sie sie geheim, wenn sie ein Token enthält.',
    addWebhook: 'Webhook hinzufügen',
    saveAddress: 'Adresse speichern',
    webhookSaved: 'Der Webhook wurde gespeichert.',
    webhookRemoved: 'Der Webhook wurde entfernt.',
    sendTest: 'Test senden',
    secret:
      '<b>Geheimnis für die Signatur.</b> Es wird nur jetzt angezeigt: Kopieren Sie es in den Empfänger, der daran erkennt, dass eine Nachricht von hier kommt.',
    replaceSecret: 'Geheimnis ersetzen',
    replaceSecretQuestion: 'Das Geheimnis ersetzen?',
    replaceSecretText:
      'Von da an wird alles mit dem neuen signiert. Der Empfänger weist es ab, bis Sie es dort eintragen.',
    removeQuestion: 'Den Webhook entfernen?',
    removeText: 'Der Empfänger erfährt nichts mehr, auch nicht, was er verpasst hat.',
    lastNotice: 'Letzte\u00a0Nachricht',
    noNotice: 'noch keine',
    noticeAt: '<time></time>. {outcome}',
    waiting: 'Ausstehend',
    waitingCount:
      '{count, plural, one {# Nachricht, wird} other {# Nachrichten, werden}} zwei Tage lang wieder versucht',
    secretMade: 'Geheimnis erstellt',
  },

  forms: {
    required: 'Bitte ausfüllen.',
    tooLong: 'Höchstens {limit, number} Zeichen.',
    tooMany: 'Höchstens {limit, number} davon.',
    noTitle: 'Geben Sie einen Titel ein.',
    passwordMissing: 'Geben Sie ein Passwort ein, oder schalten Sie den Schutz aus.',
    passwordsDiffer: 'Die Passwörter stimmen nicht überein.',
    noAddress: 'Das ist keine E-Mail-Adresse: {typed}',
    noLocalPart: 'Umlaute, Akzente und andere Schriften sind vor dem @ nicht möglich: {typed}',
    noPeople: 'Geben Sie mindestens eine Adresse ein.',
    tooManyAddresses: 'Höchstens {limit, number} Adressen.',
    badDate: 'Das eingegebene Datum ist ungültig.',
    badTime: 'Datum oder Uhrzeit ist ungültig.',
    noDays: 'Geben Sie eine ganze Zahl von Tagen ein, mindestens 1.',
    tooManyDays: 'Höchstens {limit, number} Tage.',
    noSize: 'Geben Sie eine Zahl von GB über 0 ein, höchstens {limit, number}.',
    noWebhookAddress:
      'Geben Sie eine Adresse ein, die mit https:// beginnt, ohne Benutzernamen und Fragment.',

    messageTooLong: 'Die Nachricht ist zu lang. Senden Sie sie als Datei.',
    linkPasswordTooShort: 'Das Passwort muss mindestens {limit, number} Zeichen haben.',
    linkDateMissing: 'Bitte wählen Sie ein gültiges Ablaufdatum.',
    clocksDiffer:
      'Die Uhr dieses Geräts geht anders als die des Servers: Dort ist es jetzt {time}. Für das Ablaufen zählt die Uhr des Servers.',
    linkDatePast: 'Das Ablaufdatum muss in der Zukunft liegen.',
    noDomain: 'Geben Sie Domains wie example.org ein.',
    noCount: 'Geben Sie eine ganze Zahl von 1 bis {limit, number} ein.',

    usernameMissing: 'Geben Sie einen Benutzernamen ein.',
    usernameTooShort: 'Der Benutzername muss mindestens {limit, number} Zeichen haben.',
    saveNeedsPassword: 'Um das Profil zu ändern, geben Sie Ihr aktuelles Passwort ein.',
    unchanged: 'Am Profil wurde nichts geändert.',
    newPasswordsDiffer: 'Die neuen Passwörter stimmen nicht überein.',
    newPasswordTooShort: 'Das neue Passwort muss mindestens {limit, number} Zeichen haben.',
    keyPasswordTooShort: 'Ein Schlüsselpasswort muss mindestens {limit, number} Zeichen haben.',
    passwordAsBefore: 'Das neue Passwort darf nicht das alte sein.',
    currentPasswordMissing: 'Geben Sie Ihr aktuelles Passwort ein.',
    backupMissing: 'Bitte wählen Sie Ihre .json-Sicherungsdatei aus.',
    backupType: 'Der Dateityp ist ungültig. Bitte wählen Sie die heruntergeladene .json-Sicherungsdatei aus.',
    backupNeedsPassword: 'Bitte geben Sie zur Prüfung Ihr aktuelles Passwort ein.',
    tokenNameMissing: 'Geben Sie einen Namen ein.',
    tokenLifetimeMissing: 'Wählen Sie, wann es endet.',
    tokenScopeMissing: 'Wählen Sie mindestens ein Recht.',
    chooseOne: 'Wählen Sie mindestens eines.',
    noWebAddress: 'Geben Sie eine Adresse ein, die mit https:// oder http:// beginnt.',
    noSupport: 'Geben Sie eine E-Mail-Adresse ein oder eine Adresse, die mit https:// oder http:// beginnt.',
    noColour: 'Geben Sie eine Farbe als #rrggbb ein, etwa #2747b8.',
    hidden: 'Enthält unsichtbare Zeichen oder mehrere Leerzeichen hintereinander.',
    unseen: 'Enthält unsichtbare Zeichen.',
    twinOption: 'Eine Auswahlmöglichkeit steht zweimal da.',
  },

  notices: {
    mail: 'E-Mail an mich, wenn etwas ankommt',
    mailHint:
      'Eine je Upload, auch bei Abbruch, und wenn ein Download-Link zum ersten Mal benutzt wird. Ohne Dateinamen.',
    mailHintShared:
      'Eine je Upload, auch bei Abbruch, und wenn ein Download-Link zum ersten Mal benutzt wird. Ohne Dateinamen. Nur für Sie.',
    mailTo: 'An {email}.',
    noMailServer: 'Dieser Server versendet keine E-Mails: Sie erreichen niemanden.',
    details: 'Details',
    mailSetting:
      'Der Betreiber setzt SMTP_URL und startet den Server neu; wie, steht in docs/operations/mail.md.',
    noAddress:
      'Ihr Profil hat noch keine E-Mail-Adresse. Geben Sie eine ein und bestätigen Sie sie, dann gehen E-Mails dorthin.',
    notConfirmed: 'E-Mails gehen an {email}, sobald Sie diese Adresse bestätigt haben.',
    delivered: 'Zugestellt: Der Empfänger hat mit {status} geantwortet.',
    answered: 'Nicht zugestellt: Der Empfänger hat mit {status} geantwortet und nicht mit 200.',
    redirect:
      'Nicht zugestellt: Der Empfänger leitet weiter ({status}), dem wird nicht gefolgt. Geben Sie die Adresse ein, zu der das führt.',
    notAllowed:
      'Nicht zugestellt: Dieser Host hat keine Adresse im offenen Internet. Der Betreiber des Servers kann ihn zulassen (WEBHOOK_ALLOW_PRIVATE).',
    unknownHost: 'Nicht zugestellt: Einen Host dieses Namens gibt es nicht. Prüfen Sie die Adresse.',
    certificate:
      'Nicht zugestellt: Das Zertifikat des Empfängers ist ungültig oder von einer unbekannten Stelle.',
    timedOut: 'Nicht zugestellt: Der Empfänger hat nicht innerhalb von 10 Sekunden geantwortet.',
    unreachable: 'Nicht zugestellt: Unter dieser Adresse antwortet nichts.',
  },

  history: {
    title: 'Verlauf',
    show: 'Verlauf anzeigen',
    hide: 'Verlauf ausblenden',
    activityText: 'Anmeldungen, Kontoänderungen und Ihre Ordner, auch gelöschte.',
    loading: 'Der Verlauf wird geladen …',
    empty: 'Keine Einträge.',
    off: 'Dieser Server schreibt keinen Verlauf: Sein Betreiber hat das abgeschaltet (AUDIT_DAYS=0).',
    kept: 'Wird {days, plural, one {einen Tag} other {# Tage}} aufbewahrt, dann gelöscht.',
    choice: 'Anzeigen',
    downloadCsv: 'CSV herunterladen',
    more: 'Mehr laden',
    loadingMore: 'Wird geladen …',
    list: 'Was geschah',
    inFolder: 'Ordner {name}',
    quotedName: '„{name}“',

    everything: 'Alles',
    own: 'Mein Konto',
    groupSignIn: 'Anmeldungen',
    groupAccount: 'Konto, Schlüssel und Token',
    groupFolder: 'Einstellungen von Ordnern',
    groupUploads: 'Uploads',
    groupFiles: 'Gelöschte und kopierte Dateien',
    groupLinks: 'Download-Links',

    byServer: 'Der Server selbst',
    onCommandLine: 'Auf der Befehlszeile des Servers',
    visitor: 'Ein Besucher',
    byToken: '{name}, mit dem API-Token „{token}“',
    repeated: '{event}, mindestens {times, number}-mal innerhalb einer Stunde',

    arrived: '{files, plural, one {# Datei} other {# Dateien}} ({size}) angekommen',
    arrivedFrom:
      '{files, plural, one {# Datei} other {# Dateien}} ({size}) angekommen von {email}, einer bestätigten Adresse',
    refused: '{files, plural, one {# Datei} other {# Dateien}} abgelehnt',
    cutOff: 'der Upload wurde nicht beendet',
    onlyCutOff: 'Der Upload wurde nicht beendet',
    begun: '{who} hat begonnen, {files} herunterzuladen ({size})',
    begunSomeCompleted:
      '{who} hat begonnen, {files} herunterzuladen ({size}), {completed, number} abgeschlossen',
    completed: '{who} hat {files} fertig heruntergeladen',
    downloaded: '{who} hat {files} heruntergeladen ({size})',
    looked: '{who} hat {files} angesehen ({size})',
    files: '{count, plural, one {# Datei} other {# Dateien}}',
    moreFiles: '{count, plural, one {# weitere Datei} other {# weitere Dateien}}',
    byLink: 'über Link {link}',

    settingTitle: 'Titel',
    settingDescription: 'Beschreibung',
    settingExpiry: 'Ablauf',
    settingActive: 'offen oder geschlossen',
    settingMimeCheck: 'Prüfung der Dateitypen',
    settingPrivateNames: 'Namen vor dem Server verborgen',
    settingAddress: 'Adresse',
    settingPassword: 'Link-Passwort',
    settingFiles: 'Dateien',
    settingVerification: 'Bestätigung von E-Mail-Adressen',
    settingAllowed: 'zugelassene Adressen',
    settingUses: 'Zahl der Downloads',
    settingQuota: 'Platz',
    settingMail: 'E-Mails',
    settingSenderFields: 'Angaben der Absender',
    settingUsername: 'Benutzername',
    settingEmail: 'E-Mail-Adresse',
    settingName: 'Name',
    settingLogo: 'Logo',
    settingAccent: 'Akzentfarbe',
    settingGreeting: 'Begrüßung',
    settingImprint: 'Impressum',
    settingPrivacy: 'Datenschutzerklärung',
    settingDisplayName: 'Name für andere',
    settingReminders: 'Erinnerungen per E-Mail',
    settingSupport: 'Hilfe und Kontakt',
    settingRuleLinkDays: 'Gültigkeit der Links',
    settingRuleNamedPeople: 'bestimmte Personen',
    settingRetention: 'Aufbewahrung der Dateien',
    settingRuleDefaultRetention: 'Aufbewahrung als Voreinstellung',
    settingRuleMaxRetention: 'längste Aufbewahrung',
    settingRuleLinkUses: 'Downloads je Link',
    settingRuleUploadGate: 'Schutz der Ordner',
    settingRuleDomains: 'Domains von Adressen',
  },

  audit: {
    'signed-in': 'Angemeldet',
    'sign-in-failed': 'Anmeldung abgelehnt: falsches Passwort oder gesperrtes Konto',
    'second-factor-failed': 'Anmeldung abgelehnt: richtiges Passwort, falscher Code',
    'password-failed': 'Falsches Passwort beim Bestätigen einer Änderung',
    'signed-out': 'Abgemeldet',
    'api-token-refused': 'API-Token „{name}“ abgelehnt: abgelaufen oder dazu nicht berechtigt',

    'account-added': 'Konto angelegt',
    'account-reset':
      'Passwort ersetzt, Zwei-Faktor-Anmeldung aus; beendet: {sessions, plural, one {# Sitzung} other {# Sitzungen}}, {tokens, plural, one {# API-Token} other {# API-Token}}',
    'account-disabled':
      'Konto gesperrt; beendet: {sessions, plural, one {# Sitzung} other {# Sitzungen}}, {tokens, plural, one {# API-Token} other {# API-Token}}',
    'account-enabled': 'Konto freigegeben',
    'account-quota-changed':
      'Platz des Kontos: {quota, select, default {die Vorgabe des Servers} none {ohne Grenze} other {{size}}}',
    'operator-made': 'Zum Betreiber dieses Servers gemacht',
    'operator-ended': 'Nicht mehr Betreiber dieses Servers',
    'look-changed': 'Erscheinungsbild des Servers geändert: {changed}',
    'look-reset': 'Erscheinungsbild des Servers zurückgesetzt',
    'rules-changed': 'Regeln des Servers geändert: {changed}',
    'profile-changed': 'Profil geändert: {changed}',
    'email-confirmed': 'E-Mail-Adresse {email} bestätigt',
    'password-changed':
      'Passwort geändert; beendet: {sessions, plural, one {# Sitzung} other {# Sitzungen}}, {tokens, plural, one {# API-Token} other {# API-Token}}',
    'key-password-set': 'Schlüsselpasswort festgelegt',
    'password-signs-in': 'Das Passwort dient von nun an der Anmeldung',
    'password-opens-the-key-alone': 'Das Passwort öffnet den Schlüssel und dient nicht mehr der Anmeldung',
    'provider-linked': 'Anmeldung über den Anbieter verknüpft',
    'provider-unlinked': 'Verknüpfung mit dem Anbieter entfernt',
    'second-factor-on': 'Zwei-Faktor-Anmeldung eingeschaltet',
    'second-factor-off': 'Zwei-Faktor-Anmeldung ausgeschaltet',
    'key-set': 'Schlüsselpaar festgelegt',
    'key-replaced': 'Schlüsselpaar ersetzt, oder sein privater Schlüssel neu verschlüsselt',
    'recovery-code-made': 'Wiederherstellungscode erstellt',
    'recovery-code-removed': 'Wiederherstellungscode entfernt',
    'recovery-box-fetched': 'Privaten Schlüssel für den Wiederherstellungscode abgeholt',
    'passkey-added': 'Passkey „{name}“ hinzugefügt',
    'passkey-renamed': 'Passkey umbenannt in „{name}“',
    'passkey-removed': 'Passkey „{name}“ entfernt',
    'passkey-wrap-fetched': 'Privaten Schlüssel für den Passkey „{name}“ abgeholt',
    'api-token-made': 'API-Token „{name}“ erstellt',
    'api-token-revoked': 'API-Token „{name}“ widerrufen',

    'folder-made': 'Ordner angelegt',
    'folder-changed': 'Ordner geändert: {changed}',
    'folder-deleted': 'Ordner gelöscht, mit {files, plural, one {# Datei} other {# Dateien}}',
    'folder-restored': 'Ordner aus dem Papierkorb wiederhergestellt',
    'upload-link-replaced': 'Schlüssel und Upload-Link ersetzt',
    'mails-on': 'Eigene E-Mails eingeschaltet',
    'mails-off': 'Eigene E-Mails ausgeschaltet',
    'webhook-set': 'Webhook eingerichtet',
    'webhook-secret-replaced': 'Geheimnis des Webhooks ersetzt',
    'webhook-removed': 'Webhook entfernt',

    'member-added': '„{name}“ als {role, select, owner {Eigentümer} other {Mitglied}} hinzugefügt',
    'member-removed': '„{name}“ entfernt',
    'role-changed': '„{name}“ zum {role, select, owner {Eigentümer} other {Mitglied}} gemacht',
    leaving: '„{name}“ möchte gehen',
    staying: '„{name}“ bleibt doch',

    'upload-password-failed': 'Upload-Link: falsches Passwort',
    'upload-code-failed': 'Upload-Link: falscher oder abgelaufener Code',
    'unfinished-upload-ended': 'Unfertiger Upload beendet',
    'files-deleted': '{files, plural, one {# Datei} other {# Dateien}} gelöscht',
    'files-expired':
      '{files, plural, one {# Datei} other {# Dateien}} gelöscht, weil die den Absendern zugesagte Zeit vorbei ist',
    'trash-erased':
      '{files, plural, =0 {Der Ordner wurde} one {# Datei wurde} other {# Dateien wurden}} vorzeitig aus dem Papierkorb gelöscht, weil der Platz nicht reichte',
    'retention-extended': '{files, plural, one {# Datei wird} other {# Dateien werden}} länger aufbewahrt',
    'files-restored': '{files, plural, one {# Datei} other {# Dateien}} aus dem Papierkorb wiederhergestellt',
    'files-copied': '{files, plural, one {# Datei} other {# Dateien}} ({size}) in den Ordner kopiert',
    'names-hidden':
      '{files, plural, one {Name von # Datei} other {Namen von # Dateien}} vor dem Server verborgen',

    'link-opened': 'Download-Link{link} mit Code geöffnet',
    'link-password-failed': 'Download-Link{link}: falsches Passwort',
    'link-code-failed': 'Download-Link{link}: falscher oder abgelaufener Code',
    'link-made':
      'Download-Link{link} für {files, plural, one {# Datei} other {# Dateien}} erstellt{people, plural, =0 {} one {, für # bestimmte Person} other {, für # bestimmte Personen}}',
    'link-changed':
      'Download-Link{link} geändert: {changed}{added, plural, =0 {} one {; # Person hinzugefügt} other {; # Personen hinzugefügt}}{removed, plural, =0 {} one {; # Person entfernt} other {; # Personen entfernt}}',
    'link-deleted': 'Download-Link{link} gelöscht',
    'link-copied': 'Download-Link{link} kopiert',
    'link-read': 'Download-Link{link} für eine Änderung gelesen',
  },

  login: {
    title: 'Anmelden',
    signingIn: 'Sie werden angemeldet …',
    signOutOwed:
      'Sie sind auf diesem Gerät abgemeldet, aber der Server hat noch nichts davon gehört. Ihre Sitzung dort endet vor allem anderen, sobald dieser Browser ihn erreicht; sonst 12 Stunden nach der letzten Benutzung.',
    offline: 'Sie sind offline. Sie können sich anmelden, sobald der Server antwortet.',
    downloadWaits:
      'Ein Download wartet: Er geht dort weiter, wo er war, sobald Sie sich wieder anmelden. Er wird abgebrochen, wenn sich jemand anderes anmeldet oder dieser Tab geschlossen wird.',

    signInWith: 'Anmelden mit {provider}',
    asOperator: 'Als Betreiber anmelden',
    orPassword: 'oder mit einem Passwort',
    username: 'Benutzername',
    password: 'Passwort',
    signIn: 'Anmelden',
    codeText: 'Geben Sie den Code ein, den Ihre Authenticator-App für <strong>{username}</strong> zeigt.',
    codeTextOfProvider: 'Geben Sie den Code ein, den Ihre Authenticator-App für Sealpost zeigt.',
    code: 'Authenticator-Code',
    preferPassword: 'Stattdessen das Passwort eingeben?',
    unexpectedAnswer: 'Anmeldung fehlgeschlagen: Die Antwort des Servers hat eine unerwartete Form.',
    unexpectedCodeAnswer: 'Anmeldung fehlgeschlagen: Die Antwort auf den Code ist ungültig.',

    forgotten: 'Passwort vergessen?',
    forgottenAsk:
      'Bitten Sie den Betreiber dieses Servers um ein neues. Niemand kennt Ihres, und es lässt sich nicht per E-Mail zurücksetzen. Auf der Befehlszeile des Servers:',
    forgottenSealed:
      'Melden Sie sich dann an. Ihr privater Schlüssel ist noch mit dem vergessenen verschlüsselt; eines davon öffnet ihn:',
    forgottenByCode: 'Ihr <b>Wiederherstellungscode</b>, wo immer nach dem Schlüssel gefragt wird;',
    forgottenByBackup:
      'eine <b>Sicherungsdatei</b>, mit dem Passwort des Tages, an dem sie erstellt wurde, in Ihrem Profil;',
    forgottenRemembered: 'das vergessene Passwort, sollte es Ihnen wieder einfallen, in Ihrem Profil.',
    forgottenLost:
      'Haben Sie keines davon, bleiben Dateien, die für diesen Schlüssel verschlüsselt wurden, für immer verschlossen.',

    outcomeDone:
      'Sie wurden angemeldet, aber dieser Browser hat keine Sitzung behalten. Erlauben Sie dieser Website ihre Cookies und versuchen Sie es noch einmal.',
    outcomeCancelled: 'Die Anmeldung wurde beim Anbieter abgebrochen.',
    outcomeUnknown:
      'Niemand, der sich hier anmelden darf, ist mit dieser Person des Anbieters verknüpft. Verknüpfen Sie sich in Ihrem Profil, oder fragen Sie den Betreiber.',
    outcomeEnded:
      'Diese Anmeldung wurde nicht in diesem Browser begonnen oder hat länger als zehn Minuten gedauert. Bitte beginnen Sie sie noch einmal.',
    outcomeClock:
      'Die Uhren dieses Servers und des Anbieters gehen verschieden, daher zählt seine Antwort nicht. Sagen Sie es dem Betreiber.',
    outcomeRefused:
      'Die Antwort des Anbieters ist für diese Anmeldung nicht gültig. Versuchen Sie es noch einmal; bleibt es dabei, sagen Sie es dem Betreiber.',
    outcomeUnavailable: 'Der Anbieter antwortet nicht. Versuchen Sie es gleich noch einmal.',
    outcomeMisconfigured:
      'Die Anmeldung beim Anbieter ist hier nicht richtig eingerichtet; ein neuer Versuch hilft nicht. Sagen Sie es dem Betreiber dieses Servers.',
    outcomeBusy:
      'Von Ihrer Adresse wurden zu viele Anmeldungen begonnen. Bitte versuchen Sie es später noch einmal.',
  },

  /** The e-mail address that upload and download links may ask for. */
  gate: {
    confirmEmail: 'Bestätigen Sie Ihre E-Mail-Adresse',
    email: 'E-Mail-Adresse',
    sendingCode: 'Code wird gesendet …',
    enterCode: 'Geben Sie den Code ein',
    code: 'Bestätigungscode',
    codeFailed: 'Die Prüfung des Codes ist fehlgeschlagen.',
    resendFailed: 'Der Code konnte nicht gesendet werden: {reason}',
    changeEmail: 'Andere Adresse',
    resendCode: 'Code erneut senden',
  },

  upload: {
    title: 'Dateien sicher hochladen',
    titleFor: 'Dateien hochladen für „{title}“',
    loading: 'Der Upload-Link wird geladen …',
    unexpectedStep: 'Ein unerwarteter Fehler ist aufgetreten. Bitte laden Sie die Seite neu.',
    offline: 'Sie sind offline',
    offlineText: 'Diese Seite geht von selbst weiter, sobald der Server antwortet.',
    nothingIsLost: 'Nichts ist verloren. Versuchen Sie es gleich noch einmal.',

    encrypted:
      'Ihre Dateien sind Ende-zu-Ende-verschlüsselt.{names, select, link { Der Server erfährt ihre Namen nicht.} server { Der Server gibt an, ihre Namen nicht zu erfahren.} other {}}',
    encryptedText:
      'Bevor etwas dieses Gerät verlässt, verschlüsselt Ihr Browser jede Datei mit einem eigenen Schlüssel. Öffnen kann sie nur, wem der Ordner dieses Links gehört und wer dort aufgenommen wird. Der Server kann die Dateien nicht lesen; er sieht {names, select, open {Namen, Größen und Prüfsummen} other {ihre Größen}}. Eine Änderung unterwegs fällt beim Öffnen auf.',
    asks: '{name} bittet Sie um Dateien',
    retention:
      'Dateien werden {count, plural, one {einen Tag} other {{days} Tage}} nach ihrer Ankunft gelöscht, wenn der Eigentümer sie nicht länger aufbewahrt.',
    nameByServer: 'Der Name oben ist das, was dieser Server angibt.',
    compareWords:
      'Um sicher zu sein, wessen Schlüssel es ist, vergleichen Sie diese Zahlen am Telefon mit dem Empfänger:',
    wordsOfLink:
      'Für diesen Schlüssel wurde Ihr Link erstellt. Vergleichen Sie seine Zahlen am Telefon mit dem Empfänger:',
    noRecipient: 'Der Schlüssel zum Verschlüsseln konnte nicht geladen werden: {reason}',
    nothingSent:
      'Es wurde nichts gesendet. Sagen Sie es der Person, die Ihnen diesen Link gegeben hat, und versuchen Sie es später noch einmal.',

    linkAsksAgain:
      'Der Link fragt noch einmal. {count, plural, one {# Ihrer Dateien wartet} other {# Ihrer Dateien warten}} auf dieser Seite. Nichts ist verloren: Der Upload geht dort weiter, wo er war.',
    protected: 'Dieser Link ist geschützt',
    protectedText: 'Geben Sie das Passwort zu diesem Link ein.',
    linkPassword: 'Link-Passwort',
    passwordRequired: 'Das Link-Passwort ist erforderlich.',
    confirmEmailText: 'Sie bekommen einen Code. Der Empfänger sieht die Adresse.',
    onlyAllowed: 'Für diesen Link sind nur bestimmte E-Mail-Adressen zugelassen.',
    enterCodeText:
      'Ein Code wurde an <strong>{email}</strong> gesendet, wenn dieser Link von dort Dateien annimmt. Er gilt zehn Minuten.',
    codeSent: 'Wenn diese Adresse hier hochladen darf, ist ein Bestätigungscode auf dem Weg zu ihr.',

    dropHere: 'Dateien oder Ordner hier ablegen',
    dropSameHere: 'Dieselben Dateien oder denselben Ordner hier ablegen',
    orSomethingElse: 'Oder etwas anderes senden',
    sendMore: 'Mehr senden',
    addMore: 'Weitere Dateien oder Ordner hinzufügen',
    letGo: 'Loslassen zum Hinzufügen',
    reading: 'Wird gelesen … {count, plural, one {# Datei} other {# Dateien}} gefunden',
    upTo: 'Bis zu {size}. Ordner behalten ihren Aufbau.',
    aFile: '{size} je Datei',
    altogether: '{size} insgesamt',
    chooseFiles: 'Dateien auswählen',
    chooseFolder: 'Ordner auswählen',
    writeMessage: 'Nachricht schreiben',
    touchSame: 'Dieselben Dateien noch einmal auswählen',
    touchMore: 'Weitere Fotos oder Dateien hinzufügen',
    touchChoose: 'Fotos oder Dateien auswählen',

    help: 'Hilfe',
    helpText:
      'Lassen Sie diese Seite offen, solange sie sendet: Die Dateien werden hier verschlüsselt. Ohne Netz wartet sie und macht von selbst weiter. Nach einem Neuladen oder Absturz öffnen Sie diesen Link noch einmal: Was schon da ist, wird nicht zweimal gesendet. Leere Ordner, symbolische Links in Ordnern, .DS_Store und Thumbs.db werden nicht gesendet.',
    diagnostics: 'Dieser Browser und diese Verbindung',
    looking: 'Wird geprüft …',

    continueUpload: 'Den Upload fortsetzen?',
    startedAt: 'Er wurde am {time} begonnen und nicht beendet.',
    nothingArrived:
      'Von {count, plural, one {der einen Datei} other {den # Dateien}} ist noch nichts angekommen.',
    someArrived:
      '{stored, number} von {count, plural, one {# Datei} other {# Dateien}} gespeichert, {arrived} von {bytes} angekommen: Das wird nicht noch einmal gesendet.',
    arrivedSoFar: 'Bisher angekommen',
    missing: '{count, plural, one {Es fehlt # Datei} other {Es fehlen # Dateien}}',
    missingOne: 'Es fehlt: <name></name>',
    messageLost: 'Ihre Nachricht ist nicht angekommen. Bitte schreiben Sie sie noch einmal.',
    giveAgain:
      'Wählen Sie dieselben Dateien oder denselben Ordner noch einmal aus, oder legen Sie sie hier ab, dann geht es weiter.',
    mayNotRead:
      'Der Browser darf die Dateien nicht lesen. Versuchen Sie es noch einmal, oder wählen Sie dieselben Dateien oder denselben Ordner noch einmal aus.',
    notFound:
      '{count, plural, one {# Datei wurde nicht so gefunden, wie sie war} other {# Dateien wurden nicht so gefunden, wie sie waren}}: geändert, verschoben oder gelöscht.',
    lookingForFiles: 'Die Dateien werden gesucht …',
    goOn: 'Upload fortsetzen',
    lookAgain: 'Noch einmal suchen',
    continueWith: 'Mit {count, plural, one {# Datei} other {# Dateien}} fortsetzen',
    forget: 'Vergessen',
    forgetUpload: 'Diesen Upload vergessen',
    forgetQuestion: 'Diesen Upload vergessen?',
    forgottenHere: 'Was dieser Browser sich davon gemerkt hat, wird ebenfalls entfernt.',
    keptElsewhere: 'Ein anderer Tab setzt diesen Upload fort.',
    keptUnreadable:
      'Was dieser Browser sich von dem früheren Upload gemerkt hat, ist nicht lesbar. Was Sie jetzt hinzufügen, wird als neuer Upload gesendet.',

    tooLarge: 'Zu große Dateien (höchstens {limit} MB): {files}',
    tooLargeFile: '{name} ({size} MB)',
    otherRejected: 'Andere abgelehnte Dateien: {files}',
    rejectedFile: '{name}: {reasons}',
    nameTooLong: 'Der Dateiname ist länger als {limit, number} Zeichen',
    pathTooDeep: 'Die Datei liegt mehr als {limit, number} Ordner tief',
    pathTooLong: 'Der Pfad ihres Ordners ist länger als {limit, number} Zeichen',
    unreadable: 'Nicht lesbar: {names}',
    emptyLeftOut:
      '{count, plural, one {# Ordner} other {# Ordner}} ausgelassen, weil der Browser dort keine Dateien findet: {names}. Symbolische Links übergeht er.',
    nothingFound:
      'Darin ist nichts zu senden. Der Ordner ist leer oder enthält nur symbolische Links, die Browser übergehen: Wählen Sie, worauf sie zeigen.',

    full: 'Dieser Link nimmt im Moment nichts mehr an. Bitten Sie die Person, die ihn Ihnen gegeben hat, um mehr Platz.',
    tooMuch:
      'Diese Dateien brauchen mehr Platz, als dieser Link noch hat: {bytes}, und {left} passen hinein. Senden Sie weniger oder kleinere, oder bitten Sie die Person, die Ihnen diesen Link gegeben hat, um mehr Platz.',
    takesMore: 'Dieser Link nimmt noch {left} an.',
    roomAfterRefusal: 'Er nimmt noch {left} an.',
    moreThanRoom: 'Mehr, als dieser Link Platz hat',

    files: '{count, plural, one {# Datei} other {# Dateien}}',
    linksNotSent: 'Symbolische Links in Ordnern werden nicht gesendet.',
    offlineQueue: 'Sie sind offline. Der Upload kann beginnen, sobald der Server antwortet.',
    failedCount: '{count, number} fehlgeschlagen',
    sentCount: '{count, number} gesendet',
    refusedCount: '{count, number} abgelehnt',
    pendingCount: '{count, number} ausstehend',
    removeAll: 'Alle entfernen',
    removeAllQuestion: 'Alle Dateien aus der Liste entfernen?',
    removeRefused: '{count, plural, one {Abgelehnte Datei} other {# abgelehnte Dateien}} entfernen',
    removeQuestion: '{name} entfernen?',
    retryFailed: 'Fehlgeschlagene wiederholen',
    uploadFiles: '{count, plural, one {# Datei} other {# Dateien}} hochladen',
    queue: 'Dateien in der Warteschlange',
    showAll: 'Alle zeigen',
    showFewer: 'Weniger zeigen',
    removeFile: '{name} entfernen',
    pending: 'Ausstehend',
    pendingSent: 'Ausstehend, {bytes} gesendet',
    hashing: 'Prüfsumme wird berechnet',
    encrypting: 'Wird verschlüsselt',
    uploadingAt: 'Wird hochgeladen: {percent} %',
    rowWaiting: 'Wartet',
    rowConfirming: 'Wird bestätigt',
    success: 'Erfolgreich',
    hashingFailed: 'Die Prüfsumme konnte nicht berechnet werden',
    encryptionFailed: 'Die Verschlüsselung ist fehlgeschlagen: {reason}',
    callFailed: 'Die Übertragung ist fehlgeschlagen',
    callFailedFor: 'Die Übertragung ist fehlgeschlagen: {reason}',
    processingFailed: 'Die Verarbeitung von {name} ist fehlgeschlagen: {reason}',
    someFailedProcessing:
      'Einige Dateien konnten in diesem Browser nicht verarbeitet werden. Nur die übrigen werden hochgeladen.',
    nothingPending: 'Keine neuen Dateien warten auf den Upload.',
    alreadyRunning: 'Es läuft bereits ein Upload.',
    nothingToRetry: 'Keine Dateien zu wiederholen.',

    paused: 'Angehalten',
    waiting: 'Wartet auf die Verbindung …',
    processing: 'Wird verarbeitet …',
    confirming: 'Wartet auf die Bestätigung …',
    uploading: 'Wird hochgeladen …',
    doneOf: '{done, number} von {count, plural, one {# Datei} other {# Dateien}} vollständig',
    bytesOf: '{sent} von {bytes}',
    percent: '{percent} %',
    progress: 'Fortschritt des Uploads',
    unreachable:
      'Der Server ist nicht erreichbar. Nichts ist verloren: Der Upload geht von selbst weiter, sobald es möglich ist.',
    goesOn: 'Nichts ist verloren: Der Upload geht weiter, sobald der Server selbst antwortet.',
    keepOpen: 'Bitte lassen Sie diese Seite offen, bis alles gesendet ist.',
    pause: 'Anhalten',
    resume: 'Fortsetzen',
    notify: 'Benachrichtigen, wenn es fertig ist',
    tabSending: '{percent} %',
    tabPaused: 'Angehalten bei {percent} %',
    tabReceived: '✓ {count, plural, one {# Datei} other {# Dateien}} angekommen',
    cancelUpload: 'Upload abbrechen',
    cancelQuestion: 'Den Upload abbrechen?',
    keepUploading: 'Weiter hochladen',
    ratherPause: 'Um eine Weile zu unterbrechen und nichts zu verlieren, gibt es „Anhalten“.',
    stopQuestion: 'Den Upload beenden?',
    stopText:
      'Es werden noch Dateien gesendet. Wenn Sie jetzt gehen, kehren Sie binnen sieben Tagen in diesem Browser auf diese Seite zurück, um sie fertigzustellen.',
    cancelled: 'Upload abgebrochen. Unfertige Dateien warten in der Liste.',
    cancelledSome:
      'Upload abgebrochen. Unfertige Dateien warten in der Liste; was als „Erfolgreich“ gekennzeichnet ist, ist gespeichert.',
    underWay:
      '{count, plural, one {# Datei ist} other {# Dateien sind}} unterwegs und nicht bestätigt: Die {bytes}, die angekommen sind, werden vom Server entfernt.',
    notSentYet: '{count, plural, one {# Datei ist} other {# Dateien sind}} noch nicht gesendet.',
    storedStay:
      '{count, plural, one {# Datei ist bestätigt und bleibt} other {# Dateien sind bestätigt und bleiben}} gespeichert.',
    noneConfirmed: 'Noch ist keine Datei bestätigt.',
    removal:
      '{bytes} von {count, plural, one {# Datei} other {# Dateien}} sind angekommen und nicht bestätigt: Sie werden vom Server entfernt. Die Dateien auf Ihrem Gerät bleiben, wie sie sind.',

    checkStatuses: 'Einige Dateien konnten nicht hochgeladen werden. Bitte prüfen Sie ihren Status.',
    storedAndRest:
      'Was als „Erfolgreich“ gekennzeichnet ist, ist gespeichert. Die anderen Dateien wurden nicht gesendet und warten in der Liste.',
    allWait: 'Die Dateien wurden nicht gesendet und warten in der Liste.',
    gateClosed:
      'Dieser Upload-Link verlangt zuerst ein Passwort oder eine bestätigte E-Mail-Adresse. Nichts ist verloren: Der Upload geht dort weiter, wo er war.',
    allFailedProcessing:
      'Keine der Dateien konnte in diesem Browser verarbeitet werden. Bitte prüfen Sie die Dateien, oder versuchen Sie es noch einmal.',
    nothingProcessed: 'Keine der Dateien konnte für den Upload verarbeitet werden.',
    someConfirmed:
      'Upload verarbeitet: {count, plural, one {# Datei} other {# Dateien}} als erfolgreich bestätigt.',
    noneReported: 'Upload verarbeitet, aber der Server hat zu diesen Dateien nichts bestätigt.',
    someSucceeded:
      '{succeeded, plural, one {# Datei ist} other {# Dateien sind}} angekommen, {failed, number} fehlgeschlagen.',
    allSucceeded:
      'Upload erfolgreich! {count, plural, one {Die Datei ist} other {Alle # Dateien sind}} angekommen.',

    saidPaused: 'Upload angehalten',
    saidWaiting: 'Wartet auf die Verbindung',
    saidUploading:
      '{count, plural, one {# Datei wird} other {# Dateien werden}} hochgeladen: {percent} Prozent',
    saidCancelled: 'Upload abgebrochen',
    saidEnded: '{stored, plural, one {# Datei} other {# Dateien}} gespeichert, {failed} fehlgeschlagen',

    stored: '{count, plural, one {# Datei} other {# Dateien}} gesendet',
    storedText: '{size}, angekommen um {time}. Sie können diese Seite schließen.',
    deletedFrom:
      '{count, plural, one {Die Datei wird am {date}} other {Die Dateien werden ab dem {date}}} gelöscht, wenn der Eigentümer sie nicht länger aufbewahrt.',
    sentInTab:
      '{count, plural, one {# Datei wurde aus diesem Fenster gesendet und ist} other {# Dateien wurden aus diesem Fenster gesendet und sind}} angekommen: {time}.',
    downloadReceipt: 'Quittung herunterladen',
    mailConfirmation: 'Bestätigung per E-Mail erhalten',
    sendingConfirmation: 'Wird gesendet …',
    confirmationSent: 'Die Bestätigung ging an Ihre E-Mail-Adresse.',
    noReceipt: 'Es wurden noch keine Dateien hochgeladen, für die es eine Quittung gäbe.',

    asked: 'Angaben zu Ihnen und Ihren Dateien',
    askedText: 'Der Empfänger bittet darum. Ihre Angaben werden hier ebenso verschlüsselt wie Ihre Dateien.',
    optional: '{label} (optional)',
    choose: 'Bitte wählen …',
    answerMissing: 'Bitte füllen Sie dieses Feld aus.',
    answerLeft: 'Noch {left, plural, one {# Zeichen} other {# Zeichen}}.',
    answerTooLong: 'Höchstens {count, number} Zeichen.',
    answerTooManyBytes: 'Zu lang für Zeichen dieser Schrift. Bitte kürzen Sie, oder senden Sie es als Datei.',
    answerNoOption: 'Wählen Sie einen Eintrag aus der Liste.',
    answerNoDate: 'Geben Sie ein Datum ein.',

    rememberSent: 'Hier merken, was ich gesendet habe (7 Tage)',
    rememberSentText: 'Nur Namen und Zeiten. Nicht auf geteilten Geräten.',
    notRemembered: 'Dieser Browser merkt sich nicht, was Sie gesendet haben: {reason}',
    sentHere: 'Von diesem Gerät gesendet',
    sentHereText:
      'In den letzten 7 Tagen, über diesen Link. Nur dieser Browser hat die Liste; sie sagt nichts darüber, was jetzt noch da ist.',
    removeSent: '{name} aus dieser Liste entfernen',
    removeAllSent: 'Alle aus dieser Liste entfernen',
    notRemoved: 'Die Namen ließen sich nicht von diesem Gerät entfernen: {reason}',
  },

  download: {
    title: 'Dateien sicher herunterladen',
    summary: '{count, plural, one {# Datei} other {# Dateien}} · {size}',
    sends: '{name} sendet Ihnen {files}',
    files: 'Dateien',
    wordsByServer: 'Name und Worte des Absenders oben sind das, was dieser Server angibt.',
    encrypted: 'Diese Dateien sind Ende-zu-Ende-verschlüsselt.',
    encryptedText:
      'Der Server kann sie nicht lesen. Ihr Browser entschlüsselt sie beim Speichern, mit Schlüsseln, die in Ihrem Link hinter dem „#“ stehen oder die Ihr Passwort öffnet; beides wird nicht an den Server gesendet. Inhalt und Name werden mit dem verglichen, was der Absender gesendet hat; wo das nicht geht, ist die Datei gekennzeichnet. Lassen Sie diese Seite offen, bis ein Download fertig ist.',
    loading: 'Der Download-Link wird geladen …',
    offline: 'Sie sind offline. Diese Seite geht von selbst weiter, sobald der Server antwortet.',
    validUntil: 'Verfügbar bis <time></time>.',
    deletedFrom:
      '{count, plural, one {Die Datei wird am {date}} other {Dateien werden ab dem {date}}} gelöscht.',
    linkFailed: '{reason}',
    usedElsewhere:
      'Haben Sie vor weniger als 24 Stunden begonnen? Dann öffnen Sie den Link in dem Browser, in dem Sie begonnen haben.',
    exposed:
      'Bei diesem Link standen die Schlüssel als Teil der Adresse und wurden daher beim Öffnen der Seite an den Server gesendet. Das tun Mailprogramme, die Links prüfen. Die Dateien lassen sich trotzdem öffnen; wer den Link gesendet hat, sollte es wissen.',
    changed: 'Der Absender hat diesen Link geändert.',
    notOffered:
      '{count, plural, one {# Datei dieses Links ist} other {# Dateien dieses Links sind}} nicht mehr da: Wahrscheinlich hat der Eigentümer sie zurückgezogen. Auch ein Server könnte Dateien zurückhalten.',

    wholeLink: 'Haben Sie den ganzen Link?',
    wholeLinkText:
      'Die Schlüssel stehen am Ende hinter dem „#“. Kopieren Sie den Link noch einmal aus der Nachricht und fügen Sie ihn hier ein; die Schlüssel bleiben in Ihrem Browser.',
    wholeLinkLabel: 'Ganzer Link oder der Teil hinter „#“',
    openFiles: 'Dateien öffnen',
    passwordProtected: 'Dieser Download ist durch ein Passwort geschützt.',
    passwordFrom:
      'Sie bekommen es von der Person, die Ihnen den Link geschickt hat. Es wird nicht an den Server gesendet.',
    namedText: 'Nur bestimmte Personen können diesen Download öffnen. Sie bekommen einen Code per E-Mail.',
    enterCodeText:
      'Ein Code wurde an <strong>{email}</strong> gesendet, wenn dieser Download für diese Adresse ist. Er gilt zehn Minuten.',
    codeSent: 'Wenn dieser Download für diese Adresse ist, ist ein Bestätigungscode auf dem Weg zu ihr.',
    passwordAgain:
      'Der Server fragt noch einmal nach dem Passwort dieses Links. Der Download geht weiter, sobald es eingegeben ist.',
    passwordChanged:
      'Der Absender hat das Passwort dieses Links geändert. Der Download geht weiter, sobald das neue eingegeben ist.',
    password: 'Passwort',
    unlocking: 'Wird entsperrt …',
    unlock: 'Dateien entsperren',
    continue: 'Download fortsetzen',

    uses: 'Dieser Link kann {max, plural, one {einmal} other {#-mal}} benutzt werden: {at, select, password {Geben Sie das Passwort ein} other {Beginnen Sie}}, wenn Sie bereit sind zu speichern. In diesem Browser können Sie es dann 24 Stunden lang wiederholen.',
    usesLeft:
      'Dieser Link kann {max, plural, one {einmal} other {#-mal}} benutzt werden, davon noch {left, plural, one {einmal} other {#-mal}}: {at, select, password {Geben Sie das Passwort ein} other {Beginnen Sie}}, wenn Sie bereit sind zu speichern. In diesem Browser können Sie es dann 24 Stunden lang wiederholen.',
    begunUntil: 'Sie haben begonnen: In diesem Browser können Sie den Download bis {time} wiederholen.',
    begun: 'Sie haben begonnen: In diesem Browser können Sie den Download 24 Stunden lang wiederholen.',

    none: 'Hinter diesem Link ist keine Datei mehr.',
    ready: 'Dateien zum Herunterladen',
    saveToFolder: 'In Ordner speichern …',
    downloadAll: 'Alle als ZIP herunterladen',
    folderAsZip: 'Ordner als ZIP',
    folderAsZipOf: 'Ordner als ZIP: {name}',
    search: 'Namen suchen',
    found: '{count, plural, one {# Datei} other {# Dateien}} gefunden',
    archiveName: 'download-archiv.zip',
    folderUnusable: 'Der Ordner kann nicht verwendet werden: {reason}',
    unsealed: 'Name und Inhalt sind Angaben des Servers',
    idle: 'Herunterladen',
    starting: 'Startet …',
    downloading: 'Wird geladen …',
    decrypting: 'Wird entschlüsselt …',
    done: 'Fertig!',
    failed: 'Fehlgeschlagen',
    buttonOf: '{button}: {name}',
    cancelFile: '{name} abbrechen',
    differs: 'Vom Server geändert: {what}',
    differsFrom: 'Vom Server geändert: {what}; er zeigt „{shown}“',
    whatName: 'Name',
    whatPath: 'Ordner',
    whatSize: 'Größe',
    whatSha256: 'Prüfsumme',
    savedAsGiven: 'So gespeichert, wie der Server sie herausgibt',
    verifiedMark: 'Geprüft ✓',
    verified: 'Geprüft: Inhalt und Name',
    verifiedSealed: 'Inhalt geprüft; der Name ist der gesendete',
    sha256Compared: '{verified}; SHA-256 verglichen: {sha256}',

    stopQuestion: 'Den Download beenden?',
    stopText: 'Diese Seite entschlüsselt noch Dateien. Verlassen Sie sie jetzt, schlägt der Download fehl.',

    saidAll: 'Dateien werden gespeichert: {percent} Prozent',
    saidReady: '{count, plural, one {# Datei kann} other {# Dateien können}} heruntergeladen werden',
    saidOf: '{name}: {what}',
    saidProgress: '{name}: {what} {percent} Prozent',
  },

  messageDraft: {
    title: 'Nachricht schreiben',
    label: 'Nachricht',
    hint: 'Sie wird wie eine Datei verschlüsselt und mit Ihren Dateien oder allein gesendet.',
    tooLong: 'Die Nachricht ist zu lang. Senden Sie sie als Datei.',
    add: 'Hinzufügen',
  },

  proof: {
    title: 'Woher weiß ich das?',
    operator:
      'Dieser Server, {host}, gibt nicht an, wer ihn betreibt. Fragen Sie die Person, von der Sie seine Adresse haben.',
    namedOperator: 'Dieser Server, {host}, gibt als Betreiber {name} an.',
    namesOfLink:
      'Mit Ihrem Link erfährt der Server keine Namen, Ordner und Prüfsummen von Dateien, nur Größen und Zeiten.',
    namesByServer:
      'Dieser Server verlangt Dateien ohne Namen. Das könnte er ändern; bei einem Link, der den Schlüssel nennt, kann er es nicht.',
    namesOfFiles:
      'In Ordnern, die Namen verbergen, sieht der Server Größen und Zeiten der Dateien. Bei Dateien, die mit Namen gesendet wurden, steht es dabei.',
    keyOfLink:
      'Ihr Link nennt den Schlüssel, für den Dateien verschlüsselt werden; der Server kann ihn also nicht gegen einen anderen austauschen.',
    keyOfServer:
      'Der Schlüssel, für den Dateien verschlüsselt werden, kommt von diesem Server. Um zu wissen, wem er gehört, vergleichen Sie seine Wörter mit dem Empfänger.',
    ownKey:
      'Ihr privater Schlüssel wird in diesem Browser geöffnet; der Server hat ihn nur verschlüsselt. Absender, die seine Wörter vergleichen, wissen, dass sie für Sie verschlüsseln.',
    origin:
      'Ihr Link enthält ein Geheimnis: Es weist dem Empfänger nach, dass jemand mit diesem Link Ihre Dateien erstellt hat und nicht der Server allein.',
    noOrigin:
      'Nichts weist dem Empfänger nach, dass eine Datei von Ihnen ist: Jeder mit diesem Link kann Dateien senden, auch der Server.',
    originOfFiles:
      'Als nachgewiesen gekennzeichnete Dateien hat jemand erstellt, der den geheimen Link hat oder hatte oder im Ordner ist oder war, nicht der Server allein.',
    release:
      'Dieser Server gibt an, dass seine Seiten zu Sealpost {version}, Build {build}, gehören. Auf einem anderen Computer vergleicht „{command}“, was er sendet, mit einer Liste, die nicht von ihm kommt.',
    noRelease: 'Dieser Server gibt nicht an, zu welchem Build von Sealpost seine Seiten gehören.',
    limit:
      'Keine Seite kann beweisen, dass sie unverändert ist: Wer den Server beherrscht, könnte eine senden, die Ihre Dateien und Passwörter liest.',
  },

  diagnostics: {
    yes: 'ja',
    no: 'nein',
    abilityWebCrypto: 'Web Crypto',
    abilityWorkers: 'Worker',
    abilityStreams: 'Streams',
    abilityServiceWorker: 'Service Worker',
    abilityPrivateFiles: 'Privates Dateisystem',
    abilityFileHandles: 'Dateiverweise',
    abilityFolderAccess: 'Ordnerzugriff',
    abilityWakeLock: 'Wachhalten',
    abilityLocks: 'Sperren',
    purposeWebCrypto: 'Verschlüsselung',
    purposeWorkers: 'Verschlüsselung neben der Seite',
    purposeStreams: 'große Downloads',
    purposeServiceWorker: 'Downloads direkt auf die Festplatte',
    purposePrivateFiles: 'verschlüsselte Teile können auf der Festplatte warten',
    purposeFileHandles: 'nach dem Neuladen mit einem Klick weiter',
    purposeFolderAccess: 'Speichern in einen Ordner',
    purposeWakeLock: 'bleibt beim Senden wach',
    purposeLocks: 'je Upload ein Tab',
    rateHash: 'Prüfsumme',
    rateSeal: 'Verschlüsseln',
    rateUpload: 'Senden',
    linkTakesTooLittle: 'nicht gemessen, da dieser Link zu wenig annimmt',
    allThere: 'Dieser Browser hat alles, was ein Upload verwendet.',
    someMissing:
      'Diesem Browser {count, plural, one {fehlt eine Fähigkeit, die} other {fehlen # Fähigkeiten, die}} ein Upload verwendet.',
    details: 'Details',
    testSpeed: 'Geschwindigkeit messen',
    testingHash: 'Messung: Prüfsumme …',
    testingSeal: 'Messung: Verschlüsseln …',
    testingUpload: 'Messung: Senden …',
    testDone: 'Die Messung ist fertig.',
    testText:
      'Die Messung dauert etwa zehn Sekunden und sendet höchstens {size} Zufallsdaten, die der Server wieder vergisst. Der Text enthält weder diesen Link noch Namen von Dateien.',
    copyAsText: 'Als Text kopieren',
    reportHead: 'Sealpost, Upload-Seite',
    reportTime: 'Zeit: {time}',
    reportBrowser: 'Browser: {browser}',
    reportCores: 'Prozessorkerne: {count}',
    reportFact: '{name}: {value}',
    reportAbility: '{name}: {value} ({purpose})',
    reportUntested: 'Geschwindigkeit: nicht gemessen',
  },

  receipt: {
    name: 'Upload-Quittung_{time}.txt',
    title: 'Quittung über einen Upload',
    generated: 'Erstellt am: {time} ({iso})',
    uploadedTo: 'Hochgeladen nach: {title}',
    receivedBy: 'Empfänger: {name}',
    namesHidden:
      '{by, select, link {Der Server erfährt die Namen der Dateien nicht.} other {Der Server gibt an, die Namen der Dateien nicht zu erfahren.}}',
    arrived: 'Angekommen: {time}',
    received: 'Erhalten: {count, plural, one {# Datei} other {# Dateien}}, {size}',
    deletedFrom:
      'Die Dateien werden ab {time} ({iso}) gelöscht, wenn der Eigentümer sie nicht länger aufbewahrt.',
    encryptedFor: 'Verschlüsselt für den Schlüssel mit dem Fingerabdruck: {fingerprint}',
    file: '{n}. {path} – {size}',
    total: 'Dateien insgesamt: {count, number}',
    checksums: 'SHA-256 jeder Datei und ihre Nummer auf dem Server:',
    check: 'Um eine Datei später zu prüfen, vergleichen Sie ihre SHA-256-Prüfsumme mit der obigen:',
    commands: '  Windows: certutil -hashfile NAME SHA256   macOS: shasum -a 256 NAME   Linux: sha256sum NAME',
  },

  senders: {
    ask: 'Von Absendern erfragen',
    askText: 'Antworten sind verschlüsselt; der Server kennt nur die Fragen.',
    add: 'Feld hinzufügen',
    full: 'Mehr als {count, plural, one {# Feld} other {# Felder}} sind nicht möglich.',
    field: 'Feld {position}',
    question: 'Frage',
    kind: 'Antwort',
    kindText: 'Text',
    kindLongText: 'Langer Text',
    tooManyLong: 'Höchstens zwei Felder mit langem Text.',
    kindEmail: 'E-Mail-Adresse',
    kindChoice: 'Auswahl aus einer Liste',
    kindDate: 'Datum',
    options: 'Auswahlmöglichkeiten',
    optionsText: 'Eine je Zeile.',
    required: 'Pflichtfeld',
    moveUp: 'Feld {position} nach oben',
    moveDown: 'Feld {position} nach unten',
    remove: 'Feld {position} entfernen',
    moved: 'Jetzt an Stelle {position} von {count}.',
    removed: 'Feld entfernt.',
    noOptions: 'Geben Sie mindestens eine Auswahlmöglichkeit ein.',
    twin: 'Ein anderes Feld hat dieselbe Frage.',

    bySender: 'Nach Absender',
    purpose: 'Ihr privater Schlüssel wird gebraucht, um die Antworten der Absender zu lesen.',
    closed: 'Nicht geöffnet',
    closedText: 'Ihre Manifeste sind noch nicht offen oder öffnen sich mit den vorhandenen Schlüsseln nicht.',
    silent: 'Ohne Antworten',
    missing: 'Antworten fehlen',
    missingOf: 'Antworten fehlen ({email})',
    later: 'Antworten einer neueren Version',
    missingText:
      'Diese Dateien wurden mit Antworten verschlüsselt, die der Server nicht herausgibt oder durch andere ersetzt. Fragen Sie den Absender.',
    leftBehind: 'Antworten nicht mitkopiert',
    leftBehindText:
      'Aus einem anderen Ordner kopiert, sagt der Server: Was die Absender geantwortet haben, steht dort.',
    from: 'von {sender}',
    of: 'Absender von {name}',
    verified: 'Bestätigte E-Mail-Adresse',
    verifiedAs: 'bestätigt: {email}',
    leftOpen: 'nicht beantwortet',
    ownWord: 'Was Absender über sich sagen, sind ihre eigenen Angaben; niemand hat sie geprüft.',
  },

  sheet: {
    fileTitle: 'Wiederherstellungscode von {service}',
    title: 'Wiederherstellungscode',
    opens:
      'Öffnet den privaten Schlüssel, wenn das {kind, select, login {Anmeldepasswort} other {Schlüsselpasswort}} vergessen ist.',
    hint: 'Groß oder klein, mit oder ohne Bindestriche. Was wie O, I oder L aussieht, ist die Ziffer 0 oder 1.',
    server: 'Server',
    support: 'Hilfe und Kontakt',
    made: 'Erstellt',
    words: 'Die zwölf Wörter des Schlüssels',
    forgotten: 'Wenn das Passwort vergessen ist',
    askForLogin: 'Bitten Sie den Betreiber um ein neues Anmeldepasswort, und melden Sie sich damit an.',
    askForReset:
      'Bitten Sie den Betreiber, Ihr Schlüsselpasswort zurückzusetzen, melden Sie sich an und legen Sie ein anderes fest.',
    typeCode:
      'Wo nach dem Schlüssel gefragt wird, wählen Sie „Stattdessen den Wiederherstellungscode verwenden“ und geben Sie den Code ein.',
    compare: 'Vergleichen Sie die zwölf Wörter. Verschlüsseln Sie dann den Schlüssel mit dem neuen Passwort.',
    keep: '<strong>Bewahren Sie dieses Blatt wie einen Schlüssel auf, und nicht bei Ihrem Computer.</strong> Wer es und eine Kopie der Serverdaten hat, kann alles öffnen, was Ihnen gesendet wurde. Niemand, der Ihnen hilft, braucht den Code.',
    lost: 'Wenn das Blatt verloren ist',
    lostText:
      'Erstellen Sie in Ihrem Profil einen neuen Code. Kann jemand anderes das Blatt haben, erzeugen Sie ein neues Schlüsselpaar: Dass der Server den alten Code vergisst, verspricht er nur, und es kann Kopien seiner Daten geben.',
  },

  reminders: {
    title: 'Erinnerungen abschalten',
    text: 'Sie bekommen dann keine E-Mails mehr, die einen Tag vorher melden, dass ein Ordner ohne Dateien oder ein unbenutzter Link abläuft. In Ihrem Profil können Sie sie wieder einschalten.',
    switchOff: 'Abschalten',
    done: 'Die Erinnerungen sind abgeschaltet.',
  },

  mails: {
    signature: '{name}: Ende-zu-Ende-verschlüsselter Dateiaustausch',
    imprint: 'Impressum',
    privacy: 'Datenschutz',
    support: 'Hilfe und Kontakt',
    codeSubject: 'Bestätigungscode für „{folder}“',
    code: 'Ihr Bestätigungscode zum Hochladen von Dateien nach „{folder}“:',
    codeHow:
      'Geben Sie ihn auf der Seite ein, auf der Sie ihn angefordert haben. Er gilt {minutes} Minuten und nur einmal. Ein neuerer Code ersetzt ihn.',
    codeIgnore:
      'Wenn Sie keinen Code angefordert haben, ignorieren Sie diese E-Mail. Geben Sie den Code an niemanden weiter.',
    linkCodeSubject: 'Code für Ihren Download',
    linkCode: 'Ihr Code zum Herunterladen von Dateien, die mit Ihnen geteilt wurden:',
    linkCodeFrom: 'Ihr Code zum Herunterladen von Dateien, die {name} Ihnen sendet:',

    ownCodeSubject: 'Bestätigen Sie Ihre E-Mail-Adresse',
    ownCode: 'Ihr Code, der diese E-Mail-Adresse bestätigt:',
    ownCodeHow:
      'Geben Sie ihn in Ihrem Profil ein. Er gilt {minutes} Minuten und nur einmal. Ein neuerer Code ersetzt ihn.',
    ownCodeIgnore:
      'Wenn Sie keinen Code angefordert haben, hat sich jemand bei der Adresse vertippt; ignorieren Sie diese E-Mail.',

    confirmationSubject: 'Ihre Dateien für „{folder}“ sind angekommen',
    askedBy: 'Angefordert von {name}.',
    deletedFrom: 'Die Dateien werden ab {time} gelöscht, wenn der Eigentümer sie nicht länger aufbewahrt.',
    exactSizes: 'Größe in Bytes: {bytes, number}; verschlüsselt: {sealed, number}.',
    namesInReceipt: 'Dateinamen stehen nicht in dieser E-Mail. Sie stehen in der Quittung der Upload-Seite.',
    confirmationWhy:
      'Sie bekommen diese E-Mail, weil Sie beim Senden der Dateien eine Bestätigung angefordert haben.',

    newsSubject: 'Neues aus „{folder}“',
    expiringSubject: 'Dateien in „{folder}“ werden gelöscht',
    linkUsedSubject: 'Ein Link von „{folder}“ wurde benutzt',
    cutOffSubject: 'Ein Upload nach „{folder}“ wurde nicht beendet',
    failedSubject: 'Ein Upload nach „{folder}“ ist fehlgeschlagen',
    arrivedSubject: 'In „{folder}“ sind Dateien angekommen',
    arrivedNotAllSubject: 'In „{folder}“ sind Dateien angekommen, aber nicht alle',
    expiring:
      '{amount} in „{folder}“ {count, plural, one {wird} other {werden}} ab {time} gelöscht und {count, plural, one {wurde} other {wurden}} noch von keiner Person des Ordners heruntergeladen. Auf der Seite des Ordners ist das noch möglich; dort lässt sich die Frist auch verlängern.',
    whyOwner: 'Sie bekommen diese E-Mail, weil Ihnen dieser Ordner gehört.',
    folderEndsSubject: '„{folder}“ läuft bald ab',
    folderEnds:
      '„{folder}“ enthält keine Dateien, und der Upload-Link läuft am {time} ab. In den Einstellungen des Ordners können Sie ihn verlängern.',
    linkEndsSubject: 'Ein Link von „{folder}“ läuft bald ab',
    linkEnds:
      'Ein Download-Link von „{folder}“ mit {amount} läuft am {time} ab und wurde noch von niemandem benutzt. Auf der Seite des Ordners können Sie ihn verlängern.',
    whyReminder: 'Sie bekommen diese E-Mail, weil Erinnerungen in Ihrem Profil eingeschaltet sind.',
    extendFolder: 'Laufzeit des Ordners verlängern',
    extendLink: 'Link verlängern',
    switchOffReminders: 'Erinnerungen abschalten',
    linkUsed: 'Ein Download-Link von „{folder}“ mit {amount} wurde am {time} zum ersten Mal benutzt.',
    failed: 'Ein Upload nach „{folder}“ ist am {time} fehlgeschlagen.',
    arrived: 'Am {time} in „{folder}“ angekommen: {amount}.',
    from: 'Von {email}, einer bestätigten Adresse.',
    refused:
      '{count, plural, one {# Datei wurde} other {# Dateien wurden}} abgelehnt, und dem Absender wurde gesagt, warum.',
    cutOff:
      'Der Upload wurde nicht beendet: Seit einem Tag ist nichts mehr gekommen. Was hier ist, ist vollständig, und der Rest kann noch folgen.',
    amount: '{files, plural, one {# Datei} other {# Dateien}} ({size})',
    more: '{count, plural, one {# weitere Mitteilung} other {# weitere Mitteilungen}} aus derselben Zeit, mit insgesamt {amount}.',
    addedSubject: '{name} hat Sie zu „{folder}“ hinzugefügt',
    added: '{name} hat Sie zum Ordner „{folder}“ hinzugefügt.',
    addedWhy: 'Sie bekommen diese E-Mail, weil diese Adresse in Ihrem Profil steht.',
    ownAddress: 'Adresse ändern',
    openFolder: 'Ordner öffnen',
    switchOff: 'E-Mails für diesen Ordner abschalten',
    noNames: 'Dateinamen stehen nicht in dieser E-Mail. Melden Sie sich an, um sie zu sehen.',
    why: 'Sie bekommen diese E-Mail, weil Sie E-Mails für diesen Ordner eingeschaltet haben.',
  },
}
