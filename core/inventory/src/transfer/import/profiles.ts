import type { Caller } from '@linecard/plugin-kit'
import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { Access } from '../../entities/index.ts'
import type { Inventory } from '../../inventory.ts'
import { tables } from '../../tables.ts'
import type { Secrets } from '../../devices/connection/secrets.ts'
import { KnownProfiles, type Profile } from './known-profiles.ts'

/** Names of profiles that imports create: `Imported 1`, `Imported 2` … */
const namePrefix = 'Imported'
/**
 * An advisory lock of PostgreSQL: imports create profiles one after the other, so that no profile is created
 * twice.
 */
const lockKey = 7_303_001

/** Stored access profiles and those that an import needs, by name and by credentials. */
export interface Profiles {
  named(name: string): Profile | undefined
  /**
   * The profile with exactly these credentials, preferably one with few connection settings. Without one a
   * new profile, the same for the same credentials. Null: no credentials.
   */
  of(secrets: Secrets): Profile | null
  /**
   * Stores new profiles within a transaction and returns their ids. Call `commit` with them after the
   * transaction.
   */
  store(em: SqlEntityManager, wanted: Iterable<Profile>): Promise<Map<Profile, number>>
  commit(ids: ReadonlyMap<Profile, number>): void
}

/** The highest number in such a name. */
async function numberOf(em: SqlEntityManager): Promise<number> {
  const { n } = await tables(em)
    .selectFrom('inventory_access')
    .select(sql<number | null>`max(substr(name, ${namePrefix.length + 2})::int)`.as('n'))
    .where('name', '~', `^${namePrefix} [0-9]{1,8}$`)
    .executeTakeFirstOrThrow()
  return n ?? 0
}

export async function profilesOf({ ctx }: Pick<Inventory, 'ctx'>, caller: Caller): Promise<Profiles> {
  const known = new KnownProfiles(ctx, caller)
  await known.update(ctx.em())
  return {
    named: name => known.byName.get(name),
    of: secrets => (Object.keys(secrets).length ? known.withSecrets(secrets) : null),
    async store(em, wanted) {
      const ids = new Map<Profile, number>()
      const lacking = [...new Set(wanted)].filter(({ id }) => id === null)
      if (!lacking.length) return ids
      await sql`select pg_advisory_xact_lock(${lockKey})`.execute(tables(em))
      await known.update(em)
      let number = await numberOf(em)
      for (const profile of lacking) {
        const twin = known.storedTwin(profile)
        if (twin !== null) {
          ids.set(profile, twin)
          continue
        }
        const access = em.create(Access, {
          name: `${namePrefix} ${++number}`,
          secrets: profile.secrets,
          groupIds: [],
        })
        await em.flush()
        ids.set(profile, access.id)
      }
      return ids
    },
    commit(ids) {
      for (const [profile, id] of ids) profile.id = id
    },
  }
}
