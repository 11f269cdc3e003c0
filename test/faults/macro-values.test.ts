import { existsSync, readdirSync } from 'node:fs'
import { DeviceError, type Driver } from '@linecard/driver-kit'
import { multiConsoleCommand } from '@linecard/driver-kit/modules'
import { createEquipment, memoryStore, settingsWith } from '@linecard/equipment/library'
import type { Target } from '@linecard/plugin-kit'
import { createOlt, createSwitch, startDevice } from '@linecard/simulator'
import { commandsOf, createRenderer, TemplateError, valueRulesOf } from '@linecard/template-kit'
import { assert, suite } from '@linecard/test-kit'
import { ip } from '../support/installation.ts'

/**
 * Fault 67 on living consoles: what a person fills into a macro is refused before anything is typed, or the
 * console receives it as one literal line.
 */
const test = suite('values of macros on living consoles', { level: 'full' })
const values = ['x; reload', 'x\nreload', 'x\rreload', 'x<cr>', 'x?', 'x" y', 'x|y', '!reload', '#reload']
const lines = ['description {{params.text}}', 'description "{{params.text}}"', '{{params.text}}']
const account = { login: 'noc', password: 'pw-7f3Kq9' }
const enable = 'en-2Lm8Xz'

const switches = {
  dlink: 'DES-3200-28/C1',
  cisco: 'WS-C2960X-24PS-L',
  huawei: 'S5328C-EI',
  eltex: 'MES2324P',
} as const
const olts = {
  zte: 'C320',
  huawei: 'MA5800-X7',
  bdcom: 'P3310C',
  cdata: 'FD1608S',
  vsol: 'V1600G1B',
} as const
type Simulated = ReturnType<typeof createSwitch> | ReturnType<typeof createOlt>
const kinds: [name: string, make: (name: string, ip: string) => Simulated][] = [
  ...Object.entries(switches).map(([vendor, model]): (typeof kinds)[number] => [
    `${vendor} ${model}`,
    (name, at) => createSwitch({ vendor: vendor as keyof typeof switches, model, name, ip: at }),
  ]),
  ...Object.entries(olts).map(([vendor, model]): (typeof kinds)[number] => [
    `${vendor} ${model}`,
    (name, at) => createOlt({ vendor: vendor as keyof typeof olts, model, name, ip: at, steady: true }),
  ]),
]

const renderer = createRenderer()
let equipment!: ReturnType<typeof createEquipment>
const drivers: Driver[] = []
test.before(async () => {
  for (const id of readdirSync('drivers').filter(one => existsSync(`drivers/${one}/src/index.ts`)))
    drivers.push(((await import(`../../drivers/${id}/src/index.ts`)) as { default: Driver }).default)
  equipment = createEquipment({
    drivers,
    log: { debug() {}, info() {}, warn() {}, error() {} },
    store: memoryStore(),
    settings: settingsWith({ allow_loopback: true, networks: [] }),
  })
})
test.after(async () => {
  await equipment?.close()
  await renderer.close()
})

/** The commands, or null if the value is refused. */
async function commandsWith(line: string, text: string, vendor: string) {
  try {
    const rendered = await renderer.render({ text: line }, { params: { text } })
    return commandsOf(rendered.lines, { rules: valueRulesOf(vendor) })
  } catch (error) {
    if (error instanceof TemplateError) return null
    throw error
  }
}

for (const [at, [name, make]] of kinds.entries())
  test(`${name}: a value is refused, or one literal line`, async () => {
    const address = ip(60 + at)
    const simulated = make(`values-${at}`, address)
    const device = await startDevice({
      ip: address,
      port: 0,
      simulated,
      console: { telnet: 0, ...account, enable },
    })
    const target: Target = {
      deviceId: at + 1,
      ip: address,
      modelKey: null,
      snmp: {
        version: '2c',
        port: device.port,
        timeoutMs: 500,
        retries: 2,
        community: 'public',
        writeCommunity: 'private',
      },
      console: {
        protocol: 'telnet',
        port: device.console!.telnet!,
        ...account,
        enable,
        commandMs: 10_000,
        idleMs: 5_000,
        allowLegacy: false,
      },
    }
    try {
      const { modelKey } = await equipment.detect(target)
      assert.ok(modelKey, 'no driver knows it')
      const known = { ...target, modelKey }
      const type = (commands: object[]) =>
        equipment.call(known, multiConsoleCommand, { commands, break_on_error: 'no' } as never)
      await type([{ text: 'exit-is-no-command' }])
      const vendor = drivers.find(({ models }) => models.some(({ key }) => key === modelKey))!.vendor
      let taken = 0
      for (const text of values)
        for (const line of lines) {
          const before = device.console!.typed.length
          const commands = await commandsWith(line, text, vendor)
          if (commands) {
            taken++
            await type(commands).catch((error: unknown) => {
              if (!(error instanceof DeviceError)) throw error
            })
          }
          // The console itself is asked for its prompt with a marker.
          const heard = device.console!.typed.slice(before).filter(one => !/^\s*([#!][a-z]{8})?$/.test(one))
          const wanted = line.replace('{{params.text}}', text)
          assert.equal(heard, commands ? [wanted] : [], JSON.stringify([line, text]))
        }
      assert.ok(taken > 0 && taken < (values.length * lines.length) / 2, `${taken} taken`)
    } finally {
      await equipment.forget(at + 1)
      await device.stop()
    }
  })
