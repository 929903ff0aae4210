// Rules of the linter that are our own.

/** Maps and sets that are only looked up in are declared as ReadonlyMap and ReadonlySet. */
const isReadonly = ({ typeAnnotation }) =>
  /^Readonly/.test(typeAnnotation?.typeAnnotation.typeName?.name ?? '')

const isCollection = (value) =>
  value?.type === 'NewExpression' && /^(Weak)?(Map|Set)$/.test(value.callee.name ?? '')

/** In the engine a state belongs to the object whose life it has, not to a module. */
const noModuleState = {
  create: (context) => {
    const check = (declaration) => {
      if (declaration?.type !== 'VariableDeclaration') return
      const { kind, declarations } = declaration
      if (kind === 'let') {
        context.report({
          node: declaration,
          message: 'A module keeps no state: give it to the object whose life it has.',
        })
      }
      for (const { id, init } of declarations) {
        if (!isCollection(init) || isReadonly(id)) continue
        context.report({
          node: init,
          message: 'A module keeps no state. What is only looked up in is a ReadonlyMap or ReadonlySet.',
        })
      }
    }
    return {
      Program: ({ body }) => {
        for (const statement of body) {
          check(statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement)
        }
      },
    }
  },
}

/** By default Vitest waits for one second, which is too short on a busy machine. */
const waitTimeout = {
  create: (context) => ({
    CallExpression: (node) => {
      const { object, property } = node.callee
      if (object?.name !== 'vi' || !/^wait(For|Until)$/.test(property?.name) || node.arguments.length > 1)
        return
      context.report({ node, message: 'Give the wait a time-out: 60_000.' })
    },
  }),
}

const isTransaction = ({ params }) => params?.some(({ name }) => name === 'trx')

/** SQLite has one connection, and a transaction holds it: whatever else takes time comes before or after. */
const transactionAwait = {
  create: (context) => ({
    AwaitExpression: (node) => {
      let around = node.parent
      while (around !== null && !isTransaction(around)) around = around.parent
      if (around === null || /\btrx\b/.test(context.sourceCode.getText(node.argument))) return
      context.report({ node, message: 'In a transaction nothing is awaited but the database, by `trx`.' })
    },
  }),
}

export default {
  meta: { name: 'sealpost' },
  rules: {
    'no-module-state': noModuleState,
    'wait-timeout': waitTimeout,
    'transaction-await': transactionAwait,
  },
}
