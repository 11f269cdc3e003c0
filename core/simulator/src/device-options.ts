import type { Varbind } from '@linecard/driver-kit'
import type { ConsoleOptions } from './console/server.ts'
import type { SimulatedDevice } from './simulated/base.ts'
import type { Behaviour } from './snmp/behaviour.ts'
import type { V3User } from './snmp/engine.ts'
import type { Mib } from './snmp/mib.ts'

export interface DeviceOptions {
  /** An address of 127.0.0.0/8, one for each device. */
  ip: string
  /** UDP port. Default 1161, which needs no privilege; 0 takes a free one. */
  port?: number
  /** A `.snmprec` by path, or its varbinds. */
  recording?: string | URL | Iterable<Varbind>
  /** What the device answers, if it has no recording. Many devices may share it. */
  mib?: Mib
  /** A simulated device: its MIB is answered, and it may reboot. */
  simulated?: SimulatedDevice
  /** The console of `simulated`, over telnet and SSH. */
  console?: ConsoleOptions
  /** Default `public` to read, `private` to read and write. */
  communities?: { read: string; write: string }
  v3Users?: readonly V3User[]
  /**
   * Other contexts of the agent. `name` is the contextName of SNMPv3 (`vlan-301`); `suffix` is what v1 and
   * v2c append to the community (`@301`).
   */
  contexts?: readonly { name: string; suffix: string; recording: Iterable<Varbind> }[]
  behaviour?: Behaviour
  /** Seed of the random draws for `loss`. */
  seed?: number
}
