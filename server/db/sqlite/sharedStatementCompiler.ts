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

/** Maximum length of a list with a parameter for each value: SQLite can plan for them, and such statements are few. */
export const maxListedValues = 8

/**
 * Compiles statements whose text does not depend on the number of values, so that they stay prepared. SQLite allocates
 * memory for each parameter, outside the heap and until the statement is garbage-collected, for which V8 sees no need:
 * 10 000 ids take 1.6 MB. Longer lists of `in` are passed as a single parameter, and may have any length. An `insert` of
 * several rows becomes that of one row, whose parameters are the rows: `InsertStatement` runs it once for each.
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
    const firstInsert = super.compileQuery({ ...(node as InsertQueryNode), values }, queryId)
    // Other parameters, such as those of 'on conflict', are not in the rows.
    const hasOnlyRowParameters = isInsert(firstInsert.sql) && firstInsert.parameters.length === first.length
    return hasOnlyRowParameters ? { ...firstInsert, parameters: rows } : super.compileQuery(node, queryId)
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
