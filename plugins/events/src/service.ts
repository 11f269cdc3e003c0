import type { Context, NetworkEvents } from '@linecard/plugin-kit'
import type { SqlEntityManager } from '@linecard/plugin-kit/sql'
import { findEvent } from './asked/list.ts'
import { recordHappening } from './changes/happened.ts'
import { changesAfter, lastSeq } from './changes/read.ts'

/** What other plugins get. */
export const createService = (ctx: Context): NetworkEvents => ({
  changesAfter: (seq, limit, caller) => changesAfter(ctx.em() as SqlEntityManager, seq, limit, caller),
  event: (id, caller) => findEvent(ctx, caller, id),
  lastSeq: () => lastSeq(ctx.em()),
  happened: what => recordHappening(ctx, 'system', what),
})
