import { gather } from '@linecard/plugin-kit/concurrency'
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

interface Saved {
  device: number
  /** Time of the state that is replaced; null: there was none. */
  was: Date | null
  next: Kept
}

/** Null for a device that has no state. */
async function readAll(
  em: SqlEntityManager,
  table: Table,
  devices: readonly number[],
): Promise<(Kept | null)[]> {
  const { rows } = await sql<Kept & { device_id: number }>`
    select device_id, time, state from ${sql.table(table)}
    where device_id = any (${[...devices]}::int[])`.execute(tables(em))
  const byDevice = new Map(rows.map(({ device_id: id, time, state }) => [id, { time, state }]))
  return devices.map(device => byDevice.get(device) ?? null)
}

/** False for a device whose state another process has written since. */
async function write(em: SqlEntityManager, table: Table, rows: readonly Saved[]): Promise<boolean[]> {
  const { rows: saved } = await sql<{ device_id: number }>`
    with r as materialized (
      select * from unnest(
        ${rows.map(({ device }) => device)}::int[], ${rows.map(({ next }) => next.time)}::timestamptz[],
        ${rows.map(({ next }) => next.state)}::bytea[], ${rows.map(({ was }) => was)}::timestamptz[]
      ) as r (device_id, time, state, was), (select ${commitLater}) as "commit"
      order by device_id
    ), changed as (
      update ${sql.table(table)} k set time = r.time, state = r.state
      from r where k.device_id = r.device_id and k.time = r.was
      returning k.device_id
    ), added as (
      insert into ${sql.table(table)} (device_id, time, state)
      select device_id, time, state from r where was is null
      on conflict (device_id) do nothing
      returning device_id
    )
    select device_id from changed union all select device_id from added`.execute(tables(em))
  const done = new Set(saved.map(row => row.device_id))
  return rows.map(({ device }) => done.has(device))
}

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
  const read = gather<number, Kept | null>({
    write: devices => readAll(em(), table, devices),
    keyOf: device => device,
  })
  const load = async (device: number): Promise<Kept | null> => {
    const found = await read(device)
    if (found) remember(device, found)
    return found
  }
  /** False: another process has written since. */
  const put = gather<Saved, boolean>({
    write: rows => write(em(), table, rows),
    keyOf: ({ device }) => device,
  })
  const save = async (device: number, previous: Kept | null, next: Kept): Promise<boolean> => {
    const saved = await put({ device, was: previous?.time ?? null, next })
    if (saved) remember(device, next)
    return saved
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
