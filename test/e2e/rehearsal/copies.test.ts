import { setTimeout as sleep } from 'node:timers/promises'
import { multiConsoleCommand, ponOntsSerial } from '@linecard/driver-kit/modules'
import { definePlugin, type Caller, type Context } from '@linecard/plugin-kit'
import { assert, failureOf, suite } from '@linecard/test-kit'
import { identText, type SimulatedOlt } from '@linecard/simulator'
import { createCopies, type Copies, type LivingCopy } from '../../../plugins/rehearsal/src/copies/copies.ts'
import { sceneOf, startInstallation, type Installation } from '../../support/installation.ts'
import { readAll } from '../../support/read-all.ts'
import { untouched } from './world.ts'

/** Living copies of devices of the inventory, beside the (simulated) devices themselves. */
const test = suite('rehearsal: living copies', { level: 'full' })

const devices = [
  { kind: 'olt', name: 'zte', vendor: 'zte', model: 'C320', onusOnEveryPort: 3, steady: true },
  { kind: 'olt', name: 'huawei', vendor: 'huawei', model: 'MA5800-X7', onusOnEveryPort: 2, steady: true },
  { kind: 'olt', name: 'bdcom', vendor: 'bdcom', model: 'GP3600-08', onusOnEveryPort: 2, steady: true },
  { kind: 'olt', name: 'cdata', vendor: 'cdata', model: 'FD1608S', onusOnEveryPort: 2, steady: true },
  { kind: 'olt', name: 'vsol', vendor: 'vsol', model: 'V1600G1B', onusOnEveryPort: 2, steady: true },
  { kind: 'switch', name: 'dlink', vendor: 'dlink', model: 'DES-3200-28/C1' },
  { kind: 'switch', name: 'cisco', vendor: 'cisco', model: 'WS-C2960X-24PS-L' },
  { kind: 'switch', name: 'eltex', vendor: 'eltex', model: 'MES2324P' },
  { kind: 'switch', name: 's5300', vendor: 'huawei', model: 'S5328C-EI' },
  { kind: 'router-os', name: 'mt', version: 7 },
].map(one => ({ ...one, ...(one.kind !== 'router-os' && { console: { telnet: 0 } }) }))

const caller: Caller = { userId: 1, login: 'noc', permissions: new Set(), groupIds: null, sessionId: null }
let ctx!: Context
const probe = definePlugin({
  id: 'probe',
  api: 1,
  requires: ['inventory', 'equipment'],
  setup: own => (ctx = own),
})
let house!: Installation
let ids!: ReadonlyMap<string, number>
const copiesWith = (config: { max_copies: number; time_limit_sec: number }): Copies =>
  createCopies({ ...ctx, config } as Context<typeof config>)
let copies!: Copies
const signal = new AbortController().signal
const on = <T>(name: string, work: (copy: LivingCopy) => Promise<T>, all = copies) =>
  all.with({ deviceId: ids.get(name)!, caller, signal }, work)

test.before(async () => {
  house = await startInstallation({ scene: sceneOf(devices), plugins: [probe] })
  ids = await readAll(
    house,
    devices.map(({ name }) => name),
  )
  copies = copiesWith({ max_copies: 2, time_limit_sec: 60 })
})
test.after(() => house?.stop())

for (const name of ['zte', 'huawei', 'bdcom', 'cdata', 'vsol'])
  test(`${name}: the copy has the ONUs of the OLT, and the OLT is not touched`, () =>
    untouched(house, name, () =>
      on(name, async ({ target, model }) => {
        assert.is(model, devices.find(one => one.name === name)!.model)
        const rows = (await ctx.use('equipment').call(target, ponOntsSerial, {}, { from: 'device', caller }))
          .data
        const olt = house.simulated(name).simulated as SimulatedOlt
        assert.equal(
          rows.map(row => row.serial).toSorted(),
          olt.onus.map(({ serial }) => identText(serial)).toSorted(),
        )
      }),
    ))

const renamed: Readonly<Record<string, readonly string[]>> = {
  dlink: ['config ports 3 description roof-7'],
  cisco: ['configure terminal', 'interface Gi1/0/3', 'description roof-7', 'end'],
  eltex: ['configure', 'interface gi1/0/3', 'description roof-7', 'end'],
  s5300: ['system-view', 'interface GigabitEthernet0/0/3', 'description roof-7', 'quit', 'quit'],
}
for (const [name, commands] of Object.entries(renamed))
  test(`${name}: commands change the copy, and only the copy`, () =>
    untouched(house, name, () =>
      on(name, async ({ target, keep, difference }) => {
        await keep('before')
        const { data } = await ctx
          .use('equipment')
          .call(target, multiConsoleCommand, { commands: [...commands] }, { caller })
        assert.ok(
          data.every(({ success }) => success),
          JSON.stringify(data),
        )
        await keep('after')
        const { equal, unified } = await difference('before', 'after')
        assert.is(equal, false)
        assert.match(unified!, /^\+.*roof-7/m)
        assert.equal(await difference('before', 'before'), { equal: true, unified: '' })
      }),
    ))

test('nothing of a copy is stored, recorded as a change or counted, and the call log marks it', async () => {
  const id = ids.get('dlink')!
  const actions = async () => {
    const { status, data } = await house.admin.ask<{ id: number }[]>('POST', '/logs/actions', {
      body: { limit: 10_000 },
    })
    assert.is(status, 200)
    return data.length
  }
  const before = await actions()
  await on('dlink', ({ target }) =>
    ctx
      .use('equipment')
      .callByName(target, 'multi_console_command', { commands: ['show switch'] }, { caller }),
  )
  assert.is(await actions(), before)
  type Entry = { device_id: number | null; copy_of: number | null; device_ip: string; module: string }
  const log = await house.admin.post<Entry[]>('/system-switcher-core/filter', { limit: 5 })
  const entry = log.find(one => one.copy_of === id)
  assert.equal([entry?.device_id, entry?.module], [null, 'multi_console_command'])
  assert.match(entry!.device_ip, /^127\./)
  assert.is.not(entry!.device_ip, house.simulated('dlink').ip)
})

test('whatever a rehearsal says, its target never reaches the address of the device', () =>
  untouched(house, 'dlink', () =>
    on('dlink', async ({ target, real }) => {
      const ask = (one: typeof target) =>
        ctx.use('equipment').callByName(one, 'system', {}, { from: 'device', caller })
      for (const wrong of [
        { ...target, ip: real.ip },
        { ...real, deviceId: null, copyOf: real.deviceId! },
        { ...target, deviceId: real.deviceId },
      ])
        assert.match((await failureOf(ask(wrong))).message, /not lent/)
    }),
  ))

test('the address of a copy that has ended is asked no more', async () => {
  const target = await on('dlink', async copy => copy.target)
  const asked = ctx.use('equipment').callByName(target, 'system', {}, { from: 'device', caller })
  assert.match((await failureOf(asked)).message, /not lent/)
})

test('two rehearsals run at once, each on its own copy; a third one is told to wait', async () => {
  const both = Promise.withResolvers<void>()
  let inside = 0
  const meet = async ({ target }: LivingCopy) => {
    if (++inside === 2) both.resolve()
    await both.promise
    return target.ip
  }
  const [one, two] = [on('dlink', meet), on('dlink', meet)]
  await both.promise.catch(() => undefined)
  const third = await failureOf(on('dlink', meet))
  assert.is((third as { code?: string }).code, 'REHEARSAL_BUSY')
  assert.is.not(await one, await two)
  assert.is(copies.living, 0)
})

test('a rehearsal ends at its time limit, with its request, and with the service', async () => {
  const forever = () => new Promise<never>(() => undefined)
  const short = copiesWith({ max_copies: 1, time_limit_sec: 3 })
  assert.is(
    ((await failureOf(on('dlink', forever, short))) as { code?: string }).code,
    'REHEARSAL_TIME_LIMIT',
  )
  const gone = new AbortController()
  const left = copies.with({ deviceId: ids.get('dlink')!, caller, signal: gone.signal }, () => {
    gone.abort(new Error('the client has left'))
    return forever()
  })
  assert.is((await failureOf(left)).message, 'the client has left')
  const stopping = copiesWith({ max_copies: 1, time_limit_sec: 60 })
  const stopped = failureOf(on('dlink', forever, stopping))
  await sleep(1500)
  await stopping.stop()
  assert.is(((await stopped) as { code?: string }).code, 'REHEARSAL_STOPPED')
  assert.equal([short.living, copies.living, stopping.living], [0, 0, 0])
})

test('a device whose maker has no living model is refused with the makers that have one', async () => {
  const error = await failureOf(on('mt', async () => undefined))
  assert.is((error as { code?: string }).code, 'REHEARSAL_NO_COPY')
  assert.match(
    error.message,
    /bdcom, cdata, huawei, vsol, zte and of switches of cisco, dlink, eltex, huawei/,
  )
})
