import {
  type BinaryOperationNode,
  type KyselyPlugin,
  OperationNodeTransformer,
  OperatorNode,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  PrimitiveValueListNode,
  type QueryResult,
  RawNode,
  type RootOperationNode,
  type UnknownRow,
  ValueNode,
} from 'kysely'

/** Lists of so many values are written out: SQLite plans for what it sees, and there are few such statements. */
export const mostListedValues = 8

/**
 * Gives longer lists of `in` to the database as one parameter. SQLite keeps memory for each parameter of a statement,
 * outside of the heap and until the statement is collected as garbage, of which JavaScript sees no need: 10 000 ids take
 * 1.6 MB. A list may so have any length.
 */
export class ListParameters implements KyselyPlugin {
  readonly #transformer = new Lists()

  transformQuery({ node, queryId }: PluginTransformQueryArgs): RootOperationNode {
    return this.#transformer.transformNode(node, queryId)
  }

  transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    return Promise.resolve(result)
  }
}

class Lists extends OperationNodeTransformer {
  protected override transformBinaryOperation(
    ...[node, queryId]: Parameters<OperationNodeTransformer['transformBinaryOperation']>
  ): BinaryOperationNode {
    const operation = super.transformBinaryOperation(node, queryId)
    const { operator, rightOperand } = operation
    const isList =
      OperatorNode.is(operator) &&
      operator.operator === 'in' &&
      PrimitiveValueListNode.is(rightOperand) &&
      rightOperand.values.length > mostListedValues &&
      rightOperand.values.every((value) => typeof value === 'number' || typeof value === 'string')
    return isList ? { ...operation, rightOperand: oneParameter(rightOperand.values) } : operation
  }
}

const oneParameter = (values: readonly unknown[]): RawNode =>
  RawNode.create(['(select value from json_each(', '))'], [ValueNode.create(JSON.stringify(values))])
