import type { PgBoss } from 'pg-boss'
import type { TakenUnit, WorkQueue } from '@linecard/plugin-kit'

/** After this time pg-boss gives a unit up, also if it is kept, in seconds. */
const maxUnitSec = 6 * 3600
/** What is left of ended units goes with `tidy`; this is for units that nobody tidies, in seconds. */
const leftSec = 3600
/** Units of one statement. */
const atOnce = 1_000

/**
 * A process that was silent for this part of the lease has lost its units. The rest of the lease is for
 * finding that (two passes of `superviseIntervalSeconds`) and for handing them out again.
 */
const silentPart = 0.5

interface Stored {
  key: string
  data?: TakenUnit['data']
}

function* pieces<T>(all: readonly T[]): Generator<readonly T[]> {
  for (let from = 0; from < all.length; from += atOnce) yield all.slice(from, from + atOnce)
}

const claim = ({ id, attempt }: TakenUnit) => ({ id, retryCount: attempt })

/** The ids that pg-boss has settled. Its types do not name them. */
const settled = (response: object): string[] =>
  'settled' in response && Array.isArray(response.settled) ? (response.settled as string[]) : []

/** Calls `work` for all units, and gives the ids that it settled. */
async function settle(
  units: readonly TakenUnit[],
  work: (claims: { id: string; retryCount: number }[]) => Promise<object>,
): Promise<ReadonlySet<string>> {
  const own = new Set<string>()
  for (const piece of pieces(units)) for (const id of settled(await work(piece.map(claim)))) own.add(id)
  return own
}

/**
 * Opens a queue of units, in a table of its own: thousands of them come and go each minute. `exclusive`: of
 * each key at most one unit waits or is done.
 */
export async function openWorkQueue(boss: PgBoss, name: string, leaseSec: number): Promise<WorkQueue> {
  const options = {
    retryLimit: 0,
    expireInSeconds: maxUnitSec,
    heartbeatSeconds: Math.max(10, Math.round(leaseSec * silentPart)),
    retentionSeconds: leftSec,
    deleteAfterSeconds: leftSec,
    warningQueueSize: 1_000_000,
  }
  await boss.createQueue(name, { ...options, policy: 'exclusive', partition: true })
  await boss.updateQueue(name, options)
  return {
    async put(units) {
      let added = 0
      for (const piece of pieces(units)) {
        const jobs = piece.map(({ key, data, priority = 0 }) => ({
          singletonKey: key,
          priority,
          data: { key, ...(data && { data }) } satisfies Stored,
        }))
        added += (await boss.insert(name, jobs, { returnId: true }))?.length ?? 0
      }
      return added
    },
    async take(count) {
      const taken = await boss.fetch<Stored>(name, { batchSize: Math.min(count, atOnce) })
      return taken.map(({ id, retryCount, data: { key, data = {} } }) => ({
        id,
        attempt: retryCount,
        key,
        data,
      }))
    },
    keep: units => settle(units, claims => boss.touch(name, claims)),
    done: units => settle(units, claims => boss.complete(name, claims)),
    async withdraw(keys) {
      // pg-boss deletes by id alone. The second statement sees what was taken before the first had its turn.
      const ask = async (what: string, state: string): Promise<{ key: string }[]> => {
        const { rows } = await boss
          .getDb()
          .executeSql(
            `${what} from pgboss.job where name = $1 and singleton_key = any ($2::text[]) and state ${state}`,
            [name, [...keys]],
          )
        return rows
      }
      await ask('delete', "< 'active'")
      const taken = await ask('select singleton_key as key', "= 'active'")
      return new Set(taken.map(({ key }) => key))
    },
    tidy: () => boss.deleteStoredJobs(name),
  }
}
