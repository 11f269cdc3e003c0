import { definePlugin, type Polled } from '@linecard/plugin-kit'
import { until } from '@linecard/test-kit'
import { Client } from 'pg'
import { startAgent, type AgentPort, type AgentState } from '../../e2e/polled/agent.ts'
import { ip, startInstallation, type Installation, type Simulated } from '../../support/installation.ts'
import { startRelay, type Relay } from './relay.ts'

/** Columns of IF-MIB (RFC 2863) and sysUpTime, by which answers are held. */
export const oids = {
  uptime: '1.3.6.1.2.1.1.3',
  ifDescr: '1.3.6.1.2.1.2.2.1.2',
  ifAdminStatus: '1.3.6.1.2.1.2.2.1.7',
  ifOperStatus: '1.3.6.1.2.1.2.2.1.8',
  ifHCInOctets: '1.3.6.1.2.1.31.1.1.1.6',
  ifAlias: '1.3.6.1.2.1.31.1.1.1.18',
  ifHighSpeed: '1.3.6.1.2.1.31.1.1.1.15',
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
  behind(device: Simulated): Promise<{ id: number; relay: Relay }>
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

export async function startTimes(options: Parameters<typeof startInstallation>[0] = {}): Promise<Times> {
  const polled: Polled[] = []
  const noting = definePlugin({
    id: 'noting-times',
    api: 1,
    requires: ['inventory'],
    pollStores: Object.fromEntries(
      noted.map(key => [key, { store: async (_: unknown, one: Polled) => void polled.push(one) }]),
    ),
  })
  const house = await startInstallation({ ...options, plugins: [noting] })
  const db = new Client({ connectionString: house.databaseUrl! })
  await db.connect()
  const undo: (() => Promise<unknown>)[] = []
  let hosts = 100
  const behind = async (device: Simulated, more = {}, impatient = false) => {
    const relay = await startRelay(device)
    undo.push(() => relay.close())
    const added = await house.add(Object.assign(Object.create(device), { port: relay.port }), more)
    const { id, access_id } = added
    if (!impatient)
      await db.query(
        `update inventory_access set params = jsonb_set(params, '{sw_core_connection}',
        params -> 'sw_core_connection' || '{"snmp_timeout_sec": 60, "snmp_repeats": 0}') where id = $1`,
        [access_id],
      )
    // The first reading, which nobody asked for.
    const isRead = 'select from inventory_device where id = $1 and refreshed_at is not null'
    await until(`${device.name} is read`, async () => (await db.query(isRead, [id])).rowCount === 1)
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
    async stop() {
      await db.end()
      await house.stop()
      for (const step of undo) await step()
    },
  }
}
