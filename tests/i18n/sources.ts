import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

/** The program's own files as their authors wrote them, for rules about texts. */

export interface Source {
  /** 'src/ui/page/Frame.tsx' */
  path: string
  tree: ts.SourceFile
}

const isTypeScript = (path: string) => /\.tsx?$/.test(path) && !path.endsWith('.d.ts')

export function sourcesIn(folders: readonly string[]): Source[] {
  return folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter(isTypeScript)
      .map((name) => {
        const path = join(folder, name).replaceAll('\\', '/')
        const text = readFileSync(path, 'utf8')
        return { path, tree: ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true) }
      }),
  )
}

export function visit(node: ts.Node, see: (node: ts.Node) => void): void {
  see(node)
  ts.forEachChild(node, (child) => visit(child, see))
}

export const lineOf = ({ path, tree }: Source, node: ts.Node): string =>
  `${path}:${tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1}`

/** What gives texts: `kind` is what it adds to the values that it is given. */
const keyFunctions: ReadonlyMap<string, readonly string[]> = new Map([
  ['t', []],
  ['rich', []],
  ['passwordText', ['kind']],
  // Of mails.
  ['words.say', []],
])

export interface CatalogueUse {
  line: string
  keys: string[]
  /** Names of the values given; null where they cannot be read here. */
  values: string[] | null
  isRich: boolean
  /** Not in any function: it would be said once, in one language. */
  atTheTop: boolean
}

/** Calls that give texts by keys that can be read where they stand. */
export function usesIn(source: Source): CatalogueUse[] {
  const uses: CatalogueUse[] = []
  visit(source.tree, (node) => {
    if (!ts.isCallExpression(node)) return
    const called = calledName(node.expression)
    // In pages it is the name of something else.
    const giver = called === 'say' && source.path.startsWith('server/') ? 'words.say' : called
    const added = keyFunctions.get(giver)
    const [key, values] = node.arguments
    if (added === undefined || key === undefined) return
    uses.push({
      line: lineOf(source, node),
      keys: literalsOf(key),
      values: values === undefined ? [...added] : valueNames(values, added),
      isRich: giver === 'rich',
      atTheTop: !isInFunction(node),
    })
  })
  return uses
}

/** 't', and 'words.say'. */
const calledName = (called: ts.Expression): string =>
  ts.isIdentifier(called) || ts.isPropertyAccessExpression(called) ? called.getText() : ''

/** 'a' of `'a'`, and both of `is ? 'a' : 'b'`. */
function literalsOf(node: ts.Expression): string[] {
  if (ts.isStringLiteralLike(node)) return [node.text]
  if (ts.isParenthesizedExpression(node)) return literalsOf(node.expression)
  if (ts.isConditionalExpression(node)) return [node.whenTrue, node.whenFalse].flatMap(literalsOf)
  return []
}

function valueNames(values: ts.Expression, added: readonly string[]): string[] | null {
  if (!ts.isObjectLiteralExpression(values)) return null
  const names = values.properties.map(({ name }) => (name && ts.isIdentifier(name) ? name.text : null))
  return names.includes(null) ? null : [...added, ...names.filter((name) => name !== null)]
}

function isInFunction(node: ts.Node): boolean {
  for (let at = node.parent; !ts.isSourceFile(at); at = at.parent) if (ts.isFunctionLike(at)) return true
  return false
}

/** Beginnings of keys that are put together: 'faults.' of `faults.${code}`; and all strings, of which some are keys. */
export function stringsIn({ tree }: Source): { whole: string[]; beginnings: string[] } {
  const whole: string[] = []
  const beginnings: string[] = []
  visit(tree, (node) => {
    if (ts.isStringLiteralLike(node)) whole.push(node.text)
    if (ts.isTemplateHead(node) && /^\w+\./.test(node.text)) beginnings.push(node.text)
  })
  return { whole, beginnings }
}

/** Attributes and members whose strings people read. */
const shownAttributes =
  /^(title|label|aria-label|aria-description|aria-roledescription|alt|placeholder|helperText|hint|summary|text|message|notice|heading|intro|subtitle|actions?|answer|failure|invitation|purpose|tabStatus|whenFull|children|\w*(Label|Text|Texts|Title|Hint|Words|Message))$/

/** Nobody reads what stands here. */
function isTechnical(node: ts.Node): boolean {
  for (let at = node; !ts.isSourceFile(at.parent); at = at.parent) {
    const { parent } = at
    if (ts.isImportDeclaration(parent) || ts.isExportDeclaration(parent) || ts.isTypeNode(parent)) return true
    // Of the description of the interface.
    if (ts.isCallExpression(parent) && parent.expression.getText().endsWith('.describe')) return true
    if (ts.isNewExpression(parent) && parent.expression.getText().endsWith('Error')) return true
    if (ts.isPropertyAssignment(parent) && parent.name === at) return true
    if (ts.isElementAccessExpression(parent) && parent.argumentExpression === at) return true
    if (ts.isBinaryExpression(parent) && /^[!=]==$/.test(parent.operatorToken.getText())) return true
    if (ts.isCaseClause(parent) && parent.expression === at) return true
    if (ts.isCallExpression(parent)) {
      const called = parent.expression.getText()
      if (
        /^(styled|keyframes|createAction|createSlice|import)\b|console|querySelector|matchMedia/.test(called)
      )
        return true
    }
    if (ts.isJsxAttribute(parent) && ['sx', 'style', 'className'].includes(parent.name.getText())) return true
    if (ts.isFunctionLike(parent) && !ts.isArrowFunction(parent)) return false
  }
  return false
}

/** What it is the value of: of an attribute, a member, a parameter; '' of nothing that has a name. */
function nameOf(node: ts.Node): string {
  let at = node
  while (
    ts.isConditionalExpression(at.parent) ||
    ts.isParenthesizedExpression(at.parent) ||
    ts.isJsxExpression(at.parent) ||
    ts.isTemplateExpression(at.parent) ||
    ts.isTemplateSpan(at.parent)
  )
    at = at.parent
  const { parent } = at
  if (ts.isJsxElement(parent) || ts.isJsxFragment(parent)) return 'children'
  const named =
    ts.isJsxAttribute(parent) ||
    ts.isPropertyAssignment(parent) ||
    ts.isVariableDeclaration(parent) ||
    ts.isBindingElement(parent) ||
    ts.isParameter(parent)
  return named ? parent.name.getText().replaceAll(/['"]/g, '') : ''
}

const sentencePattern = /^[^a-z]*\p{Lu}?.*\p{L}{2,}[,;:.!?…]? \p{L}{2,}.*$/su
const isCss = (text: string) =>
  /[\d)%](px|rem|em|ms|s|fr|vh|dvh)?\b.*[;)%]|^[\w-]+ [\w-]+ [\d.]|solid|minmax|calc\(/.test(text)

/** Words that people read and that stand in no catalogue, each with its line. */
export function textsOutsideCatalogues(source: Source): { line: string; text: string }[] {
  const found: { line: string; text: string }[] = []
  const take = (node: ts.Node, text: string) =>
    void found.push({ line: lineOf(source, node), text: text.trim() })
  visit(source.tree, (node) => {
    if (ts.isJsxText(node)) {
      if (/\p{L}/u.test(node.text)) take(node, node.text)
      return
    }
    const isString = ts.isStringLiteralLike(node)
    if (!isString && !ts.isTemplateHead(node) && !ts.isTemplateMiddleOrTemplateTail(node)) return
    if (isTechnical(node)) return
    const { text } = node
    const isKey = /^\w+(\.[\w-]+)+$/.test(text)
    const isRead = shownAttributes.test(nameOf(node)) && /\p{L}{2}/u.test(text) && !isKey
    const isSentence = sentencePattern.test(text) && !isCss(text)
    // 'Save', and ' files' beside a value.
    const isWord = isString ? /^\p{Lu}\p{Ll}{2,}[.…!?]*$/u.test(text) : /^ ?\p{L}{2,} ?$/u.test(text)
    if (isRead || isSentence || isWord) take(node, text)
  })
  return found
}

const isTextCall = (node: ts.Node) =>
  ts.isCallExpression(node) && /^(t|rich|passwordText|errorText|faultText)$/.test(node.expression.getText())

/** Calls that give texts below it, but for those in functions: they say them when they are asked. */
function immediateTextCalls(node: ts.Node): ts.Node[] {
  const textCalls: ts.Node[] = []
  const look = (at: ts.Node) => {
    if (isTextCall(at)) textCalls.push(at)
    if (!ts.isFunctionLike(at)) ts.forEachChild(at, look)
  }
  ts.forEachChild(node, look)
  return textCalls
}

/** Texts that are kept in a component's state, or chosen by a selector: they would stay in the language of then. */
export function textsKeptInState(source: Source): string[] {
  const kept: string[] = []
  visit(source.tree, (node) => {
    const isSetter =
      ts.isCallExpression(node) && /^(set[A-Z]\w*|\w+\.setError)$/.test(node.expression.getText())
    const isSelector = ts.isFunctionDeclaration(node) && /^select[A-Z]/.test(node.name?.text ?? '')
    const words = isSetter
      ? immediateTextCalls(node)
      : isSelector && node.body
        ? immediateTextCalls(node.body)
        : []
    kept.push(...words.map((word) => lineOf(source, word)))
  })
  return kept
}

/** Components made with `memo` that do not look at the language themselves: they would stay in the one of before. */
export function memosWithoutLanguage(source: Source): string[] {
  const deaf: string[] = []
  visit(source.tree, (node) => {
    if (!ts.isCallExpression(node) || node.expression.getText() !== 'memo') return
    if (!node.getText().includes('useLanguage()')) deaf.push(lineOf(source, node))
  })
  return deaf
}
