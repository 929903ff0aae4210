import type { FastifyInstance } from 'fastify'
import { errorDetails } from '../../contract/errors.ts'
import { type OperatorRules, type RuleName, ruleNames } from '../../contract/operatorRules.ts'
import { getOperatorRules, setOperatorRules } from '../../contract/schemas/operatorRules.ts'
import { callerActor } from '../audit/audit.ts'
import type { Context } from '../context.ts'
import { isoNow } from '../util/isoTime.ts'
import { findRules, saveRules } from '../db/installation/operatorRules.ts'
import { transact } from '../db/transact.ts'
import { registerCall } from '../http/calls.ts'
import { invalidField } from '../http/errors.ts'
import { currentUser, requireOperator } from '../plugins/sessions.ts'
import { reportOperatorRules } from '../operatorRules.ts'

/** Rules for folders and download links: read and set by the operator. */
export function operatorRulesRoutes(app: FastifyInstance, context: Context): void {
  const { audit, db, fixedRules, mailer } = context

  app.addHook('onRequest', (request) => requireOperator(request, errorDetails.operatorsRules))

  registerCall(app, getOperatorRules, { access: 'user' }, () => reportOperatorRules(context))

  registerCall(app, setOperatorRules, { access: 'user' }, async (request) => {
    const { body } = request
    const isSent = (name: RuleName) => body[name] !== undefined
    const fixed = ruleNames.find((name) => isSent(name) && name in fixedRules)
    if (fixed !== undefined) throw invalidField(fixed, errorDetails.ruleFixed)
    await transact(db, async (trx) => {
      const before = await findRules(trx)
      // A rule that is in force stays when the mail server is gone.
      if (body.require_named_people === true && !before.require_named_people && !mailer.sendsMail)
        throw invalidField('require_named_people', errorDetails.rulesNeedMail)
      const rules = withChanges(before, body)
      const changed = ruleNames.filter((name) => String(rules[name]) !== String(before[name]))
      if (changed.length === 0) return
      await saveRules(trx, rules, changed, isoNow(context))
      await audit.record(trx, callerActor(request), {
        kind: 'rules-changed',
        accountId: currentUser(request).id,
        details: { changed },
      })
    })
    return reportOperatorRules(context)
  })
}

type RuleChanges = { [Name in RuleName]?: OperatorRules[Name] | undefined }

/** Undefined members stay unchanged. */
function withChanges(before: OperatorRules, changes: RuleChanges): OperatorRules {
  const { email_domains: domains = before.email_domains, ...others } = changes
  const sent = Object.fromEntries(Object.entries(others).filter(([, value]) => value !== undefined))
  return { ...before, ...sent, email_domains: domains && [...new Set(domains)].sort() }
}
