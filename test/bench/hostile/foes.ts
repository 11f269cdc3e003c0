import { fork } from 'node:child_process'
import { once } from 'node:events'
import { account } from './account.ts'
import type { Service } from './service.ts'

/** Devices that misbehave, and somebody who asks them all the time. */
export interface Foes {
  /** Starts the devices. Gives what ends them. */
  start(): Promise<() => void>
  /** Adds them to the inventory. */
  add(service: Service): Promise<number[]>
  /** Asks one of them once. The answer does not matter. */
  ask(service: Service, id: number, nth: number, signal: AbortSignal): Promise<Response>
}

/** Devices of each kind. */
const count = 8
const port = 16_461

/** Starts a process with devices on these addresses, and waits until they answer. */
export async function startDevices(
  file: string,
  at: number,
  addresses: readonly string[],
): Promise<() => void> {
  const child = fork(new URL(file, import.meta.url), [String(at), ...addresses], {
    execArgv: ['--conditions=source', '--disable-warning=ExperimentalWarning'],
  })
  await once(child, 'message', { signal: AbortSignal.timeout(30_000) })
  return () => child.disconnect()
}

const agentAddresses = Array.from({ length: count }, (_, n) => `127.0.43.${n + 1}`)
const modules = ['fdb', 'interfaces_list', 'link_info', 'counters', 'arps', 'lldp_info']

/** Agents with tables without end: they are read by jobs as soon as they are added, and asked live. */
const agents: Foes = {
  start: () => startDevices('endless-agents.ts', port, agentAddresses),
  async add(service) {
    const ids: number[] = []
    for (const ip of agentAddresses)
      ids.push(
        await service.add({
          ip,
          name: `endless ${ip}`,
          access: { params: { sw_core_connection: { snmp_port: port } } },
        }),
      )
    return ids
  },
  ask: (service, id, nth, signal) =>
    service.fetch('GET', `/switcher-core/device/${modules[nth % modules.length]}/${id}`, undefined, signal),
}

const consoleAddresses = Array.from({ length: count }, (_, n) => `127.0.44.${n + 1}`)
const consolePorts = { snmp: 16_462, telnet: 16_463, ssh: 16_464 }

/** Consoles that never stop printing, half of them over SSH. */
const consoles: Foes = {
  start: () =>
    startDevices('endless-consoles.ts', consolePorts.snmp, [
      String(consolePorts.telnet),
      String(consolePorts.ssh),
      ...consoleAddresses,
    ]),
  async add(service) {
    const ids: number[] = []
    for (const [nth, ip] of consoleAddresses.entries()) {
      const protocol = nth % 2 === 0 ? 'telnet' : 'ssh'
      ids.push(
        await service.add({
          ip,
          name: `endless ${ip}`,
          access: {
            ...account,
            params: {
              sw_core_connection: {
                snmp_port: consolePorts.snmp,
                console_connection_type: protocol,
                console_port: consolePorts[protocol],
                console_timeout_sec: 20,
              },
            },
          },
        }),
      )
    }
    return ids
  },
  ask: (service, id, nth, signal) =>
    service.fetch(
      'POST',
      `/switcher-core/device/console_command/${id}`,
      { command: `show endless ${nth}` },
      signal,
    ),
}

export const kinds: Readonly<Record<string, readonly Foes[]>> = { agents: [agents], consoles: [consoles] }
