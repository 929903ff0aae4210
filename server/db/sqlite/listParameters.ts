import { type BinaryOperationNode, OperatorNode, PrimitiveValueListNode, SqliteQueryCompiler } from 'kysely'

/** Maximum length of a list that is written out: SQLite can plan for its values, and such statements are few. */
export const maxListedValues = 8

/**
 * Passes longer lists of `in` to the database as a single parameter. SQLite allocates memory for each parameter of a
 * statement, outside the heap and until the statement is garbage-collected, for which V8 sees no need: 10 000 ids take
 * 1.6 MB. It also makes lists of any length possible.
 */
export class ListCompiler extends SqliteQueryCompiler {
  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const values = longList(node)
    if (values === undefined) {
      super.visitBinaryOperation(node)
      return
    }
    this.visitNode(node.leftOperand)
    this.append(' in (select value from json_each(')
    this.appendValue(JSON.stringify(values))
    this.append('))')
  }
}

function longList({ operator, rightOperand }: BinaryOperationNode): readonly unknown[] | undefined {
  const isLong =
    OperatorNode.is(operator) &&
    operator.operator === 'in' &&
    PrimitiveValueListNode.is(rightOperand) &&
    rightOperand.values.length > maxListedValues &&
    rightOperand.values.every((value) => typeof value === 'number' || typeof value === 'string')
  return isLong ? rightOperand.values : undefined
}
