import { assert, suite, until } from '@linecard/test-kit'
import type { Installation } from '../support/installation.ts'
import { fourMakers, startSwitches } from '../support/switches.ts'

/** Macros whose change a device undoes by itself, if it cannot be reached afterwards. */
const test = suite('macros: changes that revert', { level: 'full' })
const { 'sw-cisco': cisco, 'sw-dlink': dlink } = fourMakers
let house!: Installation
let ids: ReadonlyMap<string, number> = new Map()

test.before(async () => {
  ;({ house, ids } = await startSwitches({ 'sw-cisco': cisco, 'sw-dlink': dlink }))
})
test.after(() => house?.stop())

const make = async (name: string, template: string) =>
  (await house.admin.post<{ id: number }>('/component/macros-control', { name, template })).id
const execute = (device: string, id: number) =>
  house.admin.ask<{ status: string }>('POST', '/component/macros/execute', {
    body: { device: { id: ids.get(device) }, macros: { id }, revert_after_sec: 120 },
  })
const typed = (name: string) => house.simulated(name).console!.typed

test('the restart is ordered before the change, and cancelled over a new connection after it', async () => {
  await until(
    'the switch is read',
    async () =>
      (await house.admin.get<unknown[]>(`/device-interface?device_id=${ids.get('sw-cisco')}`)).length || null,
  )
  const id = await make('guarded', 'configure terminal\ninterface Gi1/0/9\ndescription guarded\nend')
  const { status, text, data } = await execute('sw-cisco', id)
  assert.is(status, 200, text)
  assert.is(data.status, 'SUCCESS')
  const lines = typed('sw-cisco')
  const at = (word: RegExp) => lines.findIndex(line => word.test(line))
  assert.ok(at(/^reload in/) >= 0 && at(/^reload in/) < at(/^description guarded/), lines.join('\n'))
  assert.ok(at(/^description guarded/) < at(/^reload cancel/), lines.join('\n'))
})

test('a model that cannot revert is refused before anything is typed', async () => {
  const id = await make('cannot revert', 'show switch')
  const before = typed('sw-dlink').length
  const { status, text } = await execute('sw-dlink', id)
  assert.is(status, 422, text)
  assert.match(text, /MACROS_DOES_NOT_FIT/)
  assert.is(typed('sw-dlink').length, before)
})
