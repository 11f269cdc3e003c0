import { lookSoon, type Context, type LookSoon } from '@linecard/plugin-kit'
import { soon } from '@linecard/plugin-kit/concurrency'

/** Event of every process: conditions of devices are to be looked at. Null: those of all devices. */
const looking = 'events.look'

declare module '@linecard/plugin-kit' {
  interface EventValues {
    [looking]: LookSoon | null
  }
}
/** What is told meanwhile goes together, in ms. */
const gatherMs = 200
/** Devices of one message (8000 bytes), and of one look; above it, everything is looked at. */
const [perMessage, mostDevices] = [600, 3000]

export interface Looks {
  look(deviceIds: readonly number[], names: ReadonlySet<string> | null): Promise<void>
  round(): Promise<void>
}

interface Gathered {
  ids: Set<number>
  /** Null: all. */
  names: Set<string> | null
}

/** Gathers what is told within a moment, and gives it away at once. */
function gathering(give: (gathered: Gathered) => Promise<void>, onError: (error: unknown) => void) {
  let gathered: Gathered | null = null
  const giving = soon(
    gatherMs,
    async () => {
      const given = gathered
      gathered = null
      if (given) await give(given)
    },
    onError,
  )
  return {
    add({ device_ids: ids, names }: LookSoon) {
      gathered ??= { ids: new Set(), names: new Set() }
      for (const id of ids) if (gathered.ids.size <= mostDevices) gathered.ids.add(id)
      if (!names) gathered.names = null
      for (const name of names ?? []) gathered.names?.add(name)
      giving()
    },
    stop() {
      gathered = null
      return giving.stop()
    },
  }
}

/** Brings `lookSoon` of every process to the one that leads. `looks` gives null in the others. */
export function followLooks(ctx: Context, looks: () => Looks | null): { stop(): Promise<void> } {
  const fail = (error: unknown) => ctx.log.warn({ err: error }, 'a look at some devices failed')
  const own = gathering(async ({ ids, names }) => {
    const leading = looks()
    if (!leading) return
    await (ids.size > mostDevices ? leading.round() : leading.look([...ids], names))
  }, fail)
  const others = gathering(async ({ ids, names }) => {
    const list = ids.size > mostDevices ? [] : [...ids]
    if (list.length === 0) return ctx.events.broadcast(looking, null)
    for (let at = 0; at < list.length; at += perMessage)
      await ctx.events.broadcast(looking, {
        device_ids: list.slice(at, at + perMessage),
        ...(names && names.size < 20 && { names: [...names] }),
      })
  }, fail)
  const all: LookSoon = { device_ids: Array.from({ length: mostDevices + 1 }, (_, n) => -n) }
  const ends = [
    ctx.events.on(lookSoon, look => (looks() ? own : others).add(look)),
    // The inventory tells it after each reading that found another state.
    ctx.events.on('interface.status', ({ device_id: id }) => {
      ;(looks() ? own : others).add({ device_ids: [id] })
    }),
    ctx.events.on(looking, look => {
      if (looks()) own.add(look ?? all)
    }),
  ]
  return {
    async stop() {
      for (const end of ends) end()
      await Promise.all([own.stop(), others.stop()])
    },
  }
}
