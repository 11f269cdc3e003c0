import { createEquipment, memoryStore, settingsWith } from '@linecard/equipment/library'
import type { Target } from '@linecard/plugin-kit'
import type { DeviceError, Driver, Module, ResultOf } from '@linecard/driver-kit'
import { ponProfiles, unregisteredOnts } from '@linecard/driver-kit/modules'
import { createOlt, fakeClock, freeNumber, runningConfiguration, startDevice } from '@linecard/simulator'
import { assert } from '@linecard/test-kit'
import bdcom from '../../../drivers/bdcom/src/index.ts'
import cdata from '../../../drivers/cdata/src/index.ts'
import huawei from '../../../drivers/huawei/src/index.ts'
import vsol from '../../../drivers/vsol/src/index.ts'
import zte from '../../../drivers/zte/src/index.ts'
import { account, type LivingExample } from './living.ts'
import { telnetTo } from './terminal.ts'

const drivers: readonly Driver[] = [bdcom, cdata, huawei, vsol, zte]
const quiet = { debug() {}, info() {}, warn() {}, error() {} }
const vlans = [1, 100, 200, 300].map(id => ({ id, name: `vlan${id}` }))
let address = 1

/** A living OLT, the service's equipment that asks it, and what templates see of a found ONU. */
export async function bench(one: LivingExample) {
  const clock = fakeClock(Date.UTC(2026, 2, 1, 6))
  const ip = `127.8.43.${address++}`
  const { vendor, olt: model } = one
  const olt = createOlt({ vendor, model, name: 'olt', ip, clock, steady: true, onusOnEveryPort: 2, vlans })
  const device = await startDevice({ ip, port: 0, simulated: olt, console: { telnet: 0, ...account } })
  const equipment = createEquipment({
    drivers,
    log: quiet,
    store: memoryStore(),
    settings: settingsWith({ allow_loopback: true }),
  })
  const target: Target = {
    deviceId: null,
    ip,
    modelKey: null,
    snmp: {
      version: '2c',
      port: device.port,
      timeoutMs: 500,
      retries: 1,
      community: 'public',
      writeCommunity: 'private',
    },
    console: {
      protocol: 'telnet',
      port: device.console!.telnet!,
      ...account,
      commandMs: 10_000,
      idleMs: 5_000,
      allowLegacy: false,
    },
  }
  target.modelKey = (await equipment.detect(target)).modelKey
  assert.is(target.modelKey, one.model)
  olt.do({ do: 'appear', port: one.port, serial: one.ident, type: one.type })
  const call = async <M extends Module>(module: M, args: object = {}): Promise<ResultOf<M>> =>
    (await equipment.call(target, module, args as never)).data as ResultOf<M>
  const profiles = await call(ponProfiles).catch((error: DeviceError) => {
    if (error.kind === 'Unsupported') return null
    throw error
  })
  const waiting = (await call(unregisteredOnts)).find(({ _ident: ident }) => ident === one.ident)
  assert.ok(waiting?.interface, `${one.model} does not show ${one.ident}`)
  const port = waiting.interface!
  const first = freeNumber(
    olt,
    olt.pons.find(({ ifName }) => ifName === one.port)!,
  )!
  const shown = { ...port, bind_key: String(port.id), _shelf: port._frame ?? null }
  return {
    olt,
    clock,
    call,
    /** A module by its name, of the ONU with this bind key. */
    callByName: async (module: string, onu: number): Promise<unknown> =>
      (await equipment.callByName(target, module, { interface: onu })).data,
    running: () => runningConfiguration(olt),
    port,
    /** Variables of a registration, without its params. */
    variables: {
      user: { id: 1, login: 'noc' },
      device: { name: 'olt' },
      iface: shown,
      interfaces_list: [shown],
      data: profiles ? { pon_profiles: profiles } : {},
      error: {},
      ont: { ...waiting, ident: waiting._ident, interface: shown },
      free: { first, list: [first] },
      old: null,
    },
    /** A person at the console, where the service begins to type. */
    async person() {
      const person = await telnetTo(ip, device.console!.telnet!, one.newline)
      await person.until(one.first)
      for (const [line, end] of one.login) await person.ask(line, new RegExp(`${end} ?$`))
      for (const line of one.ready) await person.ask(line, prompt)
      return person
    },
    async stop() {
      await equipment.close()
      await device.stop()
    },
  }
}
export type Bench = Awaited<ReturnType<typeof bench>>

/** The prompt of an OLT named `olt`, in whatever mode. */
export const prompt = /(?:^|\n)olt[\w(/:.)-]*[#>] ?$/
