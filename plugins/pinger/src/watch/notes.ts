import type { Context } from '@linecard/plugin-kit'
import type { Lease } from '@linecard/plugin-kit/lead'
import type { Judged } from '../judge/device.ts'
import type { OnChange } from '../judge/judge.ts'
import type { Runs } from '../store/runs.ts'
import type { Counts } from '../metrics.ts'
import { emitChanges, noteOf, reachedOf, writeChanges, writeDevices, type Note } from '../store/changes.ts'
import { ownDevices } from '../store/sites.ts'
import type { Watched } from './targets.ts'

/** Changes that wait for the database at most; the oldest are given up. */
const mostNotes = 200_000
/** Changes of one transaction. */
const batch = 2000
/** All statuses are told again after so long, in ms: the inventory holds what it is told for ten minutes. */
const tellMs = 240_000

export interface NotesOptions {
  ctx: Pick<Context, 'find' | 'use' | 'events'>
  lease: Lease
  watched: Watched
  counts: Counts
  runs: Runs
  now(): number
}

/** Changes that are not stored yet, and devices of which something else has changed. */
export function createNotes({ ctx, lease, watched, counts, runs, now }: NotesOptions) {
  let notes: Note[] = []
  const changed = new Map<number, Judged>()
  let tellAt = 0

  const onChange: OnChange = change => {
    notes.push(noteOf(change))
    if (notes.length > mostNotes) notes.splice(0, notes.length - mostNotes)
    changed.set(change.device.id, change.device)
    counts.changes.add({ to: change.status === null ? 'unknown' : change.status === 'Up' ? 'up' : 'down' })
  }

  async function storeSome(): Promise<void> {
    const some = notes.slice(0, batch)
    const devices = [...changed.values()].slice(0, batch)
    for (const device of devices) changed.delete(device.id)
    let told: readonly Note[] = []
    try {
      await lease.write(async em => {
        const ids = [...some.map(note => note.deviceId), ...devices.map(({ id }) => id)]
        // A device that another group of workers has taken over is told of by that one.
        const own = await ownDevices(ctx, em, ids)
        told = some.filter(note => own.has(note.deviceId))
        // In the transaction of the lease: a process that was frozen before this point tells nothing.
        await ctx.use('reachability').note(told.map(reachedOf), em)
        await writeChanges(em, told)
        await writeDevices(
          em,
          devices.filter(({ id }) => own.has(id)),
        )
        if (told.length === 0) return
        // An outage that has just ended lies in a run: else its end would be shown as time without a watch.
        runs.pulse()
        await runs.write(em)
      })
    } catch (error) {
      for (const device of devices) if (!changed.has(device.id)) changed.set(device.id, device)
      throw error
    }
    // Some of them may have been given up meanwhile.
    const done = new Set(some)
    notes = notes.filter(note => !done.has(note))
    emitChanges(ctx, told)
  }

  return {
    onChange,
    /** Something else than its status has changed. */
    touch: (device: Judged) => void changed.set(device.id, device),
    /** Stores all changes, and tells the rest of the installation. */
    async store(): Promise<void> {
      while (notes.length > 0 || changed.size > 0) await storeSome()
    },
    /** Tells all statuses again when it is time. */
    async tellAll(): Promise<void> {
      if (performance.now() < tellAt) return
      const found = [...watched.devices.values()].flatMap(({ id, status, since }) =>
        status === null ? [] : [{ device_id: id, status, time: new Date(since ?? now()) }],
      )
      for (let at = 0; at < found.length; at += batch)
        await lease.write(em => ctx.use('reachability').note(found.slice(at, at + batch), em))
      tellAt = performance.now() + tellMs
    },
    get waiting() {
      return notes.length
    },
  }
}
export type Notes = ReturnType<typeof createNotes>
