import { planRegistration, type Asked } from '../plan/make.ts'
import { planMove, planRemoval, type AskedMove } from '../plan/move.ts'
import { planReplacement, type AskedReplace } from '../plan/replace.ts'
import type { Registrations } from '../registrations.ts'
import type { Run } from '../run/store.ts'
import { transact, type Transaction } from './transact.ts'

type Doing = Omit<Transaction, 'kind' | 'what' | 'plan'>

/** Registers an ONU as one transaction. */
export const register = (parts: Registrations, asked: Asked, doing: Doing): Promise<Run> =>
  transact(parts, {
    ...doing,
    kind: 'register',
    what: `registration of ${asked.ident}`,
    plan: olt => planRegistration(parts, olt, asked),
  })

/** Another ONU takes the place of one. */
export const replace = (parts: Registrations, asked: AskedReplace, doing: Doing): Promise<Run> =>
  transact(parts, {
    ...doing,
    kind: 'replace',
    what: `${asked.ident} in place of ${asked.old}`,
    plan: olt => planReplacement(parts, olt, asked),
  })

/** An ONU goes to another port of its OLT. */
export const moveWithin = (parts: Registrations, asked: AskedMove, doing: Doing): Promise<Run> =>
  transact(parts, {
    ...doing,
    kind: 'move',
    what: `move of ${asked.ident}`,
    plan: olt => planMove(parts, olt, asked),
  })

/** An ONU goes from an OLT, because another one has it now. */
export const remove = (
  parts: Registrations,
  asked: { ident: string; params?: Record<string, unknown> | undefined },
  doing: Doing,
): Promise<Run> =>
  transact(parts, {
    ...doing,
    kind: 'remove',
    what: `removal of ${asked.ident}`,
    plan: olt => planRemoval(parts, olt, asked.ident, asked.params),
  })
