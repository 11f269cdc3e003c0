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

/** Changes of a port and of VLANs, and every tenth time a command that no device knows. */
export function nextStep({ simulated, random }: Bench): Step {
  const port = simulated.ports[Math.floor(random() * 8)]!
  const kind = Math.floor(random() * 10)
  number++
  if (kind < 4) {
    const description = `flat-${number}`
    return {
      module: 'ctrl_port_descr',
      args: { interface: String(port.ifIndex), description },
      holds: () => port.alias === description,
      refused: false,
    }
  }
  if (kind < 7) {
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
