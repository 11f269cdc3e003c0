import cisco from '@linecard/driver-cisco'
import dlink from '@linecard/driver-dlink'
import eltex from '@linecard/driver-eltex'
import huawei from '@linecard/driver-huawei'
import { createEquipment, memoryStore, settingsWith } from '@linecard/equipment/library'
import type { Target } from '@linecard/plugin-kit'
import { createSwitch, startDevice, type SimulatedSwitch, type SwitchModelName } from '@linecard/simulator'
import { behindWeather, seeded } from '@linecard/test-kit/worlds/console-weather'

/** A simulated switch behind its weather. */
export interface Bench {
  vendor: 'dlink' | 'cisco' | 'huawei' | 'eltex'
  simulated: SimulatedSwitch
  target: Target
  random(): number
}

const account = { login: 'bench', password: 'bench-word' }
const makers = [
  { vendor: 'dlink', model: 'DES-3200-28/C1', modelKey: 'dlink_des_3200_28_c1' },
  { vendor: 'cisco', model: 'WS-C2960X-24PS-L', modelKey: 'cisco_ios' },
  { vendor: 'huawei', model: 'S5328C-EI', modelKey: 'huawei_general_switch' },
  { vendor: 'eltex', model: 'MES2324B', modelKey: 'eltex_mes23xx' },
] as const satisfies readonly { vendor: Bench['vendor']; model: SwitchModelName; modelKey: string }[]

/** Messages as the four makers write them. */
const forms = [
  (n: number) => `%LINK-3-UPDOWN: Interface GigabitEthernet1/0/${n % 24}, changed state to up`,
  (n: number) => `INFO: Port ${n % 24} link up, 100Mbps FULL duplex`,
  (n: number) =>
    `%Jan 12 2026 10:00:${String(n % 60).padStart(2, '0')} SW %%01IFNET/4/LINK_STATE(l): port ${n}`,
]
export const message = {
  printed: 0,
  next(prompt: string): string {
    if (prompt === '') return ''
    return `\r\n${forms[message.printed % forms.length]!(++message.printed)}\r\n${prompt}`
  },
}

const log = { debug() {}, info() {}, warn() {}, error() {} }

/** Starts switches of the four makers and the equipment layer that changes them. */
export async function startMakers(perMaker: number, roundTripMs: number) {
  const stops: (() => Promise<unknown>)[] = []
  const benches: Bench[] = []
  const weather = { cuts: 0 }
  for (const [row, { vendor, model, modelKey }] of makers.entries())
    for (let at = 0; at < perMaker; at++) {
      const ip = `127.0.${71 + row}.${at + 1}`
      const random = seeded(1_000 * row + at)
      const simulated = createSwitch({ vendor, model, name: `sw${row}${at}`, seed: ip, ip })
      const device = await startDevice({ ip, port: 0, simulated, console: { telnet: 0, ...account } })
      const line = await behindWeather(
        device.console!.telnet!,
        {
          roundTripMs,
          pieces: 120,
          messages: 0.02,
          cuts: 0.001,
          message: message.next,
          onCut: () => weather.cuts++,
          random,
        },
        ip,
      )
      stops.push(line.close, () => device.stop())
      const target: Target = {
        deviceId: benches.length + 1,
        ip,
        modelKey,
        snmp: {
          version: '2c',
          port: device.port,
          timeoutMs: 1_000,
          retries: 2,
          community: 'public',
          writeCommunity: 'private',
        },
        console: {
          protocol: 'telnet',
          port: line.port,
          ...account,
          enable: '',
          commandMs: 60_000,
          idleMs: 15_000,
          allowLegacy: false,
        },
      }
      benches.push({ vendor, simulated, target, random })
    }
  const service = createEquipment({
    drivers: [cisco, dlink, eltex, huawei],
    log,
    store: memoryStore(),
    settings: settingsWith({ allow_loopback: true, networks: [], call_deadline_sec: 120 }),
  })
  return { service, benches, weather, stop: () => Promise.all(stops.map(end => end())) }
}
