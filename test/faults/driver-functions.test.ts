import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import type { CliOnuPlace } from '@linecard/driver-kit/cli'
import type { Driver } from '@linecard/driver-kit'
import { boot } from '@linecard/kernel'
import type { Configurations, Context, Equipment, Target } from '@linecard/plugin-kit'
import { startDevice, type Device } from '@linecard/simulator'
import { assert, suite, until } from '@linecard/test-kit'
import { nextIp } from '@linecard/test-kit/worlds/addresses'
import { mibOf } from '@linecard/test-kit/worlds/standard-device'
import snmp from 'net-snmp'
import { throwing } from './bad-packages/hollow.ts'
import { code } from './bad-packages/hollow-driver.ts'
import { plugin } from './bad-packages/rows.ts'
import { makeSite, type Site } from './bad-packages/world.ts'

/** Every function of the contract of drivers throws once, and the operator finds whose it was and where. */
const test = suite('errors in every function of a driver', { level: 'full' })

type Callable = (...args: never[]) => unknown
/** Paths of all functions in a declaration: the types find them. `Above` ends declarations in themselves. */
type FunctionIn<T, At extends string, Above = never> = T extends Callable
  ? At
  : T extends Above | RegExp | string | number | boolean | null | undefined
    ? never
    : T extends readonly (infer E)[]
      ? FunctionIn<E, At, Above>
      : {
          [K in keyof T & string]-?: FunctionIn<
            NonNullable<T[K]>,
            At extends '' ? K : `${At}.${string extends K ? '*' : K}`,
            Above | T
          >
        }[keyof T & string]
type DriverFunction = FunctionIn<Driver, ''>

/** A plugin that asks drivers: for a caller, and in a timer that its `setup` made. */
const asker = plugin(
  'asker',
  `setup(ctx) {
    setInterval(() => { const ask = globalThis.askedLater; globalThis.askedLater = null; ask?.(ctx) }, 5).unref()
    return { ctx }
  },
  routes(routes, { ctx }) {
    routes.get('/asker', { operationId: 'asker.get', tag: 'asker', summary: 'X', permission: 'public',
      response: T.Null() }, () => globalThis.asked(ctx))
  }`,
)

let site!: Site
let run!: Awaited<ReturnType<typeof boot>>
let trapPort!: number
const devices: Device[] = []
const targets: Target[] = []
const log: { level: string; msg: string; err?: { stack: string } }[] = []

async function freePort(): Promise<number> {
  const socket = createSocket('udp4').bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const { port } = socket.address()
  socket.close()
  return port
}
async function post<T>(path: string, body: unknown): Promise<T> {
  const answer = await run.request({ method: 'POST', path, body })
  assert.ok(answer.status < 300, JSON.stringify(answer.body))
  return (answer.body as { data: T }).data
}
const nowhere = {
  protocol: 'telnet',
  port: 9,
  login: 'x',
  password: 'x',
  enable: '',
  allowLegacy: false,
} as const

async function added(objectId: string): Promise<Target> {
  const device = await startDevice({ ip: nextIp(), port: 0, mib: mibOf({ objectId }) })
  devices.push(device)
  const { ip, port } = device
  const params = { sw_core_connection: { snmp_port: port, snmp_timeout_sec: 2, snmp_repeats: 2 } }
  const access = { name: ip, public_community: 'public', params }
  const { id: access_id } = await post<{ id: number }>('/device-access', access)
  const { model } = await post<{ model: { id: number } }>('/device-detect', { ip, access_id })
  await post('/device', { ip, name: ip, access_id, model_id: model.id })
  const target = await run.use('devices').target({ ip }, run.use('auth').system())
  return { ...target, console: { ...nowhere, commandMs: 1000, idleMs: 1000 } }
}

test.before(async () => {
  trapPort = await freePort()
  site = await makeSite(
    [
      { id: 'asker', code: asker },
      { id: 'hollow', kind: 'driver', code },
    ],
    ['@linecard/plugin-traps'],
    { equipment: { allow_loopback: true }, traps: { snmp: true, address: '127.0.0.1', snmp_port: trapPort } },
  )
  const logTo = { write: (line: string) => void log.push(JSON.parse(line) as (typeof log)[number]) }
  run = await boot({ configFile: site.configFile, env: {}, logTo })
  targets.push(await added('1.3.6.1.4.1.99999.66.1'), await added('1.3.6.1.4.1.99999.66.2'))
  await until('traps know the device', async () => {
    trap()
    const { body } = await run.request({ method: 'GET', path: '/component/traps' })
    return (body as { data: { device: unknown }[] }).data.some(one => one.device !== null)
  })
})
test.after(async () => {
  throwing(null)
  await run?.stop()
  await Promise.all(devices.map(device => device.stop()))
  await site?.remove()
})

interface Asked {
  equipment: Equipment
  onu: NonNullable<ReturnType<Configurations['onu']>>
  /** A device that its commit arms, and one that is armed before. */
  first: Target
  second: Target
}
const place: CliOnuPlace = { kind: 'gpon', shelf: 0, slot: 0, port: 1, onu: 1 }
const device = { from: 'device', caller: null } as const
const call =
  (name: string) =>
  ({ equipment, first }: Asked) =>
    equipment.callByName(first, name, {}, device)
const verify =
  (name: string) =>
  ({ equipment, first }: Asked) =>
    equipment.verify(first, name, {})
const guarded = { what: 'x', revertAfterSec: 60, caller: null }

function trap(): void {
  const session = snmp.createSession('127.0.0.1', 'public', {
    trapPort,
    version: snmp.Version2c,
    sourceAddress: targets[0]!.ip,
  } as never)
  session.trap('1.3.6.1.4.1.99999.66.0.1', () => session.close())
}

/** How each function is called as the service calls it. */
const calls: Readonly<Record<DriverFunction, (asked: Asked) => unknown>> = {
  'models.modules.run': call('rmon'),
  'models.modules.verify': verify('reboot'),
  'models.family.modules.run': call('fdb'),
  'models.family.modules.verify': verify('save_config'),
  'models.family.console.run': call('arp_info'),
  'models.family.console.verify': verify('clear_counters'),
  'models.family.cli.onu.show': ({ onu }) => onu.show(place),
  'models.family.cli.onu.more': ({ onu }) => onu.more!([], place),
  'models.family.cli.onu.lines': ({ onu }) => onu.lines('', place),
  'models.family.cli.onu.typed': ({ onu }) => onu.typed('', place),
  'models.family.revert.arm': ({ equipment, second }) => equipment.guarded(second, guarded, async () => null),
  'models.family.revert.armed': ({ equipment, second }) =>
    equipment.guarded(second, guarded, async () => null),
  'models.family.revert.disarm': ({ equipment, second }) =>
    equipment.guarded(second, guarded, async () => null),
  'models.family.revert.instead': ({ equipment, first }) =>
    equipment.guarded(first, guarded, ({ hold }) =>
      equipment.callByName(first, 'console_command', { command: 'x' }, { ...device, hold }),
    ),
  'models.family.notifications.port': trap,
}

interface Shown {
  state: string
  reason: string | null
  error_count: number
  last_error: { message: string } | null
}
async function shown(key = 'driver-hollow'): Promise<Shown> {
  const { body } = await run.request({ method: 'GET', path: `/system-components/${key}` })
  return (body as { data: Shown }).data
}
const askedOf = (ctx: Context): Asked => ({
  equipment: ctx.use('equipment'),
  onu: ctx.use('configurations').onu('hollow_one')!,
  first: targets[0]!,
  second: targets[1]!,
})
const ways: Readonly<Record<string, (ask: (ctx: Context) => Promise<unknown>) => unknown>> = {
  'a caller': async ask => {
    Object.assign(globalThis, { asked: ask })
    await run.request({ method: 'GET', path: '/asker' })
  },
  'a timer of a setup': ask => void Object.assign(globalThis, { askedLater: ask }),
}

for (const [way, begin] of Object.entries(ways))
  for (const [name, ask] of Object.entries(calls))
    test(`${name}, asked by ${way}: what it throws is counted, with file and line, and the driver is degraded`, async () => {
      const before = await shown()
      throwing(name)
      await begin(async ctx => {
        // Whoever calls it may be told, or not.
        await (async () => ask(askedOf(ctx)))().catch(() => undefined)
        return null
      })
      const after = await until('it is counted', async () => {
        const now = await shown()
        return now.error_count > before.error_count ? now : null
      })
      throwing(null)
      assert.is(after.error_count, before.error_count + 1)
      assert.match(
        after.last_error!.message,
        new RegExp(`^in ${name.replaceAll('.', '\\.')} \\(index\\.js:\\d+\\)$`),
      )
      assert.equal(
        [after.state, after.reason],
        ['degraded', `threw ${after.error_count} times, at last: ${after.last_error!.message}`],
      )
      // Of many errors the log has only some.
      if (after.error_count <= 10) {
        const line = log.findLast(({ msg }) => msg.includes(`in ${name} `))!
        assert.is(line.level, 'error')
        assert.match(line.err!.stack, /hollow\/index\.js:\d+:\d+/)
      }
      assert.is((await shown('asker')).error_count, 0)
      assert.is((await shown('traps')).error_count, 0)
    })
