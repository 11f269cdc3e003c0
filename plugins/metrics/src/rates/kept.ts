import { commitLater, sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { tables } from '../tables.ts'

/** Octets of states that a process remembers. */
const maxBytes = 64_000_000

interface Kept {
  /** When it was written: who has another one is not the last. */
  time: Date
  state: Buffer
}

type Table = 'metrics_counter' | 'metrics_speed'

/**
 * A state of each device that outlives the process: the next worker goes on with it. What this process wrote
 * last is also in memory, the longest unused goes first.
 */
export function createKept(em: () => SqlEntityManager, table: Table, max = maxBytes) {
  const known = new Map<number, Kept>()
  let bytes = 0

  const forget = (device: number): void => {
    bytes -= known.get(device)?.state.length ?? 0
    known.delete(device)
  }
  const remember = (device: number, kept: Kept): void => {
    forget(device)
    known.set(device, kept)
    bytes += kept.state.length
    for (const first of known.keys()) {
      if (bytes <= max || first === device) break
      forget(first)
    }
  }
  const load = async (device: number): Promise<Kept | null> => {
    const row = await tables(em())
      .selectFrom(table)
      .select(['time', 'state'])
      .where('device_id', '=', device)
      .executeTakeFirst()
    if (row) remember(device, row)
    return row ?? null
  }
  /** False: another process has written since. */
  const save = async (device: number, previous: Kept | null, next: Kept): Promise<boolean> => {
    const { rows } = await sql`
      insert into ${sql.table(table)} as k (device_id, time, state)
      select ${device}::int, ${next.time}::timestamptz, ${next.state}::bytea
      from (select ${commitLater}) as "commit"
      on conflict (device_id) do update set time = excluded.time, state = excluded.state
      where k.time = ${previous?.time ?? new Date(0)} returning 1`.execute(tables(em()))
    if (rows.length === 0) return false
    remember(device, next)
    return true
  }

  return {
    /** The last state of a device that this process knows, or else the stored one. */
    last: async (device: number): Promise<Buffer | null> =>
      (known.get(device) ?? (await load(device)))?.state ?? null,
    /**
     * Replaces the state. `make` gets the last one, and is called again if another process was faster; null:
     * nothing changes. Returns what `make` gave beside the state.
     */
    async replace<T>(
      device: number,
      time: Date,
      make: (last: Buffer | null) => { state: Buffer; result: T } | null,
    ): Promise<T | null> {
      let previous = known.get(device) ?? (await load(device))
      for (let attempt = 1; ; attempt++) {
        const made = make(previous?.state ?? null)
        if (!made) return null
        if (await save(device, previous, { time, state: made.state })) return made.result
        if (attempt >= 3) throw new Error(`the state of device ${device} is written by others all the time`)
        previous = await load(device)
      }
    },
    forget,
  }
}
export type KeptStates = ReturnType<typeof createKept>
