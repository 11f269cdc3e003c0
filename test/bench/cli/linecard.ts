import cisco from '@linecard/driver-cisco'
import dlink from '@linecard/driver-dlink'
import eltex from '@linecard/driver-eltex'
import huawei from '@linecard/driver-huawei'
import {
  createEquipment,
  memoryStore,
  settingsWith,
  type EquipmentService,
} from '@linecard/equipment/library'
import type { Target } from '@linecard/plugin-kit'
import { type Bench, account, ports } from './switches.ts'

const log = { debug() {}, info() {}, warn() {}, error() {} }

/** The equipment layer of the service, with the drivers of the four vendors and without open sessions. */
export const equipment = (): EquipmentService =>
  createEquipment({
    drivers: [cisco, dlink, eltex, huawei],
    log,
    store: memoryStore(),
    settings: settingsWith({ allow_loopback: true, networks: [] }),
  })

const targetOf = ({ ip, modelKey }: Bench, protocol: 'ssh' | 'telnet', deviceId: number): Target => ({
  deviceId,
  ip,
  modelKey,
  snmp: {
    version: '2c',
    port: ports.snmp,
    timeoutMs: 1000,
    retries: 1,
    community: 'public',
    writeCommunity: 'private',
  },
  console: {
    protocol,
    port: ports[protocol],
    ...account,
    enable: '',
    commandMs: 60_000,
    idleMs: 30_000,
    allowLegacy: false,
  },
})

/** Three commands in one session, through the module that the API calls. */
export async function viaLinecard(
  service: EquipmentService,
  device: Bench,
  protocol: 'ssh' | 'telnet',
  id: number,
): Promise<string[]> {
  const { data } = await service.callByName(
    targetOf(device, protocol, id),
    'multi_console_command',
    { commands: [...device.commands] },
    { from: 'device' },
  )
  const results = data as { output: string; success: boolean; error: string | null }[]
  const bad = results.find(({ success }) => !success)
  if (bad) throw new Error(`${device.ip}: ${bad.error}`)
  return results.map(({ output }) => output)
}
