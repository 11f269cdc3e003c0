import { DeviceError, type Driver } from '@linecard/driver-kit'
import { createEquipment, memoryStore, settingsWith } from '@linecard/equipment/library'
import type { ConsoleAccess, Target } from '@linecard/plugin-kit'
import {
  createOlt,
  createSwitch,
  runningConfiguration,
  startDevice,
  type ConsoleBehaviour,
  type Device,
} from '@linecard/simulator'
import { assert, suite } from '@linecard/test-kit'
import { allDrivers } from '../support/drivers.ts'
import { ip } from '../support/installation.ts'

/** Configurations of simulated devices of ten makers, read by the real drivers over telnet and SSH. */
const test = suite('configurations over real consoles', { level: 'full' })

const switches = {
  dlink: 'DES-3200-28/C1',
  cisco: 'WS-C2960X-24PS-L',
  huawei: 'S5328C-EI',
  eltex: 'MES2324P',
  juniper: 'EX2200-24T-4G',
} as const
const olts = {
  zte: 'C320',
  huawei: 'MA5800-X7',
  bdcom: 'P3310C',
  cdata: 'FD1608S',
  vsol: 'V1600G1B',
} as const
type Simulated = ReturnType<typeof createSwitch> | ReturnType<typeof createOlt>
/** The clock stands still: two outputs differ by faults alone. */
const clock = { now: () => Date.UTC(2026, 0, 15, 12) }
const kinds: Readonly<Record<string, (at: string) => Simulated>> = Object.fromEntries([
  ...Object.entries(switches).map(([vendor, model]) => [
    `${vendor} ${model}`,
    (at: string) =>
      createSwitch({ vendor: vendor as keyof typeof switches, model, name: 'sw-one', ip: at, clock }),
  ]),
  ...Object.entries(olts).map(([vendor, model]) => [
    `${vendor} ${model}`,
    (at: string) =>
      createOlt({ vendor: vendor as keyof typeof olts, model, name: 'olt-one', ip: at, clock, steady: true }),
  ]),
])
const [login, password, enable] = ['noc', 'pw-7f3Kq9', 'en-2Lm8Xz']
const log = { debug() {}, info() {}, warn() {}, error() {} }

/** The same driver, which does not switch the pager off. */
const withPages = (driver: Driver): Driver => ({
  ...driver,
  models: driver.models.map(model => {
    const { family } = model
    return family.cli ? { ...model, family: { ...family, cli: { ...family.cli, afterLogin: [] } } } : model
  }),
})

interface House {
  device: Device
  simulated: Simulated
  read(more?: Partial<ConsoleAccess>): Promise<string>
}

/** A device of a kind, whose model the equipment layer has detected. */
async function meet(
  kind: string,
  protocol: 'ssh' | 'telnet',
  behaviour: ConsoleBehaviour,
  work: (house: House) => Promise<void>,
  pages = false,
): Promise<void> {
  const address = ip(120 + Object.keys(kinds).indexOf(kind))
  const simulated = kinds[kind]!(address)
  const console = { [protocol]: 0, login, password, enable, behaviour }
  const device = await startDevice({ ip: address, port: 0, simulated, console })
  const settings = settingsWith({ allow_loopback: true, networks: [] })
  const drivers = (await allDrivers()).map(driver => (pages ? withPages(driver) : driver))
  const equipment = createEquipment({ drivers, log, store: memoryStore(), settings })
  const snmp = { version: '2c', port: device.port, timeoutMs: 1_000, retries: 2 } as const
  const access: ConsoleAccess = {
    protocol,
    port: device.console![protocol]!,
    login,
    password,
    enable,
    commandMs: 20_000,
    idleMs: 10_000,
    allowLegacy: false,
  }
  const target: Target = {
    deviceId: 1,
    ip: address,
    modelKey: null,
    snmp: { ...snmp, community: 'public', writeCommunity: 'private' },
    console: access,
  }
  try {
    const { modelKey } = await equipment.detect(target)
    const { configurations } = equipment
    assert.ok(configurations.readable(modelKey), `${kind} is ${modelKey}`)
    const read: House['read'] = async more => {
      const asked = { ...target, modelKey, console: { ...access, ...more } }
      return configurations.significant(modelKey, (await configurations.read(asked)).text)
    }
    await work({ device, simulated, read })
  } finally {
    await equipment.close()
    await device.stop()
  }
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map(line => line.trimEnd())
    .filter(line => line !== '')

/** Lines that only the output has: what the console says about it. */
const about =
  /^(?:Building|Current configuration|Using|#|!|\[|:|enable$|config(?:ure)?(?: terminal)?$|end$|return$)/i

for (const kind of Object.keys(kinds)) {
  test(`${kind}: the configuration is that of the device, over telnet and SSH, twice the same`, async () => {
    const texts: string[] = []
    for (const protocol of ['telnet', 'ssh'] as const)
      await meet(kind, protocol, {}, async ({ read, simulated }) => {
        texts.push(await read(), await read())
        const present = new Set(linesOf(texts.at(-1)!))
        const absent = linesOf(runningConfiguration(simulated)).filter(
          line => !present.has(line) && !about.test(line),
        )
        // Junos prints a hierarchy of the same statements.
        if (kind.startsWith('juniper')) assert.match(texts.at(-1)!, /^system \{\n {4}host-name sw-one;\n/m)
        else assert.equal(absent, [])
        assert.ok(present.size > 20, texts.at(-1))
      })
    assert.is(new Set(texts).size, 1, 'they differ')
  })

  test(`${kind} with pages, colours, single octets and CR CR LF has the same configuration`, async () => {
    let plain = ''
    await meet(kind, 'telnet', {}, async ({ read }) => void (plain = await read()))
    const ways: ConsoleBehaviour[] = [
      { ansi: true, doubleCr: true },
      { split: true, motd: 'sw-one#\r\n<sw-one>\r\nnoc@sw-one>\r\n' },
      // Its refusal repeats what was typed, so it cannot be told from an echo.
      ...(kind.startsWith('cdata') ? [] : [{ noEcho: true }]),
    ]
    await meet(kind, 'telnet', {}, async ({ read }) => assert.is(await read(), plain, 'in pages'), true)
    for (const behaviour of ways)
      await meet(kind, 'telnet', behaviour, async ({ read }) =>
        assert.is((await read()).replace(/^\n+/, ''), plain, JSON.stringify(behaviour)),
      )
  })

  test(`${kind} whose connection breaks in the middle gives nothing, and all of it afterwards`, async () => {
    const behaviour: ConsoleBehaviour = { drop: { command: /^(?:show|display) .*conf/, after: 300 } }
    await meet(kind, 'telnet', behaviour, async ({ read, device }) => {
      const error = await read().then(
        () => null,
        (reason: unknown) => reason as DeviceError,
      )
      assert.instance(error, DeviceError)
      assert.equal([error!.code, error!.partial], ['DEVICE_SESSION_LOST', undefined])
      Object.assign(device.console!.behaviour, { drop: undefined })
      assert.ok(linesOf(await read()).length > 20)
    })
  })
}
