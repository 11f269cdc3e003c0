import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Driver } from '@linecard/driver-kit'
import type { Context, Plugin } from '@linecard/plugin-kit'
import { until } from '@linecard/test-kit'
import { startWorld as startSwitches, type World } from '@linecard/test-kit/worlds/switches'
import dlink from '@linecard/driver-dlink'
import switches from '@linecard/plugin-switches'
import type { Config } from '../src/config.ts'
import traps from '../src/index.ts'
import type { Traps } from '../src/setup.ts'

export interface TrapWorld extends World {
  traps: Traps
  ports: { snmp: number; syslog: number }
}

export const here = '127.0.0.1'

/** An installation that listens on free ports of this machine. */
export async function startWorld(
  settings: Partial<Config> = {},
  { drivers = [dlink], plugins = [] }: { drivers?: readonly Driver[]; plugins?: readonly Plugin[] } = {},
): Promise<TrapWorld> {
  let own!: Traps
  const plugin = {
    ...traps,
    setup: (ctx: Context<Config>) => (own = traps.setup(ctx) as Traps),
  } as typeof traps
  const world = await startSwitches(drivers, {
    plugins: [switches, ...plugins, plugin],
    settings: {
      traps: { snmp: true, syslog: true, address: '0.0.0.0', snmp_port: 0, syslog_port: 0, ...settings },
    },
  })
  const ports = await until(
    'it listens',
    async () => {
      const { snmp, syslog } = own.intake?.ports() ?? { snmp: null, syslog: null }
      const waits = snmp === null || (syslog === null && settings.syslog !== false)
      return waits ? null : { snmp, syslog: syslog ?? 0 }
    },
    { everyMs: 20 },
  )
  // Switched off and on, it is set up again.
  return Object.defineProperty({ ...world, ports }, 'traps', { get: () => own }) as TrapWorld
}

/** The inventory as it is now: a device that was just added may send. */
export const known = (world: TrapWorld): Promise<void> => world.traps.intake!.known.follow()

const run = promisify(execFile)

/** Net-SNMP's command, from an address of this machine. Gives its output. */
export async function send(
  { ports }: TrapWorld,
  program: 'snmptrap' | 'snmpinform',
  from: string,
  options: readonly string[],
  what: readonly string[],
): Promise<string> {
  const at = `udp:${here}:${ports.snmp}`
  const args = ['-r', '1', '-t', '2', `--clientaddr=${from}`, ...options, at, ...what]
  const { stdout, stderr } = await run(program, args, { timeout: 20_000 })
  return stdout + stderr
}

export const linkDown = (ifIndex: number): string[] => [
  '1.3.6.1.6.3.1.1.5.3',
  `1.3.6.1.2.1.2.2.1.1.${ifIndex}`,
  'i',
  String(ifIndex),
  `1.3.6.1.2.1.2.2.1.8.${ifIndex}`,
  'i',
  '2',
]

export interface Shown {
  id: number
  name: string
  oid: string
  kind: string | null
  address: string
  version: string
  inform: boolean
  user: string | null
  device: { id: number } | null
  interface: { id: number; name: string } | null
  has_errors: boolean
  modules: Record<string, string>
  parsed: Record<string, unknown>
  errors: string[]
}

export const logOf = async (world: World, query = '', key?: string): Promise<Shown[]> => {
  const answer = await world.http('GET', `/component/traps${query}`, undefined, key)
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.body.data as unknown as Shown[]
}
