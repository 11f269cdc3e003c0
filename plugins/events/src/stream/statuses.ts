import { visibleDevices, visibleInterfaces } from '@linecard/inventory/read'
import type { Context } from '@linecard/plugin-kit'
import { soon } from '@linecard/plugin-kit/concurrency'
import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { tables } from '../tables.ts'
import { sees, type Client } from './client.ts'

/** Event of every process: states have changed. */
const changed = 'events.statuses'
/** States of one message (8000 bytes), and messages of a moment; what is more is left out and counted. */
const [perMessage, mostMessages, gatherMs] = [60, 20, 500]

/** A state that changed; `k` is the bind key of an interface, absent: the device itself. */
interface Status {
  d: number
  k?: string
  s: string | null
}
interface Message {
  statuses: Status[]
  /** States that were left out. */
  lost: number
}

declare module '@linecard/plugin-kit' {
  interface EventValues {
    [changed]: Message
  }
}

/** What devices and pollers tell in this process goes to all processes. */
function tellAll(ctx: Context): { stop(): void } {
  let waiting = new Map<string, Status>()
  let lost = 0
  const send = async () => {
    const statuses = [...waiting.values()]
    const message = lost
    waiting = new Map()
    lost = 0
    for (let at = 0; at < statuses.length; at += perMessage)
      await ctx.events.broadcast(changed, {
        statuses: statuses.slice(at, at + perMessage),
        lost: at === 0 ? message : 0,
      })
  }
  const sending = soon(gatherMs, send, error => ctx.log.debug({ err: error }, 'states were not told'))
  const add = (status: Status) => {
    const key = `${status.d} ${status.k ?? ''}`
    if (waiting.size >= perMessage * mostMessages && !waiting.has(key)) lost++
    else waiting.set(key, status)
    sending()
  }
  const ends = [
    ctx.events.on('device.down', ({ device_id: d }) => add({ d, s: 'Down' })),
    ctx.events.on('device.up', ({ device_id: d }) => add({ d, s: 'Up' })),
    ctx.events.on('interface.status', ({ device_id: d, changes }) => {
      for (const { bind_key: k, status: s } of changes) add({ d, k: String(k), s })
    }),
  ]
  return {
    stop() {
      for (const end of ends) end()
      void sending.stop()
    },
  }
}

/** The names of devices and interfaces of a message, and the groups of the devices. */
async function namesOf(em: SqlEntityManager, statuses: readonly Status[]) {
  const ids = [...new Set(statuses.map(({ d }) => d))]
  const [devices, ports] = await Promise.all([
    tables(em)
      .selectFrom(visibleDevices(em, { groupIds: null }).as('d'))
      .select(['d.id', 'd.name', 'd.group_id', sql<string>`host(d.ip)`.as('ip')])
      .where(sql<boolean>`d.id = any (${ids}::int[])`)
      .execute(),
    tables(em)
      .selectFrom(visibleInterfaces(em, { groupIds: null }).as('i'))
      .select(['i.id', 'i.device_id', 'i.bind_key', 'i.name', 'i.type'])
      .where(sql<boolean>`i.device_id = any (${ids}::int[])`)
      .where(sql<boolean>`i.bind_key = any (${statuses.flatMap(({ k }) => k ?? [])}::bigint[])`)
      .execute(),
  ])
  return {
    devices: new Map(devices.map(device => [device.id, device])),
    ports: new Map(ports.map(port => [`${port.device_id} ${port.bind_key}`, port])),
  }
}

/** Gives states of devices and interfaces to the clients of this process. */
export function followStatuses(ctx: Context, clients: () => Iterable<Client>): { stop(): void } {
  const teller = tellAll(ctx)
  const give = async ({ statuses, lost }: Message) => {
    const listening = [...clients()].filter(({ topics }) => topics.has('devices') || topics.has('interfaces'))
    if (listening.length === 0) return
    const { devices, ports } = await namesOf(ctx.em() as SqlEntityManager, statuses)
    if (lost > 0) for (const client of listening) client.send('lost', { statuses: lost })
    for (const { d, k, s } of statuses) {
      const device = devices.get(d)
      const port = k === undefined ? null : ports.get(`${d} ${k}`)
      if (!device || port === undefined) continue
      const { group_id: groupId, ...named } = device
      for (const client of listening) {
        if (!client.topics.has(port ? 'interfaces' : 'devices')) continue
        if (!sees(client.caller, { deviceId: d, groupId })) continue
        if (port)
          client.send('interface', {
            device: named,
            interface: { id: port.id, name: port.name, type: port.type },
            status: s,
          })
        else client.send('device', { device: named, status: s })
      }
    }
  }
  const end = ctx.events.on(changed, give)
  return {
    stop() {
      end()
      teller.stop()
    },
  }
}
