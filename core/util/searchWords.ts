/** Folds case and Unicode forms: file systems and keyboards differ in how they write an umlaut. */
export const foldCase = (text: string): string => text.normalize('NFC').toLocaleLowerCase()

/** Returns the words of a search, for texts that `foldCase` has folded. */
export const searchWords = (typed: string): string[] => foldCase(typed).split(/\s+/).filter(Boolean)
