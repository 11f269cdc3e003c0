import { adminUp } from '../../../core/simulator/src/simulated/port.ts'
import type { Bench } from './devices.ts'

/** One change of a switch. */
export interface Step {
  module: string
  args: Record<string, unknown>
  /** Whether the switch has the wanted state. */
  holds(): boolean
  /** The device refuses it always. */
  refused: boolean
}

let number = 0

/** Names of the first ports, and the commands that describe one, of the makers whose drivers use SNMP here. */
const described: Readonly<
  Record<Exclude<Bench['vendor'], 'dlink'>, (port: number, text: string) => string[]>
> = {
  cisco: (port, text) => [
    'configure terminal',
    `interface GigabitEthernet1/0/${port}`,
    `description ${text}`,
    'end',
  ],
  huawei: (port, text) => [
    'system-view',
    `interface GigabitEthernet0/0/${port}`,
    `description ${text}`,
    'return',
  ],
  eltex: (port, text) => ['configure', `interface gigabitethernet 1/0/${port}`, `description ${text}`, 'end'],
}

/** A description of a port, over the console of every maker. */
function describe({ vendor, simulated, random }: Bench): Step {
  const at = Math.floor(random() * 8)
  const port = simulated.ports[at]!
  const text = `flat-${number}`
  const holds = () => port.alias === text
  if (vendor === 'dlink')
    return {
      module: 'ctrl_port_descr',
      args: { interface: String(port.ifIndex), description: text },
      holds,
      refused: false,
    }
  const commands = described[vendor](at + 1, text)
  return { module: 'multi_console_command', args: { commands }, holds, refused: false }
}

/** Changes of ports and VLANs, and every tenth time a command that no device knows. */
export function nextStep(bench: Bench): Step {
  const { simulated, random } = bench
  const kind = Math.floor(random() * 10)
  number++
  if (kind < 6) return describe(bench)
  if (kind < 8) {
    const port = simulated.ports[Math.floor(random() * 8)]!
    const up = random() < 0.5
    return {
      module: 'ctrl_port_state',
      args: { interface: String(port.ifIndex), state: up ? 'enable' : 'disable' },
      holds: () => adminUp(port) === up,
      refused: false,
    }
  }
  if (kind < 9) {
    const id = 900 + Math.floor(random() * 8)
    const exists = () => simulated.control.vlans.some(vlan => vlan.id === id)
    const create = !exists()
    return {
      module: 'ctrl_vlan_state',
      args: { id, action: create ? 'create' : 'delete' },
      holds: () => exists() === create,
      refused: false,
    }
  }
  return {
    module: 'console_command',
    args: { command: `frobnicate ${number}` },
    holds: () => false,
    refused: true,
  }
}
