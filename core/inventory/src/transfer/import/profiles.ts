import { createHmac, randomBytes } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { SqlEntityManager } from '@mikro-orm/postgresql'
import { Access } from '../../entities/index.ts'
import type { Inventory } from '../../inventory.ts'
import { connectionOf } from '../../params.ts'
import { openSecrets, sealSecrets, secretKeys, type Secrets } from '../../secrets.ts'

/** An access profile that lines of an import use. */
export interface Profile {
  /** Null: not stored yet. */
  id: number | null
  name: string | null
  params: Record<string, unknown>
  /** Sealed. */
  secrets: string | null
}

/** Names of profiles that imports make: `Imported 1`, `Imported 2` … */
const NAME = 'Imported'
/** Of PostgreSQL's advisory locks: who makes profiles waits for others who do, so that none is made twice. */
const LOCK = 7_303_001

/** The access profiles there are and those that an import needs, found by name and by credentials. */
export interface Profiles {
  named(name: string): Profile | undefined
  /**
   * The one with just these credentials, before others one without connection settings of its own; else a new
   * one, the same for the same credentials. Null: no credentials.
   */
  of(secrets: Secrets): Profile | null
  /**
   * Stores those that are not yet, within a transaction; gives their ids. They hold when `commit` is called
   * with them after it.
   */
  store(em: SqlEntityManager, wanted: Iterable<Profile>): Promise<Map<Profile, number>>
  commit(ids: ReadonlyMap<Profile, number>): void
}

/** The greatest number that such a name has. */
async function numberOf(em: SqlEntityManager): Promise<number> {
  const [row] = await em.execute<{ n: number | null }[]>(
    'select max(substr(name, length(?) + 2)::int) as n from inventory_access where name ~ ?',
    [NAME, `^${NAME} [0-9]{1,8}$`],
  )
  return row?.n ?? 0
}

export async function profilesOf({ ctx }: Pick<Inventory, 'ctx'>): Promise<Profiles> {
  const byName = new Map<string, Profile>()
  const bySecrets = new Map<string, Profile>()
  const key = randomBytes(32)
  const printOf = (secrets: Secrets) =>
    createHmac('sha256', key)
      .update(JSON.stringify(secretKeys.map(one => secrets[one] ?? '')))
      .digest('base64')
  let newest = -2_147_483_649

  /** One that cannot be opened is equal to none; it is for others to say so. */
  const opened = (sealed: string | null | undefined): Secrets => {
    try {
      return openSecrets(ctx, sealed)
    } catch {
      return {}
    }
  }
  const plainest = (a: Profile, b: Profile) =>
    Object.keys(connectionOf(a.params)).length - Object.keys(connectionOf(b.params)).length
  const follow = async (em: SqlEntityManager) => {
    for (;;) {
      const rows = await em.find(
        Access,
        { id: { $gt: newest } },
        { orderBy: { id: 'asc' }, limit: 500, populate: ['secrets'], disableIdentityMap: true },
      )
      for (const { id, name, params, secrets: sealed } of rows) {
        const profile = { id, name, params, secrets: sealed ?? null }
        byName.set(name, profile)
        newest = id
        const secrets = opened(sealed)
        const print = printOf(secrets)
        const other = bySecrets.get(print)
        if (
          !secrets.snmp_v3 &&
          Object.keys(secrets).length &&
          (!other || other.id === null || plainest(profile, other) < 0)
        )
          bySecrets.set(print, profile)
      }
      if (rows.length < 500) return
      await setImmediate()
    }
  }
  await follow(ctx.em())
  return {
    named: name => byName.get(name),
    of(secrets) {
      if (!Object.keys(secrets).length) return null
      const print = printOf(secrets)
      const known = bySecrets.get(print)
      if (known) return known
      const made: Profile = { id: null, name: null, params: {}, secrets: sealSecrets(ctx, secrets) }
      bySecrets.set(print, made)
      return made
    },
    async store(em, wanted) {
      const ids = new Map<Profile, number>()
      const lacking = [...new Set(wanted)].filter(({ id }) => id === null)
      if (!lacking.length) return ids
      await em.execute('select pg_advisory_xact_lock(?)', [LOCK])
      await follow(em)
      let number = await numberOf(em)
      for (const profile of lacking) {
        const twin = bySecrets.get(printOf(openSecrets(ctx, profile.secrets)))
        if (twin && twin.id !== null) {
          ids.set(profile, twin.id)
          continue
        }
        const [row] = await em.execute<{ id: number }[]>(
          'insert into inventory_access (name, secrets) values (?, ?) returning id',
          [`${NAME} ${++number}`, profile.secrets],
        )
        ids.set(profile, row!.id)
      }
      return ids
    },
    commit(ids) {
      for (const [profile, id] of ids) profile.id = id
    },
  }
}
