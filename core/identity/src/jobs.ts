import type { Job } from '@linecard/plugin-kit'
import { deleteOldAttempts } from './attempts/store.ts'
import { UserSession } from './entities/index.ts'
import type { Identity } from './identity.ts'

const purgeSessions: Job<Identity> = {
  summary: 'Deletes expired sessions and keys',
  cron: '17 3 * * *',
  timeoutSec: 300,
  async run({ ctx }, { log }) {
    const removed = await ctx.em().nativeDelete(UserSession, { expiresAt: { $lt: ctx.clock() } })
    log.info({ removed }, 'expired sessions removed')
  },
}

/** Runs often: each guessed password writes a row. */
const purgeAttempts: Job<Identity> = {
  summary: 'Deletes failed sign-ins that no longer count',
  cron: '*/10 * * * *',
  timeoutSec: 120,
  async run({ ctx }, { log }) {
    const removed = await deleteOldAttempts(ctx.em(), ctx.config, ctx.clock())
    if (removed) log.info({ removed }, 'old failed sign-ins removed')
  },
}

export const jobs = { purge_sessions: purgeSessions, purge_attempts: purgeAttempts }
