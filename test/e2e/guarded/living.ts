import { setTimeout as pause } from 'node:timers/promises'
import cisco from '@linecard/driver-cisco'
import juniper from '@linecard/driver-juniper'
import {
  createEquipment,
  memoryStore,
  settingsWith,
  type EquipmentService,
} from '@linecard/equipment/library'
import type { Target } from '@linecard/plugin-kit'
import { createSwitch, fakeClock, runningConfiguration, startDevice } from '@linecard/simulator'

const account = { login: 'noc', password: 'pw-7f3Kq9' }
const enable = 'en-2Lm8Xz'
const ownAddress = '127.41.12.1'

const kinds = {
  catalyst: { vendor: 'cisco', model: 'WS-C2960X-24PS-L', modelKey: 'cisco_catalyst_2960x' },
  junos: { vendor: 'juniper', model: 'EX2200-24T-4G', modelKey: 'juniper_ex2200' },
} as const

const quiet = { debug() {}, info() {}, warn() {}, error() {} }

/** The equipment of one process. */
export const startEquipment = (settings: Parameters<typeof settingsWith>[0] = {}): EquipmentService =>
  createEquipment({
    drivers: [cisco, juniper],
    log: quiet,
    store: memoryStore(),
    settings: settingsWith({ allow_loopback: true, networks: [], ...settings }),
  })

export const targetAt = (
  ports: { snmp: number; telnet: number },
  ip = ownAddress,
  kind: keyof typeof kinds = 'catalyst',
): Target => ({
  deviceId: 1,
  ip,
  modelKey: kinds[kind].modelKey,
  snmp: {
    version: '2c',
    port: ports.snmp,
    timeoutMs: 300,
    retries: 1,
    community: 'public',
    writeCommunity: 'private',
  },
  console: {
    protocol: 'telnet',
    port: ports.telnet,
    ...account,
    enable,
    commandMs: 10_000,
    idleMs: 5_000,
    allowLegacy: false,
  },
})

/** A living switch with a clock of its own, by default a Catalyst. */
export async function startLiving(ip = ownAddress, kind: keyof typeof kinds = 'catalyst') {
  const { vendor, model } = kinds[kind]
  const clock = fakeClock()
  const simulated = createSwitch({
    vendor,
    model,
    name: 'sw-guarded',
    seed: 'guarded',
    ip,
    clock,
    rebootMs: 15_000,
  })
  const device = await startDevice({ ip, port: 0, simulated, console: { telnet: 0, ...account, enable } })
  return {
    device,
    control: simulated.control,
    target: targetAt({ snmp: device.port, telnet: device.console!.telnet! }, ip, kind),
    running: () => runningConfiguration(simulated),
    /** Lets time pass at the device. A restart closes its sessions. */
    async after(minutes: number) {
      clock.advance(minutes * 60_000)
      simulated.control.now()
      await pause(300)
    },
  }
}
