import {
  type BinaryOperationNode,
  type CompiledQuery,
  InsertQueryNode,
  OperatorNode,
  PrimitiveValueListNode,
  type QueryId,
  type RootOperationNode,
  SqliteQueryCompiler,
  ValuesNode,
} from 'kysely'
import { isInsert } from './insertStatement.ts'

/** Maximum length of a list that is written out: SQLite can plan for its values, and such statements are few. */
export const maxListedValues = 8

/**
 * Passes longer lists of `in` to the database as a single parameter, so that the statement is the same for any number of
 * values and stays prepared. SQLite allocates memory for each parameter of a statement, outside the heap and until the
 * statement is garbage-collected, for which V8 sees no need: 10 000 ids take 1.6 MB. It also makes lists of any length
 * possible. For the same reason an `insert` of several rows is that of one row, whose parameters are the rows:
 * `InsertStatement` runs it once for each.
 */
export class SharedStatementCompiler extends SqliteQueryCompiler {
  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const values = longInList(node)
    if (values === undefined) {
      super.visitBinaryOperation(node)
      return
    }
    this.visitNode(node.leftOperand)
    this.append(' in (select value from json_each(')
    this.appendValue(JSON.stringify(values))
    this.append('))')
  }

  override compileQuery(node: RootOperationNode, queryId: QueryId): CompiledQuery {
    const rows = insertedRows(node)
    const [first] = rows
    if (first === undefined || rows.length === 1) return super.compileQuery(node, queryId)
    const values = ValuesNode.create([PrimitiveValueListNode.create(first)])
    const ofFirst = super.compileQuery({ ...(node as InsertQueryNode), values }, queryId)
    // Other parameters, such as those of 'on conflict', are not in the rows.
    const isOfRowAlone = isInsert(ofFirst.sql) && ofFirst.parameters.length === first.length
    return isOfRowAlone ? { ...ofFirst, parameters: rows } : super.compileQuery(node, queryId)
  }
}

/** Rows of an insert of plain values; none for any other query. */
function insertedRows(node: RootOperationNode): readonly (readonly unknown[])[] {
  if (!InsertQueryNode.is(node) || node.values === undefined || !ValuesNode.is(node.values)) return []
  const lists = node.values.values
  return lists.every((list) => PrimitiveValueListNode.is(list)) ? lists.map(({ values }) => values) : []
}

function longInList({ operator, rightOperand }: BinaryOperationNode): readonly unknown[] | undefined {
  const isLong =
    OperatorNode.is(operator) &&
    operator.operator === 'in' &&
    PrimitiveValueListNode.is(rightOperand) &&
    rightOperand.values.length > maxListedValues &&
    rightOperand.values.every((value) => typeof value === 'number' || typeof value === 'string')
  return isLong ? rightOperand.values : undefined
}
