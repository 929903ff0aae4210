import { type BinaryOperationNode, OperatorNode, PrimitiveValueListNode, SqliteQueryCompiler } from 'kysely'

/** Lists of so many values are written out: SQLite plans for what it sees, and there are few such statements. */
export const mostListedValues = 8

/**
 * Gives longer lists of `in` to the database as one parameter. SQLite keeps memory for each parameter of a statement,
 * outside of the heap and until the statement is collected as garbage, of which JavaScript sees no need: 10 000 ids take
 * 1.6 MB. A list may so have any length.
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
    rightOperand.values.length > mostListedValues &&
    rightOperand.values.every((value) => typeof value === 'number' || typeof value === 'string')
  return isLong ? rightOperand.values : undefined
}
