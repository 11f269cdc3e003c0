import { setTimeout as sleep } from 'node:timers/promises'
import dlink from '@linecard/driver-dlink'
import { DeviceError, type Driver } from '@linecard/driver-kit'
import { cableDiag, system } from '@linecard/driver-kit/modules'
import { definePlugin, type Polled } from '@linecard/plugin-kit'
import switches from '@linecard/plugin-switches'
import { assert, suite, until } from '@linecard/test-kit'
import { addedSwitch, dataOf, startWorld, stopDevices, type World } from '@linecard/test-kit/worlds/switches'
import pollers from '../src/index.ts'

const test = suite('pollers: what arrived before a module failed')
/** What arrives of a cable test before the switch hangs up. */
let partial: unknown
/** When the system was read, before it took long. */
let begun = 0
const slowMs = 500
const breaking: Driver = {
  ...dlink,
  models: dlink.models.map(model => ({
    ...model,
    modules: [
      ...(model.modules ?? []).filter(({ module }) => module !== cableDiag && module !== system),
      {
        module: system,
        override: true,
        async run() {
          begun = Date.now()
          await sleep(slowMs)
          return system.example
        },
      },
      {
        module: cableDiag,
        override: true,
        run: async () => {
          throw new DeviceError('SessionLost', 'The switch hung up.', { partial })
        },
      },
    ],
  })),
}
const stored: unknown[] = []
const keeping = definePlugin({
  id: 'keeping',
  api: 1,
  requires: ['inventory'],
  pollers: {
    whole: {
      summary: 'A module with arguments',
      intervalSec: 86_400,
      modules: [cableDiag],
      argsFor: () => ({ interface: 1 }),
      store: async (_, { answers }: Polled) => {
        for (const { data } of answers.values()) stored.push(data)
      },
    },
  },
})
let world: World
test.before(async () => {
  world = await startWorld([breaking], { plugins: [switches, pollers, keeping] })
})
test.after(async () => {
  await world?.stop()
  await stopDevices()
})

test('a result of the module is stored, and what has another shape is nothing', async () => {
  const added = await addedSwitch(world, { quick: true })
  for (partial of [cableDiag.example, 'half of a table', undefined]) {
    const { id } = dataOf<{ id: string }>(
      await world.http('POST', `/device/${added.id}/poll`, { pollers: ['whole'] }),
    )
    await until('the poll has ended', async () => {
      const run = await world.http('GET', `/device/${added.id}/poll/${id}`)
      return dataOf<{ state: string }>(run).state === 'done'
    })
  }
  assert.equal(stored, [cableDiag.example, undefined, undefined])
})

test('an uptime has the time at which it was read, not that at which a slow poll has ended', async () => {
  const [device] = await world.sql<{ id: number }>('select id from inventory_device limit 1')
  const path = `/device/${device!.id}/poll`
  const { id } = dataOf<{ id: string }>(await world.http('POST', path, { pollers: ['system'] }))
  await until('the poll has ended', async () => {
    const run = await world.http('GET', `${path}/${id}`)
    return dataOf<{ state: string }>(run).state === 'done'
  })
  const [row] = await world.sql<{ at: Date }>('select uptime_at as at from pollers_device')
  const late = row!.at.getTime() - begun
  assert.ok(late < slowMs / 2, `${late} ms after the slow module began`)
})
