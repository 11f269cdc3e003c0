import type { PollableDevice, Target } from '@linecard/plugin-kit'
import { nodeName } from '../names/node.ts'

/** A device as Oxidized reads it from its HTTP source. */
export interface OxidizedRow {
  ip: string
  /** Names the node, so it is unique and fit for paths. */
  name: string
  full_name: string
  /** Model of Oxidized. */
  model: string
  login: string
  password: string
  input: 'ssh' | 'telnet'
  enable: string
  telnet_port: number
  ssh_port: number
  remove_secret: boolean
}

/** The port that Oxidized uses for the other protocol, which it does not try. */
const standard = { ssh: 22, telnet: 23 } as const

/** Null: no console is configured. */
export function rowOf(
  device: Pick<PollableDevice, 'id' | 'name' | 'ip'>,
  { console: access }: Pick<Target, 'console'>,
  { model, removeSecrets }: { model: string; removeSecrets: boolean },
): OxidizedRow | null {
  if (!access) return null
  const { protocol, port, login, password, enable } = access
  return {
    ip: device.ip,
    name: nodeName(device),
    full_name: device.name || device.ip,
    model,
    login,
    password,
    input: protocol,
    enable,
    telnet_port: protocol === 'telnet' ? port : standard.telnet,
    ssh_port: protocol === 'ssh' ? port : standard.ssh,
    remove_secret: removeSecrets,
  }
}
