import { system } from '@linecard/driver-kit/modules'
import { definePlugin, type Context, type Polled } from '@linecard/plugin-kit'
import { assert, until } from '@linecard/test-kit'
import { Client } from 'pg'
import { startAgent, type AgentPort, type AgentState } from '../../e2e/polled/agent.ts'
import { poll } from '../../e2e/polled/world.ts'
import { ip, startInstallation, type Installation, type Simulated } from '../../support/installation.ts'
import { nextTick, startRelay, type Relay } from './relay.ts'

/** Columns of IF-MIB (RFC 2863) and sysUpTime, by which answers are held. */
export const oids = {
  uptime: '1.3.6.1.2.1.1.3',
  ifDescr: '1.3.6.1.2.1.2.2.1.2',
  ifOperStatus: '1.3.6.1.2.1.2.2.1.8',
  ifHCInOctets: '1.3.6.1.2.1.31.1.1.1.6',
  ifAlias: '1.3.6.1.2.1.31.1.1.1.18',
} as const

export interface Watched {
  id: number
  state: AgentState
  relay: Relay
}

/** The complete service, agents whose answers a test can hold, and what the pollers were given. */
export interface Times {
  house: Installation
  db: Client
  /** What each poller of each device was given, in the order of storing. */
  polled: Polled[]
  /** Adds an agent behind a relay. An answer that is held is no silence, unless it is `impatient`. */
  agent(options?: { ports?: readonly AgentPort[]; impatient?: true }): Promise<Watched>
  /** Adds a device of the scene behind a relay. */
  behind(device: Simulated, more?: object, impatient?: boolean): Promise<{ id: number; relay: Relay }>
  /** Reads the interfaces of a device now, beside its polls. */
  refresh(id: number): Promise<void>
  /** Writes the values of series that wait. */
  flush(): Promise<void>
  /** A poll reads a device, and stores nothing of it until `newer` has happened: it was overtaken. */
  overtaken(id: number, poller: string, newer: () => Promise<unknown>): Promise<void>
  /** A reading of a device by a process that is held up. The function stores it, as a poll of these pollers. */
  late(id: number, pollers: readonly string[]): Promise<() => Promise<void>>
  /** The history of the states of its interfaces. */
  changes(id: number): Promise<{ name: string; status: string; previous: string; time: Date }[]>
  stop(): Promise<void>
}

export const portsOf = (count: number): AgentPort[] =>
  Array.from({ length: count }, (_, at) => ({
    index: at + 1,
    name: `port ${at + 1}`,
    received: 1_000_000n,
    sent: 1_000_000n,
  }))

/** Pollers whose results are noted. */
const noted = ['interfaces_list', 'interfaces_status', 'counters', 'system', 'fdb_table', 'optical_strength']

/** A plugin that notes what is polled, and one that holds what the plugins after it would store. */
function plugins(polled: Polled[]) {
  const held: { came(): void; gone: Promise<void> }[] = []
  let of!: Context
  const note = async (_: unknown, one: Polled) => void polled.push(one)
  const delay = async () => {
    const next = held.shift()
    next?.came()
    await next?.gone
  }
  const noting = definePlugin({
    id: 'noting-times',
    api: 1,
    requires: ['inventory', 'metrics'],
    setup(ctx: Context) {
      of = ctx
      return ctx
    },
    pollStores: Object.fromEntries(noted.map(key => [key, { store: note }])),
  })
  const delaying = definePlugin({
    // Plugins are sorted by name: it stores before all others.
    id: 'aa-delaying',
    api: 1,
    pollers: {
      delaying: {
        summary: 'Waits before the others store',
        intervalSec: 3600,
        always: true,
        modules: [system],
        store: delay,
      },
    },
  })
  return { list: [delaying, noting], held, use: () => of }
}

async function late(ctx: Context, id: number, keys: readonly string[]): Promise<() => Promise<void>> {
  const caller = ctx.use('auth').system()
  const target = await ctx.use('devices').target({ id }, caller)
  const pollers = ctx
    .use('installation')
    .pollers()
    .filter(({ key }) => keys.includes(key))
  const modules = [...new Set(pollers.flatMap(poller => poller.modules))]
  const { answers, uptime, uptime_read: read } = await ctx.use('equipment').poll(target, modules, { caller })
  const uptimeAt = read === null ? null : new Date(ctx.clock().getTime() - (performance.now() - read))
  const about = { id, ip: target.ip, name: 'late', model_key: target.modelKey!, status: 'Up' as const }
  const device = { ...about, uptime, uptime_at: uptimeAt, rebooted: null }
  await nextTick()
  return async () => {
    for (const { key, stores, modules: own } of pollers) {
      const part = new Map([...answers].filter(([name]) => own.some(module => module.name === name)))
      const kept = [...part].map(([module, answer]) => ({ device_id: id, module, args: {}, ...answer }))
      for (const { error } of await ctx.use('equipment').keep(kept)) throw error
      for (const { store } of stores)
        await store({ poller: key, device, answers: part, signal: new AbortController().signal })
    }
  }
}

export async function startTimes(options: Parameters<typeof startInstallation>[0] = {}): Promise<Times> {
  const polled: Polled[] = []
  const { list, held, use } = plugins(polled)
  const house = await startInstallation({ ...options, plugins: list })
  const db = new Client({ connectionString: house.databaseUrl! })
  await db.connect()
  const undo: (() => Promise<unknown>)[] = []
  let hosts = 100
  const behind = async (device: Simulated, more = {}, impatient = false) => {
    const relay = await startRelay(device)
    undo.push(() => relay.close())
    const added = await house.add(Object.assign(Object.create(device), { port: relay.port }), more)
    const { id, access_id } = added
    // An answer that is held is no silence.
    if (!impatient)
      await db.query(
        `update inventory_access set params = jsonb_set(params, '{sw_core_connection}',
        params -> 'sw_core_connection' || '{"snmp_timeout_sec": 60, "snmp_repeats": 0}') where id = $1`,
        [access_id],
      )
    // The first reading, which nobody asked for.
    const isRead = 'select from inventory_device where id = $1 and refreshed_at is not null'
    await until(`${device.name} is read`, async () => (await db.query(isRead, [id])).rowCount === 1)
    // It may not have ended yet, and who asks for a reading while one runs gets that one.
    await use().use('interfaces').refresh(id)
    return { id, relay }
  }
  return {
    house,
    db,
    polled,
    behind,
    async agent({ ports = portsOf(1), impatient = false } = {}) {
      const agent = await startAgent(ip(hosts++), { bootMs: Date.now() - 40 * 86_400_000, ports })
      undo.push(() => agent.stop())
      return { ...(await behind(agent.device, { name: `agent ${hosts}` }, impatient)), state: agent.state }
    },
    flush: () => use().use('series').flush(),
    async refresh(id) {
      await use().use('interfaces').refresh(id)
    },
    async overtaken(id, poller, newer) {
      const [came, gone] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      held.push({ came: came.resolve, gone: gone.promise })
      const ended = poll(house.admin, id, ['delaying', poller])
      await came.promise
      await nextTick()
      await newer()
      gone.resolve()
      const { details, error } = await ended
      // What was due went along with it: the agent has no ARP table.
      assert.is(details[poller]?.result, 'ok', String(error))
    },
    late: (id, pollers) => late(use(), id, pollers),
    changes: async id =>
      (
        await db.query(
          `select i.name, h.status, h.previous, h.time from inventory_interface_status_history h
           join inventory_interface i on i.id = h.interface_id where i.device_id = $1 order by h.id`,
          [id],
        )
      ).rows,
    async stop() {
      await db.end()
      await house.stop()
      for (const step of undo) await step()
    },
  }
}
